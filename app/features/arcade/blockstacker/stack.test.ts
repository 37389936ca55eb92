import { expect, test } from "vitest";
import { blockstackerEngine, cellAt, happenings } from "#games/blockstacker/index.ts";
import { drawnField } from "#games/blockstacker/testing/drawn-field.ts";
import { begun, hold, put, wait } from "#games/blockstacker/testing/hands.ts";
import { joins } from "./cells.ts";
import { follow, goingTicks, placedIn, stackOf } from "./stack.ts";
import { keptStates } from "./testing/kept-states.ts";

test("of a whole run each placed piece is found, and what stands is the engine's field but for rows that go", () => {
  const states = keptStates("blockstacker", blockstackerEngine, ({ mode }) => mode === "marathon");
  let stack = stackOf(states[0]!.field);
  let placed = 0;
  let differ = 0;
  for (const [index, state] of states.entries()) {
    if (index === 0) continue;
    stack = follow(stack, states[index - 1]!, state);
    if ((state.happened & happenings.locked) > 0) {
      placed += placedIn(states[index - 1]!, state)?.cells.length === 4 ? 1 : 0;
    }
    const isSame = stack.field.every((row, y) => row === state.field[y]);
    if (stack.going === undefined && !isSame) differ += 1;
  }
  expect(differ).toBe(0);
  expect(placed).toBe(states.at(-1)!.pieces);
  expect(placed).toBeGreaterThan(300);
});

const almost = put(
  begun(),
  { piece: 1, x: 7, y: 5, turn: 1 },
  drawnField("JJJ....... J..SSSSSS. LLLLLLLLL. ZZZZZZZZZ."),
);

test("full rows stay until they have been seen to go", () => {
  const after = hold(almost, ["hard"]);
  expect(after.brought?.rows).toEqual([0, 1]);
  const full = follow(stackOf(almost.field), almost, after);
  expect(full.going).toEqual({ since: after.tick, rows: [0, 1] });
  expect(cellAt(full.field, 9, 0)).toBe(1);
  const later = wait(after, goingTicks);
  let stack = full;
  let before = after;
  for (let tick = 0; tick < goingTicks; tick += 1) {
    const next = wait(before, 1);
    stack = follow(stack, before, next);
    before = next;
  }
  expect(stack.going).toBeUndefined();
  expect(stack.field).toEqual(later.field);
});

test("a piece hangs together until a row that goes cuts it", () => {
  const after = hold(almost, ["hard"]);
  const full = follow(stackOf(almost.field), almost, after);
  expect([0, 1, 2, 3].map((y) => full.joins[y]![9])).toEqual([
    joins.up,
    joins.up | joins.down,
    joins.up | joins.down,
    joins.down,
  ]);
  const next = { ...wait(after, 1), tick: after.tick + goingTicks };
  const cut = follow(full, after, next);
  expect([0, 1, 2].map((y) => cut.joins[y]![9])).toEqual([joins.up, joins.down, 0]);
});

test("a piece from the hold that is dropped in the same tick is that piece", () => {
  const kept = { ...begun(), kept: 4 as const };
  const after = hold(kept, ["hold", "hard"]);
  expect(placedIn(kept, after)?.piece).toBe(4);
});

test("a field that Zen has emptied is empty", () => {
  const states = keptStates("blockstacker", blockstackerEngine, ({ mode }) => mode === "zen");
  let stack = stackOf(states[0]!.field);
  let emptied = 0;
  for (const [index, state] of states.entries()) {
    if (index === 0) continue;
    const before = states[index - 1]!;
    stack = follow(stack, before, state);
    const isEmptied = before.field !== state.field && state.field.every((row) => row === 0);
    if (!isEmptied || state.brought?.isAllClear === true) continue;
    emptied += 1;
    expect(stack.field.every((row) => row === 0)).toBe(true);
  }
  expect(emptied).toBeGreaterThan(0);
});
