/** The long form of backend/firestore/query-fuzz.test.ts: in full 10,000 queries. */
import { expect, test } from "vitest";
import { fuzzQueries } from "../../backend/firestore/testing/fuzz-queries.ts";
import { howMany } from "../support/how-many.ts";

const RUNS = howMany("FUZZ_SEEDS", { short: 2, full: 100 });
const QUERIES = howMany("FUZZ_QUERIES", { short: 50, full: 100 });
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1001);

test(`${RUNS} times ${QUERIES} random queries answer what the naive evaluation says`, async () => {
  let found = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
    found += (await fuzzQueries({ seed, queries: QUERIES })).found;
  }
  expect(found).toBeGreaterThan((RUNS * QUERIES) / 4);
});
