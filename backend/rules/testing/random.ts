/** Random choices that a seed repeats. */
export type Random = {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
};

export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 2_654_435_761) >>> 0 || 1;
  function below(limit: number): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  }
  return { below, pick: (items) => items[below(items.length)] ?? items[0] };
}
