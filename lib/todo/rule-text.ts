/** The RFC 5545 rules that a task can have: days, never hours; nothing that would be looked for in vain for long. */
import { isLocal } from "../dates/floating.ts";

export type Frequency = "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

export type Recurrence = {
  freq: Frequency;
  interval: number;
  count: number | null;
  /** The last day that counts: `2026-12-18`. */
  until: string | null;
  /** `day` 0 is Monday; `nth` of the month or year, from its end if negative, 0: each. */
  byDay: readonly { day: number; nth: number }[];
  byMonthDay: readonly number[];
  byMonth: readonly number[];
  bySetPos: readonly number[];
  /** 0 is Monday. */
  weekStart: number;
};

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

const frequencies: ReadonlySet<string> = new Set(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);

/** Undefined: it is none of those. */
export function readRuleText(text: string): Recurrence | undefined {
  if (text.length > 500) return undefined;
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at);
    if (at < 1 || parts.has(name)) return undefined;
    parts.set(name, part.slice(at + 1));
  }
  const take = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const freq = take("FREQ") ?? "";
  const week = take("WKST");
  const count = numberIn(take("COUNT"), 1000);
  const until = untilIn(take("UNTIL"));
  const interval = numberIn(take("INTERVAL"), 999);
  const byDay = listIn(take("BYDAY"), dayIn);
  const byMonthDay = listIn(take("BYMONTHDAY"), (cell) => signedIn(cell, 31));
  const byMonth = listIn(take("BYMONTH"), (cell) => numberIn(cell, 12) ?? undefined);
  const bySetPos = listIn(take("BYSETPOS"), (cell) => signedIn(cell, 31));
  const weekStart = week === undefined ? 0 : weekdays.findIndex((day) => day === week);
  if (!byDay || !byMonthDay || !byMonth || !bySetPos || parts.size > 0) return undefined;
  if (count === undefined || until === undefined || interval === undefined) return undefined;
  const read: Recurrence = {
    freq: freq as Frequency,
    interval: interval ?? 1,
    count,
    until,
    byDay,
    byMonthDay,
    byMonth,
    bySetPos,
    weekStart,
  };
  return frequencies.has(freq) && weekStart !== -1 && fits(read) ? read : undefined;
}

export function printRuleText(made: Recurrence): string {
  const { freq, interval, byDay, byMonthDay, byMonth, bySetPos, count, until } = made;
  const parts = [`FREQ=${freq}`];
  if (interval !== 1) parts.push(`INTERVAL=${interval}`);
  if (byMonth.length > 0) parts.push(`BYMONTH=${byMonth.join(",")}`);
  if (byMonthDay.length > 0) parts.push(`BYMONTHDAY=${byMonthDay.join(",")}`);
  if (byDay.length > 0) {
    parts.push(`BYDAY=${byDay.map(({ day, nth }) => `${nth || ""}${weekdays[day]}`).join(",")}`);
  }
  if (bySetPos.length > 0) parts.push(`BYSETPOS=${bySetPos.join(",")}`);
  // Every second Sunday is another one where weeks begin with it.
  if (freq === "WEEKLY" && interval > 1) parts.push(`WKST=${weekdays[made.weekStart]}`);
  if (count !== null) parts.push(`COUNT=${count}`);
  // Floating, in spite of its Z; other programs take a bare date for its midnight.
  if (until !== null) parts.push(`UNTIL=${until.replaceAll("-", "")}T235959Z`);
  return parts.join(";");
}

function fits({ freq, count, until, byDay, byMonthDay, bySetPos, byMonth }: Recurrence): boolean {
  if (count !== null && until !== null) return false;
  const isLong = freq === "MONTHLY" || freq === "YEARLY";
  const most = freq === "YEARLY" && byMonth.length === 0 ? 53 : 5;
  if (byDay.some(({ nth }) => nth !== 0 && (!isLong || Math.abs(nth) > most))) return false;
  if (freq === "WEEKLY" && byMonthDay.length > 0) return false;
  return bySetPos.length === 0 || (isLong && byDay.length + byMonthDay.length > 0);
}

/** Null: it is not there; undefined: it is no number from 1 to `most`. */
function numberIn(text: string | undefined, most: number): number | null | undefined {
  if (text === undefined) return null;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

function signedIn(text: string, most: number): number | undefined {
  const size = numberIn(text.replace(/^[+-]/, ""), most);
  if (size === undefined || size === null) return undefined;
  return text.startsWith("-") ? -size : size;
}

function dayIn(text: string): Recurrence["byDay"][number] | undefined {
  const day = weekdays.findIndex((name) => text.endsWith(name));
  const nth = text.length === 2 ? 0 : signedIn(text.slice(0, -2), 53);
  return day === -1 || nth === undefined ? undefined : { day, nth };
}

function untilIn(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isLocal(date) ? date : undefined;
}

function listIn<Cell>(
  text: string | undefined,
  read: (cell: string) => Cell | undefined,
): Cell[] | undefined {
  if (text === undefined) return [];
  const cells = text.split(",").map(read);
  return cells.length > 60 || cells.includes(undefined) ? undefined : (cells as Cell[]);
}
