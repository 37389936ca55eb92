import { expect, test } from "vitest";
import {
  answered,
  beginComparing,
  byTaste,
  nextQuestion,
  ordersWithNew,
  placeOf,
  questionsLeft,
} from "./ranking.ts";
import type { Answer } from "./ranking.ts";

/** Somebody who knows what they like. @returns how many questions it took */
function insert(
  ranked: number[],
  one: number,
  answer = (other: number): Answer => (one < other ? "better" : "worse"),
) {
  let comparing = beginComparing(ranked.length);
  let asked = 0;
  for (let at = nextQuestion(comparing); at !== undefined; at = nextQuestion(comparing)) {
    expect(questionsLeft(comparing)).toBeGreaterThan(0);
    comparing = answered(comparing, answer(ranked[at]!));
    asked += 1;
  }
  expect(questionsLeft(comparing)).toBe(0);
  ranked.splice(placeOf(comparing), 0, one);
  return asked;
}

test("whatever the order in which they are compared, they come to stand by taste, with about log2(n) questions each", () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const items = Array.from({ length: 100 }, (_, at) => (at * (2 * seed + 7) + seed) % 101);
    const ranked: number[] = [];
    for (const item of items) {
      const most = Math.ceil(Math.log2(ranked.length + 1));
      expect(insert(ranked, item)).toBeLessThanOrEqual(most);
    }
    expect(ranked).toEqual(items.toSorted((a, b) => a - b));
  }
});

test("the first one needs no question", () => {
  expect(nextQuestion(beginComparing(0))).toBeUndefined();
  expect(placeOf(beginComparing(0))).toBe(0);
});

test("one about which nobody can say is not asked about again, and the others still tell the place", () => {
  const ranked = [10, 20, 30, 40, 50];
  insert(ranked, 35, (other) => (other === 30 ? "unsure" : 35 < other ? "better" : "worse"));
  // Either side of the one that could not be told apart.
  expect(ranked.indexOf(35)).toBeGreaterThan(ranked.indexOf(20));
  expect(ranked.indexOf(35)).toBeLessThan(ranked.indexOf(40));
});

test("who can say nothing is asked about each once, and it stands in the middle", () => {
  const ranked = [1, 2, 3, 4];
  expect(insert(ranked, 9, () => "unsure")).toBe(4);
  expect(ranked).toEqual([1, 2, 9, 3, 4]);
});

test("its place is written without changing that of the others", () => {
  for (const place of [0, 1, 2, 3]) {
    const orders = ["a0", "a1", "a2"];
    const { own, others } = ordersWithNew(orders, place);
    expect(others.size).toBe(0);
    expect([...orders, own].toSorted().indexOf(own)).toBe(place);
  }
});

test("the first two get their places together, and the only one has one", () => {
  for (const place of [0, 1]) {
    const { own, others } = ordersWithNew([""], place);
    expect([own, others.get(0)!].toSorted().indexOf(own)).toBe(place);
  }
  expect(ordersWithNew([], 0).own).not.toBe("");
});

test("where several have the same place, all are placed anew as they stand", () => {
  const { own, others } = ordersWithNew(["a1", "a1", "a1"], 1);
  const all = ["a1", "a1", "a1"].map((order, at) => others.get(at) ?? order);
  expect([all[0], own, all[1], all[2]]).toEqual([...all, own].toSorted());
});

test("by taste, what nobody compared yet stands last", () => {
  const items = [
    { id: "x", order: "" },
    { id: "b", order: "a2" },
    { id: "y" },
    { id: "a", order: "a1" },
  ];
  expect(items.toSorted(byTaste).map(({ id }) => id)).toEqual(["a", "b", "x", "y"]);
});
