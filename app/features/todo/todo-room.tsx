/** The opened todo list: lists at the side, the view in the middle, the task that is opened beside it. */
import { Button, CloseButton, TextInput } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { BulkBar, KeptNote, MoveDialog, RefusedNotes, TaskPanel } from "./late-views.tsx";
import { QuickAdd } from "./quick-add.tsx";
import type { ListHandle } from "./list/task-list.tsx";
import { shortcutsOf } from "./todo-shortcuts.ts";
import { TodoNav } from "./todo-nav.tsx";
import { TodoView } from "./todo-view.tsx";
import { useChosen } from "./use-chosen.ts";
import { useUndoKeys } from "#app/parts/undo/use-undo-keys.ts";
import {
  useLostTexts,
  useRefused,
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

export function TodoRoom({ title, waiting }: { title: string; waiting: ReactNode }) {
  const app = useTodoApp();
  const [query, changeQuery] = useQueryFilter(noQuery);
  const navigate = useNavigate();
  const status = useStatus();
  const sync = useSync();
  const { undo } = useUndoState();
  const isRefused = useRefused().length > 0;
  const { length: lost } = useLostTexts();
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
  const [moved, setMoved] = useState<{ ids: readonly string[]; isOfList: boolean }>();
  const moveFrom = (isOfList: boolean) => (ids: readonly string[]) => setMoved({ ids, isOfList });
  const chosen = useChosen(rows);
  useUndoKeys(app.acts);
  usePartsAhead();

  const go = useCallback(
    (search: string, options: { replace?: boolean; state?: unknown } = {}) =>
      void navigate(
        { search },
        { ...options, preventScrollReset: true, defaultShouldRevalidate: false },
      ),
    [navigate],
  );
  const show = useCallback((next: View) => go(queryOf(next)), [go]);
  const { open, close } = useOpenedTask(go);

  const { choose, clear, has, ids: chosenIds } = chosen;
  const onNew = useCallback(() => add?.focus(), [add]);
  const shortcuts = useMemo(
    () =>
      shortcutsOf({
        app,
        list,
        onNew,
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
                <TaskPanel
                  key={opened}
                  id={opened}
                  today={today}
                  onOpen={open}
                  onMove={moveFrom(false)}
                />
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
          {isRefused ? <RefusedNotes /> : null}
          {lost === 0 || view.kind === "lost" ? null : (
            <KeptNote
              count={lost}
              how="on two devices at once"
              onShow={() => show({ kind: "lost" })}
            />
          )}
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
              onMove={moveFrom(true)}
              onShow={show}
              onAdd={onNew}
            />
          ) : status === "loading" ? (
            waiting
          ) : null}
          <output className="unseen">{undo?.startsWith("Move ") ? undo : ""}</output>
          <output className="unseen">
            {chosenIds.length === 0 ? "" : `${chosenIds.length} chosen`}
          </output>
          {chosenIds.length === 0 ? null : (
            <BulkBar
              ids={chosenIds}
              today={today}
              onMove={moveFrom(true)}
              onDone={() => {
                clear();
                list?.back?.();
              }}
            />
          )}
        </div>
      </div>
      {moved === undefined ? null : (
        <MoveDialog
          ids={moved.ids}
          onClose={() => {
            setMoved(undefined);
            // Elsewhere the dialog gives the focus back by itself.
            if (moved.isOfList) list?.back?.();
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
          onKeyDown={({ key, currentTarget }) => {
            if (key !== "Escape") return;
            if (words === "") currentTarget.blur();
            else onSearch("");
          }}
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

type Go = (search: string, options?: { replace?: boolean; state?: unknown }) => void;

/** Opening a task is one step of the tab's history, whichever are opened then: Back closes it, and closing goes back. */
function useOpenedTask(go: Go): { open: (id: string) => void; close: () => void } {
  const navigate = useNavigate();
  const { state, search } = useLocation() as { state: unknown; search: string };
  const isStep = typeof state === "object" && state !== null && "todoOpened" in state;
  const open = useCallback(
    (id: string) => {
      const next = new URLSearchParams(search);
      const isOpen = next.has("task");
      next.set("task", id);
      go(next.toString(), { replace: isOpen, state: isOpen ? state : { todoOpened: true } });
    },
    [go, search, state],
  );
  const close = useCallback(() => {
    if (isStep) {
      void navigate(-1);
      return;
    }
    const next = new URLSearchParams(search);
    next.delete("task");
    go(next.toString(), { replace: true });
  }, [go, navigate, search, isStep]);
  return { open, close };
}

function usePartsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever needs one of them asks again.
      import("./load-ahead.ts").then(
        ({ loadAhead }) => loadAhead(),
        () => {},
      );
    }, 2000);
    return () => clearTimeout(timer);
  }, []);
}
