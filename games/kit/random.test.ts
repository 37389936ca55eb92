import { expect, test } from "vitest";
import { type Random, draw, randomOf } from "./random.ts";

function drawMany(random: Random, below: number, count: number): number[] {
  const values: number[] = [];
  let now = random;
  for (let at = 0; at < count; at += 1) {
    const [value, next] = draw(now, below);
    values.push(value);
    now = next;
  }
  return values;
}

test("the same seed draws the same for ever", () => {
  expect(drawMany(randomOf(1, 0), 1000, 8)).toEqual([391, 580, 397, 729, 379, 200, 957, 227]);
  expect(drawMany(randomOf(0xffffffff, 3), 1000, 8)).toEqual([
    894, 153, 928, 393, 424, 786, 334, 373,
  ]);
});

test("streams and seeds that are neighbours have nothing in common", () => {
  const lists = [0, 1, 2].flatMap((seed) =>
    [0, 1].map((stream) => drawMany(randomOf(seed, stream), 1_000_000, 50)),
  );
  expect(new Set(lists.flat()).size).toBeGreaterThan(295);
});

test("each value comes as often as the others", () => {
  const counts = Array.from({ length: 7 }, () => 0);
  for (const value of drawMany(randomOf(7, 0), 7, 70_000)) counts[value]! += 1;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test("what is drawn from is not changed", () => {
  const random = randomOf(5, 0);
  expect(draw(random, 10)).toEqual(draw(random, 10));
});

test("a range of more than half of all numbers is drawn evenly, too", () => {
  const below = 2 ** 31 + 1;
  const values = drawMany(randomOf(3, 0), below, 4000);
  expect(values.every((value) => value < below)).toBe(true);
  const low = values.filter((value) => value < below / 2).length;
  expect(Math.abs(low - 2000)).toBeLessThan(150);
});
