import type { JournalPart } from "#lib/journal/documents.ts";
import type { StoredDocument } from "./record-documents.ts";

/** How many are asked for at a time. */
export const pageSizes: Readonly<Record<JournalPart, number>> = {
  journalRecords: 300,
  journalTexts: 50,
  journalRevisions: 50,
};
/** So many at once that the page answers meanwhile. */
const openTogether = 64;

/** Those of which there is something. */
export async function openSome<Done>(
  documents: readonly StoredDocument[],
  open: (document: StoredDocument) => Promise<Done | undefined>,
): Promise<Done[]> {
  const opened: Done[] = [];
  for (let at = 0; at < documents.length; at += openTogether) {
    const some = documents.slice(at, at + openTogether).map(open);
    // oxlint-disable-next-line no-await-in-loop -- some after the others is the point
    for (const one of await Promise.all(some)) if (one !== undefined) opened.push(one);
  }
  return opened;
}
