import { expect, test } from "vitest";
import { openTodoBench } from "../testing/todo-bench.ts";
import type { TodoBench } from "../testing/todo-bench.ts";
import type { CardDrop } from "#app/parts/board/card-steps.ts";
import { showAs } from "./board-mode.ts";
import { changeColumns, dropCard, moveCard } from "./board-acts.ts";
import { boardViewOf } from "./board-mode.ts";
import { columnNames, columnsOf } from "./columns.ts";
import type { BoardBy } from "./board-mode.ts";

/** A board with columns, of the Inbox or of a list. */
function openBoard(list = ""): TodoBench & { cards: (by?: BoardBy) => Record<string, string[]> } {
  const bench = openTodoBench();
  changeColumns(bench, list, [
    { was: "", name: "To do" },
    { was: "", name: "Doing" },
  ]);
  const cards = (by: BoardBy = "column") =>
    Object.fromEntries(columnsOf(bench.store, list, by).map(({ title, ids }) => [title, [...ids]]));
  return { ...bench, cards };
}

test("a list shows its open tasks by column; an unknown column is the first", () => {
  const { acts, put, cards, records } = openBoard();
  for (const id of ["a", "b", "c", "sub", "done"]) put(id);
  const place = { list: "", parent: "", order: "b0" };
  const put2 = (id: string, rest: object) =>
    records.elsewhere([
      { kind: "tasks", id, register: "place", value: { ...place, column: "", ...rest } },
    ]);
  put2("b", { column: "Doing" });
  put2("c", { column: "Waiting" });
  put2("sub", { parent: "a" });
  acts.complete(["done"]);
  expect(cards()).toEqual({ "To do": ["a", "c"], Doing: ["b"] });
});

test("by priority and by label its subtasks stand there, too", () => {
  const { acts, put, cards } = openBoard();
  const label = acts.groups.add("labels", "Home")!;
  put("a", { prio: 1, labels: label });
  put("sub", { parent: "a", prio: 2 });
  put("gone", { labels: "no-such-label" });
  expect(cards("prio")).toEqual({
    "Priority 1": ["a"],
    "Priority 2": ["sub"],
    "Priority 3": [],
    "No priority": ["gone"],
  });
  expect(cards("label")).toEqual({ "No label": ["sub", "gone"], Home: ["a"] });
});

test("an open subtask of a task that is done stands on the board in its place", () => {
  const { put, cards } = openBoard();
  put("a", { done: "done" });
  put("b", { parent: "a", prio: 1 });
  expect(cards()["To do"]).toEqual(["b"]);
  expect(cards("prio")["Priority 1"]).toEqual(["b"]);
  expect(cards("label")["No label"]).toEqual(["b"]);
});

test("the Inbox and a list keep how they are cards, each for itself; undone it is as before", () => {
  const bench = openTodoBench();
  const home = bench.acts.groups.add("lists", "Home")!;
  showAs(bench, "", true, "prio");
  showAs(bench, home, true, "label");
  const views = () => ["", home].map((list) => boardViewOf(bench.store, list));
  expect(views()).toEqual([
    { isBoard: true, by: "prio" },
    { isBoard: true, by: "label" },
  ]);
  bench.stack.undo();
  bench.stack.undo();
  expect(views().map(({ isBoard }) => isBoard)).toEqual([false, false]);
});

test("a card goes to where it is dropped: before or behind another one, or to the end", () => {
  const app = openBoard();
  for (const id of ["a", "b", "c"]) app.put(id);
  const drop = (id: string, at: CardDrop) =>
    dropCard(app, "column", { id, from: "To do", drop: at }, "");
  drop("a", { column: "Doing" });
  expect(app.cards()).toEqual({ "To do": ["b", "c"], Doing: ["a"] });
  drop("c", { column: "Doing", at: "a", edge: "before" });
  expect(app.cards()).toEqual({ "To do": ["b"], Doing: ["c", "a"] });
  drop("b", { column: "Doing", at: "c", edge: "after" });
  expect(app.cards()).toEqual({ "To do": [], Doing: ["c", "b", "a"] });
  expect(drop("b", { column: "Doing", at: "b" })).toBe(false);
  expect(drop("b", { column: "Nowhere" })).toBe(false);
  app.stack.undo();
  expect(app.cards()).toEqual({ "To do": ["b"], Doing: ["c", "a"] });
});

test("between priorities and labels the value goes along, and the order stays", () => {
  const app = openBoard();
  const [one, other] = [
    app.acts.groups.add("labels", "One")!,
    app.acts.groups.add("labels", "Other")!,
  ];
  app.put("a", { labels: one });
  moveCard(app, "prio", "a", { from: { key: "4" }, to: { key: "2", title: "Priority 2" } });
  expect(app.store.task("a")?.prio).toBe(2);
  const to = (key: string) => ({ key, title: key });
  moveCard(app, "label", "a", { from: to(one), to: to(other) });
  expect(app.store.task("a")?.labels).toEqual([other]);
  moveCard(app, "label", "a", { from: to(other), to: to("") });
  expect(app.store.task("a")?.labels).toEqual([]);
  expect(dropCard(app, "prio", { id: "a", from: "2", drop: { column: "2" } }, "")).toBe(false);
});

test("tasks go along with a column's new name; those of one that goes stand in the first", () => {
  const app = openBoard();
  app.put("a");
  app.put("b");
  const doing = { key: "Doing", title: "Doing" };
  moveCard(app, "column", "a", { from: { key: "To do" }, to: doing });
  changeColumns(app, "", [
    { was: "To do", name: "Later" },
    { was: "Doing", name: "Now" },
  ]);
  expect(app.cards()).toEqual({ Later: ["b"], Now: ["a"] });
  changeColumns(app, "", [{ was: "Later", name: "Later" }]);
  expect(app.cards()).toEqual({ Later: ["b", "a"] });
  app.stack.undo();
  app.stack.undo();
  expect([app.cards(), columnNames(app.store, "")]).toEqual([
    { "To do": ["b"], Doing: ["a"] },
    ["To do", "Doing"],
  ]);
});

test("columns written elsewhere while theirs were being changed stay, and nothing unchanged is written", () => {
  const app = openBoard();
  app.put("a");
  const opened = columnNames(app.store, "");
  const copy = opened.map((name) => ({ was: name, name }));
  const { undo } = app.stack.state();
  changeColumns(app, "", copy, opened);
  expect(app.stack.state().undo).toBe(undo);
  app.records.elsewhere([
    { kind: "settings", id: "todo", register: "columns", value: { v: "To do\nWaiting\nDoing" } },
  ]);
  changeColumns(app, "", copy, opened);
  expect(columnNames(app.store, "")).toEqual(["To do", "Waiting", "Doing"]);
  const [todo, doing] = copy;
  changeColumns(app, "", [{ ...todo!, name: "Later" }, doing!, { was: "", name: "New" }], opened);
  expect(app.cards()).toEqual({ Later: ["a"], Waiting: [], Doing: [], New: [] });
  // Here one goes, elsewhere another one went.
  const now = ["Later", "Waiting", "Doing", "New"].map((name) => ({ was: name, name }));
  app.records.elsewhere([
    { kind: "settings", id: "todo", register: "columns", value: { v: "Later\nDoing\nNew" } },
  ]);
  changeColumns(
    app,
    "",
    now.filter(({ name }) => name !== "New"),
    now.map(({ name }) => name),
  );
  expect(columnNames(app.store, "")).toEqual(["Later", "Doing"]);
});

test("where a card goes is said with its place in the column", () => {
  const app = openBoard();
  for (const id of ["a", "b", "c", "d"]) app.put(id);
  const drop = (id: string, from: string, at: CardDrop) => {
    dropCard(app, "column", { id, from, drop: at }, "");
    return app.stack.state().undo;
  };
  expect(drop("b", "To do", { column: "Doing" })).toBe("Move “b” to “Doing”, 1 of 1");
  // Before it, in the list, stands a card of another column.
  expect(drop("d", "To do", { column: "To do", at: "c", edge: "before" })).toBe(
    "Move “d” to “To do”, 2 of 3",
  );
  expect(drop("d", "To do", { column: "To do", at: "a", edge: "before" })).toBe(
    "Move “d” to “To do”, 1 of 3",
  );
});
