import { foldText } from "../fold-text.ts";
import type { Filter, FilterOp } from "./filter-tree.ts";
import { dateOf, dayOf, daysIn, firstOf, monthOf, weekdayOf } from "../dates/floating.ts";
import { isOverdue } from "./suggest.ts";
import type { Task } from "./task.ts";

export type FilterContext = {
  /** Local date. */
  today: string;
  /** The instant, and where it is looked at. */
  now: number;
  zone: string;
  /** The first day of a week, 0 is Monday. */
  weekStart: number;
  /** Names by id. */
  lists: ReadonlyMap<string, string>;
  labels: ReadonlyMap<string, string>;
  hasSubtasks: (id: string) => boolean;
  /** Title and notes, folded; else they are folded each time. */
  textOf?: (task: Task) => string;
};

type Matches = (task: Task) => boolean;

export function matches(filter: Filter, task: Task, context: FilterContext): boolean {
  return matcherOf(filter, context)(task);
}

/** For many tasks: what can be is worked out once. */
export function matcherOf(filter: Filter, context: FilterContext): Matches {
  if ("or" in filter) {
    const parts = filter.or.map((one) => matcherOf(one, context));
    return (task) => parts.some((fits) => fits(task));
  }
  if ("and" in filter) {
    const parts = filter.and.map((one) => matcherOf(one, context));
    return (task) => parts.every((fits) => fits(task));
  }
  if ("not" in filter) {
    const fits = matcherOf(filter.not, context);
    return (task) => !fits(task);
  }
  const { field, op, value } = filter;
  if (field === "text") {
    const wanted = foldText(value);
    const { textOf = textOfTask } = context;
    return (task) => textOf(task).includes(wanted);
  }
  if (field === "list") return listMatcher(value, context);
  if (field === "label") {
    const ids = idsOf(value, context.labels);
    return ({ labels }) => labels.some((id) => ids.has(id));
  }
  if (field === "prio") return ({ prio }) => isAt(op, prio, Number(value), Number(value));
  if (field === "has") return partMatcher(value, context);
  return dayMatcher(field, op, value, context);
}

/** Whether it asks for what is done; else a view shows what is open. */
export function asksForDone(filter: Filter): boolean {
  if ("or" in filter) return filter.or.some(asksForDone);
  if ("and" in filter) return filter.and.some(asksForDone);
  return "not" in filter ? asksForDone(filter.not) : filter.field === "done";
}

function textOfTask({ title, notes }: Task): string {
  return foldText(`${title}\n${notes}`);
}

/** A task whose list is gone is in the Inbox. */
function listMatcher(value: string, { lists }: FilterContext): Matches {
  const ids = idsOf(value, lists);
  if (ids.size > 0 || foldText(value) !== "inbox") return ({ list }) => ids.has(list);
  return ({ list }) => !lists.has(list);
}

function idsOf(name: string, names: ReadonlyMap<string, string>): Set<string> {
  const wanted = foldText(name);
  return new Set([...names].flatMap(([id, one]) => (foldText(one) === wanted ? [id] : [])));
}

function partMatcher(part: string, { hasSubtasks }: FilterContext): Matches {
  if (part === "notes") return ({ notes }) => notes !== "";
  if (part === "label") return ({ labels }) => labels.length > 0;
  if (part === "repeat") return ({ series }) => series !== null;
  if (part === "reminder") return ({ remind }) => remind !== null;
  if (part === "subtasks") return ({ id }) => hasSubtasks(id);
  if (part === "start") return ({ start }) => start !== null;
  return part === "plan" ? ({ plan }) => plan !== null : ({ due }) => due !== null;
}

function dayMatcher(
  field: "due" | "start" | "plan" | "done",
  op: FilterOp,
  value: string,
  context: FilterContext,
): Matches {
  const dayOfTask = (task: Task): string => {
    if (field === "start") return task.start ?? "";
    if (field === "done") return task.done === "" ? "" : task.doneDay || "0";
    return task[field]?.date ?? "";
  };
  if (value === "none") return (task) => dayOfTask(task) === "";
  if (value === "any") return (task) => dayOfTask(task) !== "";
  if (value === "overdue") return (task) => isOverdue(task, context.now, context.zone);
  const [from, to] = daysOf(value, context);
  return (task) => {
    const day = dayOfTask(task);
    return day !== "" && isAt(op, day, from, to);
  };
}

function isAt<Value extends string | number>(
  op: FilterOp,
  value: Value,
  from: Value,
  to: Value,
): boolean {
  if (op === "<") return value < from;
  if (op === "<=") return value <= to;
  if (op === ">") return value > to;
  if (op === ">=") return value >= from;
  return value >= from && value <= to;
}

/** First and last. */
function daysOf(value: string, { today, weekStart }: FilterContext): [string, string] {
  const at = dayOf(today);
  if (value === "week") {
    const first = at - ((weekdayOf(at) - weekStart + 7) % 7);
    return [dateOf(first), dateOf(first + 6)];
  }
  if (value === "month") {
    const month = monthOf(at);
    const first = firstOf(month);
    return [dateOf(first), dateOf(first + daysIn(month) - 1)];
  }
  const named: Readonly<Record<string, number>> = { today: 0, tomorrow: 1, yesterday: -1 };
  const ahead = named[value] ?? Number(/^([+-]?\d{1,3})d$/.exec(value)?.[1] ?? Number.NaN);
  const day = Number.isNaN(ahead) ? value : dateOf(at + ahead);
  return [day, day];
}
