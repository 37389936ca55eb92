/** What a completed, skipped or reopened task changes. */
import { isLocal, localAt } from "../dates/floating.ts";
import type { Item } from "../records/register.ts";
import type { TodoChange } from "./change.ts";
import { nextOf } from "./recurrence.ts";
import { registerText } from "./registers.ts";
import type { Rule } from "./rule.ts";
import type { Occurrence, Task, When } from "./task.ts";
import { localOf, newTaskChanges } from "./todo-changes.ts";

export type CompletedBy = {
  /** The instant. */
  now: number;
  /** Of who does it. */
  zone: string;
  /** Of its series; null: it does not come again. */
  rule: Rule | null;
  /** All below it, parents first. */
  subtasks: readonly Task[];
  /** What those after it are called, where this one is called otherwise. */
  texts?: NextTexts;
};

/** Empty: as the one before. */
export type NextTexts = { title: string; notes: string };

const asBefore: NextTexts = { title: "", notes: "" };

/**
 * Done or skipped, with what is open below it; and the next one, if it comes again. That has the id `{series}-{n}`, so two
 * devices that complete the same one make the same.
 */
export function completeChanges(
  task: Task,
  as: "done" | "skipped",
  { now, zone, rule, subtasks, texts = asBefore }: CompletedBy,
): TodoChange[] {
  const day = localAt(now, zone).slice(0, 10);
  const done = { v: as, day, when: new Date(now).toISOString() };
  const completed = [task, ...subtasks.filter((subtask) => subtask.done === "")];
  const changes = completed.map(({ id }): TodoChange => ({
    kind: "tasks",
    id,
    register: "done",
    value: done,
  }));
  const next = rule && nextTask(withTexts(task, texts), rule, day);
  if (!next || !task.series) return changes;
  const used = (["title", "notes"] as const).filter((register) => texts[register] !== "");
  const spent = used.map((register) => nextText(task.series!, register, ""));
  return [...changes, ...next, ...copiedSubtasks(task, subtasks), ...spent];
}

function withTexts(task: Task, { title, notes }: NextTexts): Task {
  return { ...task, title: title || task.title, notes: notes || task.notes };
}

/** @param text of those after it; empty: as this one */
export function nextText({ id }: Occurrence, register: keyof NextTexts, text: string): TodoChange {
  return { kind: "series", id, register, value: { v: text } };
}

/** From when on its rule is asked for the next one: moved to an earlier day, it does not come again on its own. */
export function ruledDay({ due, series }: Pick<Task, "due" | "series">): string {
  const [day, on] = [due?.date ?? "", series?.on ?? ""];
  return on > day ? on : day;
}

/** The id of the one after it; undefined: it has none, or one that nothing can be stored under. */
export function nextIdOf({ series }: Pick<Task, "series">): string | undefined {
  if (!series || !/^[\w-]{1,90}$/.test(series.id)) return undefined;
  if (!Number.isInteger(series.n) || series.n < 1 || series.n > 1_000_000) return undefined;
  return `${series.id}-${series.n + 1}`;
}

function nextTask(task: Task, rule: Rule, day: string): TodoChange[] | undefined {
  const { series } = task;
  const id = nextIdOf(task);
  if (!series || id === undefined) return undefined;
  const due = task.due ? localOf(task.due) : day;
  const next = nextOf(rule, {
    due: ruledDay(task) || day,
    today: day,
    completedOn: day,
    n: series.n,
  });
  if (next === null || !isLocal(due)) return undefined;
  const moved = (local: string) => movedBy(local, due, next);
  const movedWhen = (when: When): When => {
    const [date = "", time] = moved(localOf(when)).split("T");
    return { ...when, date, time: time ?? null };
  };
  const [date = "", time] = next.split("T");
  return newTaskChanges(id, {
    ...task,
    due: { date, time: time ?? null, zone: time === undefined ? "" : rule.zone },
    start: task.start === null ? null : moved(task.start),
    remind: task.remind && movedWhen(task.remind),
    // When it is worked on is planned anew.
    plan: null,
    series: { id: series.id, n: series.n + 1, on: date },
  });
}

function copiedSubtasks(task: Task, subtasks: readonly Task[]): TodoChange[] {
  const next = nextIdOf(task)!;
  const ids = new Map(subtasks.map(({ id }, at) => [id, `${next}-${at + 1}`]));
  return subtasks.flatMap((subtask) =>
    newTaskChanges(ids.get(subtask.id)!, {
      title: subtask.title,
      notes: subtask.notes,
      list: task.list,
      parent: ids.get(subtask.parent) ?? next,
      order: subtask.order,
      minutes: subtask.minutes,
      prio: subtask.prio,
      labels: subtask.labels,
    }),
  );
}

/** As far from `to` as it was from `from`, by the wall's clock. */
function movedBy(local: string, from: string, to: string): string {
  const wall = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00Z` : `${text}Z`);
  const isDay = local.length === 10;
  const distance = isDay ? wall(to.slice(0, 10)) - wall(from.slice(0, 10)) : wall(to) - wall(from);
  // A day that got a time, or lost one, is no reason for another hour.
  const whole =
    from.length === to.length ? distance : wall(to.slice(0, 10)) - wall(from.slice(0, 10));
  const moved = new Date(wall(local) + (isDay ? distance : whole));
  return Number.isNaN(moved.getTime()) ? local : moved.toISOString().slice(0, isDay ? 10 : 16);
}

/**
 * Open again. The next one, which completing made, goes where nobody has touched it.
 * @param itemOf of `tasks`
 */
export function reopenChanges(task: Task, itemOf: (id: string) => Item | undefined): TodoChange[] {
  const changes: TodoChange[] = [
    { kind: "tasks", id: task.id, register: "done", value: { v: "", day: "", when: "" } },
  ];
  const next = nextIdOf(task);
  for (let at = 0, id = next; id !== undefined; at += 1, id = `${next}-${at}`) {
    const item = itemOf(id);
    if (!item) break;
    if (!isUntouched(item)) return changes.slice(0, 1);
    changes.push({ kind: "tasks", id, register: "gone", value: { v: true } });
    if (at === 0) changes.push(...namesBack(task, item));
  }
  return changes;
}

/** What the next one was called, those after this one are called again. */
function namesBack(task: Task, next: Item): TodoChange[] {
  const { series } = task;
  if (!series) return [];
  return (["title", "notes"] as const).flatMap((register) => {
    const text = registerText(next, register);
    return text === "" || text === task[register] ? [] : [nextText(series, register, text)];
  });
}

/** Each of its registers was written once, or none since it was brought back; and it is neither done nor gone. */
function isUntouched({ registers: { gone, done, ...rest } }: Item): boolean {
  if (done !== undefined || gone?.value["v"] === true) return false;
  return Object.values(rest).every(({ p, t }) => (gone ? t < gone.t : p === 0));
}
