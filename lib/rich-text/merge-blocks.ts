/** Two texts made of one: where each has changed other blocks, both changes count. */
import type { Texts } from "../records/texts.ts";

type Change = { from: number; to: number; blocks: readonly string[] };

/**
 * @param texts rich texts as JSON; empty: none
 * @param most letters of the result
 * @returns undefined: both have changed the same, or one of them is no such text
 */
export function mergeBlocks(
  { base, own, written, theirs }: Texts,
  most: number,
): string | undefined {
  const [from, mine, other] = [nearest(theirs, [...written, base]), own, theirs].map(blocksOf);
  if (!from || !mine || !other) return undefined;
  const [ours, others] = [changeOf(from, mine), changeOf(from, other)];
  if (!ours) return theirs;
  if (!others) return own;
  const [one, two] = ours.from <= others.from ? [ours, others] : [others, ours];
  // What both put into the same place has no order.
  if (one.to > two.from || (one.from === two.from && one.to === two.to)) return undefined;
  const merged = [
    ...from.slice(0, one.from),
    ...one.blocks,
    ...from.slice(one.to, two.from),
    ...two.blocks,
    ...from.slice(two.to),
  ];
  const text = merged.length === 0 ? "" : `{"type":"doc","content":[${merged.join(",")}]}`;
  return text.length > most ? undefined : text;
}

/** What somebody went on from is what they have changed least of. */
function nearest(text: string, texts: readonly string[]): string {
  let [found, least] = ["", Infinity];
  for (const one of texts) {
    const letters = lettersBetween(one, text);
    if (letters < least) [found, least] = [one, letters];
  }
  return found;
}

/** How many were taken away and put in, in one piece. */
function lettersBetween(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return before.length + after.length - 2 * (start + end);
}

function blocksOf(text: string): string[] | undefined {
  if (text === "") return [];
  try {
    const { content } = JSON.parse(text) as { content?: unknown };
    return Array.isArray(content) ? content.map((block) => JSON.stringify(block)) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined: there is none. */
function changeOf(before: readonly string[], after: readonly string[]): Change | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (start + end === before.length && start + end === after.length) return undefined;
  return { from: start, to: before.length - end, blocks: after.slice(start, after.length - end) };
}
