import { beforeEach, expect, test } from "vitest";
import type { Column } from "#app/parts/board/card-steps.ts";
import { openBoardBench } from "../testing/board-bench.ts";
import type { BoardBench } from "../testing/board-bench.ts";
import { moveCard, shownColumns, stopFrom, stopNear } from "./board-steps.ts";
import type { Way } from "./board-steps.ts";
import { createBoardStop } from "./board-stop.ts";

const column = (key: string, ids: string): Column => ({
  key,
  title: key,
  ids: ids.split(" ").filter(Boolean),
});
const columns = [column("todo", "a b c"), column("doing", ""), column("done", "x y")];
const at = (place: string) => {
  const [to = "", card] = place.split("/");
  return { column: to, card };
};
const go = (from: string, way: Way) => {
  const stop = stopFrom(columns, at(from), way);
  return stop && [stop.column, stop.card].filter(Boolean).join("/");
};

test("the focus goes from card to card, above the first one to the head of the column, and no further", () => {
  expect([go("todo/a", "down"), go("todo/b", "up"), go("todo/a", "up")]).toEqual([
    "todo/b",
    "todo/a",
    "todo",
  ]);
  expect([go("todo", "down"), go("todo/b", "first"), go("todo/a", "last")]).toEqual([
    "todo/a",
    "todo/a",
    "todo/c",
  ]);
  expect([go("todo", "up"), go("todo/c", "down"), go("gone/a", "up")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("the focus goes to the next column at its height, to the head of one without cards, and from head to head", () => {
  expect([go("done/y", "left"), go("todo/c", "right"), go("doing", "right")]).toEqual([
    "doing",
    "doing",
    "done",
  ]);
  const full = [column("todo", "a b c"), column("done", "x y")];
  expect(stopFrom(full, at("todo/c"), "right")).toEqual(at("done/y"));
  expect([go("todo/a", "left"), go("done/x", "right")]).toEqual([undefined, undefined]);
});

test("the focus goes along with its card, and to what stands in its place when that is gone", () => {
  const near = (from: string, row: number) => stopNear(columns, at(from), row);
  expect(near("todo/x", 1)).toEqual(at("done/x"));
  expect(near("todo/gone", 1)).toEqual(at("todo/b"));
  expect(near("done/gone", 2)).toEqual(at("done/y"));
  expect(near("doing/gone", 0)).toEqual(at("doing"));
  expect(near("nowhere", 0)).toEqual(at("todo/a"));
  expect(stopNear(columns, undefined, 0)).toEqual(at("todo/a"));
  expect(stopNear([], at("todo/a"), 0)).toBeUndefined();
});

test("of who may only look the focus goes over what has no cards", () => {
  const step = (from: string, way: Way) => stopFrom(columns, at(from), way, false);
  expect([step("todo/a", "right"), step("done/y", "left")]).toEqual([at("done/x"), at("todo/b")]);
  expect(step("todo/a", "up")).toBeUndefined();
  expect(stopNear(columns, at("doing/gone"), 0, false)).toEqual(at("todo/a"));
  expect(stopNear([column("doing", "")], undefined, 0, false)).toBeUndefined();
});

test("whoever draws a card or a column hears only of the focus that comes to it or leaves it", () => {
  const stop = createBoardStop();
  const heard: string[] = [];
  for (const key of ["card a", "card b", "card c", "column todo", "column done"]) {
    stop.subscribe(key, () => heard.push(key));
  }
  const moved = (place: string) => {
    heard.length = 0;
    stop.set(at(place));
    return heard.toSorted();
  };
  expect(moved("todo/a")).toEqual(["card a", "column todo"]);
  expect(moved("todo/b")).toEqual(["card a", "card b", "column todo"]);
  expect(moved("todo/b")).toEqual([]);
  expect(moved("done")).toEqual(["card b", "column done", "column todo"]);
});

let board: BoardBench;
beforeEach(() => {
  board = openBoardBench();
  for (const id of ["a", "b", "c"]) board.put(id);
  board.put("x", "doing");
});
const move = (id: string, way: "up" | "down" | "left" | "right", shown?: ReadonlySet<string>) =>
  moveCard(board, shownColumns(board, shown), id, way);

test("a card that is moved by keys goes one on, and that is said", () => {
  move("a", "down");
  expect(board.titles()).toEqual(["b", "a", "c"]);
  expect(board.said.text()).toContain("2 of 3");
  move("a", "right");
  expect([board.titles(), board.titles("doing")]).toEqual([
    ["b", "c"],
    ["x", "a"],
  ]);
});

test("at an edge a card stays, and which edge it is is said", () => {
  move("a", "up");
  expect(board.said.text()).toBe("“a” is the first card of “todo”.");
  move("a", "left");
  expect(board.said.text()).toBe("“todo” is the first column.");
  expect(board.titles()).toEqual(["a", "b", "c"]);
});

test("into a full column no key moves a card", () => {
  board.write("columns", "doing", "limit", { v: 1 });
  move("a", "right");
  expect([board.titles(), board.titles("doing")]).toEqual([["a", "b", "c"], ["x"]]);
});

test("while a filter hides cards, a card goes behind the next one that is shown", () => {
  const shown = new Set(["a", "c"]);
  expect(shownColumns(board, shown)[0]!.ids).toEqual(["a", "c"]);
  expect(shownColumns(board, shown)[0]!.ids).toBe(shownColumns(board, shown)[0]!.ids);
  move("a", "down", shown);
  expect(board.titles()).toEqual(["b", "c", "a"]);
});
