import { expect, test } from "vitest";
import { type State, snakeEngine } from "#games/snake/index.ts";
import { eachTick } from "../painting/testing/kept-states.ts";
import { snake } from "./game.ts";
import { sounds } from "./sounds.ts";

const begun = snakeEngine.begin(1, { mode: "classic", speed: "normal", size: "small" });

function run(at: number) {
  const heard: string[] = [];
  const said: string[] = [];
  const { last } = eachTick("snake", snakeEngine, at, (before, state) => {
    heard.push(...snake.heard(before, state));
    const words = snake.said(before, state);
    if (words !== undefined) said.push(words);
    expect(snake.describe(state)).toMatch(/^(?:The snake is|It)[^\n]* \d+ cells long[^\n]*\.$/);
    for (const { value } of snake.readouts(state)) expect(value.length).toBeLessThanOrEqual(8);
  });
  return { heard, said, last, ended: snake.ended(last) };
}

const countOf = (names: readonly string[], name: string) =>
  names.filter((one) => one === name).length;

test("a run into a wall is heard, and told at the end", () => {
  const { heard, last, ended } = run(6);
  expect(countOf(heard, "eat")).toBe(last.cells.length - 3);
  expect(countOf(heard, "died")).toBe(1);
  expect(heard.at(-1)).toBe("died");
  expect(countOf(heard, "bonusCame")).toBeGreaterThan(0);
  expect(ended.line).toBe("It ran into a wall, 31 cells long.");
  expect(ended.numbers.map(({ value }) => value)).toEqual(["31", "28", "300", "31 %"]);
});

test("a bite and a full field have lines of their own", () => {
  expect(run(3).ended.line).toMatch(/^It bit itself/);
  const full = run(22);
  expect(full.ended.line).toBe("It fills the whole field, 100 cells long.");
  expect(full.heard.at(-1)).toBe("full");
});

test("little is said: stars that come, and each ten cells", () => {
  const { said, last } = run(17);
  const tens = said.filter((words) => words.includes("cells long."));
  expect(tens).toHaveLength(Math.floor(last.cells.length / 10));
  const stars = said.filter((words) => words.includes("A star"));
  expect(new Set([...tens, ...stars])).toEqual(new Set(said));
  expect(stars[0]).toMatch(/A star \d.*, worth 75\.$/);
});

test("everything that is heard is a sound, and each is heard in some run", () => {
  const names = new Set([3, 6, 17, 22].flatMap((at) => run(at).heard));
  expect([...names].toSorted()).toEqual(Object.keys(sounds).toSorted());
});

test("after the end nothing is heard or said", () => {
  const { last } = run(6);
  expect(snake.heard(last, last)).toEqual([]);
  expect(snake.said(last, last)).toBeUndefined();
});

test("where edges join, what there is to eat is as far as the shorter way", () => {
  const state: State = { ...begun, cells: [50, 51, 52], food: 59, direction: 2 };
  expect(snake.describe(state)).toBe(
    "The snake is 3 cells long and goes left; the wall ahead is next. From its head there is fruit 9 to the right.",
  );
  expect(snake.describe({ ...state, field: { ...state.field, wraps: true } })).toBe(
    "The snake is 3 cells long and goes left; edges join. From its head there is fruit 1 to the left.",
  );
});

test("what a star is worth now is beside the points", () => {
  const bonus = { cell: 5, left: 100, whole: 400 };
  expect(snake.readouts({ ...begun, bonus })).toEqual([
    { title: "Points", value: "0" },
    { title: "Length", value: "3" },
    { title: "Star", value: "+20" },
  ]);
});
