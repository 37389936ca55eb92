import { expect, test } from "vitest";
import { noInput } from "../../kit/engine.ts";
import { towerEngine as engine } from "../index.ts";
import { type State, fieldWidth, firstWidth, happenings } from "./state.ts";

const begun = (mode: "tower" | "calm" = "tower") => engine.begin(1, { mode });
const drop = (state: State) => engine.step(state, { held: 1, at: undefined });
const wait = (state: State) => engine.step(state, noInput);
/** Let go of, above the last layer, so many units beside it. */
function above(state: State, off: number): State {
  const below = state.layers.at(-1)!;
  return { ...state, isHeld: false, now: { x: below.x + off, width: below.width } };
}

test("what hangs over falls off, on either side, and the next one is as wide as what is left", () => {
  const right = drop(above(begun(), 300));
  const ground = begun().layers[0]!;
  expect(right.layers[1]).toEqual({ x: ground.x + 300, width: firstWidth - 300 });
  expect(right.cut).toEqual({ x: ground.x + firstWidth, width: 300 });
  expect(right.now.width).toBe(firstWidth - 300);
  const left = drop(above(begun(), -300));
  expect(left.layers[1]).toEqual({ x: ground.x, width: firstWidth - 300 });
  expect(left.cut).toEqual({ x: ground.x - 300, width: 300 });
  expect(left).toMatchObject({ score: 10, perfects: 0 });
  expect(left.happened).toBe(happenings.placed | happenings.cut);
});

test("nearly exact is exact, nothing falls off, and it brings more with each in a row up to ten", () => {
  let state = begun();
  const gains: number[] = [];
  for (let layer = 0; layer < 12; layer += 1) {
    const next = drop(above(state, layer % 2 === 0 ? 40 : -40));
    gains.push(next.score - state.score);
    expect(next.layers.at(-1)).toEqual(state.layers[0]);
    state = next;
  }
  expect(gains).toEqual([15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 60, 60]);
  expect(drop(above(state, 41))).toMatchObject({ perfects: 0 });
});

test("from the fourth exact one in a row on the tower becomes wider again, and never wider than it was", () => {
  let state = drop(above(begun(), 150));
  const widths: number[] = [];
  for (let layer = 0; layer < 6; layer += 1) {
    state = drop(above(state, 0));
    widths.push(state.layers.at(-1)!.width);
  }
  expect(widths).toEqual([1450, 1450, 1450, 1546, 1600, 1600]);
  expect(state.happened & happenings.grown).toBe(0);
});

test("a tower at the edge grows into the field", () => {
  const atEdge = { ...begun(), layers: [{ x: 0, width: 500 }], perfects: 3 };
  expect(drop(above(atEdge, 0)).layers[1]).toEqual({ x: 0, width: 596 });
  const other = { ...atEdge, layers: [{ x: fieldWidth - 500, width: 500 }] };
  expect(drop(above(other, 0)).layers[1]).toEqual({ x: fieldWidth - 596, width: 596 });
});

test("beside the tower it is over, and stays as it is", () => {
  const over = drop(above(begun(), firstWidth));
  expect(over).toMatchObject({ over: "missed", happened: happenings.over });
  expect(drop(over)).toBe(over);
  expect(engine.isOver(over)).toBe(true);
  expect(engine.resultOf(over)).toBe(0);
  expect(engine.resultOf(begun())).toBeUndefined();
  expect(engine.resultOf(drop(above(begun("calm"), firstWidth)))).toBeUndefined();
});

test("it goes to and fro and is always in the field", () => {
  let state = begun();
  let turns = 0;
  for (let tick = 0; tick < 1000; tick += 1) {
    state = wait(state);
    expect(state.now.x).toBeGreaterThanOrEqual(0);
    expect(state.now.x + state.now.width).toBeLessThanOrEqual(fieldWidth);
    if (state.happened === happenings.turned) turns += 1;
  }
  expect(turns).toBeGreaterThan(8);
});

test("it becomes faster with the tower, up to a limit; not so in calm", () => {
  const speedAfter = (mode: "tower" | "calm", layers: number) => {
    let state = begun(mode);
    for (let layer = 0; layer < layers; layer += 1) state = drop(above(state, 0));
    return Math.abs(state.speed);
  };
  expect(speedAfter("tower", 100)).toBeGreaterThanOrEqual(28 + 60);
  expect(speedAfter("tower", 300)).toBeLessThanOrEqual(28 + 60 + 8);
  expect(speedAfter("calm", 100)).toBeLessThanOrEqual(18 + 8);
});

test("a press is one drop, however long it is held; a finger or a mouse is a press, too", () => {
  const once = drop(above(begun(), 0));
  expect(drop(drop(once)).layers).toHaveLength(2);
  const byFinger = engine.step(above(begun(), 0), { held: 0, at: { x: 5, y: 5 } });
  expect(byFinger.layers).toHaveLength(2);
  expect(engine.step(byFinger, { held: 1, at: { x: 6, y: 6 } }).layers).toHaveLength(2);
});

test("they come from both sides, as the seed says", () => {
  const sides = Array.from(
    { length: 40 },
    (_, seed) => engine.begin(seed, { mode: "tower" }).now.x,
  );
  expect(new Set(sides)).toEqual(new Set([0, fieldWidth - firstWidth]));
});

test.each([undefined, null, 1, {}, { mode: "Tower" }, { mode: "tower", more: 1 }])(
  "%j are no rules",
  (value) => {
    expect(engine.parseRules(value)).toBeUndefined();
  },
);

test("tower and daily have boards, calm has none", () => {
  expect(engine.parseRules({ mode: "daily" })).toEqual({ mode: "daily" });
  expect(engine.boardOf({ mode: "daily" })).toEqual({ name: "daily", order: "highest" });
  expect(engine.boardOf({ mode: "tower" })).toEqual({ name: "tower", order: "highest" });
  expect(engine.boardOf({ mode: "calm" })).toBeUndefined();
});
