/** Records of a journal put into another one, on the embedded backend. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { partOf } from "#lib/journal/documents.ts";
import { isSealedJournal, newJournalId } from "#lib/journal/journal-id.ts";
import type { Parts } from "#lib/records/register.ts";
import { type JournalKeys, keysOf, newDataKey } from "#lib/sealed/keys.ts";
import { type LiveSite, enter, openEmbeddedSite } from "../records/testing/live-site.ts";
import { type CopiedJournal, UnreadableError, createRecordsCopy } from "./copy-records.ts";
import { commitHeaders, headerFields, headerPath, readHeader, writeHeader } from "./headers.ts";
import { type JournalDocuments, createJournalDocuments } from "./record-documents.ts";
import { codecOf } from "./sealed-parts.ts";

const { signal } = new AbortController();

let site: LiveSite;
let uid: string;
let documents: JournalDocuments;
let plain: CopiedJournal;
let sealed: CopiedJournal;
let t = Date.now() * 1000;

beforeAll(async () => {
  site = await openEmbeddedSite();
  uid = await enter();
  documents = createJournalDocuments(uid);
}, 30_000);

afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

beforeEach(async () => {
  plain = await newJournal("plain");
  sealed = await newJournal("sealed");
});

async function newJournal(kind: "plain" | "sealed"): Promise<CopiedJournal> {
  const journal = newJournalId(kind);
  const keys: JournalKeys | undefined =
    kind === "sealed" ? await keysOf(newDataKey(), { uid, journal }) : undefined;
  const fields = headerFields({ lock: keys ? "{}" : null });
  await commitHeaders(uid, [
    { path: headerPath(uid, journal), updateTime: undefined, rev: 1, fields },
  ]);
  return { journal, codec: codecOf(journal, keys) };
}

async function pathOf({ journal, codec }: CopiedJournal, kind: string, id: string) {
  return `${headerPath(uid, journal)}/${partOf(kind)}/${await codec.name(kind, id)}`;
}

/** Null: deleted for good. */
async function write(
  into: CopiedJournal,
  kind: string,
  id: string,
  values: Record<string, Parts> | null,
): Promise<void> {
  const path = await pathOf(into, kind, id);
  const [before] = (await documents.read([path])).documents;
  const rev = (before?.rev ?? 0) + 1;
  const registers = Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, { value, t: (t += 1), p: 0 }]),
  );
  const record = { kind, id, item: values && { at: 0, registers } };
  const fields = await into.codec.write(record, rev);
  await documents.commit([{ path, updateTime: before?.updateTime, rev, fields }], []);
}

async function read(of: CopiedJournal, kind: string, id: string) {
  const [found] = (await documents.read([await pathOf(of, kind, id)])).documents;
  return found && (await of.codec.read(partOf(kind), found))?.item;
}

const registersOf = async (of: CopiedJournal, kind: string, id: string) =>
  (await read(of, kind, id))?.registers;

function copyOf(from = plain, to = sealed) {
  let records = 0;
  const copy = createRecordsCopy({
    uid,
    documents,
    from,
    to,
    onCopied: (some) => (records += some),
  });
  return { ...copy, records: () => records };
}

const entry = (title: string) => ({
  when: { v: "2026-12-01T21:40", zone: "Europe/Berlin" },
  title: { v: title },
});

test("each record comes over with its stamps, sealed, the deleted ones as deleted", async () => {
  await write(plain, "entries", "a", entry("Sunday"));
  await write(plain, "texts", "a", { doc: { v: "words" } });
  await write(plain, "revs", "a-5", { doc: { v: "before" }, of: { entry: "a", device: "" } });
  await write(plain, "entries", "gone", entry("Away"));
  await write(plain, "entries", "gone", null);
  const copy = copyOf();
  expect(await copy.pass(signal)).toBe(4);
  expect(copy.records()).toBe(4);
  await copy.verify(signal);
  for (const [kind, id] of [
    ["entries", "a"],
    ["texts", "a"],
    ["revs", "a-5"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- few
    expect(await registersOf(sealed, kind, id)).toEqual(await registersOf(plain, kind, id));
  }
  expect(await read(sealed, "entries", "gone")).toBeNull();
  expect(await copy.pass(signal)).toBe(0);
});

test("begun again it writes nothing twice, and what changed meanwhile comes over", async () => {
  await write(plain, "entries", "a", entry("Sunday"));
  await write(plain, "entries", "b", entry("Monday"));
  await copyOf().pass(signal);
  const revs = async () =>
    (
      await documents.read([
        await pathOf(sealed, "entries", "a"),
        await pathOf(sealed, "entries", "b"),
      ])
    ).documents.map((found) => found?.rev);
  await write(plain, "entries", "b", entry("Tuesday"));
  const again = copyOf();
  await again.pass(signal);
  expect(await revs()).toEqual([1, 2]);
  expect((await registersOf(sealed, "entries", "b"))?.["title"]?.value).toEqual({ v: "Tuesday" });
  await write(plain, "entries", "c", entry("Late"));
  expect(await again.pass(signal)).toBe(1);
  expect((await registersOf(sealed, "entries", "c"))?.["title"]?.value).toEqual({ v: "Late" });
});

test("of what the new journal has of itself the later writing stays, and the rest comes over", async () => {
  await write(plain, "journal", "journal", { name: { v: "Diary" }, colour: { v: "blue" } });
  await write(sealed, "journal", "journal", { name: { v: "Made just now" } });
  await copyOf().pass(signal);
  const { name, colour } = (await registersOf(sealed, "journal", "journal")) ?? {};
  expect([name?.value, colour?.value]).toEqual([{ v: "Made just now" }, { v: "blue" }]);
});

test("gone on with when the new journal is in use already, it sets nothing back", async () => {
  await write(plain, "entries", "a", entry("Sunday"));
  await write(plain, "entries", "b", entry("Monday"));
  await write(plain, "entries", "c", entry("Tuesday"));
  await copyOf().pass(signal);
  await write(sealed, "entries", "a", entry("Written on"));
  await write(sealed, "entries", "b", null);
  await write(plain, "entries", "c", null);
  const again = createRecordsCopy({
    uid,
    documents,
    from: plain,
    to: sealed,
    onCopied: () => undefined,
    isInUse: true,
  });
  await again.pass(signal);
  expect((await registersOf(sealed, "entries", "a"))?.["title"]?.value).toEqual({
    v: "Written on",
  });
  expect(await read(sealed, "entries", "b")).toBeNull();
  expect((await registersOf(sealed, "entries", "c"))?.["title"]?.value).toEqual({ v: "Tuesday" });
});

test("two tabs that copy at once come to the same", async () => {
  for (const id of ["a", "b", "c"]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    await write(plain, "entries", id, entry(id));
  }
  const [one, other] = [copyOf(), copyOf()];
  await Promise.all([one.pass(signal), other.pass(signal)]);
  await one.verify(signal);
  await other.verify(signal);
  expect(await documents.count(`${headerPath(uid, sealed.journal)}/journalRecords`)).toBe(3);
});

test("a record that cannot be read stops it before anything is lost", async () => {
  await write(sealed, "entries", "a", entry("Sunday"));
  const stranger = await newJournal("sealed");
  const path = await pathOf(sealed, "entries", "damaged");
  const fields = await stranger.codec.write({ kind: "entries", id: "damaged", item: null }, 1);
  await documents.commit([{ path, updateTime: undefined, rev: 1, fields }], []);
  const to = await newJournal("plain");
  expect(isSealedJournal(to.journal)).toBe(false);
  await expect(copyOf(sealed, to).pass(signal)).rejects.toThrow(UnreadableError);
});

test("photos are told with what they are, until they are deleted for good", async () => {
  const file = { name: "a.jpg", type: "image/jpeg", size: 5, width: 2, height: 1, sha: "" };
  await write(plain, "media", "m", { of: { entry: "a" }, file });
  const copy = copyOf();
  await copy.pass(signal);
  expect([...copy.media.keys()]).toEqual(["m"]);
  await write(plain, "media", "m", null);
  await copy.pass(signal);
  expect([...copy.media.keys()]).toEqual([]);
});

test("hundreds of long texts go in commits that the server takes", async () => {
  const long = "word ".repeat(30_000);
  for (let at = 0; at < 60; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await write(plain, "texts", `t${at}`, { doc: { v: `${at} ${long}` } });
  }
  const copy = copyOf();
  expect(await copy.pass(signal)).toBe(60);
  await copy.verify(signal);
  expect((await registersOf(sealed, "texts", "t59"))?.["doc"]?.value).toEqual({ v: `59 ${long}` });
}, 60_000);

test("what was deleted, copied, and written again in the source comes over again", async () => {
  await write(plain, "entries", "back", entry("First"));
  await write(plain, "entries", "back", null);
  const copy = copyOf();
  await copy.pass(signal);
  expect(await read(sealed, "entries", "back")).toBeNull();
  await write(plain, "entries", "back", entry("Written again"));
  await copy.pass(signal);
  expect((await registersOf(sealed, "entries", "back"))?.["title"]?.value).toEqual({
    v: "Written again",
  });
});

test("a copy that was thrown away on another device is not filled any more", async () => {
  await write(plain, "entries", "a", entry("Sunday"));
  const copy = copyOf();
  await copy.pass(signal);
  await writeHeader(uid, await readHeader(uid, sealed.journal), { goneTo: "=" });
  await write(plain, "entries", "b", entry("Monday"));
  await expect(copy.pass(signal)).rejects.toMatchObject({ name: "JournalGoneError" });
  expect(await read(sealed, "entries", "b")).toBeUndefined();
});

test("another passphrase, while it is copied, does not stop it", async () => {
  await write(plain, "entries", "a", entry("Sunday"));
  const copy = copyOf();
  await copy.pass(signal);
  await writeHeader(uid, await readHeader(uid, sealed.journal), { lock: "{ }" });
  await write(plain, "entries", "b", entry("Monday"));
  expect(await copy.pass(signal)).toBe(1);
  expect(await read(sealed, "entries", "b")).toBeDefined();
});
