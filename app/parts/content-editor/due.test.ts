import { expect, test } from "vitest";
import { dueWait } from "./due.ts";

const at = Date.parse("2026-11-22T08:00:00.000Z");
const minute = 60_000;

/** The moments at which a page that is opened so long before asks, in milliseconds after the time. */
function looks(before: number, until: number): number[] {
  const found: number[] = [];
  for (let now = at - before; now <= at + until; now += dueWait(at, now)) found.push(now - at);
  return found.slice(1);
}

test("what is to be published by itself is asked for some seconds after its time, then until it is there", () => {
  const [first, second] = looks(minute, minute);
  expect(first).toBe(3000);
  expect(second).toBeLessThan(minute);
});

test("what comes next year is waited for in steps that a timer can take", () => {
  const year = 365 * 24 * 60 * minute;
  const all = looks(year, minute);
  expect(all.find((after) => after > 0)).toBe(3000);
  expect(dueWait(at, at - year)).toBeLessThan(2 ** 31);
});

test("what is late for long is asked for once a minute", () => {
  expect(dueWait(at, at + 60 * minute)).toBe(minute);
});
