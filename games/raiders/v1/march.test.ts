import { expect, test } from "vitest";
import { type RaidersState, happened, isAlive, raiderBox, sizes } from "../index.ts";
import { after, eachAfter, only, quiet, stateWith } from "../testing/states.ts";

const { px, raiderCount } = sizes;
const idle = () => stateWith(quiet);

function boxes({ ranks }: RaidersState) {
  return Array.from({ length: raiderCount }, (_, index) => index)
    .filter((index) => isAlive(ranks, index))
    .map((index) => raiderBox(ranks, index));
}

test("the first wave stands in five ranks of eleven, the small ones on top", () => {
  const all = boxes(idle());
  expect(all.length).toBe(55);
  expect(all[0]).toEqual({ left: 26 * px, right: 38 * px, top: 120 * px, bottom: 128 * px });
  expect(all[54]).toEqual({ left: 188 * px, right: 196 * px, top: 56 * px, bottom: 64 * px });
});

test("one raider steps in a tick, from the lowest rank's left to the highest one's right", () => {
  const start = idle();
  const once = after(start, 1);
  expect(raiderBox(once.ranks, 0).left - raiderBox(start.ranks, 0).left).toBe(2 * px);
  expect(boxes(once).slice(1)).toEqual(boxes(start).slice(1));
  const all = after(start, 55);
  expect(boxes(all)).toEqual(
    boxes(start).map((box) => ({ ...box, left: box.left + 2 * px, right: box.right + 2 * px })),
  );
});

test("those that are hit are passed over, so the others come round sooner", () => {
  const start = idle();
  const few = { ...start, ranks: only(start, 3, 20, 54) };
  const places = eachAfter(few, 6).map(({ ranks }) =>
    [3, 20, 54].map((index) => raiderBox(ranks, index).left - raiderBox(few.ranks, index).left),
  );
  expect(places).toEqual([
    [32, 0, 0],
    [32, 32, 0],
    [32, 32, 32],
    [64, 32, 32],
    [64, 64, 32],
    [64, 64, 64],
  ]);
});

test("whoever is left steps once in each round, wherever it stands", () => {
  const start = idle();
  const left = [9, 12, 34, 53];
  const few = { ...start, ranks: only(start, ...left) };
  const moved = after(few, 4);
  for (const index of left) {
    expect(raiderBox(moved.ranks, index).left - raiderBox(few.ranks, index).left).toBe(2 * px);
  }
});

test("a round is heard when the first one steps again", () => {
  const start = idle();
  const heard = eachAfter({ ...start, ranks: only(start, 3, 20, 54) }, 7);
  expect(heard.map(({ events }) => (events & happened.round) > 0)).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
});

test("at the side all go down by one drop, once, and then the other way", () => {
  const start = idle();
  const states = eachAfter({ ...start, ranks: only(start, 10, 43) }, 44);
  const seen = states.filter((_, at) => at % 2 === 1).map(({ ranks }) => raiderBox(ranks, 10));
  const tops = seen.map(({ top }) => top / px);
  expect(tops.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => 120));
  expect(seen[10]!.right).toBe(220 * px);
  expect(tops.slice(11)).toEqual(Array.from({ length: 11 }, () => 128));
  expect(seen[11]!.right).toBe(220 * px);
  expect(seen[12]!.right).toBe(218 * px);
});

test("on the left they turn as well", () => {
  const start = idle();
  const states = eachAfter({ ...start, ranks: { ...only(start, 0), way: -1 } }, 14);
  const seen = states.map(({ ranks }) => raiderBox(ranks, 0));
  expect(seen[10]!.left).toBe(4 * px);
  expect(seen[11]).toEqual({ ...seen[10], top: 128 * px, bottom: 136 * px });
  expect(seen[12]!.left).toBe(6 * px);
});

test("a raider that reaches the ship's height ends the run, whatever lives are left", () => {
  const start = idle();
  const ranks = { ...only(start, 5, 16), y: 200 * px, dropping: true };
  const level = after({ ...start, ranks }, 2);
  expect(level.over).toBe(false);
  const landed = after({ ...start, ranks: { ...ranks, y: 208 * px } }, 1);
  expect(landed.over).toBe(true);
  expect(landed.events & happened.landed).toBe(happened.landed);
  expect(landed.lives).toBe(3);
});

test("a life that is lost in the tick in which they land does not undo the landing", () => {
  const start = idle();
  const ranks = { ...only(start, 5), y: 208 * px, dropping: true };
  const { x } = start.ship;
  const raiderShots = [{ x: x + 5 * px, y: 209 * px, dy: 32, kind: 1 }];
  const landed = after({ ...start, ranks, raiderShots }, 1);
  expect([landed.over, landed.lives]).toEqual([true, 2]);
});

test("they stand while the ship is gone", () => {
  const start = idle();
  const gone = { ...start, ship: { ...start.ship, gone: 10 } };
  expect(after(gone, 9).ranks).toBe(start.ranks);
  expect(after(gone, 10).ranks.next).toBe(1);
});

test("calm raiders step every second tick", () => {
  const start = stateWith(quiet, { mode: "calm", shots: 1, autofire: false });
  expect(eachAfter(start, 6).map(({ ranks }) => ranks.next)).toEqual([0, 1, 1, 2, 2, 3]);
});

test("raiders eat the shields that they walk over, in their own breadth", () => {
  const start = stateWith({ ...quiet, shields: stateWith().shields });
  const ranks = { ...only(start, 0), x: 30 * px, y: 184 * px, dropping: true };
  const eaten = after({ ...start, ranks }, 1);
  expect(raiderBox(eaten.ranks, 0)).toMatchObject({ left: 32 * px, top: 192 * px });
  const [first, ...others] = eaten.shields;
  expect(first!.slice(0, 8)).toEqual(
    start.shields[0]!.slice(0, 8).map((row) => row & ~0b1111_1111_1111),
  );
  expect(first!.slice(8)).toEqual(start.shields[0]!.slice(8));
  expect(others).toEqual(start.shields.slice(1));
});
