/**
 * Days in a row with an entry. A day without one is forgiven if the day before it has one and the next forgiven day comes at
 * least a week later; today is no missing day while it lasts. Forgiven days are said, and not counted.
 */
import { dateOf, dayOf } from "../dates/floating.ts";

export type Streak = {
  /** With an entry, up to today or to the last day that still counts. */
  days: number;
  /** `2026-11-20`, the latest first. */
  forgiven: readonly string[];
  /** Without an entry today there would be fewer days of it tomorrow. */
  endsToday: boolean;
};

export type LongestStreak = {
  /** With an entry; 0: there never was one. */
  days: number;
  /** Its first and last day with an entry; empty: there is none. The last one of those that are as long. */
  from: string;
  to: string;
};

/** Between two forgiven days. */
const rest = 7;

/**
 * @param dates of entries that are not gone, in any order and as often as they come; what is no date, or after today, is let be
 * @param today the date where the writer is now
 */
export function streaksOf(
  dates: Iterable<string>,
  today: string,
): { streak: Streak; longest: LongestStreak } {
  const now = dayOf(today);
  const written = writtenDays(dates, now);
  return { streak: streakOf(written, now), longest: longestStreak(written) };
}

function streakOf(written: ReadonlySet<number>, now: number): Streak {
  const streak = walkBack(written, written.has(now) ? now : now - 1);
  const tomorrow = written.has(now) ? streak : walkBack(written, now);
  return {
    days: streak.days,
    forgiven: streak.forgiven.map(dateOf),
    endsToday: tomorrow.days < streak.days,
  };
}

function longestStreak(written: ReadonlySet<number>): LongestStreak {
  const days = [...written].toSorted((one, other) => one - other);
  let [longest, from, to] = [0, 0, 0];
  /** Where the one that ends here begins, and the last day that was forgiven in it. */
  let [first, forgiven] = [0, Number.NEGATIVE_INFINITY];
  for (const [index, day] of days.entries()) {
    const last = days[index - 1] ?? day;
    const missing = day - last - 1;
    if (missing > 1) [first, forgiven] = [index, Number.NEGATIVE_INFINITY];
    else if (missing === 1) {
      // Whoever forgives this one cannot have forgiven that one: it begins behind it.
      if (day - 1 - forgiven < rest) while ((days[first] ?? day) < forgiven) first++;
      forgiven = day - 1;
    }
    const length = index - first + 1;
    if (length >= longest) [longest, from, to] = [length, days[first] ?? day, day];
  }
  return longest === 0
    ? { days: 0, from: "", to: "" }
    : { days: longest, from: dateOf(from), to: dateOf(to) };
}

function walkBack(written: ReadonlySet<number>, from: number) {
  let days = 0;
  const forgiven: number[] = [];
  for (let day = from; ; day--) {
    if (written.has(day)) days++;
    else {
      const next = forgiven.at(-1) ?? Number.POSITIVE_INFINITY;
      if (!written.has(day - 1) || next - day < rest) break;
      forgiven.push(day);
    }
  }
  return { days, forgiven };
}

function writtenDays(dates: Iterable<string>, today: number): Set<number> {
  const days = new Set<number>();
  for (const date of new Set(dates)) {
    const day = dayOf(date);
    if (day <= today) days.add(day);
  }
  return days;
}
