/** Open tasks without a time: they are dragged to one, or asked for it. */
import { Button } from "@mantine/core";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { GripIcon } from "#app/parts/sortable/grip-icon.tsx";
import { foldText } from "#lib/fold-text.ts";
import { byOrder } from "#lib/records/place.ts";
import type { Task } from "#lib/todo/task.ts";
import { dayWords } from "#lib/dates/date-words.ts";
import { useLists, useTask, useTodoApp, useTopic } from "../use-todos.ts";
import { usualMinutes } from "./entries.ts";
import type { EntryActs } from "./planner-entry.tsx";

type Props = {
  tasks: readonly Task[];
  today: string;
  isOpenAtFirst: boolean;
  acts: EntryActs;
};

/** More come when they are asked for. */
const shownAtFirst = 40;

export function Unplanned({ tasks, today, isOpenAtFirst, acts }: Props) {
  const { store } = useTodoApp();
  const lists = useLists();
  const [words, setWords] = useState("");
  const [list, setList] = useState("all");
  const [count, setCount] = useState(shownAtFirst);
  const [isOpen, setOpen] = useState<boolean>();
  const all = useDeferredValue(tasks);
  const wanted = useDeferredValue(words);
  const sorted = useMemo(() => all.toSorted(bySoonest), [all]);
  const titles = useTopic("words", (one) => (wanted === "" ? 0 : one.version("words")));
  const found = useMemo(
    () => {
      const parts = foldText(wanted).split(" ").filter(Boolean);
      return sorted.filter((task) => {
        if (list !== "all" && store.listOf(task) !== list) return false;
        const title = foldText(store.task(task.id)?.title ?? "");
        return parts.every((part) => title.includes(part));
      });
    },
    // The store has other titles with each version.
    // oxlint-disable-next-line react/exhaustive-deps
    [sorted, wanted, list, store, titles],
  );
  const left = found.length - count;
  return (
    <details
      className="planner-side"
      open={isOpen ?? isOpenAtFirst}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== (isOpen ?? isOpenAtFirst)) setOpen(currentTarget.open);
      }}
    >
      <summary>
        Not planned <span>{tasks.length}</span>
      </summary>
      <div className="planner-find">
        <input
          type="search"
          aria-label="Find what is not planned"
          placeholder="Find"
          value={words}
          maxLength={200}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <select
          aria-label="List of what is not planned"
          value={list}
          onChange={({ currentTarget }) => setList(currentTarget.value)}
        >
          <option value="all">All lists</option>
          <option value="">Inbox</option>
          {lists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {found.length === 0 ? (
        <p className="faint">
          {tasks.length === 0 ? "Every open task has its time." : "No task fits."}
        </p>
      ) : (
        <ul aria-label="Not planned">
          {found.slice(0, count).map(({ id }) => (
            <UnplannedLine key={id} id={id} today={today} acts={acts} />
          ))}
        </ul>
      )}
      {left > 0 ? (
        <Button variant="default" size="compact-md" onClick={() => setCount(count + shownAtFirst)}>
          Show {Math.min(left, shownAtFirst)} more
        </Button>
      ) : null}
    </details>
  );
}

type LineProps = { id: string; today: string; acts: EntryActs };

const UnplannedLine = memo(function UnplannedLine({ id, today, acts }: LineProps) {
  const task = useTask(id);
  if (!task) return null;
  const title = task.title || "Untitled";
  return (
    <li
      className="planner-line"
      data-id={id}
      data-prio={task.prio}
      data-minutes={task.minutes ?? usualMinutes}
      data-draggable=""
    >
      <button
        type="button"
        className="planner-handle"
        aria-label={`Plan ${title}`}
        aria-haspopup="dialog"
        title="Drag, or choose a day and time"
        onClick={() => acts.move({ id, of: "plan" })}
      >
        <GripIcon />
      </button>
      <button type="button" className="planner-open" onClick={() => acts.open(id)}>
        <span className="planner-title" dir="auto">
          {title}
        </span>
        {task.due ? (
          <span className="planner-facts" data-late={task.due.date < today || undefined}>
            Due {dayWords(task.due.date, today)}
          </span>
        ) : null}
      </button>
    </li>
  );
});

/** By the day it is due, then by priority. */
function bySoonest(a: Task, b: Task): number {
  const [one, other] = [a.due?.date ?? "9", b.due?.date ?? "9"];
  if (one !== other) return one < other ? -1 : 1;
  return a.prio - b.prio || byOrder(a, b);
}
