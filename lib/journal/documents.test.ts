import { expect, test } from "vitest";
import {
  fileName,
  journalParts,
  objectPath,
  partOf,
  plainName,
  readPlainName,
} from "./documents.ts";
import { journalKinds } from "./shape.ts";

test("an item of each kind is found again by the name of its document", () => {
  for (const kind of journalKinds) {
    for (const id of ["a", "d1-0F", "a_b-c", "x".repeat(120)]) {
      expect(readPlainName(partOf(kind), plainName(kind, id))).toEqual({ kind, id });
    }
    expect(journalParts).toContain(partOf(kind));
  }
});

test("a document with another name, or in another part, is no item", () => {
  expect(readPlainName("journalTexts", "entries~a")).toBeUndefined();
  expect(readPlainName("journalRecords", "texts~a")).toBeUndefined();
  for (const doc of ["", "~", "entries", "entries~", "~a", "entries~a~b", "entries~a/b", "ent~a"]) {
    expect(readPlainName("journalRecords", doc)).toBeUndefined();
  }
  expect(readPlainName("journalRecords", `entries~${"x".repeat(121)}`)).toBeUndefined();
  expect(readPlainName("journalRecords", "constructor~a")).toBeUndefined();
});

test("texts and revisions have parts of their own: nobody reads them to see a list", () => {
  expect(partOf("texts")).toBe("journalTexts");
  expect(partOf("revs")).toBe("journalRevisions");
  expect(partOf("entries")).toBe("journalRecords");
  expect(partOf("lost")).toBe("journalRecords");
});

test("a photo's three objects are below its account and journal", () => {
  expect(fileName("m1", "-s")).toBe("file/m1-s");
  expect(objectPath("ann", "p1", "m1-s")).toBe("users/ann/journal/p1/m1-s");
});
