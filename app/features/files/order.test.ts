import { expect, test } from "vitest";
import type { DriveNode } from "#lib/drive/node.ts";
import { ofKind, recentOf, searched, sorted } from "./order.ts";

const base = {
  parent: "",
  createdAt: "2026-01-01T00:00:00.000Z",
  trashedAt: null,
  starred: false,
  links: 0,
  shared: false,
};
const file = (name: string, size = 1, updatedAt = "", type = "text/plain"): DriveNode => ({
  ...base,
  kind: "file",
  id: name,
  name,
  updatedAt,
  version: { object: name, size, type, sha256: null, at: "", by: "ann" },
  older: [],
});
const folder = (name: string): DriveNode => ({
  ...base,
  kind: "folder",
  id: name,
  name,
  updatedAt: "",
});
const names = (nodes: readonly DriveNode[]) => nodes.map(({ name }) => name);

test("names are in the order in which people count, whatever their case; folders come first", () => {
  const all = [
    ..."Zoo,note 10,note 2,apple,Note 1,éclair".split(",").map((n) => file(n)),
    folder("z"),
  ];
  const order = ["z", "apple", "éclair", "Note 1", "note 2", "note 10", "Zoo"];
  expect(names(sorted(all, { by: "name", isDown: false }))).toEqual(order);
  expect(names(sorted(all, { by: "name", isDown: true }))).toEqual([
    "z",
    ...order.slice(1).toReversed(),
  ]);
});

test("what is alike stands by name in both directions, and folders by what is in them", () => {
  const all = [file("b", 5), file("a", 5), file("c", 1), folder("y"), folder("x")];
  const size = (id: string) => (id === "x" ? 9 : 3);
  expect(names(sorted(all, { by: "size", isDown: false }, size))).toEqual([
    "y",
    "x",
    "c",
    "a",
    "b",
  ]);
  expect(names(sorted(all, { by: "size", isDown: true }, size))).toEqual(["x", "y", "a", "b", "c"]);
});

test("what was sorted before and has changed since stands where it belongs", () => {
  const before = Array.from({ length: 60 }, (_, at) => file(`note ${(at * 7) % 60}`, at));
  const up = { by: "name", isDown: false } as const;
  expect(names(sorted(before, up))).toEqual(before.map((_, at) => `note ${at}`));
  const changed = before
    .filter((_, at) => at % 9 !== 0)
    .map((node, at) => (at % 5 === 0 ? { ...node, name: `a${node.name}` } : node));
  const afresh = changed.map((node) => ({ ...node }));
  expect(names(sorted(changed, up))).toEqual(names(sorted(afresh, up)));
  expect(names(sorted(changed, up))[0]).toMatch(/^anote/);
});

test("folders stand by what is in them now, also where the list is the same", () => {
  const all = [file("b", 5), folder("y"), folder("x")];
  const by = { by: "size", isDown: false } as const;
  expect(names(sorted(all, by, (id) => (id === "x" ? 9 : 3)))).toEqual(["y", "x", "b"]);
  expect(names(sorted(all, by, (id) => (id === "x" ? 1 : 3)))).toEqual(["x", "y", "b"]);
});

test("by kind stands in the order of the words that are shown, not of the filter's", () => {
  const all = [
    file("a.txt", 1, "", "text/plain"),
    file("b.pdf", 1, "", "application/pdf"),
    file("c.csv", 1, "", "text/csv"),
    file("d.zip", 1, "", "application/zip"),
    file("e.pdf", 1, "", "application/pdf"),
    folder("x"),
  ];
  // Archive, PDF, Table, Text.
  const order = ["x", "d.zip", "b.pdf", "e.pdf", "c.csv", "a.txt"];
  expect(names(sorted(all, { by: "kind", isDown: false }))).toEqual(order);
});

test("all words are found anywhere in a name, without accents and capitals", () => {
  const all = [file("Été à la plage.jpg"), file("ETE.txt"), file("plage.txt")];
  expect(names(searched(all, "ete"))).toEqual(["Été à la plage.jpg", "ETE.txt"]);
  expect(names(searched(all, " plage  ÉTÉ "))).toEqual(["Été à la plage.jpg"]);
});

test("a kind lets through its own, and the last changed files come first", () => {
  const all = [
    file("a.jpg", 1, "2026-02-01", "image/jpeg"),
    file("b.pdf", 1, "2026-03-01", "application/pdf"),
    file("c.bin", 1, "2026-01-01", "application/x-unknown"),
    folder("f"),
  ];
  expect(names(ofKind(all, "image"))).toEqual(["a.jpg"]);
  expect(names(ofKind(all, "document"))).toEqual(["b.pdf"]);
  expect(names(ofKind(all, "other"))).toEqual(["c.bin"]);
  expect(names(ofKind(all, "folder"))).toEqual(["f"]);
  expect(names(recentOf(all, 2))).toEqual(["b.pdf", "a.jpg"]);
});
