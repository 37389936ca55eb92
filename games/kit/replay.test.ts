import { expect, test } from "vitest";
import type { Engine } from "./engine.ts";
import { createLogWriter } from "./input-log.ts";
import { replay } from "./replay.ts";

type Counted = { ticks: number; held: number; over: boolean };

/** Over at the tick at which button 2 is held. */
const counting: Engine<Counted, undefined> = {
  version: 1,
  parseRules: () => undefined,
  boardOf: () => undefined,
  begin: (seed) => ({ ticks: 0, held: seed, over: false }),
  step: ({ ticks, held }, input) => ({
    ticks: ticks + 1,
    held: held + (input.held & 1),
    over: (input.held & 2) > 0,
  }),
  isOver: ({ over }) => over,
  resultOf: ({ held }) => held,
};

function run(held: readonly number[], more = 0) {
  const writer = createLogWriter();
  for (const bits of held) writer.add({ held: bits, at: undefined });
  return { seed: 7, rules: undefined, log: writer.bytes(), ticks: held.length + more };
}

test("a run comes out as it was, and whoever looks on sees each tick of it", () => {
  const seen: number[] = [];
  const played = replay(counting, run([1, 1, 0, 2]), (state, tick) => {
    seen.push(state.held);
    expect(state.ticks).toBe(tick);
  });
  expect(played).toEqual({ state: { ticks: 4, held: 9, over: true } });
  expect(seen).toEqual([7, 8, 9, 9, 9]);
});

test("a run that is not over is at its last tick", () => {
  expect(replay(counting, run([1, 0], 3))).toEqual({ state: { ticks: 5, held: 8, over: false } });
});

test("what goes on after the end is said", () => {
  expect(replay(counting, run([2, 1]))).toEqual({
    fault: "goes-on",
    state: { ticks: 1, held: 7, over: true },
  });
});

test("bytes that are no log are said", () => {
  expect(replay(counting, { ...run([1]), log: new Uint8Array([0]) })).toEqual({ fault: "no-log" });
});
