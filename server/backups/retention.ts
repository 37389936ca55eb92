/** Which back-ups may go: seven days, four weeks and twelve months stay, each with its newest one. */

type Kept = { name: string; at: Date };

const dayMs = 86_400_000;
/** All of the last two days stay, so that what was made by hand is there when it is looked for. */
const recentMs = 2 * dayMs;
const rules: { keep: number; periodOf: (at: Date) => string }[] = [
  { keep: 7, periodOf: (at) => at.toISOString().slice(0, 10) },
  { keep: 4, periodOf: weekOf },
  { keep: 12, periodOf: (at) => at.toISOString().slice(0, 7) },
];

/**
 * Periods are counted by what there is, never by today: after a month without back-ups, or with a clock that is wrong,
 * the same ones stay. What is dated later than now is left alone and holds nobody's place.
 */
export function outdated(backups: readonly Kept[], now: Date): string[] {
  const past = backups
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const stays = new Set<string>();
  for (const { keep, periodOf } of rules) {
    const periods = new Set<string>();
    for (const { name, at } of past) {
      const period = periodOf(at);
      if (periods.has(period)) continue;
      if (periods.size === keep) break;
      periods.add(period);
      stays.add(name);
    }
  }
  return past
    .filter(({ name, at }) => !stays.has(name) && now.getTime() - at.getTime() > recentMs)
    .map(({ name }) => name);
}

/** By its Monday, UTC. */
function weekOf(at: Date): string {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(at.getTime() - daysSinceMonday * dayMs).toISOString().slice(0, 10);
}
