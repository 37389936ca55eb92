/** The tasks of a list side by side: by its columns, by priority or by label. */
import { Button } from "@mantine/core";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, Ref } from "react";
import type { VirtualizerHandle } from "virtua";
import { BoardColumn } from "#app/parts/board/board-column.tsx";
import { stepOf } from "#app/parts/board/card-steps.ts";
import type { CardDrop } from "#app/parts/board/card-steps.ts";
import { useIsPrinted } from "#app/parts/board/use-is-printed.ts";
import { watchCardDrag } from "#app/parts/board/watch-card-drag.ts";
import { TaskLine } from "../list/task-row.tsx";
import { handleOf } from "../list/task-list.tsx";
import type { ListHandle } from "../list/task-list.tsx";
import { useListKeys } from "../list/use-list-keys.ts";
import { rowOf, rowOver } from "../index/rows.ts";
import type { Row } from "../index/rows.ts";
import type { Chosen } from "../use-chosen.ts";
import { useTodoApp } from "../use-todos.ts";
import { showAs } from "./board-mode.ts";
import { dropCard, moveCard } from "./board-acts.ts";
import { CardDialog } from "./card-dialog.tsx";
import { ColumnsDialog } from "./columns-dialog.tsx";
import { columnsOf } from "./columns.ts";
import type { BoardBy } from "./board-mode.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/todo-views.css";

type Props = {
  ref: Ref<ListHandle>;
  listId: string;
  by: BoardBy;
  /** As the list has them: another object once one of its tasks was changed. */
  rows: readonly Row[];
  today: string;
  opened: string | undefined;
  chosen: Chosen;
  onOpen: (id: string) => void;
  onFold: (id: string, isFolded: boolean) => void;
  onMove: (ids: readonly string[]) => void;
};

const usualHeight = 52;

export function Board(props: Props) {
  const { ref, listId, by, rows, today, opened, chosen, onOpen, onFold, onMove } = props;
  const app = useTodoApp();
  const { store } = app;
  const place = useRef<HTMLDivElement>(null);
  const scrolls = useRef(new Map<string, VirtualizerHandle>());
  const virtual = useRef<Pick<VirtualizerHandle, "scrollToIndex">>(null);
  const [moved, setMoved] = useState<string>();
  const [isNaming, setNaming] = useState(false);
  const version = store.version("rows");
  const columns = useMemo(
    () => columnsOf(store, listId, by),
    // The store is another one with each version, and with each change of its rows.
    // oxlint-disable-next-line react/exhaustive-deps
    [store, listId, by, version, rows],
  );
  const isPrinted = useIsPrinted();
  const inRow = useMemo(
    () => columns.flatMap(({ ids }) => ids).map((id) => rowOf(id)),
    // Cards are made anew for print, and again for the screen: the focus is looked after as of other rows.
    // oxlint-disable-next-line react/exhaustive-deps
    [columns, isPrinted],
  );
  const { keys, edited, current, back, walk, onKeyDown, onFocus } = useListKeys({
    rows: inRow,
    place,
    virtual,
    onOpen,
    onChoose: chosen.choose,
    onFold,
    onMove: (ids) => setMoved(ids[0]),
  });
  useImperativeHandle(ref, () => handleOf({ keys, walk, current, back }), [
    keys,
    walk,
    current,
    back,
  ]);
  useImperativeHandle(
    virtual,
    () => ({
      scrollToIndex(at, how) {
        let before = 0;
        for (const { key, ids } of columns) {
          if (at < before + ids.length) {
            scrolls.current.get(key)?.scrollToIndex(at - before, how);
            return;
          }
          before += ids.length;
        }
      },
    }),
    [columns],
  );
  useBoardDrag(place, (id, from, drop) => dropCard(app, by, { id, from, drop }, listId));

  function takeKey(event: KeyboardEvent): void {
    const step = stepOf(event, columns);
    if (!step) {
      onKeyDown(event);
      return;
    }
    event.preventDefault();
    if (step.place) moveCard(app, by, step.id, step.place);
    keys.focus(step.place ? step.id : (step.to ?? step.id));
  }

  return (
    <>
      <div className="board-bar">
        <label>
          Columns by{" "}
          <select
            value={by}
            onChange={({ currentTarget }) =>
              showAs(app, listId, true, currentTarget.value as BoardBy)
            }
          >
            <option value="column">the list’s own</option>
            <option value="prio">priority</option>
            <option value="label">label</option>
          </select>
        </label>
        {by === "column" ? (
          <Button variant="default" size="compact-md" onClick={() => setNaming(true)}>
            Change the columns…
          </Button>
        ) : null}
      </div>
      {/* The keys are a shorter way to what its buttons do. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={place}
        className="board"
        aria-label="Board"
        // It is wider than the page may be, and is scrolled by the keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={takeKey}
        onFocus={onFocus}
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            ref={(handle) => {
              if (handle) scrolls.current.set(column.key, handle);
              else scrolls.current.delete(column.key);
            }}
            column={column}
            head={
              <h3 dir="auto">
                {column.title} <span>{column.ids.length}</span>
              </h3>
            }
            usualHeight={usualHeight}
            render={(id) => (
              <TaskLine
                {...rowOver(store, id)}
                today={today}
                isMixed={false}
                isOpen={id === opened}
                isChosen={chosen.has(id)}
                isChoosing={chosen.ids.length > 0}
                isEdited={id === edited}
                keys={keys}
              />
            )}
          />
        ))}
      </section>
      {moved === undefined ? null : (
        <CardDialog
          id={moved}
          by={by}
          columns={columns}
          from={columns.find(({ ids }) => ids.includes(moved))}
          onElsewhere={() => {
            setMoved(undefined);
            onMove([moved]);
          }}
          onClose={() => {
            setMoved(undefined);
            keys.focus(moved);
          }}
        />
      )}
      {isNaming ? <ColumnsDialog list={listId} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

type OnDrop = (id: string, from: string, drop: CardDrop) => void;

function useBoardDrag(place: { current: HTMLElement | null }, onDrop: OnDrop): void {
  const { acts } = useTodoApp();
  const now = useRef(onDrop);
  useEffect(() => {
    now.current = onDrop;
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    return watchCardDrag({
      place: place.current,
      cards: ".task-row",
      handle: ".task-handle",
      onDrop: (id, from, drop) => now.current(id, from, drop),
      beside: {
        elements: ".todo-nav [data-list]",
        onDrop: (id, { dataset }) => acts.move([id], { list: dataset["list"] ?? "", parent: "" }),
      },
    });
  }, [place, acts]);
}
