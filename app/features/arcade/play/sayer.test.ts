import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSayer } from "./sayer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first is said at once, and of those that follow soon the newest, later", () => {
  const told: string[] = [];
  const sayer = createSayer((text) => told.push(text));
  for (const text of ["one", "two", "three"]) sayer.say(text);
  expect(told).toEqual(["one"]);
  vi.advanceTimersByTime(1500);
  expect(told).toEqual(["one", "three"]);
  vi.advanceTimersByTime(1500);
  sayer.say("four");
  expect(told).toEqual(["one", "three", "four"]);
});

test("closed, it says nothing more", () => {
  const told: string[] = [];
  const sayer = createSayer((text) => told.push(text));
  sayer.say("one");
  sayer.say("two");
  sayer.close();
  vi.advanceTimersByTime(9000);
  expect(told).toEqual(["one"]);
});
