import { expect, test } from "vitest";
import {
  type GameName,
  boardsOf,
  gameNames,
  newestVersion,
  playAgain,
  readRules,
} from "./engines.ts";
import { createLogWriter } from "./kit/input-log.ts";
import { towerEngine } from "./tower/index.ts";

const rules = { mode: "tower" };

/** Dropped again and again, whatever is below, until it is over; then so many ticks more. */
function run(more = 0) {
  const writer = createLogWriter();
  let state = towerEngine.begin(1, { mode: "tower" });
  while (!towerEngine.isOver(state)) {
    const input = { held: writer.ticks() % 2, at: undefined };
    writer.add(input);
    state = towerEngine.step(state, input);
  }
  const log = writer.bytes();
  return { seed: 1, rules, log, ticks: writer.ticks() + more, result: towerEngine.resultOf(state) };
}

test("a run that is over comes out with what counts, one that is not without", () => {
  const { result, ...over } = run();
  expect(playAgain("tower", 1, over)).toMatchObject({
    isOver: true,
    result,
    board: { name: "tower", order: "highest" },
    bytes: [],
  });
  const begun = playAgain("tower", 1, { ...over, log: new Uint8Array(), ticks: 4, at: [0, 4, 5] });
  expect(begun).toMatchObject({ isOver: false, result: null, bytes: [0, 0, -1] });
});

test("bytes are counted by what was written at each tick", () => {
  const writer = createLogWriter();
  for (let tick = 0; tick < 30; tick += 1)
    writer.add({ held: tick >= 10 && tick < 20 ? 2 : 0, at: undefined });
  const asked = { seed: 1, rules, log: writer.bytes(), ticks: 30, at: [10, 11, 20, 21, 30] };
  expect(playAgain("tower", 1, asked)).toMatchObject({ bytes: [0, 2, 2, 4, 4] });
});

test("why a run is none is said", () => {
  const of = (change: object) => playAgain("tower", 1, { ...run(), ...change });
  expect(playAgain("tower", 1, run(1))).toEqual({ fault: "goes-on" });
  expect(of({ rules: { mode: "none" } })).toEqual({ fault: "no-rules" });
  expect(of({ log: new Uint8Array([0]) })).toEqual({ fault: "no-log" });
  for (const version of [2, "toString", "constructor"] as unknown as number[]) {
    expect(playAgain("tower", version, run())).toEqual({ fault: "no-engine" });
  }
  for (const game of ["__proto__", "constructor", "chess"] as unknown as "tower"[]) {
    expect(playAgain(game, 1, run())).toEqual({ fault: "no-engine" });
  }
});

test("a mode that is not compared has no board", () => {
  const calm = { seed: 1, rules: { mode: "calm" }, log: new Uint8Array(), ticks: 1 };
  expect(playAgain("tower", 1, calm)).toMatchObject({ board: null });
});

test("every game has a first version", () => {
  for (const game of gameNames) {
    const asked = { seed: 1, rules: undefined, log: new Uint8Array(), ticks: 0 };
    expect(playAgain(game, 1, asked)).toEqual({ fault: "no-rules" });
  }
});

test("new runs are played with the newest version, and rules are read by it", () => {
  for (const game of gameNames) expect(newestVersion(game)).toBe(1);
  expect(readRules("tower", { mode: "tower" })).toEqual({
    rules: { mode: "tower" },
    board: { name: "tower", order: "highest" },
  });
  expect(readRules("tower", { mode: "calm" })).toEqual({ rules: { mode: "calm" }, board: null });
  expect(readRules("tower", { mode: "chess" })).toBeUndefined();
  expect(readRules("__proto__" as "tower", { mode: "tower" })).toBeUndefined();
});

/** Each of these with each of the others. */
const choices: Record<GameName, Record<string, readonly unknown[]>> = {
  blockstacker: {
    mode: ["marathon", "lines", "minutes", "zen", "daily"],
    das: [10],
    arr: [2],
    soft: [20],
  },
  raiders: { mode: ["normal", "calm", "daily"], shots: [1, 2], autofire: [false, true] },
  slicer: {
    mode: ["classic", "zen", "arcade", "daily"],
    hands: ["blade", "lanes"],
    pace: ["full", "gentle"],
  },
  snake: {
    mode: ["classic", "wrap", "daily"],
    speed: [undefined, "slow", "normal", "fast"],
    size: [undefined, "small", "medium", "large"],
  },
  tower: { mode: ["tower", "calm", "daily"] },
};

function everyRules(game: GameName): object[] {
  return Object.entries(choices[game]).reduce<object[]>(
    (all, [name, values]) =>
      all.flatMap((rules) =>
        values.map((value) => (value === undefined ? rules : { ...rules, [name]: value })),
      ),
    [{}],
  );
}

test.each(gameNames)("the boards of %s are those that its rules lead to", (game) => {
  const found = everyRules(game).flatMap((rules) => readRules(game, rules)?.board ?? []);
  const byName = new Map(found.map((board) => [board.name, board]));
  const inOrder = (boards: Iterable<{ name: string }>) =>
    [...boards].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(inOrder(boardsOf[game])).toEqual(inOrder(byName.values()));
});
