/** How many tasks were done on each day, as heat maps want it. */
import type { ActivityYear } from "#lib/documents/activity-year.ts";
import { dateOf, dayOf } from "#lib/dates/floating.ts";
import type { Task } from "#lib/todo/task.ts";

/** Tasks that are not archived yet, by year and `MM-DD`; what was skipped is not done. */
export function doneDays(tasks: Iterable<Task>): Map<number, Map<string, number>> {
  const years = new Map<number, Map<string, number>>();
  for (const { done, doneDay } of tasks) {
    if (done !== "done" || Number.isNaN(dayOf(doneDay))) continue;
    const year = Number(doneDay.slice(0, 4));
    const days = years.get(year) ?? new Map<string, number>();
    years.set(year, days);
    const day = doneDay.slice(5);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return years;
}

/** @param today its own year ends there, or with the last day on which something was done */
export function activityYear(
  year: number,
  today: string,
  counts: readonly ReadonlyMap<string, number>[],
): ActivityYear {
  const first = dayOf(`${year}-01-01`);
  const isOver = today.slice(0, 4) > String(year);
  const countOf = (date: string) =>
    counts.reduce((sum, days) => sum + (days.get(date.slice(5)) ?? 0), 0);
  const days: number[] = [];
  let length = 0;
  for (let day = first; dateOf(day).startsWith(String(year)); day += 1) {
    const count = countOf(dateOf(day));
    days.push(count);
    // Who completed it may have been where it was tomorrow already.
    if (isOver || count > 0 || dateOf(day) <= today) length = days.length;
  }
  days.length = length;
  return { year, total: days.reduce((sum, count) => sum + count, 0), days };
}
