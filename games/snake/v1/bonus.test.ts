import { expect, test } from "vitest";
import { type State, events, snakeEngine, speeds } from "../index.ts";
import { drawn, hold, nextMove, scene } from "../testing/scene.ts";

const eating = (changes: Partial<State> = {}) => scene("ba@*.... ........ ........", changes);
const beside = (left: number) =>
  scene("ba@+.... ........ *.......", { bonus: { cell: 3, left: left + 1, whole: 400 } });

test("the first bonus comes after four to eight foods, each as likely", () => {
  const counts = new Map<number, number>();
  for (let seed = 0; seed < 2000; seed += 1) {
    const { foodsToBonus, foodRandom, bonusRandom } = snakeEngine.begin(seed, { mode: "daily" });
    counts.set(foodsToBonus, (counts.get(foodsToBonus) ?? 0) + 1);
    expect(foodRandom).not.toEqual(bonusRandom);
  }
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([4, 5, 6, 7, 8]);
  for (const count of counts.values()) expect(Math.abs(count - 400)).toBeLessThan(80);
});

test("after some foods a bonus comes as well, on another cell", () => {
  const due = eating({ foodsToBonus: 1 });
  const { bonus, food, cells, foodsToBonus } = nextMove(due);
  expect(bonus).toEqual({ cell: expect.any(Number), left: 120, whole: 120 });
  expect([food, ...cells]).not.toContain(bonus?.cell);
  expect(foodsToBonus).toBeGreaterThanOrEqual(4);
  expect(foodsToBonus).toBeLessThanOrEqual(8);
});

test("each food until then is counted, but none while a bonus is there", () => {
  expect(nextMove(eating({ foodsToBonus: 3 }))).toMatchObject({
    foodsToBonus: 2,
    bonus: undefined,
  });
  const there = { cell: 20, left: 50, whole: 100 };
  expect(nextMove(eating({ foodsToBonus: 1, bonus: there }))).toMatchObject({
    foodsToBonus: 1,
    bonus: { cell: 20, left: 49 },
  });
});

test("whether a bonus comes moves no food", () => {
  const [due, later] = [1, 5].map((foodsToBonus) => nextMove(eating({ foodsToBonus })));
  expect(due!.bonus).toBeDefined();
  expect(later!.bonus).toBeUndefined();
  expect(due!.food).toBe(later!.food);
  expect(due!.foodRandom).toEqual(later!.foodRandom);
});

test("food never comes where the bonus is", () => {
  const taken = scene("ba@* ....", { bonus: { cell: 5, left: 50, whole: 100 } });
  for (let seed = 0; seed < 100; seed += 1) {
    const { food } = nextMove({ ...taken, foodRandom: [seed, seed * 77, 3, 1] });
    expect([4, 6, 7]).toContain(food);
  }
});

test("a bonus is there for its ticks and not longer", () => {
  let now = hold(scene("+....... ba@..... *.......", { untilMove: 8 }), 0);
  expect(now.bonus?.left).toBe(399);
  now = { ...now, bonus: { cell: 0, left: 2, whole: 400 } };
  expect(hold(now, 0).bonus?.left).toBe(1);
  expect(hold(hold(now, 0), 0).bonus).toBeUndefined();
});

test("a bonus makes the snake no longer, and the food stays", () => {
  const eaten = nextMove(beside(400));
  expect(drawn(eaten)).toEqual([".ba@....", "........", "*......."]);
  expect(eaten.bonus).toBeUndefined();
  expect(eaten.events).toBe(events.ateBonus);
});

test("a bonus is worth five foods at first, and two at last", () => {
  const points = [400, 301, 300, 201, 200, 101, 100, 1].map((left) => nextMove(beside(left)).score);
  expect(points).toEqual([50, 50, 40, 40, 30, 30, 20, 20]);
  const ofSpeeds = speeds.map((speed) => {
    const state = beside(400);
    return nextMove({ ...state, field: { ...state.field, speed } }).score;
  });
  expect(ofSpeeds).toEqual([25, 50, 75]);
});

test("a bonus that goes in the tick in which the head comes is gone", () => {
  const late = nextMove(beside(0));
  expect(late).toMatchObject({ score: 0, events: 0, bonus: undefined });
});

test("the last free cell is the food's, though a bonus lies there", () => {
  const last = scene("ba@* cde+");
  const eaten = nextMove(last);
  expect(drawn(eaten)).toEqual(["cba@", "def*"]);
  expect(eaten).toMatchObject({ bonus: undefined, over: "", foodRandom: last.foodRandom });
});

test("no bonus comes where there is no room for it", () => {
  const due = scene("ba@* cde.", { foodsToBonus: 1 });
  const eaten = nextMove(due);
  expect(drawn(eaten)).toEqual(["cba@", "def*"]);
  expect(eaten).toMatchObject({ foodsToBonus: 1, bonusRandom: due.bonusRandom });
});
