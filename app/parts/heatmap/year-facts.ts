import type { ActivityYear } from "#lib/documents/activity-year.ts";

export type YearFacts = {
  activeDays: number;
  /** The first of those with the most. */
  busiest: { date: string; count: number } | undefined;
  /** Days in a row with something on each. */
  longestRun: number;
};

const dayMs = 86_400_000;

/** `YYYY-MM-DD` of a year's day, from 0 on. */
export function dateOf(year: number, day: number): string {
  return new Date(Date.UTC(year, 0, 1) + day * dayMs).toISOString().slice(0, 10);
}

/** 0 for Monday. */
export function weekdayOf(year: number, day: number): number {
  return (new Date(Date.UTC(year, 0, 1)).getUTCDay() + 6 + day) % 7;
}

export function yearFacts({ year, days }: ActivityYear): YearFacts {
  let [run, longestRun, most] = [0, 0, -1];
  for (const [day, count] of days.entries()) {
    run = count > 0 ? run + 1 : 0;
    longestRun = Math.max(longestRun, run);
    if (count > 0 && count > (days[most] ?? 0)) most = day;
  }
  return {
    activeDays: days.filter((count) => count > 0).length,
    busiest: most < 0 ? undefined : { date: dateOf(year, most), count: days[most] ?? 0 },
    longestRun,
  };
}

/** 0 for nothing, else 1 to 4: the quarter of the days with something that this one is in. */
export function levelsOf(days: readonly number[]): number[] {
  const counts = [...new Set(days.filter((count) => count > 0))].toSorted((a, b) => a - b);
  return days.map((count) =>
    count > 0 ? Math.ceil((4 * (counts.indexOf(count) + 1)) / counts.length) : 0,
  );
}

export type MonthRow = {
  /** `YYYY-MM` */
  month: string;
  total: number;
  /** Those with something: day of the month and count. */
  days: [day: number, count: number][];
};

/** The months that have begun. */
export function monthRows({ year, days }: ActivityYear): MonthRow[] {
  const rows: MonthRow[] = [];
  for (const [index, count] of days.entries()) {
    const date = dateOf(year, index);
    const month = date.slice(0, 7);
    if (rows.at(-1)?.month !== month) rows.push({ month, total: 0, days: [] });
    const row = rows.at(-1)!;
    row.total += count;
    if (count > 0) row.days.push([Number(date.slice(8)), count]);
  }
  return rows;
}
