import type { ReadLogEntry } from "#app/live/boards.ts";

/** Each once, newest first. */
export function joined(
  some: readonly ReadLogEntry[],
  others: readonly ReadLogEntry[],
): readonly ReadLogEntry[] {
  const all = new Map([...others, ...some].map((entry) => [entry.key, entry]));
  return [...all.values()].toSorted((a, b) => (a.key < b.key ? 1 : -1));
}

/** The newest with what was read before; where some between them are missing, that is read again from there. */
export function withNewest(
  newest: readonly ReadLogEntry[],
  before: readonly ReadLogEntry[],
): readonly ReadLogEntry[] {
  const isGap = before.length > 0 && seqOf(newest.at(-1)) > seqOf(before[0]) + 1;
  return isGap ? newest : joined(newest, before);
}

/** The first entry of a board is the one of its making. */
export function hasOlder(entries: readonly ReadLogEntry[]): boolean {
  return seqOf(entries.at(-1)) > 1;
}

function seqOf(entry: ReadLogEntry | undefined): number {
  return Number(entry?.key.slice(1) ?? 0);
}
