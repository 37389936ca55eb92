/** Journals that go for good, on the embedded backend; no browser keeps anything of them here. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { journalParts, partOf } from "#lib/journal/documents.ts";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { type LiveSite, enter, openEmbeddedSite } from "../records/testing/live-site.ts";
import { deleteCopy, deletedFor, emptied, emptyJournal, sayDeleted } from "./delete-journal.ts";
import { commitHeaders, headerFields, headerPath, readHeader, writeHeader } from "./headers.ts";
import { JournalGoneError } from "./journal-gone.ts";
import { createJournalDocuments } from "./record-documents.ts";
import { codecOf } from "./sealed-parts.ts";

const { signal } = new AbortController();

let site: LiveSite;
let uid: string;

beforeAll(async () => {
  site = await openEmbeddedSite();
  uid = await enter();
}, 30_000);

afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

async function newJournal(copyOf = ""): Promise<string> {
  const journal = newJournalId("plain");
  const path = headerPath(uid, journal);
  await commitHeaders(uid, [
    { path, updateTime: undefined, rev: 1, fields: headerFields({ copyOf }) },
  ]);
  const codec = codecOf(journal, undefined);
  const writes = await Promise.all(
    ["entries", "texts", "revs"].map(async (kind) => ({
      path: `${path}/${partOf(kind)}/${await codec.name(kind, "a")}`,
      updateTime: undefined,
      rev: 1,
      fields: await codec.write({ kind, id: "a", item: { at: 0, registers: {} } }, 1),
    })),
  );
  await createJournalDocuments(uid).commit(writes, []);
  return journal;
}

function countsOf(journal: string): Promise<number[]> {
  const documents = createJournalDocuments(uid);
  return Promise.all(
    journalParts.map((part) => documents.count(`${headerPath(uid, journal)}/${part}`, signal)),
  );
}

/** Another device is quicker, once. */
function before(what: string, act: () => Promise<void>): () => void {
  const network = globalThis.fetch;
  const restore = () => void Object.assign(globalThis, { fetch: network });
  const quicker: typeof fetch = async (input, init) => {
    if (typeof input === "string" && input.endsWith(what)) {
      restore();
      await act();
    }
    return network(input, init);
  };
  Object.assign(globalThis, { fetch: quicker });
  return restore;
}

function objects() {
  const emptiedOnes: string[] = [];
  return { emptiedOnes, removeAll: async (journal: string) => void emptiedOnes.push(journal) };
}

test("who is told that a journal has gone empties it at the server, and touches nothing of its own browser", async () => {
  const journal = await newJournal();
  await sayDeleted(uid, journal);
  const files = objects();
  await emptyJournal(uid, journal, signal, files);
  expect(await countsOf(journal)).toEqual([0, 0, 0]);
  expect(files.emptiedOnes).toEqual([journal]);
  expect((await readHeader(uid, journal)).goneTo).toBe(emptied);
  // Another device has its turn, too.
  await emptyJournal(uid, journal, signal, files);
  expect(files.emptiedOnes).toEqual([journal]);
});

test("a copy that another device has finished meanwhile is the journal, and is not thrown away", async () => {
  const source = await newJournal();
  const copy = await newJournal(source);
  await writeHeader(uid, await readHeader(uid, source), { goneTo: copy });
  await expect(deleteCopy(uid, copy, signal)).rejects.toThrow("This copy was finished");
  expect((await readHeader(uid, copy)).goneTo).toBe("");
  expect(await countsOf(copy)).toEqual([1, 1, 1]);
});

test("a copy that is finished while it is thrown away stays", async () => {
  const source = await newJournal();
  const copy = await newJournal(source);
  const restore = before(":commit", async () => {
    await writeHeader(uid, await readHeader(uid, source), { goneTo: copy });
  });
  try {
    await expect(deleteCopy(uid, copy, signal)).rejects.toThrow(JournalGoneError);
  } finally {
    restore();
  }
  expect((await readHeader(uid, source)).goneTo).toBe(copy);
  expect((await readHeader(uid, copy)).goneTo).toBe("");
  expect(await countsOf(copy)).toEqual([1, 1, 1]);
});

test("a copy that this browser has seen finished is not thrown away on the word of a server that went back", async () => {
  const source = await newJournal();
  const copy = await newJournal(source);
  const header = await readHeader(uid, source);
  const kept = JSON.stringify([{ ...header, goneTo: copy, at: header.at + 1 }]);
  const value = { getItem: () => kept };
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
  try {
    await expect(deleteCopy(uid, copy, signal)).rejects.toThrow("This copy was finished");
  } finally {
    Reflect.deleteProperty(globalThis, "localStorage");
  }
  expect(await countsOf(copy)).toEqual([1, 1, 1]);
});

test("a copy that was broken off goes, and its journal stays", async () => {
  const source = await newJournal();
  const copy = await newJournal(source);
  // Its files, and what a browser keeps, are the last; Node has neither, and says so.
  const said = vi.spyOn(console, "error").mockReturnValue();
  await expect(deleteCopy(uid, copy, signal)).rejects.toThrow("is not defined");
  said.mockRestore();
  expect((await readHeader(uid, copy)).goneTo).toBe(deletedFor);
  expect(await countsOf(copy)).toEqual([0, 0, 0]);
  expect(await countsOf(source)).toEqual([1, 1, 1]);
});

test("one that is there is not emptied", async () => {
  const journal = await newJournal();
  const files = objects();
  await expect(emptyJournal(uid, journal, signal, files)).rejects.toThrow(JournalGoneError);
  expect(await countsOf(journal)).toEqual([1, 1, 1]);
  expect(files.emptiedOnes).toEqual([]);
});
