import { copyJournal } from "#app/live/journals/copy-journal.ts";
import {
  deleteJournal,
  deletedFor,
  emptied,
  emptyJournal,
  forgetHere,
} from "#app/live/journals/delete-journal.ts";
import { JournalGoneError } from "#app/live/journals/journal-gone.ts";
import { headerPath } from "#app/live/journals/headers.ts";
import { createJournalDocuments } from "#app/live/journals/record-documents.ts";
import type { JournalFiles } from "#app/live/journal-files/journal-files.ts";
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import { type JournalHeader, readJournals } from "#app/live/journals/journals-list.ts";
import { journalOfTool, journalTool } from "#app/live/journals/journals-tool.ts";
import { NoAnswerError, type Outbox } from "#app/live/outbox/outbox.ts";
import { openJournalFiles } from "#app/live/journal-files/open-journal-files.ts";
import { journalsWaiting } from "#app/live/journal-files/waiting-files.ts";
import { openOutbox } from "#app/live/outbox/open-outbox.ts";
import { keptTools } from "#app/live/records/pack-rows.ts";
import { isJournalId, isSealedJournal } from "#lib/journal/journal-id.ts";
import type { JournalStore } from "../store/journal-store.ts";

const dayMs = 86_400_000;
const trashMs = 30 * dayMs;

/** Once, when the journal was opened. What does not come to its end now has its turn the next time. */
export async function careForJournals(store: JournalStore, signal: AbortSignal): Promise<void> {
  try {
    const headers = await readJournals(store.uid, signal);
    const now = await serverNow(store.uid, headers, signal);
    if (now === undefined) return;
    await finishGone(store.uid, headers, now, signal);
    await deleteOld(store, now, signal);
    await forgetGone(store.uid, headers, now);
  } catch (error) {
    if (signal.aborted || error instanceof NoAnswerError) return;
    // What failed in the browser has no other log than its console; names of journals are chance.
    // oxlint-disable-next-line no-console
    console.warn("Journals could not be cleaned up", error);
  }
}

/** A clock that is ahead must not delete what was put into the trash a minute ago. Undefined: there is no journal. */
async function serverNow(
  uid: string,
  headers: readonly JournalHeader[],
  signal?: AbortSignal,
): Promise<number | undefined> {
  const [first] = headers;
  if (!first) return undefined;
  const { readTime } = await createJournalDocuments(uid).read([headerPath(uid, first.id)], signal);
  return Math.min(Date.now(), readTime);
}

/** Of a device that has none of them open, too: this needs no keys. */
export async function forgetElsewhere(uid: string): Promise<void> {
  try {
    const headers = await readJournals(uid);
    const now = await serverNow(uid, headers);
    if (now !== undefined) await forgetGone(uid, headers, now);
  } catch {
    // Without a connection it has its turn the next time.
  }
}

/** Whoever does it is at it: a day later it was broken off. */
async function finishGone(
  uid: string,
  headers: readonly JournalHeader[],
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const late = headers.filter(
    ({ goneTo, at }) => goneTo !== "" && goneTo !== emptied && now - at > dayMs,
  );
  const [outbox, files] = await Promise.all([openOutbox(uid), openJournalFiles(uid)]);
  for (const { id, goneTo, at } of late) {
    // What waits in this browser is somebody's to decide about.
    if (isWaiting(outbox, files, id)) continue;
    const isOpen = isSealedJournal(goneTo) && isOpenHere(uid, id) && isOpenHere(uid, goneTo);
    // oxlint-disable-next-line no-await-in-loop -- one journal after the other
    if (isOpen && (await isCopied(uid, id, goneTo, signal))) continue;
    if (goneTo === deletedFor || now - at > trashMs) {
      // oxlint-disable-next-line no-await-in-loop
      await emptyJournal(uid, id, signal);
    }
  }
}

/** What was written a moment before it moved may not be in the copy yet. False: there is no such copy any more. */
async function isCopied(
  uid: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const onProgress = () => undefined;
    await copyJournal({ uid, from, to, signal, withoutMissing: true, onProgress });
    return true;
  } catch (error) {
    // It was deleted; it must not hold the others up.
    if (error instanceof JournalGoneError) return false;
    throw error;
  }
}

const isOpenHere = (uid: string, journal: string): boolean =>
  isJournalId(journal) && (journal.startsWith("p") || keyringOf(uid).keysOf(journal) !== undefined);

async function deleteOld(store: JournalStore, now: number, signal: AbortSignal): Promise<void> {
  const old = store
    .goneRooms()
    // A stamp is microseconds of the server's clock.
    .filter(({ settings }) => now - settings.goneAt / 1000 > trashMs);
  for (const { journal, records } of old) {
    if (records.status() !== "ready") continue;
    // oxlint-disable-next-line no-await-in-loop -- one journal after the other
    await deleteJournal(store.uid, journal, signal);
  }
}

/**
 * What this browser keeps of journals that are gone, once nothing of them waits: of plain ones at once. Of private ones
 * nobody can read it, so it stays for a month: a header alone shall not empty the second back-up of a journal.
 */
async function forgetGone(
  uid: string,
  headers: readonly JournalHeader[],
  now: number,
): Promise<void> {
  const gone = new Set(
    headers
      .filter(({ goneTo, isSealed, at }) => goneTo !== "" && (!isSealed || now - at > trashMs))
      .map(({ id }) => id),
  );
  const [outbox, withFiles] = await Promise.all([openOutbox(uid), journalsWaiting(uid)]);
  const waiting = new Set(outbox.state().entries.map(({ tool }) => tool));
  for (const tool of await keptTools(uid)) {
    const journal = journalOfTool(tool);
    if (journal === undefined || !gone.has(journal)) continue;
    // oxlint-disable-next-line no-await-in-loop -- there are few
    if (!waiting.has(tool) && !withFiles.has(journal)) await forgetHere(uid, journal);
  }
}

function isWaiting(
  outbox: Pick<Outbox, "state">,
  files: Pick<JournalFiles, "waiting">,
  journal: string,
): boolean {
  const tool = journalTool(journal);
  return outbox.state().entries.some((entry) => entry.tool === tool) || files.waiting(journal) > 0;
}
