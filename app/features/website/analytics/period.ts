/** The time that figures are of. All days are UTC, as the server counts. */
import { addDays, dateOf, daysBetween, isDate } from "#lib/analytics/dates.ts";

export const periods = [
  { value: "today", label: "Today", days: 1 },
  { value: "7", label: "7 days", days: 7 },
  { value: "30", label: "30 days", days: 30 },
  { value: "90", label: "90 days", days: 90 },
  { value: "365", label: "12 months", days: 365 },
] as const;
export const ownDates = "own";
const usual = "30";
export const maxDays = 366;

export type Chosen = { period: string; from: string; to: string };

/** What the address says, or the last 30 days. `isWrong`: own dates that make no sense; then it is 30 days as well. */
export function rangeOf(
  { period, from, to }: Chosen,
  nowMs: number,
): { period: string; from: string; to: string; isWrong: boolean } {
  const today = dateOf(nowMs);
  if (period === ownDates) {
    const isRange = isDate(from) && isDate(to) && from <= to && daysBetween(from, to) <= maxDays;
    if (isRange) return { period, from, to, isWrong: false };
    const last = lastDays(30, today);
    // Not chosen yet is no mistake.
    return { period, ...last, isWrong: from !== "" && to !== "" };
  }
  const known =
    periods.find(({ value }) => value === period) ?? periods.find(({ value }) => value === usual);
  return { period: known?.value ?? usual, ...lastDays(known?.days ?? 30, today), isWrong: false };
}

function lastDays(days: number, today: string): { from: string; to: string } {
  return { from: addDays(today, 1 - days), to: today };
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const dayAndYear = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const month = new Intl.DateTimeFormat("en-GB", {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Of a point in time as the server names it: "09:00", "22 Nov", "Nov 2026". */
export function pointLabel(at: string): string {
  if (at.includes("T")) return `${at.slice(11)}:00`;
  return at.length === 7 ? month.format(new Date(`${at}-01`)) : day.format(new Date(at));
}

/** "22 Nov 2026" or "1 Nov 2026 to 22 Nov 2026". */
export function rangeLabel({ from, to }: { from: string; to: string }): string {
  const first = dayAndYear.format(new Date(from));
  return from === to ? first : `${first} to ${dayAndYear.format(new Date(to))}`;
}
