/** The tasks of a list side by side: by its columns, by priority or by label. */
import { Button } from "@mantine/core";
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, Ref } from "react";
import { dropPlace, stepOf } from "./card-steps.ts";
import type { CardDrop } from "./card-steps.ts";
import { TaskLine } from "../list/task-row.tsx";
import { handleOf } from "../list/task-list.tsx";
import type { ListHandle } from "../list/task-list.tsx";
import { useListKeys } from "../list/use-list-keys.ts";
import { rowOf, rowOver } from "../index/rows.ts";
import type { Row } from "../index/rows.ts";
import type { Chosen } from "../use-chosen.ts";
import { useTodoApp } from "../use-todos.ts";
import { showAs } from "./board-mode.ts";
import { moveCard } from "./board-acts.ts";
import { watchBoardDrag } from "./board-drag.ts";
import { CardDialog } from "./card-dialog.tsx";
import { ColumnsDialog } from "./columns-dialog.tsx";
import { columnsOf } from "./columns.ts";
import type { BoardBy } from "./board-mode.ts";
import type { Column } from "./columns.ts";
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

/** More of a column come when they are asked for. */
const shownAtFirst = 100;

export function Board(props: Props) {
  const { ref, listId, by, rows, today, opened, chosen, onOpen, onFold, onMove } = props;
  const app = useTodoApp();
  const { store } = app;
  const place = useRef<HTMLDivElement>(null);
  const virtual = useRef(null);
  const [moved, setMoved] = useState<string>();
  const [isNaming, setNaming] = useState(false);
  const version = store.version("rows");
  const columns = useMemo(
    () => columnsOf(store, listId, by),
    // The store is another one with each version, and with each change of its rows.
    // oxlint-disable-next-line react/exhaustive-deps
    [store, listId, by, version, rows],
  );
  const inRow = useMemo(() => columns.flatMap(({ ids }) => ids).map((id) => rowOf(id)), [columns]);
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
  useBoardDrag(place, (id, from, drop) => {
    const to = dropPlace(store, columnsOf(store, listId, by), by, { id, from, drop });
    if (to) moveCard(app, by, id, to);
  });

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
          <Cards
            key={column.key}
            column={column}
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

type CardsProps = { column: Column; render: (id: string) => React.ReactNode };

function Cards({ column: { key, title, ids }, render }: CardsProps) {
  const [shown, setShown] = useState(shownAtFirst);
  const left = ids.length - shown;
  return (
    <section className="board-column" data-column={key} aria-label={title || "Column"}>
      <h3 dir="auto">
        {title} <span>{ids.length}</span>
      </h3>
      <ul>
        {ids.slice(0, shown).map((id) => (
          <li key={id}>{render(id)}</li>
        ))}
      </ul>
      {left > 0 ? (
        <Button variant="default" size="compact-md" onClick={() => setShown(shown + shownAtFirst)}>
          Show {Math.min(left, shownAtFirst)} more
        </Button>
      ) : null}
    </section>
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
    return watchBoardDrag({
      place: place.current,
      onDrop: (id, from, drop) => now.current(id, from, drop),
      onList: (id, list) => acts.move([id], { list, parent: "" }),
    });
  }, [place, acts]);
}
