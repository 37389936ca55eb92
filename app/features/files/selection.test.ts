import { expect, test } from "vitest";
import {
  chooseAll,
  chooseOne,
  chooseTo,
  goTo,
  nothingChosen,
  stepOf,
  stillShown,
  toggle,
} from "./selection.ts";

const order = ["a", "b", "c", "d", "e"];
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].toSorted();

test("a range grows and shrinks from where it began, in both directions", () => {
  const begun = chooseOne("c");
  const down = chooseTo(begun, "e", order, false);
  expect(idsOf(down)).toEqual(["c", "d", "e"]);
  const up = chooseTo(down, "a", order, false);
  expect(idsOf(up)).toEqual(["a", "b", "c"]);
  expect(up.anchor).toBe("c");
});

test("one is taken out and put in without the others, and a range can be added to them", () => {
  const two = toggle(toggle(nothingChosen, "a"), "c");
  expect(idsOf(two)).toEqual(["a", "c"]);
  expect(idsOf(toggle(two, "a"))).toEqual(["c"]);
  expect(idsOf(chooseTo(two, "d", order, true))).toEqual(["a", "c", "d"]);
});

test("a range whose beginning is gone is what was pressed alone", () => {
  expect(idsOf(chooseTo(chooseOne("gone"), "b", order, false))).toEqual(["b"]);
});

test("all are chosen, the keyboard stays, and what is not shown is not chosen", () => {
  const all = chooseAll(goTo(nothingChosen, "b"), order);
  expect(all.ids.size).toBe(5);
  expect(all.at).toBe("b");
  expect(stillShown(all, () => true)).toBe(all);
  expect(idsOf(stillShown(all, (id) => id < "c"))).toEqual(["a", "b"]);
});

test("arrows stay within the list, and in a grid go by rows", () => {
  const list = { length: 5, columns: 1, page: 10 };
  expect(stepOf("ArrowDown", -1, list)).toBe(0);
  expect(stepOf("ArrowUp", -1, list)).toBe(4);
  expect(stepOf("ArrowUp", 0, list)).toBe(0);
  expect(stepOf("PageDown", 1, list)).toBe(4);
  expect(stepOf("ArrowRight", 1, list)).toBeUndefined();
  const grid = { length: 5, columns: 3, page: 10 };
  expect(stepOf("ArrowDown", 0, grid)).toBe(3);
  // Below it nothing stands in the last row, which is not full.
  expect(stepOf("ArrowDown", 2, grid)).toBe(4);
  expect(stepOf("ArrowDown", 4, grid)).toBe(4);
  expect(stepOf("ArrowLeft", 3, grid)).toBe(2);
  expect(stepOf("End", 0, { length: 0, columns: 1, page: 1 })).toBeUndefined();
});
