import { seededRandom as createRandom } from "../../../tests/support/seeded-random.ts";

/** The same sequence for the same seed. */
export function seededRandom(seed: number) {
  const random = createRandom(seed);
  const { next, below, pick } = random;

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

  return { ...random, key, leaf, value };
}
