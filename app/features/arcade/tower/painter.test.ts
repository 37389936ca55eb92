import { expect, test } from "vitest";
import { towerEngine } from "#games/tower/index.ts";
import { keptStates } from "../blockstacker/testing/kept-states.ts";
import { callsOf, drawAll, looks } from "../painting/testing/draw-all.ts";
import { createRecordingPen } from "../painting/testing/recording-pen.ts";
import { createPainter } from "./painter.ts";

test.each(["tower", "calm", "daily"] as const)(
  "a whole run of %s is drawn, nothing without a place, and no more of it as it grows",
  (mode) => {
    const states = keptStates("tower", towerEngine, (rules) => rules.mode === mode);
    expect(states.at(-1)!.layers.length).toBeGreaterThan(50);
    const made = createRecordingPen();
    const most = drawAll(made, createPainter(), states);
    expect(made.faults()).toEqual([]);
    expect(most).toBeLessThan(3 * 1200);
  },
);

test("a run is drawn from its middle", () => {
  const states = keptStates("tower", towerEngine, ({ mode }) => mode === "tower");
  const { pen, faults } = createRecordingPen();
  const painter = createPainter();
  const [before, state] = [states[900]!, states[901]!];
  for (const look of looks) painter.draw(pen, { before, state, part: 0.5 }, look);
  painter.tick(before, state);
  painter.draw(pen, { before, state, part: 1 }, looks[0]!);
  expect(faults()).toEqual([]);
});

test("what was cut off does not fall where it is to be calm", () => {
  const states = keptStates("tower", towerEngine, ({ mode }) => mode === "tower");
  const at = states.findIndex(({ cut }) => cut !== undefined);
  const count = (isCalm: boolean) => {
    const painter = createPainter();
    for (let index = 1; index <= at; index += 1) painter.tick(states[index - 1]!, states[index]!);
    const made = createRecordingPen();
    painter.draw(
      made.pen,
      { before: states[at]!, state: states[at]!, part: 1 },
      { ...looks[0]!, isCalm },
    );
    return callsOf(made);
  };
  expect(count(true)).toBeLessThan(count(false));
});
