import { expect, test } from "vitest";
import { type State, firstWidth, modes, towerEngine as engine } from "#games/tower/index.ts";
import { noInput } from "#games/kit/engine.ts";
import { keptStates } from "../blockstacker/testing/kept-states.ts";
import { tower } from "./game.ts";
import { follow, middlesOf } from "./middles.ts";

const begun = () => engine.begin(7, { mode: "tower" });
const runOf = (mode: State["rules"]["mode"]) =>
  keptStates("tower", engine, (rules) => rules.mode === mode);

/** Dropped so far from exact. */
function drop(state: State, off = 0): State {
  const below = state.layers.at(-1)!;
  const there = { ...state, isHeld: false, now: { ...state.now, x: below.x + off } };
  return engine.step(there, { held: 1, at: undefined });
}

test("every mode makes rules that the engine takes", () => {
  expect(tower.modes.map(({ id }) => id).toSorted()).toEqual([...modes].toSorted());
  for (const { id } of tower.modes) {
    expect(engine.parseRules(tower.rulesOf(id, {}))).toEqual({ mode: id });
  }
  expect(tower.modes.filter(({ isDaily }) => isDaily).map(({ id }) => id)).toEqual(["daily"]);
});

test("the one button drops, and so does a finger", () => {
  expect(tower.buttons).toHaveLength(1);
  expect(tower.usesPointer({ mode: "tower" })).toBe(true);
  expect(engine.step(begun(), { held: tower.buttons[0]!.bit, at: undefined }).tick).toBe(1);
});

test("what happens is heard, and exact ones in a row go up a scale", () => {
  const first = drop(begun(), 100);
  expect(tower.heard(begun(), first)).toEqual(["place", "cut"]);
  expect(tower.heard(first, engine.step(first, noInput))).toEqual([]);
  let state = first;
  const notes: string[] = [];
  for (let row = 0; row < 7; row += 1) {
    const next = drop(state);
    notes.push(tower.heard(state, next).join(" "));
    state = next;
  }
  expect(notes).toEqual([
    "place exact1",
    "place exact2",
    "place exact3",
    "place exact4 wider",
    "place exact5 wider",
    "place exact5",
    "place exact5",
  ]);
  expect(tower.heard(state, drop(state, firstWidth))).toEqual(["over"]);
  for (const mode of modes) {
    const states = runOf(mode);
    for (const [index, one] of states.entries()) {
      for (const name of tower.heard(states[Math.max(0, index - 1)]!, one)) {
        expect(tower.sounds[name]).toBeDefined();
      }
    }
  }
});

test("little is said, and its end", () => {
  let state = begun();
  const words: string[] = [];
  for (let layer = 0; layer < 21; layer += 1) {
    const next = drop(state, layer === 2 ? 60 : 0);
    words.push(...[tower.said(state, next) ?? []].flat());
    state = next;
  }
  expect(words).toEqual(["4 exact in a row", "10 layers", "20 layers"]);
  expect(tower.said(state, engine.step(state, noInput))).toBeUndefined();
  const over = drop(state, firstWidth);
  expect(tower.said(state, over)).toBe(tower.ended(over).line);
  expect(tower.said(over, over)).toBeUndefined();
});

test("it is described: how high and wide, and where the block is", () => {
  const state = drop(begun(), 160);
  const at = (off: number, speed = 30) =>
    tower.describe({ ...state, speed, now: { ...state.now, x: state.layers.at(-1)!.x + off } });
  expect(at(0)).toBe(
    "The tower is 1 layer high, 90 % as wide as at first. The block is just above it and moves right.",
  );
  expect(at(-720, -30)).toContain("The block is 50 % of its width too far left and moves left.");
  expect(at(360)).toContain("25 % of its width too far right and moves right.");
  expect(tower.describe(drop(state, 1600))).toBe(
    "The game is over. The tower is 1 layer high, 90 % as wide as at first.",
  );
});

test("numbers are short, and the end counts what was exact", () => {
  for (const mode of modes) {
    for (const state of runOf(mode)) {
      for (const { value } of tower.readouts(state)) expect(value.length).toBeLessThanOrEqual(8);
    }
  }
  const state = drop(drop(drop(drop(begun()), 100)), 0);
  expect(tower.readouts(state)).toEqual([
    { title: "Score", value: "60" },
    { title: "Layers", value: "4" },
    { title: "Width", value: "94 %" },
    { title: "In a row", value: "2" },
  ]);
  expect(tower.ended(drop(state, 1600))).toEqual({
    line: "The tower is 4 layers high: 60 points.",
    numbers: [
      { title: "Score", value: "60" },
      { title: "Layers", value: "4" },
      { title: "Exact", value: "3" },
      { title: "Most in a row", value: "2" },
      { title: "Time", value: "0:00" },
    ],
  });
});

test("windows come with their block: exact ones stand in a line, others where they were dropped", () => {
  const exact = drop(begun(), 20);
  expect(follow(middlesOf(begun()), begun(), exact)).toEqual([2048, 2048]);
  const before = { ...begun(), isHeld: false, now: { x: 1248 + 130, width: firstWidth } };
  const off = engine.step(before, { held: 1, at: undefined });
  expect(follow(middlesOf(before), before, off)).toEqual([2048, 2178]);
  expect(follow([2048], before, engine.step(before, noInput))).toEqual([2048]);
});
