import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { partOf } from "#lib/journal/documents.ts";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { type LiveSite, enter, openEmbeddedSite } from "../records/testing/live-site.ts";
import { copyJournal } from "./copy-journal.ts";
import { sayDeleted } from "./delete-journal.ts";
import { commitHeaders, headerFields, headerPath, readHeader } from "./headers.ts";
import { JournalGoneError } from "./journal-gone.ts";
import { createJournalDocuments } from "./record-documents.ts";
import { codecOf } from "./sealed-parts.ts";

const page = {
  document: Object.assign(new EventTarget(), { hidden: true }),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};
const { signal } = new AbortController();
let site: LiveSite;
let uid: string;

beforeAll(async () => {
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  site = await openEmbeddedSite();
  uid = await enter();
}, 30_000);

afterAll(async () => {
  for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  await site[Symbol.asyncDispose]();
});

beforeEach(() => {
  // It says that this browser keeps nothing.
  vi.spyOn(console, "error").mockReturnValue();
});

async function newJournal(copyOf: string): Promise<string> {
  const journal = newJournalId("plain");
  const fields = headerFields({ copyOf });
  const path = headerPath(uid, journal);
  await commitHeaders(uid, [{ path, updateTime: undefined, rev: 1, fields }]);
  return journal;
}

async function writeEntry(journal: string): Promise<void> {
  const codec = codecOf(journal, undefined);
  const item = { at: 0, registers: { title: { value: { v: "Sea" }, t: 1, p: 0 } } };
  const record = { kind: "entries", id: "a", item };
  const path = `${headerPath(uid, journal)}/${partOf("entries")}/${await codec.name("entries", "a")}`;
  const fields = await codec.write(record, 1);
  await createJournalDocuments(uid).commit([{ path, updateTime: undefined, rev: 1, fields }], []);
}

test("a private journal is not put into a plain one on the word of headers, whatever they say", async () => {
  const steps: string[] = [];
  const copying = copyJournal({
    uid: "ann",
    from: newJournalId("sealed"),
    to: newJournalId("plain"),
    signal,
    onProgress: ({ step }) => steps.push(step),
    withoutMissing: true,
  });
  await expect(copying).rejects.toThrow(JournalGoneError);
  expect(steps).toEqual([]);
});

test("a journal stays where its copy is thrown away at the last moment", async () => {
  const from = await newJournal("");
  await writeEntry(from);
  const to = await newJournal(from);
  const network = globalThis.fetch;
  const quicker: typeof fetch = async (input, init) => {
    if (typeof init?.body === "string" && init.body.includes(`"goneTo":{"stringValue":"${to}"}`)) {
      Object.assign(globalThis, { fetch: network });
      await sayDeleted(uid, to);
    }
    return network(input, init);
  };
  Object.assign(globalThis, { fetch: quicker });
  const steps = new Set<string>();
  try {
    const onProgress = ({ step }: { step: string }) => void steps.add(step);
    await expect(copyJournal({ uid, from, to, signal, onProgress })).rejects.toThrow(
      JournalGoneError,
    );
  } finally {
    Object.assign(globalThis, { fetch: network });
  }
  expect((await readHeader(uid, to)).goneTo).toBe("-");
  expect((await readHeader(uid, from)).goneTo).toBe("");
  expect([...steps]).toEqual(["waiting", "records"]);
});
