import { expect, test } from "vitest";
import { fits, moved, zoomed } from "./zoom.ts";

const stage = { width: 800, height: 600, shownWidth: 800, shownHeight: 400 };

test("what is under the pointer stays there, and no edge comes away from the stage's", () => {
  const near = zoomed(fits, 2, { x: 100, y: 0 }, stage);
  expect(near).toEqual({ scale: 2, x: -100, y: 0 });
  // Twice as wide as the stage: half a stage to each side, and 100 pixels up and down.
  expect(moved(near, -10_000, 10_000, stage)).toEqual({ scale: 2, x: -400, y: 100 });
  expect(zoomed(near, 0.1, { x: 300, y: 200 }, stage)).toEqual(fits);
  expect(zoomed(fits, 1000, { x: 0, y: 0 }, stage).scale).toBe(32);
  expect(moved(fits, 50, 50, stage)).toEqual(fits);
});
