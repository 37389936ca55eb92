/** Journals, as who is signed in has them: each is a room of records of its own. See docs/journal.md. */
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import type { JournalKeys } from "#lib/sealed/keys.ts";
import { followValue } from "../own-values.ts";
import { openOutbox } from "../outbox/open-outbox.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { aloneOfTabs, lazyKinds } from "../records/lazy-kinds.ts";
import { openRecords, sendRecordsOf, stopSending } from "../records/open-records.ts";
import { readAhead } from "../records/pack-rows.ts";
import { openPackedStore, plainPacks } from "../records/packed-store.ts";
import type { RecordsSource } from "../records/records-source.ts";
import type { Records, RecordsConfig } from "../records/records.ts";
import { type JournalCodec, plainCodec } from "./journal-codec.ts";
import { LockedError, keyringIfThere, keyringOf } from "./journal-keys.ts";
import { closeAtLock, isLocking, sendBeforeLock } from "./journal-lock.ts";
import { createJournalPing } from "./journal-ping.ts";
import { journalLazy, journalRecords } from "./journal-records.ts";
import { createJournalSource } from "./journal-source.ts";
import { journalTool } from "./journals-tool.ts";
import { keptJournals } from "./kept-headers.ts";
import { loaded } from "./loaded.ts";
import { afterMs, pageWakes } from "./looking.ts";
import { createJournalDocuments } from "./record-documents.ts";

/** What is open of a private journal in this tab. */
type Unlocked = { records: Set<Records>; ending: Promise<() => Promise<void>> };

const unlocked = new Map<string, Unlocked>();
/** Those of private journals until they are locked: they have keys. */
const sources = new Map<string, RecordsSource>();
const faultsOf = new Map<string, Set<string>>();
const faultListeners = new Map<string, Set<() => void>>();

/** @throws LockedError, NoAnswerError */
async function configOf(uid: string, journal: string): Promise<RecordsConfig> {
  const keys = keysFor(uid, journal);
  const tool = journalTool(journal);
  const sealed = keys && (await loaded(import("./sealed-parts.ts")));
  const codec = keys && sealed ? sealed.codecOf(journal, keys) : plainCodec;
  const packs = keys && sealed ? sealed.sealedPacks(keys) : plainPacks;
  return {
    ...journalRecords,
    tool,
    source: () => sourceOf(uid, journal, codec),
    lazy: lazyKinds({ ...journalLazy, alone: aloneOfTabs }),
    store: () => openPackedStore(uid, tool, { codec: packs, lazy: journalLazy.kinds }),
  };
}

/** What this browser keeps of the journals of who was signed in here last, while it is asked whether they still are. */
export function readJournalsAhead(uid: string | null): void {
  if (uid === null) return;
  const shown = (keptJournals(uid) ?? []).filter(({ goneTo }) => goneTo === "");
  for (const { id } of shown) readAhead(uid, journalTool(id));
  if (shown.some(({ isSealed }) => isSealed)) {
    // Who opens one asks again, and is told.
    import("./sealed-parts.ts").catch(() => undefined);
  }
}

/** One for who sends and who shows: what is sent need not be read again. */
function sourceOf(uid: string, journal: string, codec: JournalCodec): RecordsSource {
  const name = nameOf(uid, journal);
  const source =
    sources.get(name) ??
    createJournalSource({
      uid,
      journal,
      codec,
      documents: createJournalDocuments(uid),
      ping: createJournalPing(uid, journal),
      faulty: (documents) => addFaults(uid, journal, documents),
      clock: () => performance.now(),
      wakes: pageWakes,
      after: afterMs,
      followOffset: (hear) =>
        followValue(
          ".info/serverTimeOffset",
          (ms) => hear(typeof ms === "number" ? ms : 0),
          () => undefined,
        ),
    });
  sources.set(name, source);
  return source;
}

/** Any number of them at once. A private one closes by itself when it is locked. @throws LockedError; as openAuth */
export async function openJournal(uid: string, journal: string): Promise<Records> {
  const config = await configOf(uid, journal);
  if (!isSealedJournal(journal)) return openRecords(uid, config);
  const outbox = await openOutbox(uid);
  const open = await unlock(outbox, journal);
  const records = await openRecords(uid, config);
  // It was locked meanwhile.
  if (unlocked.get(nameOf(uid, journal)) !== open || isLocking(uid)) {
    records.close();
    if (!unlocked.has(nameOf(uid, journal))) {
      stopSending(outbox, config.tool);
      sources.delete(nameOf(uid, journal));
    }
    throw new LockedError("This journal is locked.");
  }
  open.records.add(records);
  return {
    ...records,
    close() {
      open.records.delete(records);
      records.close();
    },
  };
}

/** Has the outbox send what waits of a journal, also while nobody has it open; of a locked one nothing is sent. */
export async function sendJournal(outbox: Outbox, journal: string): Promise<void> {
  const { uid } = outbox;
  if (!isSealedJournal(journal)) {
    sendRecordsOf(outbox, await configOf(uid, journal));
    return;
  }
  // A page without the tool asks no other tab for keys.
  if (keyringIfThere(uid)?.keysOf(journal) === undefined) return;
  const open = await unlock(outbox, journal);
  const config = await configOf(uid, journal);
  if (unlocked.get(nameOf(uid, journal)) === open) sendRecordsOf(outbox, config);
}

/** Names of documents that the server has and nobody can read: at once, and as there are more. Returns a function that ends it. */
export function followFaults(
  uid: string,
  journal: string,
  hear: (documents: readonly string[]) => void,
): () => void {
  const name = nameOf(uid, journal);
  const tell = () => hear([...(faultsOf.get(name) ?? [])]);
  const listeners = faultListeners.get(name) ?? new Set();
  faultListeners.set(name, listeners.add(tell));
  tell();
  return () => listeners.delete(tell);
}

function addFaults(uid: string, journal: string, documents: readonly string[]): void {
  const name = nameOf(uid, journal);
  const faults = faultsOf.get(name) ?? new Set();
  const added = documents.filter((document) => !faults.has(document));
  if (added.length === 0) return;
  faultsOf.set(name, new Set([...faults, ...added]));
  // What failed in the browser has no other log than its console.
  // oxlint-disable-next-line no-console
  console.warn("Records of a journal cannot be read", added);
  for (const tell of faultListeners.get(name) ?? []) tell();
}

function keysFor(uid: string, journal: string): JournalKeys | undefined {
  if (!isSealedJournal(journal)) return undefined;
  const keys = isLocking(uid) ? undefined : keyringOf(uid).keysOf(journal);
  if (keys === undefined) throw new LockedError("This journal is locked.");
  return keys;
}

/** What waits of it can be read and added to, until it is locked. @throws LockedError */
export async function unlock(outbox: Outbox, journal: string): Promise<Unlocked> {
  const { uid } = outbox;
  const name = nameOf(uid, journal);
  const there = unlocked.get(name);
  if (there) {
    await there.ending;
    return there;
  }
  const tool = journalTool(journal);
  const made: Unlocked = { records: new Set(), ending: openedOf(outbox, keysFor(uid, journal)!) };
  unlocked.set(name, made);
  const left = () => {
    void close();
    // Nobody is signed in any more.
    keyringOf(uid).drop();
  };
  outbox.closed.addEventListener("abort", left);
  const ends = [
    sendBeforeLock(uid, () => outbox.flush({ tool })),
    closeAtLock(uid, () => close()),
    () => outbox.closed.removeEventListener("abort", left),
  ];
  const close = async () => {
    if (unlocked.get(name) !== made) return;
    unlocked.delete(name);
    sources.delete(name);
    for (const end of ends) end();
    for (const records of made.records) records.close();
    stopSending(outbox, tool);
    await (
      await made.ending
    )();
  };
  await made.ending.catch((error: unknown) => {
    unlocked.delete(name);
    for (const end of ends) end();
    throw error;
  });
  return made;
}

/** By itself: what lives as long as the outbox must not hold the keys. */
async function openedOf(outbox: Outbox, keys: JournalKeys): Promise<() => Promise<void>> {
  const { openWaiting } = await loaded(import("./sealed-parts.ts"));
  return openWaiting(outbox, keys, unreadableOf(keys.uid, keys.journal));
}

const unreadableOf = (uid: string, journal: string) => () => addFaults(uid, journal, ["outbox"]);

const nameOf = (uid: string, journal: string): string => `${uid} ${journal}`;
