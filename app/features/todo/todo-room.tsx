/** The opened todo list: lists at the side, the view in the middle, the task that is opened beside it. */
import { Button, CloseButton, TextInput } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { LostNote, RefusedNotes } from "./lost-note.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { QuickAdd } from "./quick-add.tsx";
import type { ListHandle } from "./list/task-list.tsx";
import { shortcutsOf } from "./todo-shortcuts.ts";
import { TodoNav } from "./todo-nav.tsx";
import { TodoView } from "./todo-view.tsx";
import { useChosen } from "./use-chosen.ts";
import { useUndoKeys } from "./use-undo-keys.ts";
import {
  useRows,
  useStatus,
  useSync,
  useTask,
  useToday,
  useTodoApp,
  useUndoState,
} from "./use-todos.ts";
import { useFolded } from "./use-folded.ts";
import { queryOf, viewOf } from "./views.ts";
import type { View } from "./views.ts";

const noQuery = { view: "", words: "", query: "", task: "" };

const loadPanel = async () => (await import("./panel/task-panel.tsx")).TaskPanel;
const TaskPanel = latePart(loadPanel, <SkeletonForm fields={6} />);

export function TodoRoom({ title, waiting }: { title: string; waiting: ReactNode }) {
  const app = useTodoApp();
  const [query, changeQuery] = useQueryFilter(noQuery);
  const navigate = useNavigate();
  const status = useStatus();
  const sync = useSync();
  const today = useToday();
  const { view: asked, words, query: filter } = query;
  const view = useMemo(() => viewOf({ view: asked, words, query: filter }), [asked, words, filter]);
  const before = useRef("");
  const [folded, fold] = useFolded();
  const rows = useRows(view, folded, today);
  const opened = query.task || undefined;
  const openedTask = useTask(opened ?? "");
  const [list, setList] = useState<ListHandle | null>(null);
  const [add, setAdd] = useState<HTMLInputElement | null>(null);
  const [moved, setMoved] = useState<readonly string[]>();
  const chosen = useChosen(rows);
  useUndoKeys();
  usePartsAhead();

  const go = useCallback(
    (search: string) =>
      void navigate({ search }, { preventScrollReset: true, defaultShouldRevalidate: false }),
    [navigate],
  );
  const show = useCallback((next: View) => go(queryOf(next)), [go]);
  const open = useCallback(
    (id: string | undefined) => {
      const next = new URLSearchParams(location.search);
      if (id === undefined) next.delete("task");
      else next.set("task", id);
      go(next.toString());
    },
    [go],
  );
  const close = useCallback(() => open(undefined), [open]);

  const { choose, clear, has, ids: chosenIds } = chosen;
  const onNew = useCallback(() => add?.focus(), [add]);
  const shortcuts = useMemo(
    () =>
      shortcutsOf({
        app,
        list,
        onNew,
        onMove: setMoved,
        onChoose: (id) => choose(id, !has(id), false),
      }),
    [app, list, onNew, choose, has],
  );

  const isReady = status === "ready";
  function search(next: string): void {
    if (view.kind !== "search") before.current = asked;
    const to = next === "" ? before.current : "search";
    changeQuery({ ...query, view: to, words: next });
  }

  return (
    <ToolFrame
      title={title}
      sync={sync}
      shortcuts={shortcuts}
      action={<Button onClick={onNew}>New task</Button>}
      bar={<Bar words={words} onSearch={search} />}
      panel={
        opened !== undefined && openedTask
          ? {
              title: "Task",
              onClose: close,
              children: (
                <TaskPanel key={opened} id={opened} today={today} onOpen={open} onMove={setMoved} />
              ),
            }
          : undefined
      }
    >
      <div className="todo" data-choosing={chosenIds.length > 0 || undefined}>
        <TodoNav view={view} today={today} />
        <div className="todo-main">
          {typeof status === "object" ? (
            <ProblemNote text={status.failed} onRetry={() => location.reload()} />
          ) : null}
          <RefusedNotes />
          <LostNote view={view} onShow={() => show({ kind: "lost" })} />
          <QuickAdd ref={setAdd} view={view} today={today} onOpen={open} />
          {isReady || rows.length > 0 ? (
            <TodoView
              view={view}
              rows={rows}
              today={today}
              list={setList}
              opened={opened}
              chosen={chosen}
              onOpen={open}
              onFold={fold}
              onMove={setMoved}
              onShow={show}
              onAdd={onNew}
            />
          ) : status === "loading" ? (
            waiting
          ) : null}
          <BulkBar ids={chosenIds} today={today} onMove={setMoved} onDone={clear} />
        </div>
      </div>
      {moved === undefined ? null : (
        <MoveDialog
          ids={moved}
          onClose={() => {
            setMoved(undefined);
            if (moved.length === 1) list?.focus(moved[0]!);
          }}
        />
      )}
    </ToolFrame>
  );
}

function Bar({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const { acts } = useTodoApp();
  const { undo, redo } = useUndoState();
  return (
    <>
      <search className="todo-search">
        <TextInput
          label="Search"
          placeholder="Titles and notes"
          data-search
          value={words}
          maxLength={200}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
          rightSection={
            words === "" ? null : (
              <CloseButton aria-label="Clear the search" onClick={() => onSearch("")} />
            )
          }
        />
      </search>
      <Button
        variant="default"
        disabled={undo === undefined}
        title={undo === undefined ? undefined : `Undo: ${undo}`}
        onClick={() => acts.undo()}
      >
        Undo
      </Button>
      <Button
        variant="default"
        disabled={redo === undefined}
        title={redo === undefined ? undefined : `Do again: ${redo}`}
        onClick={() => acts.redo()}
      >
        Redo
      </Button>
    </>
  );
}

/** What is not in the browser yet is not there offline: it comes once there is time. */
function usePartsAhead(): void {
  useEffect(() => {
    const load = () => {
      for (const part of [loadPanel, () => import("./quick-add-reader.ts")]) {
        // Whoever needs it asks again.
        part().catch(() => {});
      }
    };
    const timer = setTimeout(load, 2000);
    return () => clearTimeout(timer);
  }, []);
}
