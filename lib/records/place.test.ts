import { expect, test } from "vitest";
import { byOrder, orderBehind, orderBetween } from "./place.ts";

function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

test("a place lies between its neighbours, however often one is put there", () => {
  const random = chanceOf(1);
  let [before, after] = ["a0", "a1"];
  for (let run = 0; run < 300; run += 1) {
    const order = orderBetween(before, after, random);
    expect(before < order && order < after, `${before} ${order} ${after}`).toBe(true);
    expect(order.endsWith("0")).toBe(false);
    if (random() < 0.5) before = order;
    else after = order;
  }
  let first = orderBetween(null, null, random);
  let end = first;
  for (let run = 0; run < 300; run += 1) {
    const [lower, higher] = [orderBetween(null, first, random), orderBetween(end, null, random)];
    expect(lower < first && end < higher).toBe(true);
    [first, end] = [lower, higher];
  }
  expect(first.length + end.length).toBeLessThan(1_800);
});

test("two devices that put something at the same place get different ones", () => {
  const [one, other] = [chanceOf(1), chanceOf(2)];
  expect(orderBetween("a0", "a1", one)).not.toBe(orderBetween("a0", "a1", other));
  expect(orderBetween(null, null, one)).not.toBe(orderBetween(null, null, other));
});

test("between the same, or wrong ones, there is a place behind the first", () => {
  const random = chanceOf(3);
  for (const [before, after] of [
    ["a1", "a1"],
    ["a2", "a1"],
    ["not a place", "a1"],
    ["~", "~"],
    ["010", "020"],
  ] as const) {
    expect(orderBetween(before, after, random) > before).toBe(true);
  }
  expect(orderBetween("", "", random)).toMatch(/^a0/);
});

test("what is put among equal ones stands behind all of them, and none of them moves", () => {
  const sorted = [
    { id: "a", order: "a0" },
    { id: "b", order: "a1" },
    { id: "c", order: "a1" },
    { id: "d", order: "a2" },
  ];
  const at = (place: number) => {
    const put = { id: "new", order: orderBehind(sorted, place, chanceOf(4)) };
    return [...sorted, put].toSorted(byOrder).findIndex(({ id }) => id === "new");
  };
  expect([-1, 0, 1, 2, 3].map(at)).toEqual([0, 1, 3, 3, 4]);
  expect(orderBehind([], -1, chanceOf(4))).toMatch(/^a0/);
});
