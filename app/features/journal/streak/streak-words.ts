import type { LongestStreak, Streak } from "#lib/journal/streak.ts";
import { shortDay } from "../dates.ts";

/** `12 days, one forgiven`; empty: there is none. */
export function streakWords({ days, forgiven }: Streak): string {
  if (days === 0) return "";
  const count = daysWord(days);
  if (forgiven.length === 0) return `${count} in a row`;
  return `${count}, ${forgiven.length === 1 ? "one" : forgiven.length} forgiven`;
}

/** Empty: there never was one, or it is the one that goes on. */
export function longestWords({ days, from, to }: LongestStreak, now: Streak): string {
  if (days <= now.days) return "";
  const span = from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;
  return `The longest: ${daysWord(days)}, ${span}.`;
}

/** Empty: no day was forgiven. */
export function forgivenWords({ forgiven }: Streak): string {
  if (forgiven.length === 0) return "";
  const days = forgiven.map(shortDay).join(", ");
  const verb = forgiven.length === 1 ? "is" : "are";
  return `${days} ${verb} forgiven: one missing day is, once in seven days.`;
}

function daysWord(days: number): string {
  return days === 1 ? "1 day" : `${days.toLocaleString("en")} days`;
}
