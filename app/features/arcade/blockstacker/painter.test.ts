import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { blockstackerEngine, modes } from "#games/blockstacker/index.ts";
import { drawAll, looks } from "../painting/testing/draw-all.ts";
import {
  type RecordingPen,
  createRecordingPen,
  offscreenStub,
} from "../painting/testing/recording-pen.ts";
import { createPainter } from "./painter.ts";
import { keptStates } from "./testing/kept-states.ts";

let layers: RecordingPen;
beforeEach(() => {
  layers = createRecordingPen();
  vi.stubGlobal("OffscreenCanvas", offscreenStub(layers));
});
afterEach(() => void vi.unstubAllGlobals());

test.each(modes)("a whole run of %s is drawn, and nothing without a place", (mode) => {
  const states = keptStates("blockstacker", blockstackerEngine, (rules) => rules.mode === mode);
  const made = createRecordingPen();
  const most = drawAll(made, createPainter(), states);
  expect([...made.faults(), ...layers.faults()]).toEqual([]);
  expect(most).toBeLessThan(3 * 700);
});

test("a run is drawn from its middle, and again where nothing happens", () => {
  const states = keptStates("blockstacker", blockstackerEngine, ({ mode }) => mode === "marathon");
  const { pen, faults } = createRecordingPen();
  const painter = createPainter();
  const middle = states[1500]!;
  for (const look of looks) painter.draw(pen, { before: middle, state: middle, part: 1 }, look);
  painter.tick(middle, states[1501]!);
  painter.draw(pen, { before: middle, state: states[1501]!, part: 0.3 }, looks[0]!);
  expect([...faults(), ...layers.faults()]).toEqual([]);
});

test("what stands is drawn anew where it has changed only, and where the look has", () => {
  const states = keptStates("blockstacker", blockstackerEngine, ({ mode }) => mode === "marathon");
  const made = vi.spyOn(OffscreenCanvas.prototype, "getContext");
  const { pen } = createRecordingPen();
  const painter = createPainter();
  const scene = { before: states[0]!, state: states[0]!, part: 1 };
  painter.draw(pen, scene, looks[0]!);
  painter.draw(pen, scene, looks[0]!);
  expect(made).toHaveBeenCalledTimes(3);
  painter.draw(pen, scene, { ...looks[0]!, pixel: 0.5 });
  expect(made).toHaveBeenCalledTimes(6);
  made.mockRestore();
});
