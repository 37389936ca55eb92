/** Tasks as a week shows them: found by their day, on the clock of who looks. */
import { ruledDay } from "#lib/todo/acts.ts";
import { dateOf, dayOf, instantOf, isLocal, localAt } from "#lib/dates/floating.ts";
import { comingDates } from "#lib/todo/recurrence.ts";
import type { Rule } from "#lib/todo/rule.ts";
import { readRuleText } from "#lib/todo/rule-text.ts";
import type { Task, When } from "#lib/todo/task.ts";
import { localOf } from "#lib/todo/todo-changes.ts";

/** One of the times of a task. */
export type Entry = {
  /** `plan ID`, `due ID`, `both ID`; of a coming one with its date. */
  key: string;
  id: string;
  of: Of;
  day: string;
  /** Minutes since midnight as the wall's clock counts them; null: all day. */
  start: number | null;
  minutes: number;
  /** A later one of its series, which is not made yet. */
  isComing: boolean;
  /** How long it takes is its own: what is planned elsewhere is only due there. */
  hasLength: boolean;
  /** Else `minutes` are a guess. */
  isLengthKnown: boolean;
};

/** A task may be planned and due; what is due when it is planned, as an appointment is, stands there once. */
export type Of = "plan" | "due" | "both";

export type Slot = Pick<Entry, "day" | "start" | "minutes">;

/** What of an entry is on one day, in minutes of the day. */
export type Segment = {
  entry: Entry;
  from: number;
  to: number;
  /** It began the day before. */
  isRest: boolean;
};

export type Day = { allDay: readonly Entry[]; timed: readonly Segment[] };

export type Planner = {
  days: ReadonlyMap<string, Day>;
  /** Open tasks without a time, in no order. */
  unplanned: readonly Task[];
  /** Those of which later ones come. */
  repeating: readonly Task[];
};

export const dayMinutes = 1440;
export const usualMinutes = 30;
const leastMinutes = 5;
/** As many as a rule can count. */
const mostCounted = 1000;
const noDay: Day = { allDay: [], timed: [] };

/** All open tasks, once; what is shown of a day is looked up in it. @param zone of who looks */
export function plannerOf(tasks: Iterable<Task>, zone: string): Planner {
  const entries: Entry[] = [];
  const unplanned: Task[] = [];
  const repeating: Task[] = [];
  for (const task of tasks) {
    if (task.done !== "") continue;
    const own = entriesOf(task, zone);
    entries.push(...own);
    if (!own.some(({ of, start }) => of !== "due" || start !== null)) unplanned.push(task);
    if (task.series && task.due) repeating.push(task);
  }
  return { days: daysOf(entries), unplanned, repeating };
}

export function dayIn(days: Planner["days"], day: string): Day {
  return days.get(day) ?? noDay;
}

/** In order of their time; what goes on after midnight is on the next day too. */
export function daysOf(entries: readonly Entry[]): Map<string, Day> {
  const days = new Map<string, { allDay: Entry[]; timed: Segment[] }>();
  const of = (day: string) => {
    const kept = days.get(day) ?? { allDay: [], timed: [] };
    days.set(day, kept);
    return kept;
  };
  for (const entry of entries) {
    const { day, start, minutes } = entry;
    if (start === null) {
      of(day).allDay.push(entry);
      continue;
    }
    const end = start + minutes;
    of(day).timed.push({ entry, from: start, to: Math.min(end, dayMinutes), isRest: false });
    if (end <= dayMinutes) continue;
    of(dayAfter(day)).timed.push({ entry, from: 0, to: end - dayMinutes, isRest: true });
  }
  return days;
}

type Known = { zone: string; entries: readonly Entry[] };
/** Other zones cost time to read; a task stays the same object while nothing of it changed. */
const known = new WeakMap<Task, Known>();

function entriesOf(task: Task, zone: string): readonly Entry[] {
  const kept = known.get(task);
  if (kept?.zone === zone) return kept.entries;
  const { plan, due } = task;
  const entries: Entry[] = [];
  if (plan) entries.push(...entryOf(task, isBoth(task) ? "both" : "plan", plan, zone));
  if (due && !isBoth(task)) entries.push(...entryOf(task, "due", due, zone));
  known.set(task, { zone, entries });
  return entries;
}

/** Due at the very time that it is planned at. */
function isBoth({ plan, due }: Pick<Task, "plan" | "due">): boolean {
  if (!plan?.time || !due?.time) return false;
  return localOf(plan) === localOf(due) && plan.zone === due.zone;
}

function entryOf(task: Task, of: Of, when: When, zone: string): Entry[] {
  if (!isLocal(localOf(when))) return [];
  const hasLength = of !== "due" || !task.plan?.time;
  const length = hasLength ? task.minutes : null;
  return [
    {
      key: `${of} ${task.id}`,
      id: task.id,
      of,
      ...slotOf(localIn(localOf(when), when.zone, zone)),
      minutes: Math.min(Math.max(length ?? usualMinutes, leastMinutes), dayMinutes),
      isComing: false,
      hasLength,
      isLengthKnown: length !== null,
    },
  ];
}

type Coming = {
  days: readonly string[];
  today: string;
  /** Of who looks. */
  zone: string;
  ruleOf: (series: string) => Rule | undefined;
};

/** The later ones of series, as far as these days show them. */
export function comingEntries(
  tasks: readonly Task[],
  { days, today, zone, ruleOf }: Coming,
): Entry[] {
  const shown = new Set(days);
  // A day more at both ends: in another zone it is another one.
  const first = dayOf(days[0]!) - 1;
  const last = dayOf(days.at(-1)!) + 1;
  if (last < dayOf(today)) return [];
  return tasks.flatMap((task): Entry[] => {
    const rule = task.series && ruleOf(task.series.id);
    if (!rule || !task.series || !task.due) return [];
    // Those that are counted are counted from the first on.
    const isCounted = readRuleText(rule.rule)?.count !== null;
    const from = isCounted ? dayOf(today) : Math.max(dayOf(today), first);
    const dates = comingDates(
      rule,
      { due: ruledDay(task), today: dateOf(from), n: task.series.n },
      { days: last - from, most: isCounted ? mostCounted : days.length + 2 },
    );
    return dates
      .map((local) => ({
        key: `due ${task.id} ${local}`,
        id: task.id,
        of: "due" as const,
        ...slotOf(localIn(local, rule.zone, zone)),
        minutes: task.minutes ?? usualMinutes,
        isComing: true,
        hasLength: true,
        isLengthKnown: task.minutes !== null,
      }))
      .filter(({ day }) => shown.has(day));
  });
}

/** Where its block stands; undefined: it has none. @param zone of who looks */
export function planSlot({ plan }: Pick<Task, "plan">, zone: string): Slot | undefined {
  if (!plan || !isLocal(localOf(plan))) return undefined;
  return {
    ...slotOf(localIn(localOf(plan), plan.zone, zone)),
    minutes: Math.min(plan.minutes, dayMinutes),
  };
}

/** The same time on the clock of another zone; a day alone is the same everywhere. */
export function localIn(local: string, from: string, to: string): string {
  if (local.length === 10 || from === "" || from === to) return local;
  return localAt(instantOf(local, from).getTime(), to);
}

function slotOf(local: string): { day: string; start: number | null } {
  const [day = "", time] = local.split("T");
  if (time === undefined) return { day, start: null };
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return { day, start: hours * 60 + minutes };
}

function dayAfter(day: string): string {
  return dateOf(dayOf(day) + 1);
}
