import { expect, test } from "vitest";
import { readSpot, spotText } from "./read-spot.ts";

test.each([
  ["38.7169, -9.1399", 38.7169, -9.1399],
  [" 38.7169,-9.1399 ", 38.7169, -9.1399],
  ["38.7169 −9.1399", 38.7169, -9.1399],
  ["38.7169° N, 9.1399° W", 38.7169, -9.1399],
  ["33.8688°S 151.2093°E", -33.8688, 151.2093],
  ["38,7169; -9,1399", 38.7169, -9.1399],
  ["38.71691234567, -180", 38.716912, -180],
  ["-0, 0", 0, 0],
])("%j is a spot", (text, lat, lon) => {
  expect(readSpot(text)).toEqual({ lat, lon });
  expect(readSpot(spotText({ lat, lon }))).toEqual({ lat, lon });
});

test.each(["", "Lisbon", "38.7", "91, 0", "0, 181", "1, 2, 3", "38.7 N", "1e3, 2", "9 W, 38 N"])(
  "%j is none",
  (text) => {
    expect(readSpot(text)).toBeUndefined();
  },
);
