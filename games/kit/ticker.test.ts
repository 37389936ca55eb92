import { expect, test } from "vitest";
import { createTicker } from "./ticker.ts";

function ticksOf(framesPerSecond: number, seconds: number): number {
  const ticker = createTicker();
  let ticks = 0;
  for (let frame = 0; frame <= framesPerSecond * seconds; frame += 1) {
    ticks += ticker.frame(1000 + (frame * 1000) / framesPerSecond).ticks;
  }
  return ticks;
}

test.each([30, 60, 75, 144, 240])("%s frames a second make 60 ticks a second", (rate) => {
  expect(Math.abs(ticksOf(rate, 20) - 1200)).toBeLessThanOrEqual(1);
});

test("a frame of a sixtieth is one tick, though its time is rounded", () => {
  const ticker = createTicker();
  ticker.frame(0);
  const each = Array.from(
    { length: 300 },
    (_, at) => ticker.frame(Math.round((at + 1) * 16.667)).ticks,
  );
  expect(each.filter((ticks) => ticks !== 1).length).toBeLessThanOrEqual(1);
});

test("what is later than five ticks is let go", () => {
  const ticker = createTicker();
  ticker.frame(0);
  expect(ticker.frame(2000)).toEqual({ ticks: 5, part: 0 });
  expect(ticker.frame(2017).ticks).toBe(1);
});

test("after a rest nothing is caught up", () => {
  const ticker = createTicker();
  ticker.frame(0);
  ticker.frame(10);
  ticker.rest();
  expect(ticker.frame(60_000)).toEqual({ ticks: 0, part: 0 });
  expect(ticker.frame(60_017).ticks).toBe(1);
});

test("a clock that goes back stops it for a moment", () => {
  const ticker = createTicker();
  ticker.frame(1000);
  expect(ticker.frame(500).ticks).toBe(0);
  expect(ticker.frame(517).ticks).toBe(1);
});

test("between two ticks it says how far the next one is", () => {
  const ticker = createTicker();
  ticker.frame(0);
  expect(ticker.frame(25)).toEqual({ ticks: 1, part: expect.closeTo(0.5, 2) });
});
