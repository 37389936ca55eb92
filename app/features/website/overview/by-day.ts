import type { KindItem } from "./kind-item.ts";

type Scheduled = KindItem & { publishAt: string };
type Day = { day: string; entries: Scheduled[] };

/** The soonest first; days are those of the reader's own time zone. */
export function byDay(items: readonly KindItem[]): Day[] {
  const scheduled = items
    .filter((item): item is Scheduled => item.publishAt !== undefined)
    .toSorted((a, b) => Date.parse(a.publishAt) - Date.parse(b.publishAt));
  const days = new Map<string, Scheduled[]>();
  for (const item of scheduled) {
    const day = new Date(item.publishAt).toDateString();
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days].map(([day, entries]) => ({ day, entries }));
}
