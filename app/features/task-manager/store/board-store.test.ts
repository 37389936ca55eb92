import { expect, test } from "vitest";
import { madeOf } from "../acts/act-parts.ts";
import { openBoardBench } from "../testing/board-bench.ts";
import type { Topic } from "./board-store.ts";

function openStoreBench() {
  const bench = openBoardBench();
  const { store } = bench;
  const heard: string[] = [];
  const listen = (...topics: Topic[]) =>
    topics.forEach((topic) => store.subscribe(topic, () => heard.push(topic)));
  return { ...bench, heard, listen };
}

test("a change of one card draws one card", () => {
  const { put, write, store, heard, listen } = openStoreBench();
  for (let at = 0; at < 1000; at += 1) put(`c${at}`, at % 2 === 0 ? "todo" : "done");
  for (let at = 0; at < 1000; at += 1) listen(`cards/c${at}`, `of/c${at}`);
  listen("column/todo", "column/done", "columns", "labels", "board", "members");
  const other = store.card("c7");
  const ids = store.ids("todo");
  write("cards", "c500", "title", { v: "Fix the roof" });
  expect(heard).toEqual(["cards/c500"]);
  expect(store.card("c500")?.title).toBe("Fix the roof");
  expect(store.card("c7")).toBe(other);
  expect(store.ids("todo")).toBe(ids);
});

test("a card that moves is heard of by itself and the two columns", () => {
  const { put, write, store, heard, listen } = openStoreBench();
  for (const id of ["a", "b", "c"]) put(id);
  put("x", "doing");
  put("y", "done");
  const done = store.ids("done");
  listen("cards/a", "cards/b", "column/todo", "column/doing", "column/done");
  write("cards", "b", "place", { column: "doing", order: "b0000", by: "ann" });
  expect(heard.toSorted()).toEqual(["cards/b", "column/doing", "column/todo"]);
  expect([store.ids("todo"), store.ids("doing")]).toEqual([
    ["a", "c"],
    ["b", "x"],
  ]);
  expect(store.ids("done")).toBe(done);
});

test("what hangs on a card is counted on it, and said of it alone", () => {
  const { put, write, records, store, heard, listen } = openStoreBench();
  put("a");
  put("b");
  const before = store.counts("b");
  listen("cards/a", "of/a", "of/b");
  records.elsewhere([
    ...madeOf("checks", "one", { title: { v: "Ladder" }, place: { card: "a", order: "b" } }),
    ...madeOf("checks", "two", { title: { v: "Nails" }, place: { card: "a", order: "a" } }),
    ...madeOf("comments", "c", { text: { v: "Soon" }, of: { card: "a", by: "ann", on: 1 } }),
  ]);
  write("checks", "one", "done", { v: true, by: "ann" });
  expect(new Set(heard)).toEqual(new Set(["of/a"]));
  expect(store.counts("a")).toEqual({ done: 1, checks: 2, comments: 1, files: 0 });
  expect(store.things("a").checks.map(({ title }) => title)).toEqual(["Nails", "Ladder"]);
  const counts = store.counts("a");
  write("comments", "c", "text", { v: "Sooner" });
  expect(store.things("a").comments[0]?.text).toBe("Sooner");
  expect(store.counts("a")).toBe(counts);
  expect(store.counts("b")).toBe(before);
  write("checks", "two", "gone", { v: true });
  expect(store.counts("a")).toMatchObject({ done: 1, checks: 1 });
});

test("files and links of a card stand newest first", () => {
  const { put, records, store } = openStoreBench();
  put("a");
  for (const id of ["m", "z", "b"]) {
    const of = { card: "a", by: "ann" };
    records.elsewhere(madeOf("files", id, { of, name: { v: `${id}.png` } }));
    records.elsewhere(madeOf("links", id, { of: { ...of, to: "todo", id } }));
  }
  const { files, links } = store.things("a");
  expect(files.map(({ id }) => id)).toEqual(["b", "z", "m"]);
  expect(links.map(({ id }) => id)).toEqual(["b", "z", "m"]);
});

test("archived and deleted cards stand in no column and are listed, the last first", () => {
  const { put, write, store, heard, listen } = openStoreBench();
  for (const id of ["a", "b", "c", "d"]) put(id);
  listen("away");
  write("cards", "a", "archived", { v: true });
  write("cards", "c", "archived", { v: true });
  write("cards", "b", "gone", { v: true });
  expect(store.ids("todo")).toEqual(["d"]);
  expect(store.archived().map(({ id }) => id)).toEqual(["c", "a"]);
  expect(store.deleted().map(({ id }) => id)).toEqual(["b"]);
  expect(heard).toHaveLength(3);
  write("cards", "b", "title", { v: "Words bring it back" });
  expect(store.ids("todo")).toEqual(["b", "d"]);
});

test("many changes at once are read anew, and what did not change stays the same", () => {
  const { records, put, store } = openStoreBench();
  for (let at = 0; at < 20; at += 1) put(`c${at}`);
  const [one, column] = [store.card("c3"), store.column("todo")];
  records.elsewhere(
    Array.from({ length: 500 }, (_, at) =>
      madeOf("cards", `n${at}`, {
        title: { v: `New ${at}` },
        place: { column: "done", order: `c${String(at).padStart(4, "0")}V`, by: "ann" },
      }),
    ).flat(),
  );
  expect(store.ids("done")).toHaveLength(500);
  expect(store.card("c3")).toBe(one);
  expect(store.column("todo")).toBe(column);
});

test("who looks is a viewer until the members are known", () => {
  const { store } = openBoardBench("member");
  expect([store.role(), store.mayWrite()]).toEqual(["member", true]);
  store.setMembers([{ uid: "ann", role: "owner", name: "Ann", since: 1 }]);
  expect([store.role(), store.mayWrite()]).toEqual(["viewer", false]);
});

test("a watcher hears of each card as it was and as it is", () => {
  const { put, write, store } = openStoreBench();
  const moves: string[] = [];
  put("a");
  store.watchCards(({ before, after }) => moves.push(`${before?.column} ${after?.column}`));
  write("cards", "a", "place", { column: "done", order: "a", by: "ann" });
  put("b");
  expect(moves).toEqual(["todo done", "undefined todo"]);
});
