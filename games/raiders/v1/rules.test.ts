import { expect, test } from "vitest";
import { buttons, happened, raidersEngine } from "../index.ts";
import { boardOf, parseRules } from "./rules.ts";

const normal = { mode: "normal", shots: 1, autofire: false };

test("rules of each mode are read", () => {
  for (const rules of [
    normal,
    { mode: "normal", shots: 2, autofire: true },
    { mode: "calm", shots: 2, autofire: false },
    { mode: "daily", shots: 1, autofire: true },
  ]) {
    expect(parseRules(rules)).toEqual(rules);
  }
});

test("what is no rules, or has more or less than them, is refused", () => {
  for (const value of [
    undefined,
    null,
    "normal",
    7,
    [],
    ["normal", 1, false],
    Object.assign([], normal),
    {},
    { ...normal, mode: "fast" },
    { ...normal, mode: ["normal"] },
    { ...normal, mode: undefined },
    { ...normal, shots: 0 },
    { ...normal, shots: 3 },
    { ...normal, shots: 1.5 },
    { ...normal, shots: "1" },
    { ...normal, autofire: 1 },
    { mode: "normal", shots: 1 },
    { ...normal, lives: 99 },
    JSON.parse('{"mode":"normal","shots":1,"autofire":false,"__proto__":1}'),
  ]) {
    expect(parseRules(value)).toBeUndefined();
  }
});

test("the day's run has the same rules for all", () => {
  expect(parseRules({ mode: "daily", shots: 2, autofire: false })).toBeUndefined();
});

test("the daily run and two shots have boards of their own, calm has none, and autofire changes none", () => {
  for (const autofire of [false, true]) {
    expect(boardOf({ mode: "normal", shots: 1, autofire })?.name).toBe("normal");
    expect(boardOf({ mode: "normal", shots: 2, autofire })?.name).toBe("two-shots");
    expect(boardOf({ mode: "daily", shots: 1, autofire })).toEqual({
      name: "daily",
      order: "highest",
    });
    expect(boardOf({ mode: "calm", shots: 1, autofire })).toBeUndefined();
  }
});

test("a run counts once it is over, and nothing happens after that", () => {
  const begun = raidersEngine.begin(1, { mode: "normal", shots: 1, autofire: false });
  expect(raidersEngine.isOver(begun)).toBe(false);
  expect(raidersEngine.resultOf({ ...begun, score: 40 })).toBeUndefined();
  const over = { ...begun, score: 40, over: true };
  expect(raidersEngine.resultOf(over)).toBe(40);
  expect(raidersEngine.step(over, { held: 7, at: undefined })).toBe(over);
});

test("each event and each button has a bit of its own", () => {
  for (const bits of [Object.values(happened), Object.values(buttons)]) {
    expect(bits).toEqual(bits.map((_, at) => 1 << at));
  }
});
