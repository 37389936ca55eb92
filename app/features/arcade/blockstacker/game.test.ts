import { expect, test } from "vitest";
import {
  type State,
  blockstackerEngine as engine,
  buttons as bits,
  happenings,
  minutesTicks,
  modes,
} from "#games/blockstacker/index.ts";
import { drawnField } from "#games/blockstacker/testing/drawn-field.ts";
import { begun, hold, put, tap, wait } from "#games/blockstacker/testing/hands.ts";
import { broughtBy } from "./brought.ts";
import { blockstacker } from "./game.ts";
import { layoutOf, sizeOf } from "./layout.ts";
import { keptStates } from "./testing/kept-states.ts";

const runOf = (mode: State["rules"]["mode"]) =>
  keptStates("blockstacker", engine, (rules) => rules.mode === mode);

test("every mode and every choice makes rules that the engine takes, and none beyond", () => {
  expect(blockstacker.modes.map(({ id }) => id).toSorted()).toEqual([...modes].toSorted());
  for (const { id } of blockstacker.modes) {
    for (const { id: choice, ...of } of blockstacker.choices) {
      if (!("from" in of)) throw new Error("They are numbers.");
      for (let value = of.from; value <= of.to; value += 1) {
        const rules = blockstacker.rulesOf(id, { [choice]: value });
        expect(engine.parseRules(rules)).toEqual(rules);
        expect(rules).toMatchObject({ mode: id, [choice]: value });
      }
      for (const value of [of.from - 1, of.to + 1]) {
        expect(engine.parseRules(blockstacker.rulesOf(id, { [choice]: value }))).toBeUndefined();
      }
      expect(of.usual).toBe(engine.parseRules(blockstacker.rulesOf(id, {}))![choice as "das"]);
    }
  }
  expect(blockstacker.modes.filter(({ isDaily }) => isDaily).map(({ id }) => id)).toEqual([
    "daily",
  ]);
});

test("each button is the engine's, has keys of its own, and can be touched", () => {
  const { buttons } = blockstacker;
  expect(buttons.map(({ bit }) => bit).toSorted((a, b) => a - b)).toEqual(Object.values(bits));
  const keys = buttons.flatMap((button) => button.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const pads = buttons.flatMap(({ pad }) => pad);
  expect(new Set(pads).size).toBe(pads.length);
  expect(buttons.every(({ touch }) => touch !== undefined && touch.sign.length <= 2)).toBe(true);
});

const threeLeft = drawnField(`
  ...O......
  ...SSSSSS.
  LLLLLLLLL.
  LLLLLLLLL.
  ZZZZZZZZZ.`);
const four = () =>
  hold(
    put(
      begun(),
      { piece: 1, x: 7, y: 5, turn: 1 },
      drawnField("JJJJJJJJJ. ".repeat(4) + "JJ.JJJJJJJ"),
    ),
    ["hard"],
  );

test("what happens is heard, the steps of a held key but once", () => {
  const { heard } = blockstacker;
  const begin = wait(begun(), 2);
  const left = hold(begin, ["left"]);
  expect(heard(begin, left)).toEqual(["move"]);
  const on = hold(left, ["left"], 10);
  expect((on.happened & happenings.moved) > 0).toBe(true);
  expect(heard(left, on)).toEqual([]);
  expect(heard(left, wait(left, 1))).toEqual([]);
  expect(heard(begin, hold(begin, ["clockwise"]))).toEqual(["turn"]);
  expect(heard(begin, hold(begin, ["hold"]))).toEqual(["keep"]);
  expect(heard(begin, hold(begin, ["hard"]))).toEqual(["drop"]);
  const rows = hold(put(begin, { piece: 1, x: 7, y: 5, turn: 1 }, threeLeft), ["hard"]);
  expect(heard(begin, rows)).toEqual(["drop", "clear"]);
  expect(heard(begin, four())).toEqual(["drop", "four"]);
  const empty = hold(
    put(begin, { piece: 1, x: 7, y: 5, turn: 1 }, drawnField("JJJJJJJJJ. ".repeat(4))),
    ["hard"],
  );
  expect(heard(begin, empty)).toEqual(["drop", "all"]);
});

test("every sound that is heard in kept runs is one of the game's", () => {
  for (const mode of modes) {
    const states = runOf(mode);
    for (const [index, state] of states.entries()) {
      if (index === 0) continue;
      for (const name of blockstacker.heard(states[index - 1]!, state)) {
        expect(blockstacker.sounds[name]).toBeDefined();
      }
    }
  }
});

test("what a piece brings has a name", () => {
  const state = four();
  expect(broughtBy(state)).toMatchObject({ main: "Four rows", more: [], isPlain: false });
  const brought = (changes: Partial<NonNullable<State["brought"]>>, combo = 0) =>
    broughtBy({ ...state, combo, brought: { ...state.brought!, ...changes } });
  expect(brought({ rows: [0, 1], spin: "full", isBackToBack: true })).toMatchObject({
    main: "T-spin double",
    more: ["Back-to-back"],
  });
  expect(brought({ rows: [0], spin: "mini" }, 3)).toMatchObject({
    main: "Small T-spin single",
    more: ["Combo 3"],
  });
  expect(brought({ rows: [], spin: "full" })).toMatchObject({ main: "T-spin" });
  expect(brought({ rows: [0], isAllClear: true })).toMatchObject({
    main: "All clear",
    more: ["Single"],
  });
  expect(brought({ rows: [0, 1, 2] })).toMatchObject({ main: "Triple", isPlain: true });
  expect(brought({ rows: [] })).toBeUndefined();
  expect(broughtBy(begun())).toBeUndefined();
});

test("little is said, and its end always", () => {
  const { said } = blockstacker;
  expect(said(begun(), four())).toBe("Four rows");
  const nine = { ...put(begun(), { piece: 1, x: 7, y: 5, turn: 1 }, threeLeft), lines: 9 };
  expect(said(nine, hold(nine, ["hard"]))).toBe("Level 2");
  const lines = { ...nine, rules: { ...nine.rules, mode: "lines" as const }, lines: 18 };
  expect(said(lines, hold(lines, ["hard"]))).toBe("19 lines left");
  const zen = { ...nine, rules: { ...nine.rules, mode: "zen" as const }, lines: 18 };
  expect(said(zen, hold(zen, ["hard"]))).toBe("21 lines");
  const daily = { ...begun("daily"), tick: minutesTicks - 601 };
  expect(said(daily, wait(daily, 1))).toBe("10 seconds left");
  expect(said(wait(daily, 1), wait(daily, 2))).toBeUndefined();
  expect(said(begun(), tap(begun(), "left"))).toBeUndefined();
  for (const mode of modes) {
    const states = runOf(mode);
    const all = states.flatMap(
      (state, index) => said(states[Math.max(0, index - 1)]!, state) ?? [],
    );
    expect(all.length).toBeLessThan(states.length / 60);
    expect(all.every((words) => words.length < 80)).toBe(true);
    const last = states.at(-1)!;
    expect(all.at(-1) === blockstacker.ended(last).line).toBe(engine.isOver(last));
  }
});

test("the field is described, with its heights and holes", () => {
  const { describe } = blockstacker;
  expect(describe(begun())).toMatch(
    /^[IJLOSTZ] falls, from column \d on; next is [IJLOSTZ]\. The field is empty\.$/,
  );
  const state = {
    ...put(begun(), { piece: 6, x: 3, y: 18, turn: 0 }, threeLeft),
    kept: 1 as const,
  };
  expect(describe(state)).toContain("T falls, from column 4 on;");
  expect(describe(state)).toContain(
    "I is held. Heights of the columns: 3, 3, 3, 5, 4, 4, 4, 4, 4, 0; 0 holes.",
  );
  expect(describe(put(begun(), state.now, drawnField("ZZ........ .Z........")))).toContain(
    "2, 2, 0, 0, 0, 0, 0, 0, 0, 0; 1 hole.",
  );
  expect(describe({ ...state, over: "top" })).toMatch(/^The game is over\. Heights/);
});

test("each mode has its numbers, and none is longer than eight characters", () => {
  for (const mode of modes) {
    const states = runOf(mode);
    for (const state of states) {
      const shown = blockstacker.readouts(state);
      expect(shown.length).toBeGreaterThanOrEqual(3);
      expect(shown.length).toBeLessThanOrEqual(5);
      for (const { value } of shown) expect(value.length).toBeLessThanOrEqual(8);
    }
  }
  const far = { ...begun("zen"), score: 123_456_789, lines: 1_234_567, tick: 60 * 60 * 60 };
  expect(blockstacker.readouts(far)).toEqual([
    { title: "Score", value: "99999999" },
    { title: "Lines", value: "1234567" },
    { title: "Time", value: "60:00" },
  ]);
  const late = { ...begun("minutes"), tick: 90 };
  expect(blockstacker.readouts(late)[1]).toEqual({ title: "Time left", value: "1:58.5" });
});

test("the end says how it went", () => {
  const { ended } = blockstacker;
  const at = (state: State, changes: Partial<State>) => ended({ ...state, ...changes });
  const lines = begun("lines");
  expect(at(lines, { over: "done", lines: 40, tick: 3741, pieces: 101 })).toEqual({
    line: "40 lines in 1:02.35.",
    numbers: [
      { title: "Time", value: "1:02.35" },
      { title: "Lines", value: "40" },
      { title: "Pieces", value: "101" },
      { title: "Pieces per second", value: "1.62" },
    ],
  });
  expect(at(lines, { over: "top", lines: 39 }).line).toBe("The field was full with 1 line to go.");
  expect(ended(lines).line).toBe("It ended with 40 lines to go.");
  expect(at(begun(), { over: "top", lines: 1, score: 100 }).line).toBe(
    "The field was full after 1 line: 100 points.",
  );
  expect(at(begun(), { over: "done", lines: 150, score: 165_149 }).line).toBe(
    "150 lines: 165,149 points.",
  );
  expect(at(begun("daily"), { over: "done", lines: 30, score: 9000 }).line).toBe(
    "30 lines in two minutes: 9,000 points.",
  );
  expect(ended(begun("zen")).line).toBe("0 lines: 0 points.");
});

test("cells are as wide as every other and all is within the field, however large a pixel is", () => {
  for (const isTall of [true, false]) {
    for (const pixel of [0.2, 0.35, 0.79, 1, 1.36, 2.1]) {
      const layout = layoutOf(isTall, pixel);
      for (const units of [layout.cell, layout.small, layout.x, layout.y]) {
        expect(Math.abs(units / pixel - Math.round(units / pixel))).toBeLessThan(1e-6);
      }
      const { width, height } = sizeOf(isTall);
      expect(layout.x).toBeGreaterThanOrEqual(3);
      expect(layout.x + 10 * layout.cell).toBeLessThan(width);
      expect(layout.y + 20 * layout.cell + 3).toBeLessThan(height);
      for (const column of [layout.held, layout.next]) {
        expect(column.x).toBeGreaterThanOrEqual(0);
        expect(column.x + column.width).toBeLessThanOrEqual(width + 1);
        expect(4 * layout.small).toBeLessThanOrEqual(column.width);
      }
      expect(layout.next.y + 5 * layout.next.slot + 22).toBeLessThan(height);
    }
  }
});
