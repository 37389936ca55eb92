/** Things with a path, found by what is above and below a path without looking at each. */
import type { DatabasePath } from "../rules/index.ts";

type HasPath = { path: DatabasePath };

/** No key has control characters, so a text begins with another exactly when its path lies within that one's. */
const textOf = (path: DatabasePath): string => path.map((key) => `${key}\0`).join("");

export function createPathIndex<Item extends HasPath>(items: readonly Item[]) {
  const byText = new Map(items.map((item) => [textOf(item.path), item]));
  const deepest = items.reduce((depth, { path }) => Math.max(depth, path.length), 0);
  const texts = [...byText.keys()].toSorted((a, b) => (a < b ? -1 : 1));

  function firstAtOrAfter(text: string): number {
    let low = 0;
    let high = texts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((texts[middle] as string) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    atOrAbove(path: DatabasePath): Item | undefined {
      let text = "";
      let found = byText.get(text);
      // A rule can ask for a path that is much longer than any that is written.
      for (const key of path.slice(0, deepest)) {
        if (found !== undefined) return found;
        text += `${key}\0`;
        found = byText.get(text);
      }
      return found;
    },
    /** At `path` too. */
    below(path: DatabasePath): Item[] {
      const text = textOf(path);
      const found: Item[] = [];
      for (let at = firstAtOrAfter(text); texts[at]?.startsWith(text) === true; at += 1) {
        found.push(byText.get(texts[at] as string) as Item);
      }
      return found;
    },
  };
}

/** Two of the paths that are the same or one within the other. */
export function findOverlap(items: readonly HasPath[]): [DatabasePath, DatabasePath] | undefined {
  const sorted = items
    .map(({ path }) => ({ path, text: textOf(path) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
  for (let i = 1; i < sorted.length; i += 1) {
    const [before, after] = [sorted[i - 1], sorted[i]];
    if (before && after?.text.startsWith(before.text)) return [before.path, after.path];
  }
  return undefined;
}
