import { headerPath } from "../journals/headers.ts";
import { headerOf } from "../journals/journals-list.ts";
import { createJournalDocuments } from "../journals/record-documents.ts";

/** So long an answer holds: an import adds a photo each moment. */
const answerMs = 10_000;

/**
 * Whether a journal has moved, or is deleted. What this browser has heard of it is not asked: it may have been away, and a
 * server that went back to a copy has it again. The call throws NoAnswerError, RefusedError.
 */
export function goneLook(uid: string): (journal: string) => Promise<boolean> {
  const liveAt = new Map<string, number>();
  return async (journal) => {
    if (performance.now() - (liveAt.get(journal) ?? -Infinity) < answerMs) return false;
    const { documents } = await createJournalDocuments(uid).read([headerPath(uid, journal)]);
    const [header] = documents;
    if (header !== undefined && headerOf(header).goneTo !== "") return true;
    liveAt.set(journal, performance.now());
    return false;
  };
}
