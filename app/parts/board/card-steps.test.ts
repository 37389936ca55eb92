import { expect, test } from "vitest";
import { dropPlace, stepAcross, stepAlong } from "./card-steps.ts";
import type { CardDrop, Column } from "./card-steps.ts";

const column = (key: string, ids: string): Column => ({
  key,
  title: key.toUpperCase(),
  ids: ids.split(" ").filter(Boolean),
});
const columns = [column("todo", "a b c"), column("empty", ""), column("done", "x y")];
const [todo, empty, done] = columns;

test("a card goes to the end of the column it is dropped on, or to the edge of the card it is dropped at", () => {
  const asked: string[] = [];
  const drop = (id: string, at: CardDrop) =>
    dropPlace(columns, { id, from: "todo", drop: at }, (target, edge) => {
      asked.push(`${edge} ${target}`);
      return edge === "after" ? target : null;
    });
  expect(drop("a", { column: "done" })).toEqual({ from: { key: "todo" }, to: done, after: "y" });
  expect(drop("c", { column: "todo" })?.after).toBe("b");
  expect(drop("a", { column: "empty" })?.after).toBeUndefined();
  expect(drop("a", { column: "done", at: "x", edge: "before" })?.after).toBeNull();
  expect(drop("a", { column: "done", at: "x" })?.after).toBe("x");
  expect(asked).toEqual(["before x", "after x"]);
});

test("a card dropped at itself, or where there is no column, stays", () => {
  const drop = (at: CardDrop) =>
    dropPlace(columns, { id: "a", from: "todo", drop: at }, () => null);
  expect(drop({ column: "todo", at: "a" })).toBeUndefined();
  expect(drop({ column: "nowhere" })).toBeUndefined();
});

test("the focus goes to the card beside it, over columns that have none, and stays at the end", () => {
  const step = (id: string, at: number, by: 1 | -1) =>
    stepAcross(columns, { id, at, by, altKey: false });
  expect(step("a", 0, 1)).toEqual({ id: "a", to: "x" });
  expect(step("c", 0, 1)).toEqual({ id: "c", to: "y" });
  expect(step("y", 2, -1)).toEqual({ id: "y", to: "b" });
  expect(step("y", 2, 1)).toEqual({ id: "y" });
});

test("a card that is moved by keys goes to the next column at its height, also where it is the first", () => {
  const step = (id: string, at: number, by: 1 | -1) =>
    stepAcross(columns, { id, at, by, altKey: true });
  expect(step("a", 0, 1).place).toEqual({ from: todo, to: empty, after: null });
  expect(step("y", 2, -1).place).toEqual({ from: done, to: empty, after: null });
  expect(step("x", 2, 1)).toEqual({ id: "x" });
  const two = [todo!, done!];
  expect(stepAcross(two, { id: "b", at: 0, by: 1, altKey: true }).place?.after).toBe("x");
});

test("within its column it goes one up or down, and no further than the ends", () => {
  const after = (id: string, by: 1 | -1) => stepAlong(todo!, id, by).place?.after;
  expect(after("a", 1)).toBe("b");
  expect(after("c", -1)).toBe("a");
  expect(after("b", -1)).toBeNull();
  expect([stepAlong(todo!, "a", -1), stepAlong(todo!, "c", 1)]).toEqual([{ id: "a" }, { id: "c" }]);
});
