/** What a view shows, line by line. Only open tasks, but in the search and among what is done. */
import { filterReader } from "../filters/filter-reader.ts";
import { foldText } from "#lib/fold-text.ts";
import { dateOf, dayOf } from "#lib/dates/floating.ts";
import { byOrder } from "#lib/records/place.ts";
import type { Task } from "#lib/todo/task.ts";
import type { Tree } from "#lib/todo/tree.ts";
import type { View } from "../views.ts";
import type { TodoStore } from "./todo-store.ts";

export type TaskRow = {
  kind: "task";
  id: string;
  /** From 0. */
  depth: number;
  /** Open subtasks, and those that are done. */
  children: number;
  done: number;
  isFolded: boolean;
};

export type Row = TaskRow | { kind: "heading"; id: string; heading: Heading; count: number };

type Heading = "overdue" | "today" | { day: string } | "noDay";

type Context = {
  /** Local day. */
  today: string;
  folded: ReadonlySet<string>;
};

export function rowsOf(store: TodoStore, view: View, context: Context): Row[] {
  switch (view.kind) {
    case "list":
      return listRows(store, view.id, context.folded);
    case "today":
      return todayRows(store, context.today);
    case "upcoming":
      return upcomingRows(store, context.today);
    case "label":
      return flat(
        [...openTasks(store)]
          .filter(({ labels }) => labels.includes(view.id))
          .toSorted(byList(store)),
      );
    case "filter": {
      const found = filterReader()?.(store, { ...view, ...context, textOf }) ?? [];
      return flat(found.toSorted(byTime));
    }
    case "search":
      return flat(searched(store, view.words));
    case "done":
      return doneRows(store);
    default:
      return [];
  }
}

/** Of a task whose subtasks are not shown below it. */
export function rowOver(store: TodoStore, id: string): TaskRow {
  const below = store.tree().children.get(id) ?? none;
  const open = below.filter((one) => store.task(one)?.done === "").length;
  return { ...rowOf(id), children: open, done: below.length - open };
}

/** Whether titles and notes decide what the view shows. */
export function readsWords(view: View): boolean {
  return view.kind === "search" || view.kind === "filter";
}

function* openTasks(store: TodoStore): Generator<Task> {
  for (const task of store.tasks().values()) if (task.done === "") yield task;
}

function flat(tasks: readonly Task[]): TaskRow[] {
  return tasks.map(({ id }) => rowOf(id));
}

/** Of a task that stands alone. */
export function rowOf(id: string): TaskRow {
  return { kind: "task", id, depth: 0, children: 0, done: 0, isFolded: false };
}

/** Subtasks stand below theirs; those of a task that is done, in its place. */
function listRows(store: TodoStore, list: string, folded: ReadonlySet<string>): TaskRow[] {
  const rows: TaskRow[] = [];
  const { tops, children } = store.tree();
  /** @returns how many stand there open, and how many done */
  function walk(ids: readonly string[], depth: number, isHidden: boolean): [number, number] {
    let [open, done] = [0, 0];
    for (const id of ids) {
      const below = children.get(id) ?? none;
      const isDone = store.task(id)?.done !== "";
      const row = { ...rowOf(id), depth, isFolded: !isDone && folded.has(id) };
      if (!isHidden && !isDone) rows.push(row);
      if (below.length > 0) {
        const isBelowHidden = isHidden || row.isFolded;
        [row.children, row.done] = walk(below, depth + (isDone ? 0 : 1), isBelowHidden);
      }
      row.isFolded &&= row.children > 0;
      open += isDone ? row.children : 1;
      done += isDone ? 1 + row.done : 0;
    }
    return [open, done];
  }
  walk(tops.get(list) ?? none, 0, false);
  return rows;
}

const none: readonly string[] = [];

function todayRows(store: TodoStore, today: string): Row[] {
  const overdue: Task[] = [];
  const now: Task[] = [];
  for (const task of openTasks(store)) {
    if (task.due && task.due.date < today) overdue.push(task);
    else if (isToday(task, today)) now.push(task);
  }
  const rows: Row[] = [];
  if (overdue.length > 0) {
    rows.push({ kind: "heading", id: "overdue", heading: "overdue", count: overdue.length });
    rows.push(...flat(overdue.toSorted(byTime)));
    if (now.length > 0) {
      rows.push({ kind: "heading", id: "today", heading: "today", count: now.length });
    }
  }
  return [...rows, ...flat(now.toSorted(byTime))];
}

function isToday({ due, plan, start }: Task, today: string): boolean {
  return (
    (due !== null && due.date <= today) ||
    (plan !== null && plan.date <= today) ||
    (due === null && plan === null && start !== null && start <= today)
  );
}

/** Days with something on them; what is overdue is for Today. */
function upcomingRows(store: TodoStore, today: string): Row[] {
  const days = new Map<string, Task[]>();
  for (const task of openTasks(store)) {
    const day = task.due?.date ?? task.plan?.date ?? task.start;
    if (day === null || day < today) continue;
    const tasks = days.get(day);
    if (tasks) tasks.push(task);
    else days.set(day, [task]);
  }
  const rows: Row[] = [];
  for (const day of [...days.keys()].toSorted()) {
    const tasks = days.get(day)!;
    rows.push({ kind: "heading", id: day, heading: { day }, count: tasks.length });
    rows.push(...flat(tasks.toSorted(byTime)));
  }
  return rows;
}

/** The last ones first, by the day of who completed them. */
function doneRows(store: TodoStore): Row[] {
  const done = [...store.tasks().values()].filter((task) => task.done !== "");
  const days = Map.groupBy(done, ({ doneDay }) => doneDay);
  return [...days.keys()]
    .toSorted()
    .toReversed()
    .flatMap((day): Row[] => {
      const tasks = days.get(day)!;
      const heading: Heading = day === "" ? "noDay" : { day };
      return [
        { kind: "heading", id: `day ${day}`, heading, count: tasks.length },
        ...flat(tasks.toSorted(byOrder)),
      ];
    });
}

/** Open ones before done ones, a word of the title before one of the notes. */
function searched(store: TodoStore, words: string): Task[] {
  const wanted = foldText(words).split(" ").filter(Boolean);
  if (wanted.length === 0) return [];
  const found: { task: Task; rank: number }[] = [];
  for (const task of store.tasks().values()) {
    const text = foldedOf(task);
    if (!wanted.every((word) => text.all.includes(word))) continue;
    const inTitle = wanted.every((word) => text.title.includes(word));
    found.push({ task, rank: (task.done === "" ? 0 : 2) + (inTitle ? 0 : 1) });
  }
  const inOrder = byList(store);
  return found
    .toSorted((a, b) => a.rank - b.rank || inOrder(a.task, b.task))
    .map(({ task }) => task);
}

const textOf = (task: Task) => foldedOf(task).all;

const foldedTexts = new WeakMap<Task, { title: string; all: string }>();

function foldedOf(task: Task): { title: string; all: string } {
  const kept = foldedTexts.get(task);
  if (kept) return kept;
  const title = foldText(task.title);
  const made = { title, all: task.notes === "" ? title : `${title} ${foldText(task.notes)}` };
  foldedTexts.set(task, made);
  return made;
}

/** By day, time (all day first), priority. */
function byTime(a: Task, b: Task): number {
  return compare(timeOf(a), timeOf(b)) || a.prio - b.prio || byOrder(a, b);
}

function timeOf({ due, plan, start }: Task): string {
  const when = due ?? plan;
  return when ? `${when.date}T${when.time ?? ""}` : `${start ?? ""}T`;
}

/** As their lists have them, one list after the other. */
function byList(store: TodoStore): (a: Task, b: Task) => number {
  const places = placesOf(store);
  return (a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0);
}

const treePlaces = new WeakMap<Tree, ReadonlyMap<string, number>>();

/** From the first task of the Inbox to the last of the last list. */
function placesOf(store: TodoStore): ReadonlyMap<string, number> {
  const tree = store.tree();
  const kept = treePlaces.get(tree);
  if (kept) return kept;
  const places = new Map<string, number>();
  const walk = (ids: readonly string[]) => {
    for (const id of ids) {
      places.set(id, places.size);
      walk(tree.children.get(id) ?? none);
    }
  };
  for (const id of ["", ...store.lists().map((list) => list.id)]) walk(tree.tops.get(id) ?? none);
  treePlaces.set(tree, places);
  return places;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export type Counts = {
  /** Due, planned or begun. */
  today: number;
  /** By id of a list. */
  lists: ReadonlyMap<string, number>;
  /** One of today's at least. */
  isOverdue: boolean;
};

/** Open tasks, as the sidebar shows how many. */
export function countsOf(store: TodoStore, today: string): Counts {
  const lists = new Map<string, number>();
  let [due, isOverdue] = [0, false];
  for (const task of openTasks(store)) {
    const list = store.listOf(task);
    lists.set(list, (lists.get(list) ?? 0) + 1);
    if (isToday(task, today)) due += 1;
    if (task.due && task.due.date < today) isOverdue = true;
  }
  return { today: due, lists, isOverdue };
}

/** The day so many later. */
export function dayLater(day: string, days: number): string {
  return dateOf(dayOf(day) + days);
}
