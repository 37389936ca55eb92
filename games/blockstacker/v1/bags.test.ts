import { expect, test } from "vitest";
import { begun, tap } from "../testing/hands.ts";
import { engine } from "./engine.ts";
import { usualHandling } from "./rules.ts";

/** The first pieces of a run, as they come. */
function piecesOf(seed: number, count: number): number[] {
  let state = engine.begin(seed, { mode: "zen", ...usualHandling });
  const pieces: number[] = [];
  while (pieces.length < count) {
    pieces.push(state.now.piece);
    state = tap(state, "hard");
  }
  return pieces;
}

test("each seven pieces are all seven", () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const pieces = piecesOf(seed, 70);
    for (let from = 0; from < 70; from += 7) {
      expect(pieces.slice(from, from + 7).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
  }
});

test("each piece is first as often as the others, and each order comes", () => {
  const first = Array.from({ length: 8 }, () => 0);
  const orders = new Set<string>();
  for (let seed = 0; seed < 7000; seed += 1) {
    const { now, queue } = engine.begin(seed, { mode: "zen", ...usualHandling });
    first[now.piece]! += 1;
    orders.add([now.piece, ...queue.slice(0, 6)].join(""));
  }
  for (const count of first.slice(1)) expect(Math.abs(count - 1000)).toBeLessThan(130);
  // Of 5,040, were they drawn at random 7,000 times, some 3,780 come.
  expect(orders.size).toBeGreaterThan(3600);
});

test("five are always shown", () => {
  let state = begun();
  for (let piece = 0; piece < 30; piece += 1) {
    expect(state.queue.length).toBeGreaterThanOrEqual(5);
    state = tap({ ...state, field: begun().field }, "hard");
  }
});

test("the same seed brings the same, another one something else", () => {
  expect(piecesOf(7, 21)).toEqual(piecesOf(7, 21));
  expect(piecesOf(7, 21)).not.toEqual(piecesOf(8, 21));
});

test("a piece comes above what is seen and one row lower where there is room", () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const { now } = engine.begin(seed, { mode: "zen", ...usualHandling });
    const at = new Map([
      [1, { x: 3, y: 17 }],
      [4, { x: 4, y: 19 }],
    ]).get(now.piece) ?? { x: 3, y: 18 };
    expect(now).toMatchObject({ ...at, turn: 0 });
  }
});
