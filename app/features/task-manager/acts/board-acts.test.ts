import { afterEach, expect, test } from "vitest";
import { closeAllToasts, currentToasts } from "#app/parts/tool-frame/toasts.ts";
import { createMemoryBoard } from "#lib/boards/testing/memory-board.ts";
import { openBoardBench } from "../testing/board-bench.ts";

afterEach(closeAllToasts);

const said = () => currentToasts().map(({ text }) => text);

test("new cards stand where they were asked for, in their order, and go with one undo", () => {
  const { acts, put, titles } = openBoardBench();
  put("first");
  put("last");
  acts.cards.add([" One ", "", "Two"], { column: "todo", after: "first" });
  expect(titles()).toEqual(["first", "One", "Two", "last"]);
  acts.undo();
  expect(titles()).toEqual(["first", "last"]);
  acts.redo();
  acts.cards.add(["Top"], { column: "todo", after: null });
  acts.cards.add(["End"], { column: "todo" });
  expect(titles()).toEqual(["Top", "first", "One", "Two", "last", "End"]);
});

test("a column takes no card above its limit, and it is said why", () => {
  const { acts, put, titles, write } = openBoardBench();
  put("a");
  put("b", "doing");
  write("columns", "doing", "limit", { v: 1 });
  expect(acts.cards.add(["Two"], { column: "doing" })).toBeUndefined();
  expect(acts.cards.move(["a"], { column: "doing" })).toBe(false);
  expect(said()).toEqual(["“doing” is full: 1 of 1. One more has no room; nothing was changed."]);
  expect([titles(), titles("doing")]).toEqual([["a"], ["b"]]);
  // Who stands in it may be put elsewhere in it.
  expect(acts.cards.move(["b"], { column: "doing", after: null })).toBe(true);
});

test("of more cards than a column has room for none is added, nor is a line cut that is too long", () => {
  const { acts, put, titles, write } = openBoardBench();
  put("b", "doing");
  write("columns", "doing", "limit", { v: 3 });
  expect(acts.cards.add(["1", "2", "3"], { column: "doing" })).toBeUndefined();
  expect(said()).toEqual([
    "“doing” has room for 2 more, and these are 3: 1 of 3 stand there. Nothing was changed.",
  ]);
  expect(acts.cards.add(["1", "x".repeat(501)], { column: "todo" })).toBeUndefined();
  expect(said()).toEqual(["Line 2 has 501 letters, and there is room for 500. Nothing was added."]);
  expect(acts.checks.add("b", ["x".repeat(501)])).toBeUndefined();
  expect(said()).toEqual(["This has 501 letters, and there is room for 500. Nothing was added."]);
  expect([titles(), titles("doing")]).toEqual([[], ["b"]]);
});

test("a move is said with its place, carries who moved it, and comes back written by who undoes", () => {
  const { acts, put, records, said: live, titles } = openBoardBench();
  for (const id of ["a", "b"]) put(id);
  put("x", "doing");
  acts.cards.move(["a"], { column: "doing", after: "x" });
  expect(live.text()).toBe("“a”: doing, 2 of 2.");
  const by = () => records.item("cards", "a")?.registers["place"]?.value["by"];
  expect(by()).toBe("me");
  acts.undo();
  expect(titles()).toEqual(["a", "b"]);
  expect(by()).toBe("me");
});

test("of several cards that move the order stays", () => {
  const { acts, put, titles } = openBoardBench();
  for (const id of ["a", "b", "c", "d"]) put(id);
  acts.cards.move(["b", "d"], { column: "todo", after: null });
  expect(titles()).toEqual(["b", "d", "a", "c"]);
  acts.cards.move(["b", "c"], { column: "done" });
  expect([titles(), titles("done")]).toEqual([
    ["d", "a"],
    ["b", "c"],
  ]);
});

test("typing in one field is one step, until it is left", () => {
  const { acts, put, store } = openBoardBench();
  put("a");
  for (const text of ["a b", "a bc"]) acts.cards.write("a", "title", text);
  acts.settle();
  acts.cards.write("a", "title", "a bcd");
  acts.undo();
  expect(store.card("a")?.title).toBe("a bc");
  acts.undo();
  expect(store.card("a")?.title).toBe("a");
});

test("labels and people are put on and taken off; a day keeps the time", () => {
  const { acts, put, store } = openBoardBench();
  put("a");
  put("b");
  const label = acts.labels.add("Urgent", "red")!;
  acts.cards.label(["a", "b"], label, true);
  acts.cards.label(["a"], label, false);
  acts.cards.person(["b"], "ann", true);
  acts.cards.due(["b"], "2026-12-01T09:00", "Europe/Berlin");
  acts.cards.day(["b"], "2026-12-05");
  expect(store.card("a")).toMatchObject({ labels: [], people: [] });
  expect(store.card("b")).toMatchObject({
    labels: [label],
    people: ["ann"],
    due: "2026-12-05T09:00",
    zone: "Europe/Berlin",
  });
  acts.undo();
  acts.undo();
  expect(store.card("b")?.due).toBe("");
});

test("archived and deleted cards come back into their column, or into another where that is gone or full", () => {
  const { acts, put, store, titles, write } = openBoardBench();
  for (const id of ["a", "b"]) put(id, "doing");
  acts.cards.archive(["a"]);
  acts.cards.remove(["b"]);
  expect(said()).toEqual(["Archived “a”.", "Deleted “b”. The trash keeps it for 30 days."]);
  acts.cards.bringBack(["a", "b"]);
  expect(titles("doing")).toEqual(["a", "b"]);
  acts.cards.archive(["a"]);
  write("columns", "doing", "limit", { v: 1 });
  expect(acts.cards.bringBack(["a"])).toBe(false);
  expect(acts.cards.bringBack(["a"], "done")).toBe(true);
  acts.cards.archive(["a", "b"]);
  write("columns", "done", "gone", { v: true });
  acts.cards.bringBack(["a"]);
  expect(store.card("a")).toMatchObject({ column: "todo", isArchived: false });
});

test("checks, comments, files and links of a card are made, changed, removed and undone", () => {
  const { acts, put, store } = openBoardBench();
  put("a");
  const [one, two] = acts.checks.add("a", ["One", "Two"])!;
  acts.checks.move("a", two!, null);
  acts.checks.done("a", one!, true);
  const titles = () => store.things("a").checks.map(({ title }) => title);
  expect(titles()).toEqual(["Two", "One"]);
  acts.checks.remove("a", two!);
  expect(store.counts("a")).toMatchObject({ checks: 1, done: 1 });
  acts.undo();
  acts.undo();
  expect(store.counts("a")).toMatchObject({ checks: 2, done: 0 });
  const comment = acts.comments.add("a", " Look ", ["ann", "ann"])!;
  acts.comments.edit("a", comment, "Look here", ["ann"]);
  acts.comments.edit("a", comment, "Look here, Ben", ["ben", "ann", "ben"]);
  expect(store.things("a").comments).toMatchObject([
    { text: "Look here, Ben", by: "me", mentions: ["ben", "ann"] },
  ]);
  acts.undo();
  expect(store.things("a").comments).toMatchObject([{ text: "Look here", mentions: ["ann"] }]);
  acts.comments.edit("a", comment, "Look", []);
  expect(store.things("a").comments).toMatchObject([{ mentions: [] }]);
  acts.files.add("a", { id: "f", name: "x.pdf", path: "p", type: "application/pdf", sizeBytes: 3 });
  acts.files.rename("a", "f", "y.pdf");
  acts.links.add("a", "task");
  expect(store.things("a")).toMatchObject({
    files: [{ name: "y.pdf", sizeBytes: 3 }],
    links: [{ to: "todo", of: "task" }],
  });
  acts.comments.remove(comment);
  acts.files.remove("a", "f");
  expect(store.counts("a")).toMatchObject({ comments: 0, files: 0 });
});

test("columns: a limit below what stands there and a column with cards are refused with a sentence", () => {
  const { acts, put, store } = openBoardBench();
  put("a");
  put("b");
  const names = () => store.columns().map(({ name }) => name);
  const id = acts.columns.add("Later")!;
  acts.columns.move(id, 0);
  expect(names()).toEqual(["Later", "todo", "doing", "done"]);
  expect(acts.columns.limit("todo", 1)).toBe(false);
  expect(acts.columns.limit("todo", 2)).toBe(true);
  expect(acts.columns.remove("todo")).toBe(false);
  expect(said().join(" ")).toContain("Move or archive them first");
  acts.columns.archiveAll("todo");
  expect(store.ids("todo")).toEqual([]);
  expect(acts.columns.remove("todo")).toBe(true);
  expect(names()).toEqual(["Later", "doing", "done"]);
  acts.undo();
  acts.undo();
  expect(store.ids("todo")).toEqual(["a", "b"]);
});

test("the judge takes what every act writes", () => {
  const board = createMemoryBoard({
    members: { me: "owner", ann: "member" },
    now: () => Date.now(),
  });
  const bench = openBoardBench();
  const { acts, records } = bench;
  const change = records.change.bind(records);
  const answers: unknown[] = [];
  let t = Date.now() * 1000;
  records.change = async (changes) => {
    const writes = changes.map(({ kind, id, register, value }) => {
      const path = `${kind}/${id}/${register}`;
      t += 1;
      const stored = board.read(`boards/plan/${path}`) as { t?: number } | null;
      return [path, { ...value, t, p: stored?.t ?? 0 }];
    });
    answers.push(board.change("me", Object.fromEntries(writes)));
    await change(changes);
  };
  for (const kind of ["board", "columns"]) {
    for (const [id, item] of records.all(kind)) {
      const registers = Object.entries(item.registers);
      void records.change(
        registers.map(([register, { value }]) => ({ kind, id, register, value })),
      );
    }
  }
  board.putFile("boards/plan/f/x.pdf", { type: "application/pdf", sizeBytes: 3 });
  const column = acts.columns.add("Later")!;
  acts.columns.rename(column, "Much later");
  acts.columns.colour(column, "red");
  acts.columns.limit(column, 3);
  acts.columns.move(column, 0);
  const label = acts.labels.add("Urgent", "red")!;
  acts.labels.colour(label, "blue");
  acts.labels.rename(label, "Soon");
  const [a, b] = acts.cards.add(["A", "B"], { column })!;
  acts.cards.write(a!, "title", "Ah");
  acts.cards.write(a!, "notes", "[]");
  acts.cards.move([a!], { column: "done" });
  acts.cards.label([a!], label, true);
  acts.cards.person([a!], "ann", true);
  acts.cards.due([a!], "2026-12-01T09:00", "UTC");
  acts.cards.start([a!], "2026-11-30");
  acts.cards.done([a!], true);
  acts.cards.cover(a!, "red");
  const [check] = acts.checks.add(a!, ["One"])!;
  acts.checks.done(a!, check!, true);
  acts.checks.move(a!, check!, null);
  acts.checks.write(a!, check!, "Two");
  const comment = acts.comments.add(a!, "Look", ["ann"])!;
  acts.comments.edit(a!, comment, "Look here", ["ann"]);
  acts.comments.edit(a!, comment, "Look here all", ["ann", "ben"]);
  acts.files.add(a!, {
    id: "f",
    name: "x.pdf",
    path: "boards/plan/f/x.pdf",
    type: "application/pdf",
    sizeBytes: 3,
  });
  acts.links.add(a!, "task");
  acts.cards.archive([b!]);
  acts.cards.bringBack([b!]);
  acts.cards.remove([b!]);
  acts.cards.bringBack([b!]);
  acts.columns.archiveAll(column);
  acts.columns.remove(column);
  acts.board("name", "House");
  acts.board("colour", "red");
  acts.board("zone", "Europe/Berlin");
  while (acts.undo());
  expect(answers.filter((answer) => answer !== "taken")).toEqual([]);
  expect(answers.length).toBeGreaterThan(40);
});

test("a text that lost takes the place of what stands there, which is kept then; both come back", () => {
  const { acts, put, records, store } = openBoardBench();
  put("a", "todo", { title: { v: "Mine" } });
  const lose = (id: string, text: string) =>
    records.elsewhere([
      { kind: "lost", id, register: "of", value: { v: "cards/a/title" } },
      { kind: "lost", id, register: "text", value: { v: text } },
    ]);
  lose("part", "The");
  lose("whole", "Theirs");
  const state = () => [store.card("a")?.title, ...store.lost().map(({ text }) => text)];
  const [whole, part] = store.lost();
  acts.settleLost(whole!, true, [part!]);
  expect(state()).toEqual(["Theirs", "Mine"]);
  acts.undo();
  expect(state()).toEqual(["Mine", "Theirs", "The"]);
  acts.settleLost(whole!, false, [part!]);
  expect(state()).toEqual(["Mine"]);
});
