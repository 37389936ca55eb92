import { expect, test } from "vitest";
import { readItem } from "../records/register.ts";
import { readPlainRecord, readRecord, storedRecord } from "./record.ts";

const item = readItem({
  at: 9,
  when: { v: "2026-12-01T21:40", zone: "", t: 5, p: 1 },
  star: { v: true, t: 6, p: 0 },
})!;
const stored = storedRecord({ kind: "entries", id: "a", item });
const place = { part: "journalRecords", doc: "entries~a" };

test("an item comes back from its document, with the document's time", () => {
  expect(stored).toEqual({
    kind: "entries",
    id: "a",
    when: { v: "2026-12-01T21:40", zone: "", t: 5, p: 1 },
    star: { v: true, t: 6, p: 0 },
  });
  const read = { kind: "entries", id: "a", item };
  expect(readRecord(stored, 9)).toEqual(read);
  expect(readPlainRecord(place, JSON.stringify(stored), 9)).toEqual(read);
});

test("a document that holds another item, or none, is none", () => {
  const texts = ["", "{", "null", "5", "[]", "{}", '{"kind":"entries"}', '{"kind":5,"id":"a"}'];
  const others = [
    { ...stored, id: "b" },
    { ...stored, id: "a/b" },
    { ...stored, kind: "texts" },
    { ...stored, kind: "toString" },
  ];
  for (const text of [...texts, ...others.map((other) => JSON.stringify(other))]) {
    expect(readPlainRecord(place, text, 9)).toBeUndefined();
  }
  expect(readPlainRecord({ ...place, part: "journalTexts" }, JSON.stringify(stored), 9)).toBe(
    undefined,
  );
});

test("what only calls itself a time is no time of the document", () => {
  expect(readRecord({ ...stored, at: 5 }, 9)?.item.at).toBe(9);
  expect(readRecord({ ...stored, at: { v: 1, t: 1, p: 0 } }, 9)?.item).toEqual(item);
});
