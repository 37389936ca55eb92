/** Keys for the items of a list that have none of their own, so that a field keeps its focus when others move. */
import { useState } from "react";

export type KeyedItem<Item> = { key: string; index: number; item: Item };

/** `change` is told before the list itself changes: at `from`, so many go, so many come. */
export function useKeyedItems<Item>(items: readonly Item[]): {
  keyed: KeyedItem<Item>[];
  spliced: (from: number, gone: number, come: number) => void;
  moved: (from: number, to: number) => void;
} {
  const [keys, setKeys] = useState(() => items.map(newKey));
  // Somebody else may have changed it, too: what is at the same place counts as the same.
  const current =
    keys.length === items.length ? keys : items.map((_, at) => keys[at] ?? `late-${at}`);
  return {
    keyed: items.map((item, index) => ({ key: current[index]!, index, item })),
    spliced: (from, gone, come) =>
      setKeys(current.toSpliced(from, gone, ...Array.from({ length: come }, newKey))),
    moved: (from, to) => setKeys(movedIn(current, from, to)),
  };
}

export function movedIn<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}

let last = 0;

function newKey(): string {
  last += 1;
  return `item-${last}`;
}
