import { expect, test } from "vitest";
import { type State, buttons, events } from "../index.ts";
import { drawn, hold, nextMove, scene } from "../testing/scene.ts";

const { up, down, left, right } = buttons;

const level = (changes: Partial<State> = {}) =>
  scene(
    `.......
     .......
     .......
     .ba@...
     .......
     .......
     *......`,
    { untilMove: 8, ...changes },
  );

const upright = () =>
  scene(
    `.......
     .......
     ...@...
     ...a...
     ...b...
     .......
     *......`,
    { untilMove: 8, direction: 0 },
  );

/** Where the head is after each of so many moves, as x and y. */
function headsOf(state: State, moves: number): string[] {
  const heads: string[] = [];
  let now = state;
  for (let move = 0; move < moves; move += 1) {
    now = nextMove(now);
    expect(now.over).toBe("");
    heads.push(`${now.cells[0]! % 7},${Math.floor(now.cells[0]! / 7)}`);
  }
  return heads;
}

/** One after the other, each for a tick. */
const press = (state: State, ...pressed: number[]) => pressed.reduce(hold, state);

test("a snake goes on as it goes", () => {
  expect(headsOf(level(), 3)).toEqual(["4,3", "5,3", "6,3"]);
});

test("a press is a turn at the next move", () => {
  expect(headsOf(press(level(), up), 2)).toEqual(["3,2", "3,1"]);
  expect(headsOf(press(level(), down), 2)).toEqual(["3,4", "3,5"]);
  expect(headsOf(press(upright(), left), 2)).toEqual(["2,2", "1,2"]);
  expect(headsOf(press(upright(), right), 2)).toEqual(["4,2", "5,2"]);
});

test("a press in the very tick of the move is not too late", () => {
  expect(drawn(hold(level({ untilMove: 1 }), up))[2]).toBe("...@...");
});

test("two turns within a move both happen: the snake comes back beside itself", () => {
  expect(headsOf(press(level(), up, left), 3)).toEqual(["3,2", "2,2", "1,2"]);
  expect(headsOf(press(level(), down, left), 3)).toEqual(["3,4", "2,4", "1,4"]);
});

test("two turns within a tick both happen, whichever way the snake goes", () => {
  expect(headsOf(press(level(), up | left), 3)).toEqual(["3,2", "2,2", "1,2"]);
  expect(headsOf(press(level(), down | left), 3)).toEqual(["3,4", "2,4", "1,4"]);
  expect(headsOf(press(upright(), left | down), 3)).toEqual(["2,2", "2,3", "2,4"]);
  expect(headsOf(press(upright(), right | down), 3)).toEqual(["4,2", "4,3", "4,4"]);
});

test("what is pressed after a turn that waits is ordered by where that one leads", () => {
  expect(press(level(), up, left | down).turns).toEqual([0, 2, 1]);
});

test("of two opposite buttons in the same tick up is before down, and left before right", () => {
  expect(press(level(), up | down).turns).toEqual([0]);
  expect(press(upright(), left | right).turns).toEqual([2]);
  expect(press(level(), up | down | left | right).turns).toEqual([0, 2]);
});

test("three turns wait, and a fourth one is let go", () => {
  const pressed = press(level(), up, left, down, right);
  expect(pressed.turns).toEqual([0, 2, 1]);
  expect(headsOf(press(level(), up, right, up, left), 4)).toEqual(["3,2", "4,2", "4,1", "4,0"]);
});

test("no press turns the snake back into itself", () => {
  expect(headsOf(press(level(), left), 2)).toEqual(["4,3", "5,3"]);
  expect(headsOf(press(level(), up, down), 2)).toEqual(["3,2", "3,1"]);
  expect(headsOf(press(upright(), down), 2)).toEqual(["3,1", "3,0"]);
});

test("after a move on the way a turn that would go back is none either", () => {
  const turned = nextMove(press(level(), up));
  expect(headsOf(press(turned, down), 1)).toEqual(["3,1"]);
  expect(headsOf(press(turned, left), 1)).toEqual(["2,2"]);
});

test("what is no turn costs no move", () => {
  expect(headsOf(press(level(), right, up), 2)).toEqual(["3,2", "3,1"]);
  expect(headsOf(press(level(), left, down), 2)).toEqual(["3,4", "3,5"]);
});

test("what a move has taken or passed over waits no longer", () => {
  expect(nextMove(press(level(), up, left)).turns).toEqual([2]);
  expect(nextMove(press(level(), right, up, left)).turns).toEqual([2]);
  expect(nextMove(press(level(), right)).turns).toEqual([]);
});

test("the same button again and again takes no place from the turn after it", () => {
  expect(press(level(), right, 0, right, 0, right, 0, up).turns).toEqual([3, 0]);
  expect(press(level(), up, 0, down, 0, up, 0, right).turns).toEqual([0, 3]);
});

test("a button that stays held is one turn", () => {
  let now = level();
  for (let tick = 0; tick < 24; tick += 1) now = hold(now, up);
  expect(now.turns).toEqual([]);
  expect(now.cells[0]).toBe(3);
});

test("a second button counts while the first one stays held", () => {
  expect(press(level(), up, up | left).turns).toEqual([0, 2]);
});

test("other bits are no buttons", () => {
  expect(press(level(), 0b1111_1111_0000)).toEqual(press(level(), 0));
});

test("a turn is told in the tick in which the snake takes it, and only then", () => {
  const pressed = press(level(), up);
  expect(pressed.events).toBe(0);
  const moved = nextMove(pressed);
  expect(moved.events).toBe(events.turned);
  expect(moved.direction).toBe(0);
  expect(hold(moved, 0).events).toBe(0);
  expect(nextMove(moved).events).toBe(0);
});
