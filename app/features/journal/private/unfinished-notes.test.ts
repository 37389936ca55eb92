import { expect, test } from "vitest";
import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import { plainCopies } from "./unfinished-notes.tsx";

const header = (id: string, more: Partial<JournalHeader> = {}): JournalHeader => ({
  id: id.padEnd(21, "0"),
  isSealed: id.startsWith("s"),
  lock: id.startsWith("s") ? "{}" : null,
  copyOf: "",
  goneTo: "",
  rev: 1,
  at: 0,
  updateTime: "",
  ...more,
});
const secret = header("s1");
const copyOf = secret.id;

test("a plain copy of a private journal that is still there is one that was not finished", () => {
  const copy = header("p1", { copyOf });
  expect(plainCopies([secret, copy])).toEqual([copy]);
});

test("one that took its place is none, nor one that is gone, nor a private copy of a plain one", () => {
  expect(plainCopies([{ ...secret, goneTo: "p1" }, header("p1", { copyOf })])).toEqual([]);
  expect(plainCopies([secret, header("p1", { copyOf, goneTo: "-" })])).toEqual([]);
  const plain = header("p2");
  expect(plainCopies([plain, header("s2", { copyOf: plain.id })])).toEqual([]);
});
