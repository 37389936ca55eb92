import { afterEach, beforeEach, expect, test } from "vitest";
import { addBest, bestsOf } from "./bests.ts";

const points = { name: "classic", order: "highest" } as const;
const times = { name: "lines", order: "lowest" } as const;
const on = "2026-11-28";
let kept = new Map<string, string>();
let isFull = false;

beforeEach(() => {
  kept = new Map();
  isFull = false;
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      kept.set(key, value);
    },
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
});
afterEach(() => void Reflect.deleteProperty(globalThis, "localStorage"));

const resultsOf = (game: string, board: string) => bestsOf(game, board).map(({ result }) => result);

test("five are kept, the best first, and who was first is before who has the same", () => {
  const add = (result: number) => addBest("snake", points, { result, on });
  expect([10, 30, 20, 30, 5].map(add)).toEqual([1, 1, 2, 2, 5]);
  expect([5, 1].map(add)).toEqual([undefined, undefined]);
  expect(add(40)).toBe(1);
  expect(resultsOf("snake", "classic")).toEqual([40, 30, 30, 20, 10]);
});

test("of times the lowest is the best, and each board has its own", () => {
  const add = (result: number) => addBest("blockstacker", times, { result, on });
  expect([900, 800, 1000].map(add)).toEqual([1, 1, 3]);
  expect(resultsOf("blockstacker", "lines")).toEqual([800, 900, 1000]);
  expect(resultsOf("blockstacker", "classic")).toEqual([]);
});

test("with a full storage the place is said and nothing is lost", () => {
  addBest("snake", points, { result: 10, on });
  isFull = true;
  expect(addBest("snake", points, { result: 20, on })).toBe(1);
  expect(resultsOf("snake", "classic")).toEqual([10]);
});

test("what somebody else wrote there is none", () => {
  for (const text of ["{", "7", "null", '{"snake/classic":[{"result":"many"}]}']) {
    kept.set("foyer:arcade-bests", text);
    expect(resultsOf("snake", "classic")).toEqual([]);
  }
});
