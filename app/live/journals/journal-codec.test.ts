import { expect, test } from "vitest";
import { plainName } from "#lib/journal/documents.ts";
import { plainCodec } from "./journal-codec.ts";
import type { StoredDocument } from "./record-documents.ts";

const item = {
  at: 9,
  registers: { when: { value: { v: "2026-12-01T21:40", zone: "" }, t: 5, p: 1 } },
};
const record = { kind: "entries", id: "a", item };

const documentOf = (doc: string, d: string): StoredDocument => ({
  doc,
  d,
  rev: 1,
  at: 9,
  time: "",
  updateTime: "",
  texts: {},
});

test("what a plain journal has comes back, also what is left of what was deleted", async () => {
  for (const one of [record, { ...record, item: null }]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { d } = await plainCodec.write(one, 1);
    const document = documentOf(plainName("entries", "a"), String(d));
    // oxlint-disable-next-line no-await-in-loop
    expect(await plainCodec.read("journalRecords", document)).toEqual(one);
  }
});

test("a document that holds another item, or none, is none", async () => {
  const { d } = await plainCodec.write(record, 1);
  const texts = ["", "{", "null", "5", "[]", "{}", String(d).replace('"id":"a"', '"id":"b"')];
  for (const text of texts) {
    const document = documentOf(plainName("entries", "a"), text);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await plainCodec.read("journalRecords", document)).toBeUndefined();
  }
  const elsewhere = documentOf(plainName("texts", "a"), String(d));
  expect(await plainCodec.read("journalTexts", elsewhere)).toBeUndefined();
});
