import { expect, test } from "vitest";
import { readItem } from "../records/register.ts";
import { readRecord, storedRecord } from "./record.ts";

const item = readItem({
  at: 9,
  when: { v: "2026-12-01T21:40", zone: "", t: 5, p: 1 },
  star: { v: true, t: 6, p: 0 },
})!;
const stored = storedRecord({ kind: "entries", id: "a", item });

test("an item comes back from its document, with the document's time", () => {
  expect(stored).toEqual({
    kind: "entries",
    id: "a",
    when: { v: "2026-12-01T21:40", zone: "", t: 5, p: 1 },
    star: { v: true, t: 6, p: 0 },
  });
  const read = { kind: "entries", id: "a", item };
  expect(readRecord(stored, 9)).toEqual(read);
});

test("a document that holds no item of a journal is none", () => {
  const others = [null, 5, [], {}, { kind: "entries" }, { kind: 5, id: "a" }];
  const wrong = [
    { ...stored, id: "a/b" },
    { ...stored, kind: "toString" },
  ];
  for (const one of [...others, ...wrong]) expect(readRecord(one, 9)).toBeUndefined();
});

test("what only calls itself a time is no time of the document", () => {
  expect(readRecord({ ...stored, at: 5 }, 9)?.item.at).toBe(9);
  expect(readRecord({ ...stored, at: { v: 1, t: 1, p: 0 } }, 9)?.item).toEqual(item);
});
