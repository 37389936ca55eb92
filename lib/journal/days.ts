/** Entries by the day they are about: the date that the writer's clock showed, for ever, wherever they are read. */
import { instantOf } from "../dates/floating.ts";

/** The register `when`. */
export type EntryWhen = {
  /** `2026-12-01T21:40`, or a day alone. Whoever reads one from elsewhere has looked that there is such a day. */
  v: string;
  /** IANA name of where it was written, an offset as `+01:00`, or empty. */
  zone: string;
};

export type DatedEntry = { id: string; when: EntryWhen };

/** 0 is none, 1 the worst, 5 the best. */
export type Mood = 0 | 1 | 2 | 3 | 4 | 5;

/** `2026-12-01`. Views ask it of 20,000 entries at each letter that is typed. */
export function dateOfEntry({ when }: { when: EntryWhen }): string {
  return when.v.slice(0, 10);
}

/** The order of time: by the clock's words, then by which came first on the globe, then by id. */
export function compareWhen(one: DatedEntry, other: DatedEntry): number {
  if (one.when.v !== other.when.v) return one.when.v < other.when.v ? -1 : 1;
  const byId = one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
  // To ask what a zone's clock is at takes time.
  if (one.when.zone === other.when.zone) return byId;
  const [first, second] = [
    instantOf(one.when.v, one.when.zone),
    instantOf(other.when.v, other.when.zone),
  ];
  // NaN counts as the same.
  return first.getTime() - second.getTime() || byId;
}

/** Those of each date, the earliest first; dates in no order. */
export function entriesByDate<Entry extends DatedEntry>(
  entries: Iterable<Entry>,
): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const date = dateOfEntry(entry);
    const day = days.get(date);
    if (day) day.push(entry);
    else days.set(date, [entry]);
  }
  for (const day of days.values()) day.sort(compareWhen);
  return days;
}

/** Of those that say one, their mean rounded half up; 0: none does. */
export function meanMood(moods: Iterable<number>): Mood {
  let [sum, count] = [0, 0];
  for (const mood of moods) {
    if (!(mood >= 1 && mood <= 5)) continue;
    sum += mood;
    count++;
  }
  return count === 0 ? 0 : (Math.floor(sum / count + 0.5) as Mood);
}
