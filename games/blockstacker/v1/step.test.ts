import { expect, test } from "vitest";
import { drawnField } from "../testing/drawn-field.ts";
import { begun, hold, put, tap, wait } from "../testing/hands.ts";
import { engine } from "./engine.ts";
import { gravityAt, wholeRow } from "./gravity.ts";
import { happenings } from "./state.ts";

const onFloor = (handling = {}) =>
  put(begun("marathon", handling), { piece: 6, x: 3, y: -1, turn: 0 });

test("gravity is the guideline's, rounded", () => {
  for (let level = 1; level <= 20; level += 1) {
    const seconds = (0.8 - (level - 1) * 0.007) ** (level - 1);
    expect(Math.abs(gravityAt(level, undefined) - wholeRow / (seconds * 60))).toBeLessThanOrEqual(
      0.5,
    );
  }
  expect(gravityAt(25, undefined)).toBe(gravityAt(20, undefined));
});

test("at level 1 a piece falls a row a second", () => {
  const state = put(begun(), { piece: 6, x: 3, y: 15, turn: 0 });
  expect(wait(state, 60).now.y).toBe(15);
  expect(wait(state, 61).now.y).toBe(14);
  expect(wait(state, 121).now.y).toBe(13);
});

test("at the last level of a marathon it falls several rows a tick, and never through anything", () => {
  const state = { ...put(begun(), { piece: 6, x: 3, y: 18, turn: 0 }), level: 20 };
  expect(wait(state, 1).now.y).toBe(-1);
  const onTop = put(state, { piece: 6, x: 3, y: 18, turn: 0 }, drawnField("....#....."));
  expect(wait(onTop, 1).now.y).toBe(0);
});

test("soft drop is so many times as fast, gives a point a row, and places nothing", () => {
  const state = put(begun(), { piece: 6, x: 3, y: 15, turn: 0 });
  const after = hold(state, ["soft"], 30);
  expect(15 - after.now.y).toBe(Math.trunc((30 * 20 * gravityAt(1, undefined)) / wholeRow));
  expect(after.score).toBe(15 - after.now.y);
  const landed = hold(put(begun("marathon", { soft: 0 }), { piece: 6, x: 3, y: 15, turn: 0 }), [
    "soft",
  ]);
  expect(landed).toMatchObject({ now: { y: -1 }, score: 16, pieces: 0 });
  expect(hold(landed, ["soft"], 28).pieces).toBe(0);
});

test("rows that a piece was through already give no points again", () => {
  const state = put(begun("marathon", { soft: 0 }), { piece: 6, x: 3, y: 15, turn: 0 });
  const pushed = { ...hold(state, ["soft"]), hasLanded: false };
  const up = { ...pushed, now: { ...pushed.now, y: pushed.now.y + 2 } };
  expect(hold(up, ["soft"])).toMatchObject({ now: { y: -1 }, score: pushed.score });
});

test("hard drop gives two points a row and places at once; held on it drops no further piece", () => {
  const state = put(begun(), { piece: 6, x: 3, y: 15, turn: 0 });
  const after = hold(state, ["hard"]);
  expect(after).toMatchObject({ score: 32, pieces: 1 });
  expect(after.happened & happenings.dropped).toBe(happenings.dropped);
  expect(hold(after, ["hard"], 20).pieces).toBe(1);
});

test("a piece that stands is placed after 30 ticks", () => {
  expect(wait(onFloor(), 29).pieces).toBe(0);
  expect(wait(onFloor(), 30).pieces).toBe(1);
});

test("a move or a turn lets it stand anew, 15 times, then it is placed where it stands", () => {
  let state = wait(onFloor(), 1);
  for (let round = 0; round < 14; round += 1) {
    state = hold(state, [round % 2 === 0 ? "left" : "right"], 1);
    expect(state).toMatchObject({ pieces: 0, stood: 1, resets: round + 1 });
    state = wait(state, 20);
  }
  expect(hold(state, ["left"]).pieces).toBe(1);
  expect(hold(state, ["clockwise"]).pieces).toBe(1);
});

test("what has no effect lets it not stand anew", () => {
  const walled = put(begun(), { piece: 6, x: 0, y: -1, turn: 0 });
  const state = tap(wait(walled, 20), "left");
  expect(state).toMatchObject({ stood: 22, resets: 0 });
});

test("before it has landed moves are not counted", () => {
  let state = put(begun(), { piece: 6, x: 3, y: 20, turn: 0 });
  for (let round = 0; round < 20; round += 1)
    state = hold(state, [round % 2 === 0 ? "left" : "right"]);
  expect(state).toMatchObject({ resets: 0, pieces: 0 });
});

test("who falls lower has all 15 again, who comes back up has not", () => {
  const ledge = drawnField("####......");
  let state = wait(put(begun(), { piece: 6, x: 1, y: 0, turn: 0 }, ledge), 1);
  expect(state.hasLanded).toBe(true);
  for (let round = 0; round < 3; round += 1) state = hold(wait(state, 1), ["right"]);
  expect(state).toMatchObject({ resets: 3, now: { x: 4, y: 0 } });
  state = hold(state, ["soft"], 4);
  expect(state).toMatchObject({ now: { y: -1 }, resets: 0 });
});

test("moved off its ledge before it is placed it falls on", () => {
  const ledge = drawnField("####......");
  const state = wait(put(begun(), { piece: 4, x: 3, y: 1, turn: 0 }, ledge), 25);
  const off = hold(state, ["right"]);
  expect(wait(off, 10).pieces).toBe(0);
  expect(wait(off, 200).pieces).toBe(1);
});

test("where a piece cannot come the run is over, and stays as it is", () => {
  const field = drawnField(`${".".repeat(10)}\n${"###.######\n".repeat(21)}`.trim());
  const state = put(begun(), { piece: 6, x: 3, y: 25, turn: 0 }, field);
  const over = tap(state, "hard");
  expect(over.over).toBe("top");
  expect(over.happened & happenings.over).toBe(happenings.over);
  expect(engine.isOver(over)).toBe(true);
  expect(tap(over, "left")).toBe(over);
});

test("where the kept piece cannot come, either", () => {
  const state = begun();
  const wall = Array.from({ length: 22 }, (_, y) => (y < 19 ? "....#....." : "....######"));
  const full = put(
    state,
    { piece: 1, x: -2, y: 10, turn: 1 },
    drawnField(wall.toReversed().join("\n")),
  );
  const over = hold({ ...full, kept: 4, mayKeep: true }, ["hold"]);
  expect(over).toMatchObject({ over: "top", kept: 1 });
});

test("a piece that is placed wholly above what is seen ends it", () => {
  const field = drawnField("#########.\n".repeat(20));
  const over = hold(put(begun(), { piece: 4, x: 0, y: 24, turn: 0 }, field), ["hard"]);
  expect(over).toMatchObject({ over: "top", pieces: 1 });
});

test("in Zen both go on in an empty field, and nothing counts", () => {
  const field = drawnField("#########.\n".repeat(20));
  const state = hold(put(begun("zen"), { piece: 4, x: 0, y: 24, turn: 0 }, field), ["hard"]);
  expect(state.over).toBe("");
  expect(state.field.every((row) => row === 0)).toBe(true);
  const blocked = drawnField(`${".".repeat(10)}\n${"###.######\n".repeat(21)}`.trim());
  const next = hold(put(begun("zen"), { piece: 6, x: 3, y: 25, turn: 0 }, blocked), ["hard"]);
  expect(next.over).toBe("");
  expect(engine.resultOf({ ...next, over: "top" })).toBeUndefined();
});

test("40 lines counts the ticks, where it comes to its end", () => {
  const field = drawnField("######....");
  const state = put(
    { ...begun("lines"), lines: 39, tick: 3000 },
    { piece: 1, x: 6, y: 5, turn: 0 },
    field,
  );
  const over = hold(state, ["hard"]);
  expect(over).toMatchObject({ over: "done", lines: 40 });
  expect(engine.resultOf(over)).toBe(3001);
  expect(engine.resultOf({ ...over, over: "top" })).toBeUndefined();
  expect(engine.resultOf(state)).toBeUndefined();
});

test("a marathon has a level each ten lines up to the 15th, and ends with 150", () => {
  const field = drawnField("######....");
  const at = (lines: number) =>
    hold(put({ ...begun(), lines }, { piece: 1, x: 6, y: 5, turn: 0 }, field), ["hard"]);
  expect(at(9)).toMatchObject({ level: 2, over: "" });
  expect(at(9).happened & happenings.leveled).toBe(happenings.leveled);
  expect(at(148).level).toBe(15);
  const over = at(149);
  expect(over).toMatchObject({ over: "done", lines: 150 });
  expect(engine.resultOf(over)).toBe(over.score);
});

test.each(["minutes", "daily"] as const)("%s end after two minutes, to the tick", (mode) => {
  const state = { ...begun(mode), tick: 7198 };
  expect(wait(state, 1).over).toBe("");
  const over = wait(state, 2);
  expect(over).toMatchObject({ over: "done", tick: 7200 });
  expect(over.happened & happenings.over).toBe(happenings.over);
  expect(engine.resultOf(over)).toBe(0);
  expect(over.level).toBe(1);
});
