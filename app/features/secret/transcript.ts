/** What stands on the screen: each command with what it said, the first one first. */
import type { Line } from "./outcome.ts";

export type Entry = {
  id: number;
  /** Where the line was typed; undefined for what the terminal says by itself. */
  prompt: string | undefined;
  typed: string;
  lines: readonly Line[];
};

const maxLines = 500;

/** The oldest entries go when there are too many lines; the newest stays whatever its length. */
export function addEntry(transcript: readonly Entry[], entry: Omit<Entry, "id">): Entry[] {
  const all = [...transcript, { ...entry, id: (transcript.at(-1)?.id ?? 0) + 1 }];
  let lines = 0;
  let first = all.length;
  while (first > 0) {
    lines += all[first - 1]!.lines.length + 1;
    if (lines > maxLines && first < all.length) break;
    first -= 1;
  }
  return all.slice(first);
}
