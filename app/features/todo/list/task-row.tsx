/** One task in a list. */
import { memo, useRef } from "react";
import type { KeyboardEvent, MouseEvent } from "react";
import { GripIcon } from "#app/parts/sortable/grip-icon.tsx";
import type { Task } from "#lib/todo/task.ts";
import { longestTitle } from "../acts/room.ts";
import type { TaskRow as Row } from "../index/rows.ts";
import { pasteThatFits } from "#app/parts/records/paste-that-fits.ts";
import type { Act } from "#app/parts/undo/undo-stack.ts";
import { useLabels, useLists, useTask, useTodoApp, useZone } from "../use-todos.ts";
import { whenWords } from "#lib/dates/date-words.ts";
import { FoldIcon, NotesIcon, RepeatIcon } from "./icons.tsx";
import { Tick } from "./tick.tsx";
import type { ListKeys } from "./use-list-keys.ts";

type Props = Row & {
  today: string;
  /** Other lists' tasks stand beside it. */
  isMixed: boolean;
  isOpen: boolean;
  isChosen: boolean;
  isChoosing: boolean;
  isEdited: boolean;
  keys: ListKeys;
};

export const TaskLine = memo(function TaskLine({
  id,
  depth,
  children,
  done,
  isFolded,
  today,
  isMixed,
  isOpen,
  isChosen,
  isChoosing,
  isEdited,
  keys,
}: Props) {
  const task = useTask(id);
  if (!task) return null;
  const name = task.title || "Untitled";
  const isDone = task.done !== "";
  function open(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey) keys.choose(id, !isChosen, false);
    else if (event.shiftKey) keys.choose(id, true, true);
    else keys.open(id);
  }
  return (
    <div
      className="task-row"
      data-id={id}
      data-depth={depth}
      data-open={isOpen || undefined}
      data-chosen={isChosen || undefined}
      data-done={isDone || undefined}
    >
      {isChoosing ? (
        <label className="task-choice">
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={`Choose ${name}`}
            onChange={(event) =>
              keys.choose(
                id,
                event.currentTarget.checked,
                (event.nativeEvent as Partial<globalThis.MouseEvent>).shiftKey === true,
              )
            }
          />
        </label>
      ) : (
        <button
          type="button"
          className="task-handle"
          aria-label={`Move ${name}`}
          aria-haspopup="dialog"
          title="Drag, or choose a place"
          tabIndex={-1}
          onClick={() => keys.move([id])}
        >
          <GripIcon />
        </button>
      )}
      {children > 0 ? (
        <button
          type="button"
          className="task-fold"
          aria-expanded={!isFolded}
          aria-label={`Subtasks of ${name}`}
          tabIndex={-1}
          onClick={() => keys.fold(id, !isFolded)}
        >
          <FoldIcon />
        </button>
      ) : (
        <span className="task-fold" />
      )}
      <Tick task={task} />
      {isEdited ? (
        <TitleField task={task} keys={keys} />
      ) : (
        <button
          type="button"
          className="task-opener"
          aria-current={isOpen || undefined}
          onClick={open}
          onDoubleClick={() => keys.edit(id)}
        >
          <span className="task-title" dir="auto">
            {name}
          </span>
          <Facts task={task} open={children} done={done} today={today} isMixed={isMixed} />
        </button>
      )}
    </div>
  );
});

type FactsProps = {
  task: Task;
  /** Subtasks. */
  open: number;
  done: number;
  today: string;
  isMixed: boolean;
};

function Facts({ task, open, done, today, isMixed }: FactsProps) {
  const lists = useLists();
  const labels = useLabels();
  const { due, plan, start, prio, notes, series } = task;
  const zone = useZone();
  const when = due ?? plan;
  const list = lists.find(({ id }) => id === task.list)?.name ?? "Inbox";
  return (
    <span className="task-facts">
      {prio === 4 ? null : (
        <span className="task-prio" data-prio={prio}>
          P{prio}
        </span>
      )}
      {when ? (
        <span className="task-when" data-late={(due && due.date < today) || undefined}>
          {due ? null : <span className="unseen">Planned </span>}
          {whenWords(when, today, zone)}
          {due && due.date < today ? <span className="unseen"> (overdue)</span> : null}
        </span>
      ) : start === null || start <= today ? null : (
        <span className="task-when">
          From {whenWords({ date: start, time: null, zone: "" }, today, zone)}
        </span>
      )}
      {series ? <RepeatIcon /> : null}
      {labels
        .filter(({ id }) => task.labels.includes(id))
        .map(({ id, name }) => (
          <span key={id} className="task-label" dir="auto">
            {name}
          </span>
        ))}
      {notes === "" ? null : <NotesIcon />}
      {open + done === 0 ? null : (
        <span>
          {done}/{open + done}
          <span className="unseen"> subtasks done</span>
        </span>
      )}
      {isMixed ? (
        <span className="task-list" dir="auto">
          {list}
        </span>
      ) : null}
    </span>
  );
}

/** Its title, in its place: kept with each letter. Tab makes it a subtask, Shift-Tab takes it out again. */
function TitleField({ task: { id, title }, keys }: { task: Task; keys: ListKeys }) {
  const { acts, stack } = useTodoApp();
  const typed = useRef<Act[]>([]);
  const isOver = useRef(false);
  function leave(isKept: boolean): void {
    if (isOver.current) return;
    isOver.current = true;
    stack.settle();
    // A task without a title would be hard to find again.
    if (!isKept || title.trim() === "") {
      for (const act of typed.current.toReversed()) acts.undo(act);
    }
    keys.edit(undefined);
  }
  function take(event: KeyboardEvent): void {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    // Where there is no further, Tab goes on to what comes next.
    if (key === "Tab" && acts.indent(id, event.shiftKey ? -1 : 1)) event.preventDefault();
    if (key !== "Enter" && key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave(key === "Enter");
    keys.focus(id);
  }
  return (
    <input
      className="task-title-field"
      aria-label={`Title of ${title || "Untitled"}`}
      dir="auto"
      // It takes the place of what was just pressed.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={title}
      maxLength={longestTitle}
      onFocus={() => stack.settle()}
      onPaste={pasteThatFits}
      onChange={({ currentTarget }) => {
        const act = acts.write(id, "title", currentTarget.value);
        if (act && typed.current.at(-1) !== act) typed.current.push(act);
      }}
      onKeyDown={take}
      onBlur={() => leave(true)}
    />
  );
}
