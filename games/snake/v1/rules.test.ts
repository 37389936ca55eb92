import { expect, test } from "vitest";
import { modes, sizes, snakeEngine, speeds } from "../index.ts";

const { parseRules, boardOf, begin } = snakeEngine;

const free = modes.flatMap((mode) =>
  speeds.flatMap((speed) => sizes.map((size) => ({ mode, speed, size }))),
);

test("each mode is played at each speed and in each size, and there is the daily one", () => {
  for (const rules of [...free, { mode: "daily" }]) expect(parseRules(rules)).toEqual(rules);
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["a word", "classic"],
  ["a list", []],
  ["an unknown mode", { mode: "maze", speed: "slow", size: "small" }],
  ["an unknown speed", { mode: "wrap", speed: "toString", size: "small" }],
  ["an unknown size", { mode: "wrap", speed: "slow", size: 10 }],
  ["a mode without speed", { mode: "classic", size: "small" }],
  ["a mode without size", { mode: "classic", speed: "slow" }],
  ["another field", { mode: "classic", speed: "slow", size: "small", lives: 3 }],
  ["a daily one with a speed", { mode: "daily", speed: "slow" }],
])("%s is no rules", (_, value) => {
  expect(parseRules(value)).toBeUndefined();
});

test("runs are compared with those of the same rules alone", () => {
  const boards = [...free, { mode: "daily" } as const].map(boardOf);
  expect(new Set(boards.map((board) => board?.name)).size).toBe(19);
  expect(boards.every((board) => board?.order === "highest")).toBe(true);
});

test("the medium size has the short names", () => {
  expect(boardOf({ mode: "classic", speed: "normal", size: "medium" })?.name).toBe(
    "classic-normal",
  );
  expect(boardOf({ mode: "wrap", speed: "fast", size: "large" })?.name).toBe("wrap-fast-large");
  expect(boardOf({ mode: "daily" })?.name).toBe("daily");
});

test("the daily run is a classic one at normal speed on a medium board", () => {
  expect(begin(3, { mode: "daily" })).toEqual(
    begin(3, { mode: "classic", speed: "normal", size: "medium" }),
  );
});

test("boards have 10, 16 and 20 cells in both directions", () => {
  const fields = sizes.map((size) => begin(1, { mode: "wrap", speed: "slow", size }).field);
  expect(fields.map(({ width, height }) => [width, height])).toEqual([
    [10, 10],
    [16, 16],
    [20, 20],
  ]);
});
