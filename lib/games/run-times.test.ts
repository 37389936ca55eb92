import { expect, test } from "vitest";
import { type Heard, faultOfTimes } from "./run-times.ts";

/** Commits each ten seconds of play for so long, the clock going so many times as fast as the game. */
function played(seconds: number, clock: number, lateMs = 0): Heard[] {
  return Array.from({ length: seconds / 10 }, (_, at) => ({
    tick: (at + 1) * 600,
    atMs: 1000 + (at + 1) * 10_000 * clock + lateMs,
  }));
}

test("a run at its pace is one, also where commits come late or on a machine that drops some frames", () => {
  expect(faultOfTimes(1000, played(600, 1))).toBeUndefined();
  expect(faultOfTimes(1000, played(3600, 1.1))).toBeUndefined();
  expect(faultOfTimes(1000, played(60, 1, 3000))).toBeUndefined();
  expect(faultOfTimes(1000, [])).toBeUndefined();
});

test("more ticks than there was time for", () => {
  expect(faultOfTimes(1000, played(60, 0.9))).toBe("fast");
  expect(faultOfTimes(1000, [{ tick: 600, atMs: 1500 }])).toBe("fast");
  expect(faultOfTimes(1000, [{ tick: 60, atMs: 1500 }])).toBeUndefined();
});

test("a game that was slowed down for long", () => {
  expect(faultOfTimes(1000, played(600, 2))).toBe("slow");
  expect(faultOfTimes(1000, played(3600, 1.5))).toBe("slow");
});

test("five pauses of a minute are, a sixth is not", () => {
  const withPauses = (count: number) =>
    played(600, 1).map(({ tick, atMs }, at) => ({
      tick,
      atMs: atMs + Math.min(count, Math.trunc(at / 5)) * 60_000,
    }));
  expect(faultOfTimes(1000, withPauses(5))).toBeUndefined();
  expect(faultOfTimes(1000, withPauses(6))).toBe("slow");
});

test("time that was gained cannot be used for standing still elsewhere", () => {
  const heard = [
    { tick: 600, atMs: 11_000 },
    { tick: 1200, atMs: 11_000 + 400_000 },
  ];
  expect(faultOfTimes(1000, heard)).toBe("slow");
});
