import { expect, test } from "vitest";
import { drawnField } from "../testing/drawn-field.ts";
import { begun, hold, put, wait } from "../testing/hands.ts";
import type { Button } from "../testing/hands.ts";
import type { Placed } from "./field.ts";

type Case = {
  name: string;
  field: string;
  from: Placed;
  keys: Button[];
  brings: { rows: number; spin: string; points: number };
};

const t = (x: number, y: number, turn: Placed["turn"]): Placed => ({ piece: 6, x, y, turn });

const cases: Case[] = [
  {
    name: "a double below an overhang",
    field: `
      ....##....
      ###...####
      ####.#####`,
    from: t(3, 0, 1),
    keys: ["clockwise"],
    brings: { rows: 2, spin: "full", points: 1200 },
  },
  {
    name: "a single",
    field: `
      ....##....
      ###...###.
      ####.#####`,
    from: t(3, 0, 1),
    keys: ["clockwise"],
    brings: { rows: 1, spin: "full", points: 800 },
  },
  {
    name: "none, and yet it counts",
    field: `
      ....##....
      .##...###.
      .###.####.`,
    from: t(3, 0, 1),
    keys: ["clockwise"],
    brings: { rows: 0, spin: "full", points: 400 },
  },
  {
    name: "a triple by the last kick",
    field: `
      ##........
      #.........
      #.########
      #..#######
      #.########`,
    from: t(1, 2, 0),
    keys: ["clockwise"],
    brings: { rows: 3, spin: "full", points: 1600 },
  },
  {
    name: "a mini single",
    field: `
      ...#......
      ###...####
      ####.#####`,
    from: t(3, 0, 1),
    keys: ["counter"],
    brings: { rows: 1, spin: "mini", points: 200 },
  },
  {
    name: "a mini without rows",
    field: `
      ...#......
      .##...###.
      ####.#####`,
    from: t(3, 0, 1),
    keys: ["counter"],
    brings: { rows: 0, spin: "mini", points: 100 },
  },
  {
    name: "only two corners",
    field: `
      #.........
      ###...####
      ####.#####`,
    from: t(3, 0, 1),
    keys: ["clockwise"],
    brings: { rows: 2, spin: "", points: 300 },
  },
];

test.each(cases.map((one) => [one.name, one] as const))(
  "%s",
  (_, { field, from, keys, brings }) => {
    let state = put(begun(), from, drawnField(field));
    for (const key of keys) state = wait(hold(state, [key]), 1);
    const placed = hold(state, ["hard"]);
    expect(placed.brought).toMatchObject({ spin: brings.spin, points: brings.points });
    expect(placed.brought?.rows).toHaveLength(brings.rows);
  },
);

const slot = drawnField(`
  ....##....
  ###...####
  ####.#####`);

test("a T that is pushed after it was turned is no spin, though it was turned before", () => {
  const field = drawnField(`
    ...##.....
    ##...#####
    ###..#####`);
  const turned = wait(hold(put(begun(), t(2, 0, 1), field), ["clockwise"]), 1);
  expect(turned.kick).toBeGreaterThanOrEqual(0);
  expect(hold(turned, ["right"]).kick).toBeLessThanOrEqual(turned.kick);
  const unturned = hold(put(begun(), t(3, 0, 2), slot), ["hard"]);
  expect(unturned.brought).toMatchObject({ spin: "", points: 300 });
});

test("a T that falls after it was turned is no spin", () => {
  const state = hold(put(begun(), t(3, 4, 1)), ["clockwise"]);
  expect(state.kick).toBe(0);
  expect(hold(state, ["hard"]).brought).toMatchObject({ spin: "" });
  expect(hold(state, ["soft"], 10).kick).toBe(-1);
});

test("no other piece spins", () => {
  const field = drawnField(`
    ###..#####
    ##..######`);
  const state = hold(put(begun(), { piece: 5, x: 2, y: 0, turn: 1 }, field), ["counter"]);
  expect(hold(wait(state, 1), ["hard"]).brought).toMatchObject({ spin: "" });
});
