import { expect, test } from "vitest";
import { type Heard, type Rest, faultOfTimes } from "./run-times.ts";

/** Commits each ten seconds of play for so long, the clock going so many times as fast as the game. */
function played(seconds: number, clock: number, lateMs = 0): Heard[] {
  return Array.from({ length: seconds / 10 }, (_, at) => ({
    tick: (at + 1) * 600,
    atMs: 1000 + (at + 1) * 10_000 * clock + lateMs,
  }));
}

const fault = (heard: readonly Heard[], rests: readonly Rest[] = []) =>
  faultOfTimes(1000, heard, rests);

test("a run at its pace is one, also where commits come late or on a machine that drops some frames", () => {
  expect(fault(played(600, 1))).toBeUndefined();
  expect(fault(played(3600, 1.04))).toBeUndefined();
  expect(fault(played(60, 1, 2000))).toBeUndefined();
  const uneven = played(600, 1).map(({ tick, atMs }, at) => ({
    tick,
    atMs: atMs + (at % 2) * 2500,
  }));
  expect(fault(uneven)).toBeUndefined();
  expect(fault([])).toBeUndefined();
});

test("more ticks than there was time for", () => {
  expect(fault(played(60, 0.9))).toBe("fast");
  expect(fault([{ tick: 600, atMs: 1500 }])).toBe("fast");
  expect(fault([{ tick: 60, atMs: 1500 }])).toBeUndefined();
});

test("a game that was slowed down, all of it or a part", () => {
  expect(fault(played(120, 1.25))).toBe("slow");
  expect(fault(played(3600, 1.06))).toBe("slow");
  const part = played(600, 1).map(({ tick, atMs }, at) => ({
    tick,
    atMs: atMs + (at >= 30 ? 15_000 : 0),
  }));
  expect(fault(part)).toBe("slow");
});

test("a game that stood still without a word", () => {
  const stood = played(600, 1).map(({ tick, atMs }, at) => ({
    tick,
    atMs: atMs + (at >= 5 ? 60_000 : 0),
  }));
  expect(fault(stood)).toBe("slow");
});

/** So many pauses, each after a commit. */
function withRests(count: number, restMs = 60_000): [Heard[], Rest[]] {
  const heard: Heard[] = [];
  const rests: Rest[] = [];
  let laterMs = 0;
  for (const { tick, atMs } of played(600, 1)) {
    heard.push({ tick, atMs: atMs + laterMs });
    if (rests.length === count) continue;
    rests.push({ fromMs: atMs + laterMs + 2000, toMs: atMs + laterMs + 2000 + restMs });
    laterMs += restMs;
  }
  return [heard, rests];
}

test("five pauses of a minute that were said are no fault, a sixth or a longer one is", () => {
  expect(fault(...withRests(5))).toBeUndefined();
  expect(fault(...withRests(6))).toBe("slow");
  expect(fault(...withRests(1, 70_000))).toBe("slow");
});

test("nothing is played meanwhile", () => {
  const [, rests] = withRests(5);
  expect(fault(played(600, 1), rests)).toBe("fast");
});

/** Half a minute of play with pauses after each ten seconds of it. */
function shortRun(restsMs: readonly number[]): [Heard[], Rest[]] {
  const heard: Heard[] = [];
  const rests: Rest[] = [];
  let laterMs = 0;
  for (const [at, { tick, atMs }] of played(30, 1).entries()) {
    heard.push({ tick, atMs: atMs + laterMs });
    const restMs = restsMs[at] ?? 0;
    if (restMs > 0) rests.push({ fromMs: atMs + laterMs + 1, toMs: atMs + laterMs + 1 + restMs });
    laterMs += restMs;
  }
  return [heard, rests];
}

test("a run too short for a pause may stand still for a moment, which is time like any other", () => {
  expect(fault(...shortRun([2600]))).toBeUndefined();
  expect(fault(...shortRun([2600, 2600]))).toBe("slow");
  expect(fault(...shortRun([10_000]))).toBe("slow");
});

test("of more pauses than a run may have the longest ones are no time", () => {
  const heard = played(130, 1).map(({ tick, atMs }) => ({
    tick,
    atMs: atMs + (tick > 600 ? 2000 : 0) + (tick > 1200 ? 50_000 : 0),
  }));
  const rests = [
    { fromMs: 12_000, toMs: 14_000 },
    { fromMs: 24_000, toMs: 74_000 },
  ];
  expect(fault(heard, rests)).toBeUndefined();
});
