/** Which journals an account has: their headers, which say nothing of what is in them. */
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { isReadDenied } from "../records/database-http.ts";
import { createJournalPing } from "./journal-ping.ts";
import { type JournalHeader, keepHeaders, keptJournals } from "./kept-headers.ts";
import { afterMs, keepLooking, pageWakes } from "./looking.ts";
import { type StoredDocument, createJournalDocuments } from "./record-documents.ts";

export type { JournalHeader } from "./kept-headers.ts";

/** More than anybody has, with what is left of those that are gone. */
const mostHeaders = 300;

/**
 * At once as this browser has heard of them last, and as they change; those that are gone among them. Returns a function
 * that ends it.
 * @param hear `isCurrent`: the server has said so
 */
export function followJournals(
  uid: string,
  hear: (journals: readonly JournalHeader[], isCurrent: boolean) => void,
  failed: (error: unknown) => void,
): () => void {
  const kept = keptJournals(uid);
  if (kept !== undefined) hear(kept, false);
  const changes = listeners.get(uid) ?? new Set();
  listeners.set(uid, changes);
  return keepLooking({
    async look(signal) {
      const journals = await readJournals(uid, signal);
      if (!signal.aborted) hear(journals, true);
    },
    wakes: [
      ...pageWakes,
      (wake) =>
        createJournalPing(uid).follow(wake, (error) => isReadDenied(error) && failed(error)),
      (wake) => {
        changes.add(wake);
        return () => changes.delete(wake);
      },
    ],
    after: afterMs,
    failed,
  });
}

const listeners = new Map<string, Set<() => void>>();

/** This tab has changed one. */
export function journalsChanged(uid: string): void {
  for (const wake of listeners.get(uid) ?? []) wake();
}

/** @throws NoAnswerError, RefusedError */
export async function readJournals(uid: string, signal?: AbortSignal): Promise<JournalHeader[]> {
  const page = { parent: `users/${uid}/journals`, limit: mostHeaders };
  const journals = (await createJournalDocuments(uid).list(page, signal)).map(headerOf);
  keepHeaders(uid, journals);
  return journals;
}

export function headerOf({ doc, rev, at, updateTime, texts }: StoredDocument): JournalHeader {
  const { lock = null, copyOf = "", goneTo = "" } = texts;
  return { id: doc, isSealed: isSealedJournal(doc), lock, copyOf, goneTo, rev, at, updateTime };
}
