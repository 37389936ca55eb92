/** Journals on a real backend, as one tab of one account has them. */
import { getEventListeners } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { journalSettingsOf } from "#lib/journal/journal-items.ts";
import { readRecoveryKey } from "#lib/sealed/recovery-key.ts";
import { type Outbox, UnsentError } from "../outbox/outbox.ts";
import { openOutbox } from "../outbox/open-outbox.ts";
import type { Records } from "../records/records.ts";
import { type LiveSite, enter, openEmbeddedSite } from "../records/testing/live-site.ts";
import { changePassphrase, changeRecoveryKey } from "./change-lock.ts";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { commitHeaders, headerPath, readHeader, writeHeader } from "./headers.ts";
import { LockedError, keyringIfThere, keyringOf } from "./journal-keys.ts";
import { lockJournals } from "./journal-lock.ts";
import { createJournalPing, headersPing } from "./journal-ping.ts";
import { followJournals, readJournals } from "./journals-list.ts";
import { openJournal, sendJournal } from "./journals.ts";
import { forgetKeptJournals, keptJournals } from "./kept-headers.ts";
import { followLeft, letGoOf, waitingOf } from "./left-journals.ts";
import { putBack } from "./lost-journals.ts";
import { makePlainJournal, preparePrivateJournal } from "./make-journal.ts";
import { createJournalDocuments } from "./record-documents.ts";

const patience = { timeout: 15_000 };
const kept = new Map<string, string>();
const named = { name: "Diary of the sea", colour: "blue", order: "a0" };
const passphrase = "four words nobody guesses";
let site: LiveSite;
let uid: string;
const opened: Records[] = [];

/** As a browser has them, which Node does not. */
const page = {
  document: Object.assign(new EventTarget(), { hidden: true }),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  localStorage: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  },
};

beforeAll(async () => {
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
  site = await openEmbeddedSite();
  uid = await enter();
}, 30_000);

afterAll(async () => {
  for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  await site[Symbol.asyncDispose]();
});

beforeEach(() => {
  // It says that this browser keeps nothing, and what does not work without a network.
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});

afterEach(async () => {
  for (const records of opened.splice(0)) records.close();
  await lockJournals(uid);
  vi.restoreAllMocks();
});

async function open(journal: string): Promise<Records> {
  const records = await openJournal(uid, journal);
  opened.push(records);
  await vi.waitFor(() => expect(records.isCurrent()).toBe(true), patience);
  return records;
}

async function makePrivate() {
  const prepared = await preparePrivateJournal(uid, passphrase);
  return { journal: await prepared.make(named), recoveryKey: prepared.recoveryKey };
}

async function unlock(
  journal: string,
  secret: Parameters<ReturnType<typeof keyringOf>["unlock"]>[1],
) {
  const { lock } = await readHeader(uid, journal);
  return keyringOf(uid).unlock([{ journal, lock: lock! }], secret);
}

const entry = (id: string, title: string) =>
  (["when", "title"] as const).map((register) => ({
    kind: "entries",
    id,
    register,
    value: register === "when" ? { v: "2026-12-01T21:40", zone: "" } : { v: title },
    isNew: true as const,
  }));

const nameIn = (records: Records) => journalSettingsOf(records.item("journal", "journal")).name;

test("a plain journal is there at once with its name, is listed, and takes what is written", async () => {
  const heard: string[][] = [];
  const stop = followJournals(
    uid,
    (journals) => heard.push(journals.map(({ id }) => id)),
    () => undefined,
  );
  await vi.waitFor(() => expect(heard.at(-1)).toBeDefined(), patience);
  const journal = await makePlainJournal(uid, named);
  expect(journal).toMatch(/^p/);
  await vi.waitFor(() => expect(heard.at(-1)).toContain(journal), patience);
  stop();
  expect(keptJournals(uid)?.map(({ id }) => id)).toContain(journal);
  const records = await open(journal);
  expect(nameIn(records)).toBe(named.name);
  await records.change(entry("a", "Sea"));
  const outbox = await openOutbox(uid);
  await outbox.flush();
  expect(records.sync()).toBe("saved");
  const parent = `users/${uid}/journals/${journal}/journalRecords`;
  const stored = await createJournalDocuments(uid).list({ parent, limit: 10 });
  expect(stored.map(({ doc }) => doc).toSorted()).toEqual(["entries~a", "journal~journal"]);
});

test("a private journal is made only when it is asked for, opens by passphrase and by recovery key, and stays shut without", async () => {
  const before = await readJournals(uid);
  const prepared = await preparePrivateJournal(uid, passphrase);
  expect(await readJournals(uid)).toEqual(before);
  const journal = await prepared.make(named);
  expect(journal).toMatch(/^s/);
  const records = await open(journal);
  expect(nameIn(records)).toBe(named.name);
  await lockJournals(uid);
  await expect(records.change(entry("a", "Sea"))).rejects.toThrow("This operation was aborted");
  await expect(openJournal(uid, journal)).rejects.toThrow(LockedError);
  await expect(unlock(journal, { passphrase: "five" })).rejects.toMatchObject({
    name: "WrongSecret",
  });
  expect(await unlock(journal, { passphrase })).toEqual([journal]);
  expect(nameIn(await open(journal))).toBe(named.name);
  await lockJournals(uid);
  const read = await readRecoveryKey(prepared.recoveryKey);
  expect("key" in read && (await unlock(journal, { recoveryKey: read.key }))).toEqual([journal]);
  expect(nameIn(await open(journal))).toBe(named.name);
});

test("a lock sends what waits first", async () => {
  const { journal } = await makePrivate();
  const records = await open(journal);
  await records.change(entry("a", "Sea"));
  expect(records.sync()).not.toBe("saved");
  await lockJournals(uid);
  await unlock(journal, { passphrase });
  const again = await open(journal);
  expect(again.item("entries", "a")?.registers["title"]?.value).toEqual({ v: "Sea" });
});

test("another passphrase is one document, written once; the old one opens nothing", async () => {
  const { journal } = await makePrivate();
  const before = await readHeader(uid, journal);
  const network = globalThis.fetch;
  const asked: string[] = [];
  let written = "";
  Object.assign(globalThis, {
    fetch: (input: string, init?: { body?: string }) => {
      if (!input.includes("journalPings")) asked.push(input.slice(input.lastIndexOf(":")));
      if (input.endsWith(":commit")) written = init?.body ?? "";
      return network(input, init);
    },
  });
  try {
    await changePassphrase(uid, journal, { passphrase }, "other words");
  } finally {
    Object.assign(globalThis, { fetch: network });
  }
  expect(asked).toEqual([":batchGet", ":commit"]);
  expect((JSON.parse(written) as { writes: unknown[] }).writes).toHaveLength(1);
  expect((await readHeader(uid, journal)).rev).toBe(before.rev + 1);
  await lockJournals(uid);
  await expect(unlock(journal, { passphrase })).rejects.toMatchObject({ name: "WrongSecret" });
  expect(await unlock(journal, { passphrase: "other words" })).toEqual([journal]);
  expect(nameIn(await open(journal))).toBe(named.name);
});

test("another recovery key holds once it is saved, not before", async () => {
  const { journal, recoveryKey } = await makePrivate();
  const [old] = [await readRecoveryKey(recoveryKey)];
  const next = await changeRecoveryKey(uid, journal, { passphrase });
  await lockJournals(uid);
  expect("key" in old && (await unlock(journal, { recoveryKey: old.key }))).toEqual([journal]);
  await next.save();
  await lockJournals(uid);
  const read = await readRecoveryKey(next.recoveryKey);
  if (!("key" in old) || !("key" in read)) throw new Error("These are no recovery keys.");
  await expect(unlock(journal, { recoveryKey: old.key })).rejects.toMatchObject({
    name: "WrongSecret",
  });
  expect(await unlock(journal, { recoveryKey: read.key })).toEqual([journal]);
});

test("what waits of a journal that moved is said, and can be read and let go", async () => {
  const journal = await makePlainJournal(uid, named);
  const records = await open(journal);
  const left: (readonly string[])[] = [];
  const stop = followLeft(
    uid,
    (journals) => left.push(journals),
    () => undefined,
  );
  await writeHeader(uid, await readHeader(uid, journal), { goneTo: "-" });
  await records.change(entry("a", "Sea"));
  const outbox = await openOutbox(uid);
  await expect(outbox.flush()).rejects.toThrow(UnsentError);
  await vi.waitFor(() => expect(left.at(-1)).toEqual([journal]), patience);
  const waiting = await waitingOf(uid, journal);
  expect(waiting.ops.map(({ register }) => register).toSorted()).toEqual(["title", "when"]);
  await waiting.letGo();
  await vi.waitFor(() => expect(left.at(-1)).toEqual([]), patience);
  stop();
});

test("nothing of a locked journal is sent, nor asked for", async () => {
  const { journal } = await makePrivate();
  await lockJournals(uid);
  const outbox = await openOutbox(uid);
  await expect(sendJournal(outbox, journal)).resolves.toBeUndefined();
  await expect(waitingOf(uid, journal)).rejects.toThrow(LockedError);
});

test("a page without the tool asks no other tab for keys", async () => {
  const outbox = { uid: "somebody" } as Outbox;
  await sendJournal(outbox, newJournalId("sealed"));
  expect(keyringIfThere("somebody")).toBeUndefined();
});

test("what is opened while it locks is closed again, and nothing goes on sending it", async () => {
  const { journal } = await makePrivate();
  const outbox = await openOutbox(uid);
  const records = await open(journal);
  site.isOffline = true;
  await records.change(entry("a", "Sea"));
  await lockJournals(uid);
  site.isOffline = false;
  await unlock(journal, { passphrase });
  const opening = openJournal(uid, journal);
  const sending = Promise.allSettled([sendJournal(outbox, journal)]);
  const locking = lockJournals(uid);
  await expect(opening).rejects.toThrow(LockedError);
  await sending;
  await locking;
  // Who had a handler of it still would never come to an end.
  await expect(outbox.flush({ tool: `journals/${journal}` })).rejects.toThrow(UnsentError);
  await unlock(journal, { passphrase });
  const again = await open(journal);
  await outbox.flush();
  expect(again.item("entries", "a")?.registers["title"]?.value).toEqual({ v: "Sea" });
});

test("a journal that is made while all is locked stays locked", async () => {
  const prepared = await preparePrivateJournal(uid, passphrase);
  const making = prepared.make(named);
  await lockJournals(uid);
  const journal = await making;
  expect(keyringOf(uid).keysOf(journal)).toBeUndefined();
  expect(await unlock(journal, { passphrase })).toEqual([journal]);
});

test("a lock leaves nothing behind that holds keys for as long as somebody is signed in", async () => {
  const { journal } = await makePrivate();
  const { closed } = await openOutbox(uid);
  const once = async () => {
    await unlock(journal, { passphrase });
    await open(journal);
    await lockJournals(uid);
    return getEventListeners(closed, "abort").length;
  };
  const before = await once();
  expect([await once(), await once()]).toEqual([before, before]);
});

test("other devices hear of a header, and not of each save, to list the journals", async () => {
  const journal = await makePlainJournal(uid, named);
  const records = await open(journal);
  const heard: number[] = [];
  const stop = createJournalPing(uid, headersPing).follow(
    (at) => heard.push(at),
    () => undefined,
  );
  const told: number[] = [];
  const stopOwn = createJournalPing(uid, journal).follow(
    (at) => told.push(at),
    () => undefined,
  );
  await vi.waitFor(() => expect([heard.length, told.length]).toEqual([1, 1]), patience);
  await records.change(entry("a", "Sea"));
  await (await openOutbox(uid)).flush();
  await vi.waitFor(() => expect(told.at(-1)).toBeGreaterThan(told[0]!), patience);
  expect(heard).toHaveLength(1);
  await writeHeader(uid, await readHeader(uid, journal), { copyOf: newJournalId("plain") });
  await vi.waitFor(() => expect(heard.at(-1)).toBeGreaterThan(heard[0]!), patience);
  stop();
  stopOwn();
});

test("what waits of a private journal that is gone is said, also while it is locked", async () => {
  const { journal } = await makePrivate();
  const records = await open(journal);
  const left: (readonly string[])[] = [];
  const stop = followLeft(
    uid,
    (journals) => left.push(journals),
    () => undefined,
  );
  site.isOffline = true;
  await records.change(entry("a", "Sea"));
  await lockJournals(uid);
  site.isOffline = false;
  await writeHeader(uid, await readHeader(uid, journal), { goneTo: "-" });
  await vi.waitFor(() => expect(left.at(-1)).toEqual([journal]), patience);
  await letGoOf(uid, journal);
  await vi.waitFor(() => expect(left.at(-1)).toEqual([]), patience);
  stop();
});

test("all who follow the list share one look; who comes later hears at once", async () => {
  const lists = vi.spyOn(globalThis, "fetch");
  const heard = [0, 0];
  const stops = heard.map((_, at) =>
    followJournals(
      uid,
      (_journals, isCurrent) => void (isCurrent && (heard[at]! += 1)),
      () => undefined,
    ),
  );
  await vi.waitFor(() => expect(Math.min(...heard)).toBeGreaterThan(0), patience);
  const listing = `/users/${uid}:runQuery`;
  const asked = lists.mock.calls.filter(
    ([url]) => typeof url === "string" && url.endsWith(listing),
  ).length;
  expect(heard[0]).toBe(heard[1]);
  // Another look may be on its way.
  expect([heard[0], heard[0]! + 1]).toContain(asked);
  const late = vi.fn<(journals: readonly unknown[], isCurrent: boolean) => void>();
  stops.push(followJournals(uid, late, () => undefined));
  expect(late).toHaveBeenCalledExactlyOnceWith(expect.any(Array), true);
  for (const stop of stops) stop();
});

test("a journal that the server has lost is put back with its lock, once", async () => {
  const { journal } = await makePrivate();
  expect((await readJournals(uid)).map(({ id }) => id)).toContain(journal);
  await lockJournals(uid);
  const { updateTime } = await readHeader(uid, journal);
  const path = headerPath(uid, journal);
  await createJournalDocuments(uid).commit([{ path, updateTime, rev: null }], []);
  expect((await readJournals(uid)).map(({ id }) => id)).not.toContain(journal);
  await putBack(uid, journal);
  const { rev } = await readHeader(uid, journal);
  expect(rev).toBe(1);
  expect(await unlock(journal, { passphrase })).toEqual([journal]);
  expect(nameIn(await open(journal))).toBe(named.name);
  // Another device asks for it, too.
  await putBack(uid, journal);
  expect((await readHeader(uid, journal)).rev).toBe(1);
});

test("after the server went back the passphrase that opens a journal here changes its lock", async () => {
  const { journal } = await makePrivate();
  const { lock: old } = await readHeader(uid, journal);
  await changePassphrase(uid, journal, { passphrase }, "other words");
  const changed = await readHeader(uid, journal);
  await writeHeader(uid, changed, { lock: old });
  // This browser has heard of the change later than the server has it.
  const told = await readHeader(uid, journal);
  kept.set(
    `foyer:journals:${uid}`,
    JSON.stringify([{ ...told, lock: changed.lock, at: told.at + 1 }]),
  );
  await changePassphrase(uid, journal, { passphrase: "other words" }, "third words");
  await lockJournals(uid);
  const [lock] = (await readJournals(uid)).flatMap((one) => (one.id === journal ? one.lock : []));
  const locks = [{ journal, lock: lock ?? "" }];
  expect(await keyringOf(uid).unlock(locks, { passphrase: "third words" })).toEqual([journal]);
});

test("what this browser keeps of the list goes with the account", async () => {
  await readJournals(uid);
  expect(keptJournals(uid)?.length).toBeGreaterThan(0);
  forgetKeptJournals(uid);
  expect(keptJournals(uid)).toBeUndefined();
  kept.set(`foyer:journals:${uid}`, '[{"id":"x"},5,{"id":"p","lock":3}]');
  expect(keptJournals(uid)).toEqual([]);
});

test("of more journals than one answer has none is overlooked", async () => {
  const ids = Array.from({ length: 301 }, () => newJournalId("plain"));
  await commitHeaders(
    uid,
    ids.map((id) => ({
      path: headerPath(uid, id),
      updateTime: undefined,
      rev: 1,
      fields: { goneTo: "=" },
    })),
  );
  const listed = new Set((await readJournals(uid)).map(({ id }) => id));
  expect(ids.filter((id) => !listed.has(id))).toEqual([]);
});
