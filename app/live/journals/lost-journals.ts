/**
 * Journals that the server has no more although nobody has deleted them: an old back-up was put in its place. What this
 * browser has of one can be put back. docs/journal.md
 */
import { keptTools } from "../records/pack-rows.ts";
import { commitHeaders, headerFields, headerPath, readHeader } from "./headers.ts";
import { JournalGoneError } from "./journal-gone.ts";
import { headerOf, journalsChanged } from "./journals-list.ts";
import { journalTool } from "./journals-tool.ts";
import { type JournalHeader, keptJournals } from "./kept-headers.ts";
import { createJournalDocuments } from "./record-documents.ts";

/**
 * Of the headers that a list did not have: those of journals that the server has lost and this browser keeps something of;
 * and those that were made while it was listed.
 * @throws NoAnswerError, RefusedError
 */
export async function lostHere(
  uid: string,
  missing: readonly JournalHeader[],
  signal?: AbortSignal,
): Promise<JournalHeader[]> {
  // A browser that keeps nothing has nothing to put back.
  const kept = new Set(await keptTools(uid).catch(() => []));
  const here = missing.filter(({ id }) => kept.has(journalTool(id)));
  if (here.length === 0) return [];
  const paths = here.map(({ id }) => headerPath(uid, id));
  const { documents } = await createJournalDocuments(uid).read(paths, signal);
  return here.map((header, at) => {
    const found = documents[at];
    return found ? headerOf(found) : { ...header, ...alone, isLost: true };
  });
}

/** What it was made from may be there again, as the server had it before: that is another journal now. */
const alone = { copyOf: "" };

/**
 * The server has its header again, with the lock that it had. What is missing of its records is sent once it is opened.
 * @throws NoAnswerError, RefusedError; JournalGoneError it was deleted, or nothing is kept of it
 */
export async function putBack(uid: string, journal: string): Promise<void> {
  const header = keptJournals(uid)?.find(({ id }) => id === journal);
  if (header === undefined || header.goneTo !== "") throw new JournalGoneError();
  const fields = headerFields({ ...header, ...alone });
  const path = headerPath(uid, journal);
  try {
    await commitHeaders(uid, [{ path, updateTime: undefined, rev: 1, fields }]);
  } catch (error) {
    if (!(error instanceof JournalGoneError)) throw error;
    // Another device was quicker.
    if ((await readHeader(uid, journal)).goneTo !== "") throw error;
    journalsChanged(uid);
  }
}
