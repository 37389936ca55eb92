import { expect, test } from "vitest";
import { createHeld } from "./held.ts";

const ticks = (held: { take: () => number }, count: number) =>
  Array.from({ length: count }, () => held.take());

test("a button is held from its press until nobody holds it any more", () => {
  const held = createHeld();
  held.hold("ArrowLeft", 1, true);
  expect(ticks(held, 2)).toEqual([1, 1]);
  held.hold("pad", 1, true);
  held.hold("ArrowLeft", 1, false);
  // The second press is one of its own.
  expect(ticks(held, 3)).toEqual([0, 1, 1]);
  held.hold("pad", 1, false);
  expect(ticks(held, 1)).toEqual([0]);
});

test("a press that is over before the tick still counts", () => {
  const held = createHeld();
  held.hold("KeyX", 4, true);
  held.hold("KeyX", 4, false);
  expect(ticks(held, 2)).toEqual([4, 0]);
});

test("two quick presses between two frames are two", () => {
  const held = createHeld();
  for (const isHeld of [true, false, true, false]) held.hold("KeyX", 4, isHeld);
  expect(ticks(held, 4)).toEqual([4, 0, 4, 0]);
});

test("two turns between two ticks come in one", () => {
  const held = createHeld();
  held.hold("ArrowUp", 1, true);
  held.hold("ArrowUp", 1, false);
  held.hold("ArrowLeft", 2, true);
  held.hold("ArrowLeft", 2, false);
  expect(ticks(held, 2)).toEqual([3, 0]);
});

test("a repeat of the keyboard is none", () => {
  const held = createHeld();
  for (let count = 0; count < 30; count += 1) held.hold("ArrowLeft", 1, true);
  expect(ticks(held, 4)).toEqual([1, 1, 1, 1]);
});

test("presses of a gesture follow each other, and no more than a hand can mean wait", () => {
  const held = createHeld();
  for (let count = 0; count < 3; count += 1) held.press(2);
  expect(ticks(held, 7)).toEqual([2, 0, 2, 0, 2, 0, 0]);
  for (let count = 0; count < 100; count += 1) held.press(2);
  expect(ticks(held, 60).filter((bits) => bits === 2)).toHaveLength(12);
});

test("cleared, nothing is held, and a new press counts", () => {
  const held = createHeld();
  held.hold("ArrowLeft", 1, true);
  held.press(2);
  held.clear();
  expect(ticks(held, 2)).toEqual([0, 0]);
  held.hold("ArrowLeft", 1, true);
  expect(ticks(held, 1)).toEqual([1]);
});
