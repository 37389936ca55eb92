/**
 * A journal put into another one with all that is in it: to encrypt it, or to take its encryption off. The other one's
 * header names it (`copyOf`), so it can be broken off and gone on with, also on another device. Only once all is there
 * does the old one go. docs/journal.md
 */
import { objectPath } from "#lib/journal/documents.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import type { Media } from "#lib/journal/journal-items.ts";
import { JournalFileError } from "../journal-files/file-error.ts";
import { objectName } from "../journal-files/file-names.ts";
import type { JournalFiles } from "../journal-files/journal-files.ts";
import { createObjectCalls } from "../journal-files/object-calls.ts";
import { openJournalFiles } from "../journal-files/open-journal-files.ts";
import { openOutbox } from "../outbox/open-outbox.ts";
import { createRecordsCopy } from "./copy-records.ts";
import { emptyJournal, forgetHere } from "./delete-journal.ts";
import { headerPath, readHeader, sameHeader, writeHeader } from "./headers.ts";
import { JournalGoneError } from "./journal-gone.ts";
import { LockedError, keyringOf } from "./journal-keys.ts";
import type { JournalHeader } from "./journals-list.ts";
import { journalTool } from "./journals-tool.ts";
import { createJournalDocuments } from "./record-documents.ts";
import { codecOf } from "./sealed-parts.ts";

/** `waiting`: what was changed here last is sent; `records` and `photos` are counted; `emptying`: the old one goes. */
export type CopyProgress =
  | { step: "waiting" | "emptying" }
  | { step: "records" | "photos"; done: number; of: number };

export type CopyParts = {
  uid: string;
  from: string;
  /** `copyOf` of its header is `from`. */
  to: string;
  signal: AbortSignal;
  onProgress: (progress: CopyProgress) => void;
  /** Somebody has just said the passphrase: headers, which anybody with the account can write, are no word for it. */
  isProven?: boolean;
  /** Photos that are nowhere are left behind. */
  withoutMissing?: boolean;
};

/** Some photos are neither at the server nor here. */
export class MissingFilesError extends Error {
  override readonly name = "MissingFilesError";
  readonly count: number;
  constructor(count: number) {
    const what = count === 1 ? "1 photo is" : `${count} photos are`;
    super(`${what} not on the server: on the way from another device, or lost.`);
    this.count = count;
  }
}

/** Photos that are sent behind each other before they are waited for: they lie twice in this browser until then. */
const sentTogether = 10;
const mostPasses = 20;

/**
 * @throws UnsentError something waits here; MissingFilesError; UnreadableError; LockedError, JournalFileError; JournalGoneError;
 * NoAnswerError, RefusedError; the signal's reason. The journal is whole after each of them.
 */
export async function copyJournal(parts: CopyParts): Promise<void> {
  const { uid, from, to, signal, onProgress, isProven = false } = parts;
  if (isSealedJournal(from) && !isSealedJournal(to) && !isProven) throw new JournalGoneError();
  const documents = createJournalDocuments(uid);
  const [files, outbox] = await Promise.all([openJournalFiles(uid), openOutbox(uid)]);
  await targetOf(parts);
  // An earlier try may have come to it.
  const isLate = (await readHeader(uid, from)).goneTo === to;
  onProgress({ step: "waiting" });
  if (!isLate) {
    await outbox.flush({ tool: journalTool(from) });
    await files.untilSent(from, signal);
  }
  const of = await countOf(uid, from, signal);
  let done = 0;
  const copy = createRecordsCopy({
    uid,
    documents,
    from: sideOf(uid, from),
    to: sideOf(uid, to),
    isInUse: isLate,
    onCopied(records) {
      done = Math.min(done + records, of);
      onProgress({ step: "records", done, of });
    },
  });
  const photos = createPhotosCopy(parts, files);
  for (let passes = 0; ; passes += 1) {
    if (passes === mostPasses) throw new JournalGoneError();
    // oxlint-disable-next-line no-await-in-loop -- until nothing was changed meanwhile
    const count = await copy.pass(signal);
    // oxlint-disable-next-line no-await-in-loop
    const added = await photos.pass(copy.media);
    if (count === 0 && added === 0) break;
  }
  await copy.verify(signal);
  if (!isLate) {
    const same = [sameHeader(uid, await targetOf(parts))];
    await writeHeader(uid, await readHeader(uid, from), { goneTo: to }, same);
    // What was written a moment before the header said so. From then on nobody writes to it.
    await copy.pass(signal);
    await photos.pass(copy.media);
    await copy.verify(signal);
  }
  await targetOf(parts);
  onProgress({ step: "emptying" });
  await emptyJournal(uid, from, signal, files);
  // Photos that came to wait since are taken over by the new one.
  if (files.waiting(from) === 0) await forgetHere(uid, from);
}

/** It may have been thrown away on another device. @throws NoAnswerError, RefusedError, JournalGoneError */
async function targetOf({ uid, from, to }: CopyParts): Promise<JournalHeader> {
  const header = await readHeader(uid, to);
  if (header.copyOf !== from || header.goneTo !== "") throw new JournalGoneError();
  return header;
}

/** @throws LockedError */
function sideOf(uid: string, journal: string) {
  const keys = keyringOf(uid).keysOf(journal);
  if (isSealedJournal(journal) && keys === undefined) {
    throw new LockedError("It was locked meanwhile. Unlock it and go on; nothing is lost.");
  }
  return { journal, codec: codecOf(journal, keys) };
}

async function countOf(uid: string, journal: string, signal: AbortSignal): Promise<number> {
  const documents = createJournalDocuments(uid);
  const parts = ["journalRecords", "journalTexts", "journalRevisions"];
  const counts = await Promise.all(
    parts.map((part) => documents.count(`${headerPath(uid, journal)}/${part}`, signal)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function createPhotosCopy(parts: CopyParts, files: JournalFiles) {
  const { uid, from, to, signal, onProgress, withoutMissing = false } = parts;
  const calls = createObjectCalls(uid);
  const finished = new Set<string>();
  let there: Set<string> | undefined;

  /** Of an earlier try. */
  async function isThere(id: string): Promise<boolean> {
    there ??= new Set(await calls.list(objectPath(uid, to, ""), signal));
    const name = await objectName((of) => keyringOf(uid).keysOf(of), to, id, "");
    return there.has(objectPath(uid, to, name));
  }

  /** False: it is nowhere. */
  async function one({ id, name, type, width, height, sha256 }: Media): Promise<boolean> {
    if (await isThere(id)) return true;
    try {
      const blob = await files.read(from, { id, type, width, height }, "full", signal);
      const { sha } = await files.keep(to, id, blob, name);
      if (sha256 !== "" && sha !== sha256) {
        await files.remove(to, [id], signal);
        throw new JournalFileError("damaged");
      }
      return true;
    } catch (error) {
      if (error instanceof JournalFileError && error.reason === "missing") return false;
      throw error;
    }
  }

  return {
    /** @returns how many */
    async pass(media: ReadonlyMap<string, Media>): Promise<number> {
      const wanted = [...media.values()].filter(({ id }) => !finished.has(id));
      let missing = 0;
      for (const [at, photo] of wanted.entries()) {
        signal.throwIfAborted();
        onProgress({ step: "photos", done: at, of: wanted.length });
        // oxlint-disable-next-line no-await-in-loop -- one is in memory at a time
        if (!(await one(photo))) missing += 1;
        else finished.add(photo.id);
        // oxlint-disable-next-line no-await-in-loop
        if (at % sentTogether === sentTogether - 1) await files.untilSent(to, signal);
      }
      await files.untilSent(to, signal);
      if (missing > 0 && !withoutMissing) throw new MissingFilesError(missing);
      return wanted.length - missing;
    },
  };
}
