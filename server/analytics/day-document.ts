/**
 * The counts of one day as the document `pageViewDays/{date}`. The lists are one text of JSON: as fields they would be
 * thousands of index entries that nobody asks for.
 */
import { listNames } from "#lib/analytics/report.ts";
import type { Count } from "#lib/analytics/report.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { emptyCounts } from "./day-counts.ts";
import type { DayCounts, VisitorState } from "./day-counts.ts";

export const daysCollection = "pageViewDays";
export const dayPath = (date: string) => `${daysCollection}/${date}`;
export const visitorsCollection = "pageViewVisitors";
export const visitorPath = (date: string, visitor: string) =>
  `${visitorsCollection}/${date}_${visitor}`;

type Packed = [views: number, visitors: number];
type PackedLists = Record<string, { rows: [name: string, ...Packed][]; other: Packed }>;

const pack = ({ views, visitors }: Count): Packed => [views, visitors];
const unpack = ([views = 0, visitors = 0]: readonly number[]): Count => ({ views, visitors });

/** @param isComplete the day is over and was counted from all of its views */
export function toDayDocument(
  date: string,
  counts: DayCounts,
  isComplete: boolean,
): Record<string, unknown> {
  const lists: PackedLists = {};
  for (const name of listNames) {
    const { rows, other } = counts.lists[name];
    lists[name] = {
      rows: [...rows].map(([key, count]) => [key, ...pack(count)]),
      other: pack(other),
    };
  }
  const { views, visitors, visits, bounces, unnamed, bots } = counts;
  return {
    date,
    isComplete,
    views,
    visitors,
    visits,
    bounces,
    unnamed,
    namedBots: bots.named,
    suspectedBots: bots.suspected,
    hours: JSON.stringify(counts.hours.map(pack)),
    lists: JSON.stringify(lists),
  };
}

export function readDayDocument(data: PlainFields): DayCounts {
  const counts = emptyCounts();
  for (const name of ["views", "visitors", "visits", "bounces", "unnamed"] as const) {
    counts[name] = numberOf(data[name]);
  }
  counts.bots = {
    named: numberOf(data["namedBots"]),
    suspected: numberOf(data["suspectedBots"]),
  };
  const hours = (parse(data["hours"]) ?? []) as number[][];
  for (const [hour, packed] of hours.slice(0, 24).entries()) counts.hours[hour] = unpack(packed);
  const lists = (parse(data["lists"]) ?? {}) as PackedLists;
  for (const name of listNames) {
    const { rows = [], other = [] } = lists[name] ?? {};
    counts.lists[name] = {
      rows: new Map(rows.map(([key, ...packed]) => [key, unpack(packed)])),
      other: unpack(other),
    };
  }
  return counts;
}

export function readVisitor(data: PlainFields): VisitorState {
  const { at, session, views, path, seen } = data;
  return {
    at: textOf(at),
    session: numberOf(session),
    views: numberOf(views),
    path: textOf(path),
    seen: Array.isArray(seen) ? seen.map(String) : [],
  };
}

/** Only the server writes it; what somebody changed by hand counts as nothing. */
function parse(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
