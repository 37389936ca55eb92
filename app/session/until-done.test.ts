import { expect, test } from "vitest";
import { saidWhenLate, untilDone } from "./until-done.ts";

test("it tries again until it succeeds, waits longer each time, and says each failure", async () => {
  let tries = 0;
  const failures: unknown[] = [];
  const waits: number[] = [];
  const result = await untilDone(
    async () => {
      tries += 1;
      if (tries < 7) throw new Error(`${tries}`);
      return "done";
    },
    {
      failed: (error) => failures.push((error as Error).message),
      wait: async (ms) => void waits.push(ms),
    },
  );
  expect(result).toBe("done");
  expect(failures).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(waits).toEqual([2000, 5000, 10_000, 30_000, 30_000, 30_000]);
});

test("it ends with its life, and says no failure after that", async () => {
  const life = new AbortController();
  const failures: unknown[] = [];
  let tries = 0;
  const trying = untilDone(
    async () => {
      tries += 1;
      throw new Error("offline");
    },
    {
      life: life.signal,
      failed: (error) => failures.push(error),
      wait: async () => life.abort(new Error("signed out")),
    },
  );
  await expect(trying).rejects.toThrow("signed out");
  expect(tries).toBe(1);
  expect(failures).toHaveLength(1);
});

test("what succeeds after its life has ended is not taken", async () => {
  const life = new AbortController();
  const trying = untilDone(
    async () => {
      life.abort(new Error("signed out"));
      return "a record of somebody else";
    },
    { life: life.signal, failed: () => {} },
  );
  await expect(trying).rejects.toThrow("signed out");
});

test("what comes late is said, and still comes", async () => {
  const slow = Promise.withResolvers<string>();
  const late = Promise.withResolvers<void>();
  const answer = saidWhenLate(slow.promise, 0, late.resolve);
  await late.promise;
  slow.resolve("here");
  expect(await answer).toBe("here");
});

test("what comes in time is not said to be late", async () => {
  const said: string[] = [];
  expect(await saidWhenLate(Promise.resolve(1), 0, () => said.push("late"))).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(said).toEqual([]);
});
