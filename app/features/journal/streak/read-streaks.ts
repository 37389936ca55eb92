/** Days in a row of all entries, as often as one of them changes. */
import { dateOfEntry } from "#lib/journal/days.ts";
import type { EntryWhen } from "#lib/journal/days.ts";
import { streaksOf } from "#lib/journal/streak.ts";

type Streaks = ReturnType<typeof streaksOf>;

/** What it gives counts again only when the days are others: a letter in an entry makes all entries anew, and no day. */
export function createStreakReader(): (
  entries: readonly { when: EntryWhen }[],
  today: string,
) => Streaks {
  let last: { key: string; streaks: Streaks } | undefined;
  return (entries, today) => {
    const dates = new Set(entries.map(dateOfEntry));
    const key = [today, ...dates].join();
    if (last?.key !== key) last = { key, streaks: streaksOf(dates, today) };
    return last.streaks;
  };
}
