/** The longer form is tests/reliability/database-fuzz.test.ts. */
import { setLogLevel } from "firebase/app";
import { forceWebSockets } from "firebase/database";
import { expect, test } from "vitest";
import { fuzzTree } from "./testing/model-fuzz.ts";

forceWebSockets();
setLogLevel("error");

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 2);
const STEPS = Number(process.env["FUZZ_STEPS"] ?? 60);
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`two clients and the model agree after each of ${STEPS} random steps (seed ${seed})`, async () => {
    const { listens } = await fuzzTree({ seed, steps: STEPS });
    expect(listens).toBeGreaterThan(STEPS / 20);
  }, 120_000);
}
