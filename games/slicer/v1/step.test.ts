import { expect, test } from "vitest";
import { noInput } from "../../kit/engine.ts";
import { slicerEngine } from "../index.ts";
import { at, buildState, buildThing, rest, stepAll } from "../testing/build.ts";
import { happened } from "./state.ts";
import { type Kind, below } from "./things.ts";

const falling = (kind: Kind, id = 0) => buildThing(1000, 0, { id, kind, y: below, vy: 160 });
const swipe = [at(0, 2000), at(4095, 2000)];

test("a thrown thing rises, falls and turns", () => {
  const apple = buildThing(1000, 3000, { vx: 17, vy: -240, turn: -5 });
  const thrown = buildState({}, { things: [apple], thrown: 1 });
  const [after] = rest(thrown, 10).things;
  expect(after).toMatchObject({ x: 16170, y: 46680, vy: 0, angle: 4046, age: 10 });
});

test("at the gentle pace it flies the same way at half the speed", () => {
  const apple = buildThing(1000, 3000, { vx: 16, vy: -240, turn: 4 });
  const [full] = rest(buildState({}, { things: [apple] }), 10).things;
  const [gentle] = rest(buildState({ pace: "gentle" }, { things: [apple] }), 20).things;
  expect(gentle).toMatchObject({ x: full!.x, vy: full!.vy, angle: full!.angle });
  expect(Math.abs(gentle!.y - full!.y)).toBeLessThan(100);
});

test("what was missed in classic counts, and the third one ends it", () => {
  const things = [falling("apple")];
  const one = slicerEngine.step(buildState({}, { things, thrown: 9 }), noInput);
  expect(one).toMatchObject({ missed: 1, events: happened.missed, over: undefined, things: [] });
  const more = [falling("plum", 1), falling("melon", 2)];
  const three = slicerEngine.step({ ...one, things: more }, noInput);
  expect(three).toMatchObject({ missed: 3, over: "missed" });
});

test("bombs, stars and frosts that fall are not missed", () => {
  const things = (["bomb", "star", "frost"] as const).map((kind, id) => falling(kind, id));
  const after = slicerEngine.step(buildState({}, { things, thrown: 3 }), noInput);
  expect(after).toMatchObject({ missed: 0, events: 0, things: [] });
});

test("in the modes by time misses do not end it", () => {
  const things = [0, 1, 2, 3].map((id) => falling("apple", id));
  for (const mode of ["zen", "arcade", "daily"] as const) {
    const after = slicerEngine.step(buildState({ mode }, { things, thrown: 4 }), noInput);
    expect(after).toMatchObject({ missed: 4, over: undefined });
  }
});

test("a bomb ends classic, and what else was cut in that tick counts, the combo too", () => {
  const row = (["apple", "apple", "bomb", "apple"] as const).map((kind, id) =>
    buildThing(600 + 600 * id, 2000, { id, kind }),
  );
  const over = stepAll(buildState({}, { things: row, thrown: 4 }), swipe);
  expect(over).toMatchObject({ over: "bomb", score: 6, closed: { size: 3, points: 3 } });
});

test("a bomb in arcade takes five seconds, two take ten, and the score stays", () => {
  const bombs = [0, 1].map((id) => buildThing(1000 + 900 * id, 2000, { id, kind: "bomb" }));
  const state = buildState({ mode: "arcade" }, { things: bombs, thrown: 2, score: 50 });
  expect(state.endsAt).toBe(3600);
  const one = stepAll({ ...state, things: [bombs[0]!] }, swipe);
  expect(one).toMatchObject({ endsAt: 3300, score: 50, over: undefined });
  expect(stepAll(state, swipe)).toMatchObject({ endsAt: 3000, events: happened.bomb });
});

test("a bomb near the end is the end", () => {
  const things = [buildThing(1000, 2000, { kind: "bomb" })];
  const late = buildState({ mode: "daily" }, { things, thrown: 1, tick: 3400 });
  expect(stepAll(late, swipe).over).toBe("time");
});

test.each([
  ["zen", 5400],
  ["arcade", 3600],
  ["daily", 3600],
] as const)("%s is over after %s ticks", (mode, ticks) => {
  const last = rest(buildState({ mode }), ticks - 1);
  expect(slicerEngine.isOver(last)).toBe(false);
  expect(slicerEngine.step(last, noInput)).toMatchObject({ over: "time", tick: ticks });
});

test("a combo that goes on when the time is out counts", () => {
  const row = [0, 1, 2].map((id) => buildThing(600 + 600 * id, 2000, { id }));
  const late = buildState({ mode: "zen" }, { things: row, thrown: 3, tick: 5398 });
  expect(stepAll(late, swipe)).toMatchObject({ over: "time", score: 6, combo: 0 });
});

test("a run has a result once it is over, and nothing changes any more", () => {
  const before = buildState({ mode: "zen" }, { score: 12, tick: 5398 });
  expect(slicerEngine.resultOf(before)).toBeUndefined();
  const over = rest(before, 2);
  expect(slicerEngine.isOver(over)).toBe(true);
  expect(slicerEngine.resultOf(over)).toBe(12);
  expect(slicerEngine.step(over, at(1, 1))).toBe(over);
});

test("the pointer is remembered only while it is pressed", () => {
  const things = [buildThing(2000, 2000)];
  const state = buildState({}, { things, thrown: 1 });
  const hopped = stepAll(state, [at(0, 2000), noInput, at(4095, 2000)]);
  expect(hopped.things).toHaveLength(1);
  expect(hopped.blade).toEqual({ x: 4095, y: 2000 });
});
