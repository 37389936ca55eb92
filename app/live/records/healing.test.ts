import { expect, test } from "vitest";
import type { Item, Shape } from "#lib/records/register.ts";
import { healing } from "./healing.ts";

const shape: Shape = {
  text: (_kind, register) => register === "title",
  set: (_kind, register) => register === "tags",
};
type Stamped = [v: string | number, t: number, p: number];
const itemOf = (at: number, registers: Record<string, Stamped>): Item => ({
  at,
  registers: Object.fromEntries(
    Object.entries(registers).map(([name, [v, t, p]]) => [name, { value: { v }, t, p }]),
  ),
});
const heal = (here: Item, told: Item | undefined, isBack = false) =>
  healing(shape, "entries/a", here, told, isBack).map(({ register, value, from, p, t, isNew }) => ({
    register,
    v: value["v"],
    from: from?.["v"] ?? null,
    p,
    t,
    ...(isNew && { isNew }),
  }));

test("an item that is missing is made again, as it was", () => {
  const here = itemOf(50, { title: ["Tea", 7, 5], mood: [3, 6, 0] });
  expect(heal(here, undefined)).toEqual([
    { register: "title", v: "Tea", from: null, p: 0, t: 7, isNew: true },
    { register: "mood", v: 3, from: null, p: 0, t: 6, isNew: true },
  ]);
});

test("what is older in the copy is replaced, as if it had been seen", () => {
  const here = itemOf(50, { title: ["Milk", 9, 7], mood: [3, 6, 0] });
  const told = itemOf(40, { title: ["Tea", 5, 0], mood: [3, 6, 0] });
  expect(heal(here, told)).toEqual([{ register: "title", v: "Milk", from: "Tea", p: 5, t: 9 }]);
});

test("what was written into the copy since is not taken for seen, whatever its stamp", () => {
  const here = itemOf(50, { title: ["Milk", 9, 5] });
  const asIfNotSeen = [{ register: "title", v: "Milk", from: null, p: 5, t: 9 }];
  expect(heal(here, itemOf(60, { title: ["Cake", 8, 5] }))).toEqual(asIfNotSeen);
  expect(heal(here, itemOf(60, { title: ["Cake", 4, 3] }))).toEqual(asIfNotSeen);
  expect(heal(here, itemOf(60, { title: ["Cake", 12, 5] }))).toEqual(asIfNotSeen);
  expect(heal(here, itemOf(60, { title: ["Milk", 12, 5] }))).toEqual([]);
});

test("a server that goes on from here is as it is", () => {
  const here = itemOf(50, { title: ["Milk", 9, 5], mood: [3, 6, 0] });
  expect(heal(here, itemOf(60, { title: ["Cake", 12, 9], mood: [4, 7, 6] }))).toEqual([]);
  expect(heal(here, itemOf(60, { title: ["Cake", 15, 12], mood: [4, 8, 7] }))).toEqual([]);
  expect(heal(here, itemOf(60, { title: ["Milk", 9, 5], mood: [5, 12, 0] }))).toEqual([]);
});

test("of a server that went back, words that were saved more than once since are not taken for seen", () => {
  const here = itemOf(50, { title: ["Milk", 9, 5], mood: [3, 9, 5] });
  const told = itemOf(60, { title: ["Cake", 15, 12], mood: [4, 15, 12] });
  expect(heal(here, told, true)).toEqual([
    { register: "title", v: "Milk", from: null, p: 5, t: 9 },
  ]);
  const seen = itemOf(60, { title: ["Cake", 15, 9], mood: [4, 15, 9] });
  expect(heal(here, seen, true)).toEqual([]);
});
