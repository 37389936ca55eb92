/** A task at one of its times: as a block of the day, or as a line of what is all day. */
import { memo } from "react";
import type { CSSProperties } from "react";
import { GripIcon } from "#app/parts/sortable/grip-icon.tsx";
import type { Task } from "#lib/todo/task.ts";
import { RepeatIcon } from "../list/icons.tsx";
import { Tick } from "../list/tick.tsx";
import { useTask } from "../use-todos.ts";
import type { Entry } from "./entries.ts";
import type { Placed } from "./layout.ts";
import { spanWords, timeWords } from "./week.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/todo-planner-entry.css";

export type EntryActs = {
  open: (id: string) => void;
  /** Asks where to. */
  move: (entry: Pick<Entry, "id" | "of">) => void;
};

type BlockProps = { placed: Placed; today: string; isOpen: boolean; acts: EntryActs };

export const Block = memo(function Block({ placed, today, isOpen, acts }: BlockProps) {
  const { segment, from, to, lane, lanes } = placed;
  const { entry, isRest } = segment;
  const task = useTask(entry.id);
  if (!task) return null;
  const style = { "--from": from, "--to": to, "--lane": lane, "--lanes": lanes } as CSSProperties;
  const isFixed = entry.isComing || isRest;
  return (
    <li
      className="planner-block"
      style={style}
      {...dataOf(entry, task, { isFixed, isOpen, today })}
      data-short={to - from < 45 || undefined}
    >
      {isFixed ? null : <Tick task={task} />}
      <Opener entry={entry} task={task} isRest={isRest} isOpen={isOpen} acts={acts} />
      {isFixed ? null : <MoveButton entry={entry} task={task} acts={acts} />}
      {isFixed || !entry.hasLength || segment.to - segment.from < entry.minutes ? null : (
        <span className="planner-edge" />
      )}
    </li>
  );
});

type LineProps = { entry: Entry; today: string; isOpen: boolean; acts: EntryActs };

export const AllDayLine = memo(function AllDayLine({ entry, today, isOpen, acts }: LineProps) {
  const task = useTask(entry.id);
  if (!task) return null;
  const isFixed = entry.isComing;
  return (
    <li className="planner-line" {...dataOf(entry, task, { isFixed, isOpen, today })}>
      {isFixed ? null : <Tick task={task} />}
      <Opener entry={entry} task={task} isRest={false} isOpen={isOpen} acts={acts} />
      {isFixed ? null : <MoveButton entry={entry} task={task} acts={acts} />}
    </li>
  );
});

type Shown = { isFixed: boolean; isOpen: boolean; today: string };

function dataOf(entry: Entry, task: Task, { isFixed, isOpen, today }: Shown) {
  const isLate = entry.of !== "plan" && entry.day < today;
  return {
    "data-entry": isFixed ? undefined : entry.key,
    "data-id": entry.id,
    "data-of": entry.of,
    "data-minutes": entry.minutes,
    "data-prio": task.prio,
    "data-draggable": isFixed ? undefined : "",
    "data-coming": entry.isComing || undefined,
    "data-late": (isLate && !entry.isComing) || undefined,
    "data-open": isOpen || undefined,
  };
}

type OpenerProps = {
  entry: Entry;
  task: Task;
  isRest: boolean;
  isOpen: boolean;
  acts: EntryActs;
};

function Opener({ entry, task, isRest, isOpen, acts }: OpenerProps) {
  const { start, minutes, of, isComing, isLengthKnown } = entry;
  const title = task.title || "Untitled";
  return (
    <button
      type="button"
      className="planner-open"
      aria-current={isOpen || undefined}
      title={title}
      onClick={() => acts.open(entry.id)}
    >
      <span className="planner-title" dir="auto">
        {title}
      </span>
      <span className="planner-facts">
        {of === "due" ? "Due " : <span className="unseen">Planned </span>}
        {start === null ? null : isLengthKnown ? spanWords(start, minutes) : timeWords(start)}
        {isRest ? <span className="unseen"> since the day before</span> : null}
        {isComing ? <RepeatIcon /> : null}
      </span>
    </button>
  );
}

function MoveButton({ entry, task, acts }: { entry: Entry; task: Task; acts: EntryActs }) {
  return (
    <button
      type="button"
      className="planner-handle"
      aria-label={`Move ${task.title || "Untitled"}`}
      aria-haspopup="dialog"
      title="Drag, or choose a day and time"
      tabIndex={-1}
      onClick={() => acts.move(entry)}
    >
      <GripIcon />
    </button>
  );
}
