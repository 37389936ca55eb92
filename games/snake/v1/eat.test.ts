import { expect, test } from "vitest";
import { randomOf } from "../../kit/random.ts";
import { type State, events, snakeEngine, speeds } from "../index.ts";
import { drawn, hold, nextMove, scene } from "../testing/scene.ts";

const eating = (changes: Partial<State> = {}) => scene("ba@*.... ........ ........", changes);

const withoutFood = (state: State) => drawn({ ...state, food: undefined, bonus: undefined });

test("a snake that eats is one cell longer, and the tail stays for that move", () => {
  const eaten = nextMove(eating());
  expect(withoutFood(eaten)).toEqual(["cba@....", "........", "........"]);
  expect(eaten.tailBefore).toBe(0);
  expect(eaten.events).toBe(events.ate);
  expect(hold(eaten, 0).events).toBe(0);
});

test("food is worth more the faster the snake is", () => {
  const points = speeds.map((speed) => {
    const state = eating();
    return nextMove({ ...state, field: { ...state.field, speed } }).score;
  });
  expect(points).toEqual([5, 10, 15]);
});

test("the next food is on a free cell, and each of them is as likely", () => {
  const counts = new Map<number, number>();
  for (let seed = 0; seed < 2000; seed += 1) {
    const { food } = nextMove(scene("ba@* ....", { foodRandom: randomOf(seed, 0) }));
    counts.set(food!, (counts.get(food!) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([4, 5, 6, 7]);
  for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(80);
});

test("the same seed has its foods in the same places for ever", () => {
  let state = snakeEngine.begin(7, { mode: "wrap", speed: "fast", size: "medium" });
  const foods = [state.food];
  for (let eaten = 0; eaten < 6; eaten += 1) {
    // As if the food had come to the snake.
    const { cells } = state;
    state = nextMove({ ...state, food: cells[0]! + 1 });
    foods.push(state.food);
  }
  expect(foods).toEqual([36, 65, 226, 161, 212, 95, 122]);
});

test("a board that is full is won", () => {
  const full = nextMove(scene("ba@* cdef"));
  expect(full).toMatchObject({ over: "full", food: undefined, bonus: undefined, score: 10 });
  expect(full.events).toBe(events.ate);
  expect(drawn(full)).toEqual(["cba@", "defg"]);
  expect(snakeEngine.isOver(full)).toBe(true);
  expect(snakeEngine.resultOf(full)).toBe(10);
});
