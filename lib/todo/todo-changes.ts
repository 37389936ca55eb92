/** Values as the registers of `todos/{uid}` have them. */
import type { Parts } from "../records/register.ts";
import type { TodoChange } from "./change.ts";
import { instantOf } from "../dates/floating.ts";
import type { Rule } from "./rule.ts";
import type { Occurrence, Priority, Task, When } from "./task.ts";

export type NewTask = Pick<Task, "title" | "list" | "parent" | "order"> &
  Partial<Pick<Task, "notes" | "column" | "due" | "start" | "plan" | "remind" | "series">> & {
    minutes?: number | null;
    prio?: Priority;
    /** Ids. */
    labels?: readonly string[];
  };

/** What a new task is made by; what is empty is left out. */
export function newTaskChanges(id: string, task: NewTask): TodoChange[] {
  const {
    title,
    notes = "",
    due = null,
    start = null,
    plan = null,
    minutes = plan?.minutes ?? null,
    prio = 4,
    labels = [],
    remind = null,
    series = null,
  } = task;
  const registers: Record<string, Parts | false> = {
    title: { v: title },
    place: placeParts(task),
    notes: notes !== "" && { v: notes },
    due: due !== null && whenParts(due),
    start: start !== null && { v: start },
    plan: (plan !== null || minutes !== null) && planParts(plan, plan?.minutes ?? minutes ?? 0),
    prio: prio !== 4 && { v: prio },
    labels: labels.length > 0 && { v: labels.join(" ") },
    remind: remind !== null && remindParts(remind),
    series: series !== null && seriesParts(series),
  };
  return Object.entries(registers).flatMap(([register, value]): TodoChange[] =>
    value === false ? [] : [{ kind: "tasks", id, register, value, isNew: true }],
  );
}

export function seriesChange(id: string, rule: Rule, isNew: boolean): TodoChange {
  const { rule: v, mode, start, zone } = rule;
  return {
    kind: "series",
    id,
    register: "rule",
    value: { v, mode, start, zone },
    ...(isNew && { isNew: true as const }),
  };
}

export function seriesParts({ id, n, on }: Occurrence): Parts {
  return { v: id, n, ...(on !== undefined && { on }) };
}

function placeParts({
  list,
  parent,
  order,
  column = "",
}: Pick<NewTask, "list" | "parent" | "order" | "column">): Parts {
  return { list, parent, order, column };
}

export function localOf({ date, time }: Pick<When, "date" | "time">): string {
  return time === null ? date : `${date}T${time}`;
}

export function whenParts(when: When | null): Parts {
  return when
    ? { v: localOf(when), zone: when.time === null ? "" : when.zone }
    : { v: "", zone: "" };
}

/** A length without a plan is kept too. */
export function planParts(plan: When | null, minutes: number): Parts {
  return { ...whenParts(plan), minutes };
}

/** With its instant, by which the server finds it. */
export function remindParts(when: When | null): Parts {
  if (!when) return { v: "", zone: "", at: "" };
  const local = localOf({ date: when.date, time: when.time ?? "09:00" });
  return { v: local, zone: when.zone, at: instantOf(local, when.zone).toISOString() };
}
