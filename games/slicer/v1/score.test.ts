import { expect, test } from "vitest";
import { noInput } from "../../kit/engine.ts";
import { slicerEngine } from "../index.ts";
import { at, buildState, buildThing, rest, stepAll } from "../testing/build.ts";
import type { Rules } from "./rules.ts";
import { type State, happened } from "./state.ts";
import { type Kind, kinds } from "./things.ts";

/** In a row, from left to right. */
function withRow(row: readonly Kind[], rules: Partial<Rules> = {}): State {
  const things = row.map((kind, id) => buildThing(600 + id * 600, 2000, { id, kind }));
  return buildState(rules, { things, thrown: things.length });
}

const swipe = [at(0, 2000), at(4095, 2000)];

test("each kind brings its points", () => {
  for (const kind of ["melon", "orange", "apple", "plum", "lime", "cherry"] as const) {
    const { score, events, sliced } = stepAll(withRow([kind]), swipe);
    expect({ score, events, sliced }).toEqual({
      score: kinds[kind].points,
      events: happened.cut,
      sliced: 1,
    });
  }
});

test("what was cut is told once: where it was, how it flew, and how the blade went", () => {
  const flying = { vx: 32, vy: -160, angle: 100, turn: 8 };
  const plum = buildThing(2000, 2000, { kind: "plum", ...flying });
  const cut = stepAll(buildState({}, { things: [plum], thrown: 1 }), [
    at(1000, 1990),
    at(3000, 1970),
  ]);
  expect(cut.things).toEqual([]);
  expect(cut.cuts).toEqual([
    {
      kind: "plum",
      x: 32064,
      y: 31704,
      vx: 32,
      vy: -112,
      angle: 116,
      dx: 2000,
      dy: -20,
      points: 2,
    },
  ]);
  expect(slicerEngine.step(cut, at(3000, 1970)).cuts).toEqual([]);
});

test("three in one swipe bring three more when the pointer is let go", () => {
  const cut = stepAll(withRow(["apple", "apple", "apple"]), swipe);
  expect(cut).toMatchObject({ score: 3, combo: 3, closed: undefined, bestCombo: 0 });
  const lifted = slicerEngine.step(cut, noInput);
  expect(lifted).toMatchObject({ score: 6, combo: 0, bestCombo: 3, events: happened.combo });
  expect(lifted.closed).toEqual({ size: 3, points: 3 });
  expect(slicerEngine.step(lifted, noInput)).toMatchObject({
    score: 6,
    closed: undefined,
    events: 0,
  });
});

test("or when nothing follows for 18 ticks", () => {
  const still = (ticks: number) => Array.from({ length: ticks }, () => at(4095, 2000));
  const cut = stepAll(withRow(["apple", "apple", "apple"]), swipe);
  expect(stepAll(cut, still(17)).closed).toBeUndefined();
  expect(stepAll(cut, still(18)).closed).toEqual({ size: 3, points: 3 });
});

test("what follows in time belongs to it", () => {
  const path = [at(300, 2000), at(700, 2000), ...Array.from({ length: 16 }, () => at(700, 2000))];
  const floating = (state: State) => ({
    ...state,
    things: state.things.map((thing) => ({ ...thing, vy: 0, y: 32000 })),
  });
  const one = floating(stepAll(withRow(["apple", "apple", "apple"]), path));
  expect(one.combo).toBe(1);
  expect(stepAll(one, [at(4095, 2000), noInput]).closed).toEqual({ size: 3, points: 3 });
});

test("two are no combo", () => {
  const lifted = stepAll(withRow(["apple", "apple"]), [...swipe, noInput]);
  expect(lifted).toMatchObject({ score: 2, combo: 0, bestCombo: 0, closed: undefined });
});

test("the best combo is kept", () => {
  const first = stepAll(withRow(["apple", "apple", "apple", "apple"]), [...swipe, noInput]);
  const { things } = withRow(["apple", "apple", "apple"]);
  const second = stepAll({ ...first, things, thrown: 7 }, [...swipe, noInput]);
  expect(second).toMatchObject({ bestCombo: 4, score: 14 });
});

test("a star makes points count twice for five seconds, its own ones not", () => {
  const star = stepAll(withRow(["star"], { mode: "arcade" }), swipe);
  expect(star).toMatchObject({ score: 3, events: happened.cut | happened.special });
  const { things } = withRow(["cherry", "apple", "apple"]);
  const soon = { ...rest(star, 297), things };
  expect(stepAll(soon, [...swipe, noInput]).score).toBe(3 + 10 + 3);
  const now = { ...rest(star, 200), things };
  expect(stepAll(now, [...swipe, noInput])).toMatchObject({
    score: 3 + 10 + 6,
    closed: { size: 3, points: 6 },
  });
  const late = { ...rest(star, 298), things };
  expect(stepAll(late, swipe).score).toBe(3 + 5);
});

test("a frost makes everything fly half as fast for four seconds", () => {
  const frost = stepAll(withRow(["frost"], { mode: "arcade" }), swipe);
  expect(frost).toMatchObject({ score: 3, events: happened.cut | happened.special });
  const apple = buildThing(2000, 2000, { vx: 64, vy: -320, turn: 40 });
  const cold = slicerEngine.step({ ...frost, things: [apple] }, noInput);
  expect(cold.things[0]).toMatchObject({ x: 32032, y: 31840, vy: -308, angle: 20 });
  const last = slicerEngine.step({ ...rest(frost, 238), things: [apple] }, noInput);
  expect(last.things[0]).toMatchObject({ x: 32032 });
  const warm = slicerEngine.step({ ...rest(frost, 239), things: [apple] }, noInput);
  expect(warm.things[0]).toMatchObject({ x: 32064, y: 31680, vy: -296, angle: 40 });
});

test("a bomb is no part of a combo and brings nothing", () => {
  const cut = stepAll(withRow(["apple", "bomb", "apple"], { mode: "arcade" }), swipe);
  expect(cut).toMatchObject({
    score: 2,
    combo: 2,
    sliced: 2,
    events: happened.cut | happened.bomb,
  });
  expect(cut.cuts.map(({ kind }) => kind)).toEqual(["apple", "bomb", "apple"]);
});

test("a bomb alone does not make a combo last longer", () => {
  const apples = stepAll(withRow(["apple"], { mode: "arcade" }), swipe);
  const { things } = withRow(["bomb"]);
  const bomb = stepAll({ ...apples, things, thrown: 2 }, [at(0, 2000)]);
  expect(bomb.events).toBe(happened.bomb);
  expect(bomb.comboUntil).toBe(apples.comboUntil);
});
