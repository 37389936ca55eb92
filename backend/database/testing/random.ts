/** The same sequence for the same seed. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;

  function key(): string {
    if (below(2) === 0) return String(below(20) - 5).padStart(below(4), "0");
    const alphabet = ["a", "b", "B", "0", "1", "-", "é", "\ud83d\ude00", "\uffee", " ", "_"];
    return Array.from({ length: 1 + below(4) }, () => pick(alphabet)).join("");
  }

  function number(): number {
    const exponent = below(60) - 20;
    return pick([
      below(100),
      -below(1000),
      next() * 2 ** exponent,
      next() * 10 ** (below(600) - 300),
    ]);
  }

  function leaf(): boolean | number | string {
    return pick([true, false, number(), number(), "", "x", key(), 1700000000000 + below(1e9)]);
  }

  function value(depth: number): unknown {
    if (depth === 0 || below(3) === 0) return leaf();
    const object: Record<string, unknown> = {};
    for (let i = 1 + below(4); i > 0; i -= 1) object[key()] = value(depth - 1);
    return object;
  }

  return { next, below, pick, key, leaf, value };
}
