import { expect, test } from "vitest";
import { buttons as bits, slicerEngine } from "#games/slicer/index.ts";
import { slicer } from "./game.ts";

const all = slicer.modes.flatMap(({ id }) =>
  [0, 1].flatMap((hands) => [0, 1].map((pace) => ({ id, values: { hands, pace } }))),
);

test.each(all)("the rules of $id with $values are the engine's", ({ id, values }) => {
  const rules = slicer.rulesOf(id, values);
  expect(slicerEngine.parseRules(rules)).toEqual(rules);
  expect(slicer.usesPointer(rules)).toBe(values.hands === 0);
  expect(rules.pace).toBe(values.pace === 1 && id !== "daily" ? "gentle" : "full");
  expect(slicer.fieldOf(rules, true)).toEqual(slicer.fieldOf(rules, false));
});

test("all modes of the engine are there, a day's run is always compared", () => {
  expect(slicer.modes.map(({ id }) => id).toSorted()).toEqual([
    "arcade",
    "classic",
    "daily",
    "zen",
  ]);
  expect(slicerEngine.boardOf(slicer.rulesOf("daily", { hands: 1, pace: 1 }))?.name).toBe(
    "daily-lanes",
  );
  expect(slicer.modes.filter(({ isDaily }) => isDaily).map(({ choices }) => choices)).toEqual([
    ["hands"],
  ]);
});

test("a mode that there is none of has no rules", () => {
  expect(() => slicer.rulesOf("weekly", { hands: 0, pace: 0 })).toThrow("no mode weekly");
});

test("each lane has its own bit, keys and pad, and no key is there twice", () => {
  expect(slicer.buttons.map(({ id, bit }) => [id, bit])).toEqual(Object.entries(bits));
  const keys = slicer.buttons.flatMap((button) => button.keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const taken of ["Escape", "Tab", "KeyP", "Enter"]) expect(keys).not.toContain(taken);
  const pads = slicer.buttons.flatMap((button) => button.pad);
  expect(new Set(pads).size).toBe(pads.length);
  expect(slicer.buttons.map(({ touch }) => touch?.sign)).toEqual(["1", "2", "3", "4", "5"]);
});

test("buttons are there only where lanes are", () => {
  for (const { isUsed } of slicer.buttons) {
    const uses = isUsed as ((rules: unknown) => boolean) | undefined;
    expect(uses?.(slicer.rulesOf("zen", { hands: 1, pace: 0 }))).toBe(true);
    expect(uses?.(slicer.rulesOf("zen", { hands: 0, pace: 0 }))).toBe(false);
  }
});

test("choices have what is usual among their values", () => {
  for (const choice of slicer.choices) {
    const values = "options" in choice ? choice.options.map(({ value }) => value) : [];
    expect(values).toContain(choice.usual);
  }
});
