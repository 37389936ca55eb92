import type { ActivityYear } from "#lib/documents/activity-year.ts";
import { dateOf, yearFacts } from "./year-facts.ts";

export const monthNames = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];

/** What is counted: `contribution`, `contributions`. */
export type Unit = { one: string; many: string };

function countWords(count: number, { one, many }: Unit): string {
  if (count === 0) return `No ${many}`;
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The picture in a sentence. */
export function yearSentence(year: ActivityYear, unit: Unit): string {
  const { activeDays, busiest, longestRun } = yearFacts(year);
  const total = `${countWords(year.total, unit)} in ${year.year}`;
  if (busiest === undefined) return `${total}.`;
  const most = `most on ${dateWords(busiest.date)} (${busiest.count.toLocaleString("en")})`;
  return `${total}, on ${daysWords(activeDays)}; ${most}; longest run ${daysWords(longestRun)}.`;
}

export function dayWords(year: ActivityYear, day: number, unit: Unit): string {
  return `${countWords(year.days[day] ?? 0, unit)} on ${dateWords(dateOf(year.year, day))}`;
}

/** Of `YYYY-MM-DD` or `YYYY-MM`, as lib/format-date.ts has them, which would be another file to load. */
export function dateWords(date: string): string {
  const [year = "", month, day] = date.split("-");
  return [monthNames[Number(month) - 1], day === undefined ? "" : `${Number(day)},`, year]
    .filter(Boolean)
    .join(" ");
}

function daysWords(days: number): string {
  return `${days} ${days === 1 ? "day" : "days"}`;
}
