const dayMs = 86_400_000;

export type DayCount = { day: string; count: number };

/**
 * Each of the last days (UTC), today last, and nothing for days of which nothing is known.
 * @param counts of a day there may be several, which are added up. @param now milliseconds since 1970
 */
export function lastDays(counts: readonly DayCount[], days: number, now: number): DayCount[] {
  const sums = new Map<string, number>();
  for (const { day, count } of counts) sums.set(day, (sums.get(day) ?? 0) + count);
  return Array.from({ length: days }, (_, at) => {
    const day = new Date(now - (days - 1 - at) * dayMs).toISOString().slice(0, 10);
    return { day, count: sums.get(day) ?? 0 };
  });
}

/** What a chart says to who cannot see it. */
export function chartWords(days: readonly DayCount[], dayWords: (day: string) => string): string {
  const all = days.reduce((sum, { count }) => sum + count, 0);
  const most = days.reduce<DayCount | undefined>(
    (top, one) => (one.count > (top?.count ?? 0) ? one : top),
    undefined,
  );
  const sum = `${all.toLocaleString("en")} AI tokens in ${days.length} days.`;
  if (most === undefined) return sum;
  return `${sum} Most on ${dayWords(most.day)}: ${most.count.toLocaleString("en")}.`;
}
