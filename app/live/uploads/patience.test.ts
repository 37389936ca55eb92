import { expect, test } from "vitest";
import { MAX_WAIT_MS, createPatience } from "./patience.ts";

function open(random = 1) {
  const waits: number[] = [];
  const state = { nowMs: 5000, onlineAfter: 0 };
  const patience = createPatience({
    clock: () => state.nowMs,
    random: () => random,
    isOnline: () => {
      state.onlineAfter -= 1;
      return state.onlineAfter < 0;
    },
    wait: async (ms) => {
      state.nowMs += ms;
      waits.push(ms);
    },
  });
  const { signal } = new AbortController();
  const wait = (retryAfterMs = 0) => patience.wait(retryAfterMs, signal, undefined);
  return { patience, waits, state, wait };
}

test("the waits double up to half a minute, and jitter takes up to half of each", async () => {
  const { waits, wait } = open();
  for (let tries = 0; tries < 7; tries += 1) await wait();
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  const hurried = open(0);
  for (let tries = 0; tries < 2; tries += 1) await hurried.wait();
  expect(hurried.waits).toEqual([500, 1000]);
});

test("a server that says when to come again is not asked before", async () => {
  const { waits, wait } = open();
  await wait(45_000);
  await wait(1);
  expect(waits).toEqual([45_000, 2000]);
});

test("after 600000 ms without progress it is over, and each progress begins them anew", async () => {
  const { patience, state, waits, wait } = open();
  for (let tries = 0; tries < 10; tries += 1) await wait();
  patience.progress();
  waits.length = 0;
  const beganMs = state.nowMs;
  const end = async () => {
    for (;;) await wait(100_000);
  };
  await expect(end()).rejects.toMatchObject({ code: "no-connection" });
  expect(state.nowMs - beganMs).toBe(MAX_WAIT_MS);
  expect(waits).toEqual(Array.from({ length: 6 }, () => 100_000));
});

test("being offline costs nothing, however long", async () => {
  const { state, waits, wait } = open();
  state.onlineAfter = 50;
  await wait();
  expect(waits).toHaveLength(51);
  expect(waits.at(-1)).toBe(1000);
});
