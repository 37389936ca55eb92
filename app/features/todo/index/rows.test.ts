import { expect, test } from "vitest";
import { now, openTodoBench } from "../testing/todo-bench.ts";
import type { TodoBench } from "../testing/todo-bench.ts";
import type { View } from "../views.ts";
import { countsOf, rowsOf } from "./rows.ts";

const none: ReadonlySet<string> = new Set();

function lines({ store }: TodoBench, view: View, folded = none): string[] {
  return rowsOf(store, view, { today: now.today, folded }).map((row) =>
    row.kind === "task" ? `${"-".repeat(row.depth)}${row.id}` : `${row.id} (${row.count})`,
  );
}

const inbox: View = { kind: "list", id: "" };

test("a list shows subtasks below theirs, and none of those that are folded away", () => {
  const bench = openTodoBench();
  const { put, store, acts } = bench;
  put("a");
  put("b", { parent: "a" });
  put("c", { parent: "b" });
  put("d");
  expect(lines(bench, inbox)).toEqual(["a", "-b", "--c", "d"]);
  expect(lines(bench, inbox, new Set(["a", "d"]))).toEqual(["a", "d"]);
  const [a, d] = rowsOf(store, inbox, { today: now.today, folded: new Set(["a", "d"]) });
  expect([a, d]).toMatchObject([
    { children: 1, isFolded: true },
    { children: 0, isFolded: false },
  ]);
  acts.complete(["b"]);
  expect(lines(bench, inbox)).toEqual(["a", "d"]);
});

test("an open subtask of a task that is done stands in its place", () => {
  const bench = openTodoBench();
  bench.put("a");
  bench.put("b", { parent: "a" });
  bench.put("c", { parent: "b" });
  bench.put("b", { parent: "a", done: "done" });
  expect(lines(bench, inbox)).toEqual(["a", "-c"]);
});

test("today shows what is overdue first, by day, time and priority", () => {
  const bench = openTodoBench();
  const { put } = bench;
  put("late", { due: "2026-11-20" });
  put("soon", { due: "2026-11-22T18:00" });
  put("early", { due: "2026-11-22T08:00" });
  put("day", { due: "2026-11-22" });
  put("urgent", { due: "2026-11-22", prio: 1 });
  put("planned", { plan: "2026-11-22T09:00" });
  put("begun", { start: "2026-11-21" });
  put("tomorrow", { due: "2026-11-23" });
  put("someday");
  expect(lines(bench, { kind: "today" })).toEqual([
    "overdue (1)",
    "late",
    "today (6)",
    "begun",
    "urgent",
    "day",
    "early",
    "planned",
    "soon",
  ]);
  expect(countsOf(bench.store, now.today)).toMatchObject({ today: 7, isOverdue: true });
});

test("what is coming stands by day, without what is overdue", () => {
  const bench = openTodoBench();
  bench.put("late", { due: "2026-11-20" });
  bench.put("b", { due: "2026-12-24" });
  bench.put("a", { due: "2026-11-22" });
  bench.put("c", { start: "2026-12-24" });
  expect(lines(bench, { kind: "upcoming" })).toEqual([
    "2026-11-22 (1)",
    "a",
    "2026-12-24 (2)",
    "b",
    "c",
  ]);
});

test("search finds words in titles and notes, whatever their marks, open tasks and titles first", () => {
  const bench = openTodoBench();
  bench.put("done", { title: "Café cups", done: "done" });
  bench.put("notes", { title: "Buy", notes: "cups for the cafe" });
  bench.put("title", { title: "CAFE: more cups" });
  bench.put("other", { title: "cups" });
  expect(lines(bench, { kind: "search", words: "cup  café" })).toEqual(["title", "notes", "done"]);
  expect(lines(bench, { kind: "search", words: " " })).toEqual([]);
});

test("tasks of many lists stand as their lists have them, subtasks below theirs", () => {
  const bench = openTodoBench();
  const home = bench.acts.groups.add("lists", "Home")!;
  bench.put("in Home", { list: home });
  bench.put("under", { parent: "top" });
  bench.put("before");
  bench.put("top");
  bench.put("after");
  for (const id of bench.store.tasks().keys()) bench.acts.label([id], "x", true);
  expect(lines(bench, { kind: "label", id: "x" })).toEqual([
    "before",
    "top",
    "under",
    "after",
    "in Home",
  ]);
});

test("what is done stands by day, the last one first", () => {
  const bench = openTodoBench();
  bench.put("a");
  bench.acts.complete(["a"]);
  expect(lines(bench, { kind: "done" })).toEqual(["day 2026-11-22 (1)", "a"]);
});

test("a task stays the same object, and its rows the same version, while others are renamed", () => {
  const { put, store, acts } = openTodoBench();
  for (let at = 0; at < 100; at += 1) put(`t${at}`);
  const [rows, other, tree] = [store.version("rows"), store.task("t1"), store.tree()];
  const heard: string[] = [];
  store.subscribe("tasks/t0", () => heard.push("t0"));
  store.subscribe("tasks/t1", () => heard.push("t1"));
  acts.write("t0", "title", "Renamed");
  expect([store.version("rows"), store.task("t1"), store.tree()]).toEqual([rows, other, tree]);
  expect(store.task("t1")).toBe(other);
  expect(store.tree()).toBe(tree);
  expect(heard).toEqual(["t0"]);
});

test("its rows are another version once it comes again no more", () => {
  const { put, store, acts } = openTodoBench();
  const id = put("rent", { due: "2026-11-20" });
  acts.repeat(id, { rule: "FREQ=DAILY", mode: "schedule", start: "2026-11-20", zone: "" });
  const version = store.version("rows");
  acts.repeat(id, null);
  expect(store.version("rows")).toBe(version + 1);
});
