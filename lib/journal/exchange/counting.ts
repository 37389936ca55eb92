/** Counts what was found, for a look at it before anything is written. */
import type { FoundCounts, FoundPreview } from "./found.ts";

export type Counting = {
  /** @param found `date` and `title` may be empty */
  entry: (found: { date: string; hasZone: boolean; title: string }) => void;
  file: (isPhoto: boolean) => void;
  /** The same sentence many times is said once, with how many times. */
  say: (sentence: string) => void;
  result: () => Pick<FoundPreview, "counts" | "sample" | "said">;
};

const mostSamples = 20;
const mostSentences = 100;

export function createCounting(): Counting {
  const days = new Set<string>();
  const said = new Map<string, number>();
  const sample: { title: string; date: string }[] = [];
  const sums = { entries: 0, photos: 0, files: 0, withoutZone: 0, withoutDate: 0 };
  return {
    entry({ date, hasZone, title }) {
      sums.entries += 1;
      if (!hasZone) sums.withoutZone += 1;
      if (date === "") sums.withoutDate += 1;
      else days.add(date);
      if (sample.length < mostSamples) sample.push({ title, date });
    },
    file(isPhoto) {
      if (isPhoto) sums.photos += 1;
      else sums.files += 1;
    },
    say(sentence) {
      said.set(sentence, (said.get(sentence) ?? 0) + 1);
    },
    result() {
      const sorted = [...days].toSorted();
      const counts: FoundCounts = {
        ...sums,
        first: sorted[0] ?? "",
        last: sorted.at(-1) ?? "",
        days: days.size,
      };
      return { counts, sample, said: sentences(said) };
    },
  };
}

function sentences(said: ReadonlyMap<string, number>): string[] {
  const all = [...said].map(([words, times]) =>
    times === 1 ? words : `${words} (${times} times)`,
  );
  const more = all.length - mostSentences;
  return more <= 0 ? all : [...all.slice(0, mostSentences), `And ${more} more things like these.`];
}
