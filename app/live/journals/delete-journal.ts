/**
 * Journals that go for good. First the header says so (`goneTo`), so that no device writes to it or heals it any more; then
 * its documents and files go; then the header says that nothing is left (`=`). It stays: one that is missing means that the
 * server has lost it. Broken off anywhere, it goes on with the next device. docs/journal.md
 */
import { type JournalPart, journalParts } from "#lib/journal/documents.ts";
import { forgetJournalFiles } from "../journal-files/waiting-files.ts";
import { openJournalFiles } from "../journal-files/open-journal-files.ts";
import type { JournalFiles } from "../journal-files/journal-files.ts";
import { forgetJournal } from "../records/pack-rows.ts";
import { headerPath, readHeader, sameHeader, writeHeader } from "./headers.ts";
import { JournalGoneError } from "./journal-gone.ts";
import type { JournalHeader } from "./journals-list.ts";
import { journalTool } from "./journals-tool.ts";
import { keptLater } from "./kept-headers.ts";
import { forgetJournalSearch } from "./kept-search.ts";
import { type JournalDocuments, createJournalDocuments } from "./record-documents.ts";

/** What `goneTo` says besides the journal that it went to. */
export const deletedFor = "-";
export const emptied = "=";

const mostTogether = 400;
/** In which nothing went: the server refuses it. */
const mostRounds = 5;

/** @throws NoAnswerError, RefusedError, JournalFileError; JournalGoneError; the signal's reason */
export async function deleteJournal(
  uid: string,
  journal: string,
  signal: AbortSignal,
): Promise<void> {
  await sayDeleted(uid, journal);
  await emptyJournal(uid, journal, signal);
  await forgetHere(uid, journal);
}

/**
 * A copy that was broken off. Once it is finished it is all that is left of the journal, which only the header of the
 * other one says; so may this browser, of a server that has forgotten it.
 * @throws as deleteJournal; JournalGoneError it was finished
 */
export async function deleteCopy(uid: string, journal: string, signal: AbortSignal): Promise<void> {
  const copy = await readHeader(uid, journal);
  if (copy.goneTo !== deletedFor && copy.goneTo !== emptied) {
    if (copy.goneTo !== "" || copy.copyOf === "") throw new JournalGoneError(finishedWords);
    const source = await readHeader(uid, copy.copyOf);
    const isFinished = [source, keptLater(uid, source)].some((one) => one && one.goneTo !== "");
    if (isFinished) throw new JournalGoneError(finishedWords);
    await writeHeader(uid, copy, { goneTo: deletedFor }, [sameHeader(uid, source)]);
  }
  await emptyJournal(uid, journal, signal);
  await forgetHere(uid, journal);
}

const finishedWords =
  "This copy was finished, so it is the journal now. Nothing was deleted. Where it is still called unfinished, go on with it.";

/** From then on no device shows it, or writes to it. @throws as deleteJournal */
export async function sayDeleted(uid: string, journal: string): Promise<void> {
  const header = await readHeader(uid, journal);
  if (header.goneTo === "") await writeHeader(uid, header, { goneTo: deletedFor });
}

/**
 * At the server, of one whose header says that it has gone. What this browser keeps of it is another matter: headers can
 * be written by whoever has the account. @throws as deleteJournal
 */
export async function emptyJournal(
  uid: string,
  journal: string,
  signal: AbortSignal,
  files?: Pick<JournalFiles, "removeAll">,
): Promise<void> {
  const before = await readHeader(uid, journal);
  if (before.goneTo === "") throw new JournalGoneError();
  if (before.goneTo === emptied) return;
  const documents = createJournalDocuments(uid);
  for (const part of journalParts) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    await emptyPart(documents, `${headerPath(uid, journal)}/${part}`, signal);
  }
  await (files ?? (await openJournalFiles(uid))).removeAll(journal, signal);
  await sayEmpty(uid, journal);
}

/** What this browser keeps of one of which nothing waits. @throws DOMException */
export async function forgetHere(uid: string, journal: string): Promise<void> {
  await forgetJournal(uid, journalTool(journal));
  await forgetJournalSearch(uid, journal);
  await forgetJournalFiles(uid, journal);
}

async function emptyPart(
  documents: JournalDocuments,
  parent: `${string}/${JournalPart}`,
  signal: AbortSignal,
): Promise<void> {
  let last = "";
  for (let rounds = 0; ;) {
    signal.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- what is deleted is not found again
    const found = await documents.list({ parent, limit: mostTogether, isIndex: true }, signal);
    const [first] = found;
    if (first === undefined) return;
    rounds = first.doc === last ? rounds + 1 : 0;
    last = first.doc;
    if (rounds === mostRounds) throw new JournalGoneError();
    const writes = found.map(({ doc, updateTime }) => ({
      path: `${parent}/${doc}`,
      updateTime,
      rev: null,
    }));
    // Undefined: another device empties it, too, and the next look says what is left.
    // oxlint-disable-next-line no-await-in-loop
    await documents.commit(writes, [], signal);
  }
}

async function sayEmpty(uid: string, journal: string): Promise<void> {
  try {
    const header: JournalHeader = await readHeader(uid, journal);
    if (header.goneTo !== emptied) await writeHeader(uid, header, { goneTo: emptied });
  } catch (error) {
    // Another device has said it.
    if (!(error instanceof JournalGoneError)) throw error;
  }
}
