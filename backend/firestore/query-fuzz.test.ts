/** The longer form is tests/reliability/query-fuzz.test.ts. */
import { expect, test } from "vitest";
import { fuzzQueries } from "./testing/fuzz-queries.ts";

const SEEDS = Number(process.env["FUZZ_SEEDS"] ?? 6);
const QUERIES = Number(process.env["FUZZ_QUERIES"] ?? 100);
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);

for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
  test(`${QUERIES} random queries answer what the naive evaluation says, commits in between (seed ${seed})`, async () => {
    const done = await fuzzQueries({ seed, queries: QUERIES });
    expect(done.found).toBeGreaterThan(QUERIES / 4);
    expect(done.simple).toBeGreaterThan(QUERIES / 10);
  }, 60_000);
}
