import { expect, test } from "vitest";
import { engine } from "./engine.ts";
import { modes, parseRules, usualHandling } from "./rules.ts";

test("each mode is taken with any handling in its range", () => {
  for (const mode of modes) {
    const rules = { mode, ...usualHandling };
    expect(parseRules(rules)).toEqual(rules);
  }
  expect(parseRules({ mode: "zen", das: 1, arr: 0, soft: 60 })).toBeDefined();
});

test.each([
  undefined,
  null,
  "marathon",
  [],
  {},
  { mode: "marathon" },
  { mode: "Marathon", ...usualHandling },
  { mode: "toString", ...usualHandling },
  { mode: "marathon", ...usualHandling, more: 1 },
  { mode: "marathon", ...usualHandling, das: 0 },
  { mode: "marathon", ...usualHandling, das: 21 },
  { mode: "marathon", ...usualHandling, arr: -1 },
  { mode: "marathon", ...usualHandling, arr: 1.5 },
  { mode: "marathon", ...usualHandling, soft: "20" },
  { mode: "marathon", ...usualHandling, soft: Number.NaN },
])("%j are no rules", (value) => {
  expect(parseRules(value)).toBeUndefined();
});

test("every mode but Zen has a board; 40 lines has the least ticks first", () => {
  const boards = modes.map((mode) => engine.boardOf({ mode, ...usualHandling }));
  expect(boards).toEqual([
    { name: "marathon", order: "highest" },
    { name: "lines", order: "lowest" },
    { name: "minutes", order: "highest" },
    undefined,
    { name: "daily", order: "highest" },
  ]);
});
