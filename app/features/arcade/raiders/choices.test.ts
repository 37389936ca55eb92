import { expect, test } from "vitest";
import { raidersEngine } from "#games/raiders/index.ts";
import { combinations } from "../painting/testing/kept-states.ts";
import { raiders } from "./game.ts";

const all = raiders.modes.flatMap(({ id }) =>
  combinations(raiders.choices as []).map((values) => raiders.rulesOf(id, values)),
);

test("rules of every mode and choice are rules of the engine", () => {
  expect(all).toHaveLength(12);
  for (const rules of all) expect(raidersEngine.parseRules(rules)).toEqual(rules);
});

test("all modes can be played, the daily one with one shot whatever was chosen", () => {
  expect(new Set(all.map(({ mode }) => mode))).toEqual(new Set(["normal", "calm", "daily"]));
  expect(raiders.rulesOf("daily", { shots: 2, autofire: 1 })).toEqual({
    mode: "daily",
    shots: 1,
    autofire: true,
  });
});

test("each button has a bit of its own, keys for both hands, and one to touch", () => {
  expect(new Set(raiders.buttons.map(({ bit }) => bit)).size).toBe(3);
  for (const { keys, touch } of raiders.buttons) {
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(touch).toBeDefined();
  }
  const keys = raiders.buttons.flatMap((button) => button.keys);
  expect(new Set(keys).size).toBe(keys.length);
});
