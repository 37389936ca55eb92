import { expect, test } from "vitest";
import { buttons, events, snakeEngine } from "../index.ts";
import { drawn, hold, nextMove, scene, wrapping } from "../testing/scene.ts";

const { up } = buttons;

test("a run begins with three cells that go to the right, and food elsewhere", () => {
  const state = snakeEngine.begin(1, { mode: "classic", speed: "normal", size: "small" });
  expect(drawn({ ...state, food: undefined })[5]).toBe(".ba@......");
  expect(state.cells).not.toContain(state.food);
  expect([state.direction, state.score, state.over]).toEqual([3, 0, ""]);
  expect(snakeEngine.resultOf(state)).toBeUndefined();
});

test.each([
  ["slow", [12, 11, 11, 10, 10]],
  ["normal", [8, 8, 7, 7, 6]],
  ["fast", [6, 5, 5, 5, 4]],
] as const)("%s snakes take fewer ticks for a move the longer they are", (speed, ticks) => {
  const begun = snakeEngine.begin(1, { mode: "classic", speed, size: "large" });
  const head = begun.cells[0]!;
  const wholeOf = (length: number) => {
    const cells = [head, ...Array.from({ length: length - 1 }, (_, at) => 399 - at)];
    return nextMove({ ...begun, cells, food: 0 }).wholeMove;
  };
  expect([3, 10, 25, 50, 100].map(wholeOf)).toEqual(ticks);
  expect([9, 24, 49, 99].map(wholeOf)).toEqual(ticks.slice(0, 4));
});

test("it moves when its ticks are over, and says how long it still takes", () => {
  let now = snakeEngine.begin(1, { mode: "wrap", speed: "normal", size: "small" });
  const untilMoves: number[] = [];
  for (let tick = 0; tick < 10; tick += 1) {
    untilMoves.push(now.untilMove);
    now = hold(now, 0);
  }
  expect(untilMoves).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 8, 7]);
  expect(now.cells[0]).toBe(54);
});

test("the cell that the tail has left is known until the next move", () => {
  const moved = nextMove(scene("ba@.. ..... ....*"));
  expect(drawn(moved)).toEqual([".ba@.", ".....", "....*"]);
  expect(moved.tailBefore).toBe(0);
  expect(hold(moved, 0).tailBefore).toBe(0);
});

test("a wall kills, and the snake lies where it was", () => {
  const dead = nextMove(scene("*.... ..ba@"));
  expect(dead).toMatchObject({ over: "wall", events: events.died, untilMove: 0, wholeMove: 8 });
  expect(drawn(dead)).toEqual(["*....", "..ba@"]);
  expect(snakeEngine.isOver(dead)).toBe(true);
});

test.each([
  ["upper", "..@ ..a ..b *..", 0],
  ["lower", "*.. ..b ..a ..@", 1],
  ["left", "@ab. *...", 2],
  ["right", ".ba@ *...", 3],
] as const)("the %s wall kills", (_, drawing, direction) => {
  expect(nextMove(scene(drawing, { direction })).over).toBe("wall");
});

test("whoever turns into a wall is told of both", () => {
  const dead = hold(scene("ba@.. *...."), up);
  expect(dead).toMatchObject({ over: "wall", direction: 0, events: events.died | events.turned });
});

test.each([
  ["upper", "..@ ..a ..b *..", 0, ["..a", "..b", "...", "*.@"]],
  ["lower", "*.. ..b ..a ..@", 1, ["*.@", "...", "..b", "..a"]],
  ["left", "@ab. *...", 2, ["ab.@", "*..."]],
  ["right", ".ba@ *...", 3, ["@.ba", "*..."]],
] as const)(
  "where edges join it comes in again opposite the %s one",
  (_, drawing, direction, rows) => {
    expect(drawn(nextMove(wrapping(drawing, { direction })))).toEqual(rows);
  },
);

test("its own body kills", () => {
  const dead = hold(scene("dcb. e@a. *...", { direction: 2 }), up);
  expect(dead).toMatchObject({ over: "self", events: events.died | events.turned, untilMove: 0 });
  expect(drawn(dead)).toEqual(["dcb.", "e@a.", "*..."]);
});

test("its own body kills beyond an edge", () => {
  expect(nextMove(wrapping("dcba@ e.... *....")).over).toBe("self");
});

test("the cell that the tail is just leaving is free", () => {
  const moved = hold(scene(".cb. .@a. *...", { direction: 2 }), up);
  expect(moved.over).toBe("");
  expect(drawn(moved)).toEqual([".@c.", ".ab.", "*..."]);
  expect(drawn(nextMove(wrapping("dcba@ *....")))).toEqual(["@dcba", "*...."]);
});

test("nothing moves any more after the end", () => {
  const dead = nextMove(scene("*.... ..ba@"));
  expect(hold(dead, up)).toBe(dead);
});

test("a run that is over counts with its score, and one that is not counts for nothing", () => {
  const state = scene("*.... ..ba@", { score: 70 });
  expect(snakeEngine.resultOf(state)).toBeUndefined();
  expect(snakeEngine.resultOf(nextMove(state))).toBe(70);
  expect(snakeEngine.resultOf(nextMove(scene("*.... ..ba@")))).toBe(0);
});
