/** A task as tools and the server see it; its registers are those of `todos/{uid}/tasks`. */
import type { Item, Parts } from "../records/register.ts";

/** A day, or a local time of one: what the clock on the wall shows in `zone`. */
export type When = {
  /** `2026-12-01` */
  date: string;
  /** `09:00`; null: all day. */
  time: string | null;
  /** IANA name; empty without a time. */
  zone: string;
};

/** A block of time to work on it: not when it is due. */
export type Plan = When & { minutes: number };

/** One of those that come again. */
export type Occurrence = {
  id: string;
  /** From 1. */
  n: number;
  /** The local date on which it was to be by the rule, wherever it was moved since; it may be unknown. */
  on?: string;
};

export type Priority = 1 | 2 | 3 | 4;

export type Task = {
  id: string;
  title: string;
  notes: string;
  /** Empty: the Inbox. */
  list: string;
  /** Id of a task; empty: none. */
  parent: string;
  /** lib/fractional-order.ts */
  order: string;
  /** Of the list's board; empty: the first. */
  column: string;
  /** Stamp of where it stands. */
  placed: number;
  due: When | null;
  /** `2026-11-28`: not shown before. */
  start: string | null;
  plan: Plan | null;
  /** How long it takes; with or without a plan. */
  minutes: number | null;
  /** 1 is the highest, 4 is none. */
  prio: Priority;
  /** Ids. */
  labels: readonly string[];
  done: "" | "done" | "skipped";
  /** Local day of who completed it; empty: it is open. */
  doneDay: string;
  remind: When | null;
  series: Occurrence | null;
  /** Stamp of the last words written into it. */
  lastText: number;
};

/** A week. */
const longestMinutes = 10_080;

/** Undefined: it has no title or no place. */
export function taskOf(id: string, { registers }: Item): Task | undefined {
  const { title, notes, place, done } = registers;
  if (title === undefined || place === undefined) return undefined;
  const value = (name: string): Parts => registers[name]?.value ?? {};
  const doneAs = textIn(done?.value ?? {}, "v");
  const plan = whenIn(value("plan"));
  return {
    id,
    title: textIn(title.value, "v"),
    notes: textIn(value("notes"), "v"),
    list: textIn(place.value, "list"),
    parent: textIn(place.value, "parent"),
    order: textIn(place.value, "order"),
    column: textIn(place.value, "column"),
    placed: place.t,
    due: whenIn(value("due")),
    start: textIn(value("start"), "v") || null,
    plan: plan && { ...plan, minutes: minutesIn(value("plan")) ?? 30 },
    minutes: minutesIn(value("plan")),
    prio: priorityIn(value("prio")),
    labels: textIn(value("labels"), "v").split(" ").filter(Boolean),
    done: doneAs === "done" || doneAs === "skipped" ? doneAs : "",
    doneDay: textIn(done?.value ?? {}, "day"),
    remind: whenIn(value("remind")),
    series: occurrenceIn(value("series")),
    lastText: Math.max(title.t, notes?.t ?? 0),
  };
}

function whenIn(parts: Parts): When | null {
  const [date = "", time] = textIn(parts, "v").split("T");
  if (date === "") return null;
  return { date, time: time ?? null, zone: time === undefined ? "" : textIn(parts, "zone") };
}

function occurrenceIn(parts: Parts): Occurrence | null {
  const [id, on] = [textIn(parts, "v"), textIn(parts, "on")];
  return id === "" ? null : { id, n: numberIn(parts, "n", 1), ...(on !== "" && { on }) };
}

function priorityIn(parts: Parts): Priority {
  const prio = parts["v"];
  return prio === 1 || prio === 2 || prio === 3 ? prio : 4;
}

function textIn(parts: Parts, name: string): string {
  const part = parts[name];
  return typeof part === "string" ? part : "";
}

/** Null: none, or none that a task can take. */
function minutesIn(parts: Parts): number | null {
  const minutes = numberIn(parts, "minutes", 0);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= longestMinutes ? minutes : null;
}

function numberIn(parts: Parts, name: string, otherwise: number): number {
  const part = parts[name];
  return typeof part === "number" ? part : otherwise;
}
