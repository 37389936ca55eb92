import { expect, test, vi } from "vitest";
import { createPopups } from "./popups.ts";
import { createSparks } from "./sparks.ts";
import { createStillLayer } from "./still-layer.ts";
import { day, night } from "./testing/looks.ts";
import { createRecordingPen, offscreenStub } from "./testing/recording-pen.ts";

const spark = { x: 0, y: 0, dx: 5, dy: 5, size: 2, colour: 0, life: 3 };

test("there are never more sparks than there is room for", () => {
  const sparks = createSparks(4);
  for (let at = 0; at < 10; at += 1) sparks.add(spark);
  expect(sparks.count()).toBe(4);
  const { pen, calls } = createRecordingPen();
  sparks.draw(pen, 0.5, ["red"]);
  expect(calls().get("fillRect")).toBe(4);
});

test("a spark is gone when its life is over", () => {
  const sparks = createSparks(4);
  sparks.add(spark);
  for (let tick = 0; tick < 3; tick += 1) sparks.tick();
  expect(sparks.count()).toBe(0);
});

test("points that were won stay inside, fade and go", () => {
  const popups = createPopups(10, { width: 100, height: 100 });
  popups.add({ text: "+50", x: 0, y: 0 });
  const first = createRecordingPen();
  popups.draw(first.pen, 0.5, day);
  expect(first.texts()).toEqual(["+50"]);
  for (let tick = 0; tick < 60; tick += 1) popups.tick();
  const last = createRecordingPen();
  popups.draw(last.pen, 0.5, day);
  expect(last.texts()).toEqual([]);
});

test("what stands still is drawn once for each size and each colours", () => {
  vi.stubGlobal("OffscreenCanvas", offscreenStub(createRecordingPen()));
  const paint = vi.fn<() => void>();
  const layer = createStillLayer({ width: 10, height: 10 }, paint);
  const { pen } = createRecordingPen();
  layer.put(pen, day, 0, 0);
  layer.put(pen, { ...day, colours: { ...day.colours } }, 0, 0);
  expect(paint).toHaveBeenCalledTimes(1);
  layer.put(pen, night, 0, 0);
  layer.put(pen, { ...night, pixel: 0.25 }, 0, 0);
  expect(paint).toHaveBeenCalledTimes(3);
  vi.unstubAllGlobals();
});
