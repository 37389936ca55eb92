import { expect, test } from "vitest";
import { slicerEngine } from "../index.ts";
import { rulesOf } from "../testing/build.ts";
import { modeOf } from "./rules.ts";

const { parseRules, boardOf } = slicerEngine;

test("every mode can be played by the blade and by lanes, at both paces", () => {
  for (const mode of ["classic", "zen", "arcade", "daily"]) {
    for (const hands of ["blade", "lanes"]) {
      for (const pace of ["full", "gentle"]) {
        const rules = { mode, hands, pace };
        expect(parseRules(rules)).toEqual(rules);
      }
    }
  }
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["a name", "classic"],
  ["a list", ["classic", "blade", "full"]],
  ["an unknown mode", { mode: "relaxed", hands: "blade", pace: "full" }],
  ["unknown hands", { mode: "zen", hands: "feet", pace: "full" }],
  ["an unknown pace", { mode: "zen", hands: "blade", pace: 2 }],
  ["a field too few", { mode: "zen", hands: "blade" }],
  ["a field too many", { mode: "zen", hands: "blade", pace: "full", bombs: 0 }],
])("%s is refused", (_, value) => {
  expect(parseRules(value)).toBeUndefined();
});

test("each mode has a board for each kind of hands, where more is better", () => {
  expect(boardOf(rulesOf())).toEqual({ name: "classic-blade", order: "highest" });
  expect(boardOf(rulesOf({ mode: "daily", hands: "lanes" }))).toEqual({
    name: "daily-lanes",
    order: "highest",
  });
});

test("gentle runs are not compared", () => {
  expect(boardOf(rulesOf({ pace: "gentle" }))).toBeUndefined();
});

test("the day is played by arcade's rules", () => {
  expect(modeOf(rulesOf({ mode: "daily" }))).toBe(modeOf(rulesOf({ mode: "arcade" })));
});
