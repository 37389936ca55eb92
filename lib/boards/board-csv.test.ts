import { expect, test } from "vitest";
import { readCsv } from "../read-csv.ts";
import { fromMarkdown } from "../rich-text/from-markdown.ts";
import type { Card } from "./board-items.ts";
import { boardCsv } from "./board-csv.ts";

const card: Card = {
  id: "c1",
  number: 12,
  title: "Fix the roof",
  notes: "",
  column: "todo",
  order: "a0",
  by: "me",
  isArchived: false,
  isGone: false,
  labels: ["l1", "gone"],
  people: ["u1"],
  due: "2026-12-01T09:00",
  zone: "UTC",
  start: "2026-11-01",
  isDone: true,
  cover: "",
};
const names = {
  column: () => "To do",
  label: (id: string) => (id === "l1" ? "Red, hot" : ""),
  person: () => 'Ann "A" Smith',
  counts: () => ({ done: 2, checks: 5, comments: 3 }),
};

test("a card is a line, with what hangs on it in words and numbers", () => {
  const notes = JSON.stringify(fromMarkdown("# Plan\n- one\n- two"));
  const csv = boardCsv([{ ...card, notes }], names);
  expect(csv.startsWith("\uFEFFNumber,Title,")).toBe(true);
  expect(csv.split("\r\n")).toHaveLength(3);
  expect(readCsv(csv, 10)[1]).toEqual([
    "12",
    "Fix the roof",
    "To do",
    "Red, hot",
    'Ann "A" Smith',
    "2026-12-01 09:00",
    "2026-11-01",
    "yes",
    "",
    "2 of 5",
    "3",
    "Plan\none\ntwo",
  ]);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1"])(
  "a title of %j is no formula",
  (title) => {
    const [, line = []] = readCsv(boardCsv([{ ...card, title }], names), 10);
    expect(line[1]?.startsWith("'")).toBe(true);
  },
);

test("what nobody knows is empty, and what is no rich text is as it is", () => {
  const bare = {
    ...card,
    number: 0,
    labels: [],
    people: [],
    due: "",
    isDone: false,
    notes: "{broken",
  };
  const counts = () => ({ done: 0, checks: 0, comments: 0 });
  expect(readCsv(boardCsv([bare], { ...names, counts }), 10)[1]).toEqual(
    "|Fix the roof|To do||||2026-11-01|||||{broken".split("|"),
  );
});
