/** Three members write at random, often without having seen what is there: whatever is taken, the board holds. */
import { expect, test } from "vitest";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { assertBoard } from "./testing/assert-board.ts";
import { createMemoryBoard } from "./testing/memory-board.ts";

const seeds = Math.max(40, Number(process.env["FUZZ_RUNS"] ?? 0) / 10);
const steps = 150;
const columns = ["c1", "c2", "c3", "c4"];
const cards = Array.from({ length: 12 }, (_, n) => `card${n}`);

function run(seed: number): Record<string, number> {
  const random = seededRandom(seed);
  let time = 1_000_000;
  const board = createMemoryBoard({
    members: { ann: "owner", ben: "member", cy: "member" },
    now: () => time,
  });
  const tOf = (path: string) =>
    (board.read(`boards/plan/${path}`) as { t?: number } | null)?.t ?? 0;
  /** As everybody may have seen it last. */
  let seen = new Map<string, number>();
  const tally: Record<string, number> = {};

  function someWrites(): Record<string, object> {
    const card = random.pick(cards);
    const column = random.pick(columns);
    const by = random.pick(["ann", "ben"]);
    const some: Record<string, object>[] = [
      {
        [`cards/${card}/title`]: { v: `words ${random.below(1000)}` },
        [`cards/${card}/place`]: { column, order: "a0", by },
      },
      { [`cards/${card}/place`]: { column, order: `a${random.below(9)}`, by } },
      { [`cards/${card}/${random.pick(["gone", "archived"])}`]: { v: random.below(2) === 0 } },
      { [`cards/${card}/notes`]: { v: "x".repeat(random.below(40)) } },
      { [`columns/${column}/limit`]: { v: random.below(4) } },
      { [`columns/${column}/gone`]: { v: random.below(4) > 0 } },
      { [`columns/${column}/name`]: { v: column }, [`columns/${column}/order`]: { v: "a0" } },
      {
        [`checks/k${random.below(5)}/title`]: { v: "check" },
        [`checks/k${random.below(5)}/place`]: { card, order: "a" },
      },
      { [`cards/${card}/number`]: { v: 5 } },
    ];
    return random.pick(some);
  }

  for (let step = 0; step < steps; step += 1) {
    time += random.below(1000);
    const values = Object.assign(
      {},
      ...Array.from({ length: 1 + random.below(4) }, someWrites),
    ) as Record<string, object>;
    const hasLooked = random.below(4) > 0;
    const writes = Object.fromEntries(
      Object.entries(values).map(([path, value], at) => {
        const p = hasLooked ? tOf(path) : (seen.get(path) ?? 0);
        return [path, { ...value, t: Math.max(time * 1000, p) + at + 1, p }];
      }),
    );
    const answer = board.change(random.pick(["ann", "ben", "cy"]), writes);
    const kind = typeof answer === "string" ? answer : Object.keys(answer)[0]!;
    tally[kind] = (tally[kind] ?? 0) + 1;
    assertBoard(board.value());
    if (random.below(5) === 0) seen = new Map(Object.keys(values).map((path) => [path, tOf(path)]));
  }
  return tally;
}

test("whatever is taken, limits, numbers, counts and the log hold", () => {
  const all: Record<string, number> = {};
  for (let seed = 1; seed <= seeds; seed += 1) {
    try {
      for (const [kind, count] of Object.entries(run(seed))) all[kind] = (all[kind] ?? 0) + count;
    } catch (error) {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
    }
  }
  // It would show nothing if the judge took all or nothing.
  for (const kind of ["taken", "stale", "refused"]) expect(all[kind]).toBeGreaterThan(seeds * 5);
});
