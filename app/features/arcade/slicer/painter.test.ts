import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type State, slicerEngine } from "#games/slicer/index.ts";
import { buildState, buildThing, rest } from "../../../../games/slicer/testing/build.ts";
import { mostBits } from "./bits.ts";
import { lastingTicks } from "./borders.ts";
import { createPainter, mostParticles } from "./painter.ts";
import { day, keptRun, night, playKept } from "./testing/kept-runs.ts";
import { RecordingCanvas, createRecordingPen } from "./testing/recording-pen.ts";
import { tonesOf } from "./tones.ts";

beforeAll(() => {
  vi.stubGlobal("OffscreenCanvas", RecordingCanvas);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const looks = [
  day,
  night,
  { ...day, isCalm: true },
  { ...night, hasPatterns: true },
  { ...day, pixel: 13.65, hasPatterns: true, isCalm: true },
];

test.each([
  ["classic", "blade"],
  ["classic", "lanes"],
  ["zen", "blade"],
  ["arcade", "blade"],
  ["arcade", "lanes"],
  ["daily", "lanes"],
] as const)("a whole run of %s with %s is drawn in every look", (mode, hands) => {
  const run = keptRun(mode, hands);
  const painter = createPainter(run.rules);
  const { pen, calls } = createRecordingPen();
  let frame = 0;
  playKept(run, (before, state) => {
    painter.tick(before, state);
    // A new look means new canvases: as rarely as somebody changes it.
    const look = looks[Math.floor(frame / 700) % looks.length]!;
    if (frame % 3 === 0) painter.draw(pen, { before, state, part: (frame % 10) / 9 }, look);
    frame += 1;
  });
  expect(frame).toBeGreaterThan(900);
  expect(calls.get("drawImage")).toBeGreaterThan(frame / 3);
  expect(calls.get("save")).toBe(calls.get("restore"));
});

test("what is only seen is never more than 120, however much is cut", () => {
  expect(mostParticles).toBe(120);
  const cut = {
    kind: "melon" as const,
    x: 30_000,
    y: 30_000,
    vx: 0,
    vy: -500,
    angle: 0,
    dx: 90,
    dy: 0,
    points: 1,
  };
  const before = buildState({ mode: "zen" });
  const painter = createPainter(before.rules);
  const state: State = { ...before, cuts: Array.from({ length: 24 }, () => cut) };
  for (let tick = 0; tick < 40; tick += 1) painter.tick(before, state);
  const { pen, calls } = createRecordingPen();
  painter.draw(pen, { before, state: before, part: 1 }, day);
  // The board is one more.
  expect(calls.get("drawImage")).toBe(1 + mostBits.halves + mostBits.stains);
  expect(calls.get("arc")).toBe(mostBits.drops);
});

test("canvases are made once for a look and a size, not for each frame", () => {
  const state = buildState({}, { things: [buildThing(2000, 2000)] });
  const painter = createPainter(state.rules);
  const { pen } = createRecordingPen();
  const scene = { before: state, state, part: 0.5 };
  painter.draw(pen, scene, day);
  const made = RecordingCanvas.made;
  painter.draw(pen, scene, { ...day, colours: { ...day.colours } });
  painter.draw(pen, scene, { ...day, isCalm: true });
  expect(RecordingCanvas.made).toBe(made);
  painter.draw(pen, scene, { ...day, pixel: 4 });
  expect(RecordingCanvas.made).toBeGreaterThan(made);
});

test("who wants it calm sees no juice, and halves that stay where they are", () => {
  const before = buildState({}, { things: [buildThing(2000, 2000)], blade: { x: 1500, y: 2000 } });
  const state = slicerEngine.step(before, { held: 0, at: { x: 2500, y: 2000 } });
  expect(state.cuts).toHaveLength(1);
  const drawn = [false, true].map((isCalm) => {
    const painter = createPainter(before.rules);
    painter.tick(before, state);
    let last = state;
    for (let tick = 0; tick < 6; tick += 1) {
      const next = rest(last, 1);
      painter.tick(last, next);
      last = next;
    }
    const { pen, calls } = createRecordingPen();
    painter.draw(pen, { before: last, state: last, part: 1 }, { ...day, isCalm });
    return calls;
  });
  const [lively, calm] = drawn;
  expect(lively!.get("arc")).toBeGreaterThan(3);
  expect(calm!.get("arc")).toBeUndefined();
  expect(calm!.get("drawImage")).toBe(lively!.get("drawImage"));
});

test("a combo, a bomb that costs time, and a missed fruit are said on the field", () => {
  const before = buildState({ mode: "classic" });
  const fallen = buildThing(1000, 4395, { vy: 800 });
  const missed = slicerEngine.step({ ...before, things: [fallen] }, { held: 0, at: undefined });
  expect(missed.missed).toBe(1);
  const { pen, text } = createRecordingPen();
  const painter = createPainter(before.rules);
  painter.tick({ ...before, things: [fallen] }, missed);
  painter.tick(missed, { ...missed, events: 0, closed: { size: 4, points: 4 } });
  painter.draw(pen, { before, state: before, part: 1 }, day);
  expect(text).toEqual(["×", "+4", "combo of 4"]);

  const arcade = buildState(
    { mode: "arcade" },
    { things: [buildThing(2000, 2000, { kind: "bomb" })], blade: { x: 1500, y: 2000 } },
  );
  const hit = slicerEngine.step(arcade, { held: 0, at: { x: 2500, y: 2000 } });
  const other = createRecordingPen();
  const second = createPainter(arcade.rules);
  second.tick(arcade, hit);
  second.draw(other.pen, { before: arcade, state: hit, part: 0 }, day);
  expect(other.text).toEqual(["−5 s"]);
});

test.each(["star", "frost"] as const)("the border of a %s is whole when it begins", (kind) => {
  const things = [buildThing(2000, 2000, { kind })];
  const before = buildState({ mode: "arcade" }, { things, blade: { x: 1500, y: 2000 } });
  const state = slicerEngine.step(before, { held: 0, at: { x: 2500, y: 2000 } });
  const until = kind === "star" ? state.doubleUntil : state.frostUntil;
  expect(until - state.tick).toBe(lastingTicks[kind]);
});

test("nothing lasts and no lane is blunt before the first tick", () => {
  const state = buildState({ mode: "arcade", hands: "lanes" });
  const { pen, calls } = createRecordingPen();
  createPainter(state.rules).draw(pen, { before: state, state, part: 0 }, day);
  expect([...calls.keys()]).toEqual(["drawImage"]);
});

test("a bomb is dark and flesh is light by day and by night", () => {
  const [byDay, byNight] = [tonesOf(day.colours), tonesOf(night.colours)];
  expect([byDay.deep, byDay.pale]).toEqual([day.colours.ink, day.colours.field]);
  expect([byNight.deep, byNight.pale]).toEqual([night.colours.field, night.colours.ink]);
});
