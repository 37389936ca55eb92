import { expect, test } from "vitest";
import { readItem } from "../records/register.ts";
import { settleOps } from "../records/settle-ops.ts";
import { faultOfValue } from "./item-values.ts";
import { isDeleted, isJournalKind, journalKinds, journalShape, lazyKinds } from "./shape.ts";

const item = (registers: object) => readItem({ at: 1, ...registers })!;

test("words of people are texts, and what can be joined is a set", () => {
  const all = journalKinds.flatMap((kind) =>
    ["title", "name", "doc", "text", "caption", "alt", "gist", "tags", "people", "revs", "when"]
      .filter((register) => journalShape.text(kind, register) || journalShape.set(kind, register))
      .map((register) => `${kind}/${register}`),
  );
  expect(all).toEqual([
    "entries/title",
    "entries/tags",
    "entries/people",
    "entries/revs",
    "texts/doc",
    "media/caption",
    "media/alt",
    "tags/name",
    "people/name",
    "templates/name",
    "templates/doc",
    "journal/name",
    "lost/text",
  ]);
  expect(journalShape.text("constructor", "name")).toBe(false);
  expect([isJournalKind("entries"), isJournalKind("toString")]).toEqual([true, false]);
  expect(lazyKinds).toEqual(["texts", "revs"]);
});

test("an entry that was deleted comes back by words that somebody wrote later, in its text too", () => {
  const gone = { v: true, t: 20, p: 0 };
  const title = (t: number) => ({ v: "Sea", t, p: 0 });
  const gist = (t: number) => ({ v: "We went", words: 2, t, p: 0 });
  expect(isDeleted("entries", item({ title: title(10), gist: gist(10), gone }))).toBe(true);
  expect(isDeleted("entries", item({ title: title(30), gist: gist(10), gone }))).toBe(false);
  expect(isDeleted("entries", item({ title: title(10), gist: gist(30), gone }))).toBe(false);
  expect(isDeleted("entries", item({ star: { v: true, t: 30, p: 0 }, gone }))).toBe(true);
  expect(isDeleted("entries", item({ gist: gist(10), gone: { ...gone, v: false } }))).toBe(false);
  expect(isDeleted("media", item({ gist: gist(30), gone }))).toBe(true);
  expect(isDeleted("texts", item({ doc: title(30), gone }))).toBe(false);
});

test("tags that two devices chose are joined, and the joined ones can be written", () => {
  const ids = (from: string) => Array.from({ length: 30 }, (_, at) => `${from}${at}`).join(" ");
  const parts = { kind: "entries", id: "a", register: "tags" };
  const op = { ...parts, value: { v: ids("x") }, from: null, p: 0, t: 30 };
  const stored = item({ tags: { v: ids("y"), t: 20, p: 0 } });
  const { writes } = settleOps(
    journalShape,
    [op],
    () => stored,
    () => stored,
  );
  const { t: _, p: __, ...value } = writes["entries/a/tags"] as { v: string; t: number; p: number };
  expect(value.v.split(" ")).toHaveLength(60);
  expect(faultOfValue("entries", "tags", value)).toBeUndefined();
});
