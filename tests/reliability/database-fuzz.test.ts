/** The long form of backend/database/sdk-fuzz.test.ts: in full 10,000 steps. */
import { setLogLevel } from "firebase/app";
import { forceWebSockets } from "firebase/database";
import { expect, test } from "vitest";
import { fuzzTree } from "../../backend/database/testing/model-fuzz.ts";
import { howMany } from "../support/how-many.ts";

forceWebSockets();
setLogLevel("error");

const RUNS = howMany("FUZZ_SEEDS", { short: 2, full: 20 });
const STEPS = howMany("FUZZ_STEPS", { short: 100, full: 500 });
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1001);

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`two SDK clients and the model agree after each of ${STEPS} random steps, reconnects included (seed ${seed})`, async () => {
    const done = await fuzzTree({ seed, steps: STEPS });
    expect(done.reconnects).toBeGreaterThan(STEPS / 50);
    expect(done.listens).toBeGreaterThan(STEPS / 20);
  });
}
