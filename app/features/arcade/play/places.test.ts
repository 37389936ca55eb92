import { expect, test } from "vitest";
import { createPlaces, placeOf } from "./places.ts";

const at = (x: number) => ({ x, y: 0 });
const ticks = (places: { take: () => unknown }, count: number) =>
  Array.from({ length: count }, () => places.take());

test("a finger that rests is where it was put", () => {
  const places = createPlaces();
  places.down(at(5));
  expect(ticks(places, 3)).toEqual([at(5), at(5), at(5)]);
  places.up();
  expect(ticks(places, 2)).toEqual([undefined, undefined]);
});

test("of the moves between two ticks the last one counts", () => {
  const places = createPlaces();
  places.down(at(0));
  places.take();
  for (let x = 1; x < 9; x += 1) places.move(at(x));
  expect(ticks(places, 2)).toEqual([at(8), at(8)]);
});

test("a swipe that is over before the first tick has its beginning and its end", () => {
  const places = createPlaces();
  places.down(at(0));
  places.move(at(40));
  places.move(at(90));
  places.up(at(100));
  expect(ticks(places, 4)).toEqual([at(0), at(100), undefined, undefined]);
});

test("two fingers after each other are two strokes", () => {
  const places = createPlaces();
  places.down(at(0));
  places.take();
  places.up(at(10));
  places.down(at(50));
  expect(ticks(places, 4)).toEqual([at(10), undefined, at(50), at(50)]);
});

test("cleared, nothing is pressed", () => {
  const places = createPlaces();
  places.down(at(0));
  places.take();
  places.move(at(9));
  places.clear();
  expect(ticks(places, 2)).toEqual([undefined, undefined]);
});

test("places are whole and within the field, wherever the finger goes", () => {
  expect(placeOf(0, 0.5)).toEqual({ x: 0, y: 2048 });
  expect(placeOf(-3, 1)).toEqual({ x: 0, y: 4095 });
  expect(placeOf(0.99999, 7)).toEqual({ x: 4095, y: 4095 });
});
