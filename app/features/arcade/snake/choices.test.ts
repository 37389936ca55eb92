import { expect, test } from "vitest";
import { snakeEngine } from "#games/snake/index.ts";
import { combinations } from "../painting/testing/kept-states.ts";
import { snake } from "./game.ts";

const all = snake.modes.flatMap(({ id }) =>
  combinations(snake.choices as []).map((values) => snake.rulesOf(id, values)),
);

test("rules of every mode and choice are rules of the engine", () => {
  expect(all).toHaveLength(27);
  for (const rules of all) expect(snakeEngine.parseRules(rules)).toEqual(rules);
});

test("every mode, speed and size of the engine can be chosen", () => {
  const boards = new Set(all.map((rules) => snakeEngine.boardOf(rules)?.name));
  expect(boards.size).toBe(19);
});

test("the field is a square around the cells, whatever the screen is", () => {
  const sides = all.map((rules) => snake.fieldOf(rules, true));
  expect(sides.every(({ width, height }) => width === height)).toBe(true);
  expect(new Set(sides.map(({ width }) => width)).size).toBe(3);
});

test("each button has a bit of its own, keys for both hands, and one to touch", () => {
  expect(new Set(snake.buttons.map(({ bit }) => bit)).size).toBe(4);
  for (const { keys, touch } of snake.buttons) {
    expect(keys).toHaveLength(2);
    expect(touch).toBeDefined();
  }
  const keys = snake.buttons.flatMap((button) => button.keys);
  expect(new Set(keys).size).toBe(keys.length);
});
