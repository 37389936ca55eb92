import { expect, test } from "vitest";
import { begun, hold, put, tap, wait } from "../testing/hands.ts";
import { happenings } from "./state.ts";

const high = (handling = {}) =>
  put(begun("marathon", handling), { piece: 6, x: 3, y: 25, turn: 0 });

test("a press moves at once, holding goes on after DAS, each ARR ticks", () => {
  const at = (ticks: number) => hold(high({ das: 10, arr: 2 }), ["right"], ticks).now.x - 3;
  expect([1, 2, 10, 11, 12, 13, 14, 15].map(at)).toEqual([1, 1, 1, 2, 2, 3, 3, 4]);
});

test("ARR 0 goes to the wall at once", () => {
  const at = (ticks: number) => hold(high({ das: 6, arr: 0 }), ["left"], ticks).now.x;
  expect([1, 6, 7]).toEqual([1, 6, 7]);
  expect([1, 6, 7].map(at)).toEqual([2, 2, 0]);
});

test("at a wall nothing moves, and nothing is said to have", () => {
  const state = hold(high({ das: 1, arr: 0 }), ["left"], 5);
  expect(state.now.x).toBe(0);
  expect(state.happened & happenings.moved).toBe(0);
});

test("a key that repeats by itself is one press: only what is held counts", () => {
  expect(hold(high(), ["right"], 9).now.x).toBe(4);
});

test("of two sides the one that was pressed later wins, and letting go of it is a press of the other", () => {
  let state = hold(high(), ["left"], 3);
  expect(state.now.x).toBe(2);
  state = hold(state, ["left", "right"], 3);
  expect(state.now.x).toBe(3);
  state = hold(state, ["left"], 1);
  expect(state.now.x).toBe(2);
  state = hold(state, ["left", "right"], 2);
  expect(state.now.x).toBe(3);
});

test("two sides pressed at once are none, as long as both are held", () => {
  const state = hold(high(), ["left", "right"], 20);
  expect(state.now.x).toBe(3);
  expect(hold(state, ["right"]).now.x).toBe(4);
});

test("pressed again between two ticks' moves it moves again", () => {
  expect(tap(tap(high(), "right"), "right").now.x).toBe(5);
});

test("a held key goes on with the next piece without waiting again", () => {
  const state = hold(high({ das: 10, arr: 1 }), ["left"], 15);
  const next = hold(state, ["left", "hard"], 1);
  const from = next.now.x;
  expect(hold(next, ["left"], 1).now.x).toBe(from - 1);
});

test("turned and pushed in one tick it is turned first", () => {
  const state = hold(high(), ["clockwise", "right"]);
  expect(state.now).toMatchObject({ x: 4, turn: 1 });
  expect(state.happened & (happenings.turned | happenings.moved)).toBe(
    happenings.turned | happenings.moved,
  );
});

test("a piece is kept once, and the kept one comes from above as it first came", () => {
  const state = begun();
  const [first, second] = [state.now.piece, state.queue[0]];
  const kept = tap(state, "hold");
  expect(kept).toMatchObject({ kept: first, mayKeep: false, now: { piece: second } });
  expect(tap(kept, "hold").now.piece).toBe(second);
  const dropped = tap(kept, "hard");
  const third = dropped.now.piece;
  const back = tap(tap(dropped, "clockwise"), "hold");
  expect(back).toMatchObject({ kept: third, now: { piece: first, turn: 0 } });
  expect(back.happened & happenings.held).toBe(0);
});

test("the hold key that is kept down keeps the next piece, too, only when pressed again", () => {
  const state = hold(begun(), ["hold"], 10);
  const dropped = hold(state, ["hold", "hard"]);
  expect(hold(dropped, ["hold"], 5).kept).toBe(state.kept);
  expect(wait(dropped, 1).mayKeep).toBe(true);
});
