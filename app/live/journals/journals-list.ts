/** Which journals an account has: their headers, which say nothing of what is in them. */
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { isReadDenied } from "../records/database-http.ts";
import { createJournalPing, headersPing } from "./journal-ping.ts";
import { type JournalHeader, keepHeaders, keptJournals } from "./kept-headers.ts";
import { loaded } from "./loaded.ts";
import { afterMs, keepLooking, pageWakes } from "./looking.ts";
import { type StoredDocument, createJournalDocuments } from "./record-documents.ts";

export type { JournalHeader } from "./kept-headers.ts";

/** One page, for most: each that was deleted leaves its header. */
const pageSize = 300;

type Hear = {
  hear: (journals: readonly JournalHeader[], isCurrent: boolean) => void;
  failed: (error: unknown) => void;
};

/** One look for all who follow in this tab. */
type Following = {
  hears: Set<Hear>;
  told: readonly JournalHeader[] | undefined;
  wake: () => void;
  end: () => void;
};

const followings = new Map<string, Following>();

/**
 * At once as this browser has heard of them last, and as they change; those that are gone among them, and those that only
 * this browser has (`isLost`). Returns a function that ends it.
 * @param hear `isCurrent`: the server has said so
 */
export function followJournals(
  uid: string,
  hear: Hear["hear"],
  failed: Hear["failed"],
): () => void {
  const own = { hear, failed };
  const following = followings.get(uid) ?? begin(uid);
  following.hears.add(own);
  const kept = following.told ?? keptJournals(uid);
  if (kept !== undefined) hear(kept, following.told !== undefined);
  return () => {
    following.hears.delete(own);
    if (following.hears.size > 0 || followings.get(uid) !== following) return;
    followings.delete(uid);
    following.end();
  };
}

function begin(uid: string): Following {
  const hears = new Set<Hear>();
  const failed = (error: unknown) => {
    for (const one of hears) one.failed(error);
  };
  const following: Following = {
    hears,
    told: undefined,
    wake: () => undefined,
    end: () => undefined,
  };
  followings.set(uid, following);
  following.end = keepLooking({
    async look(signal) {
      const { journals, missing } = await readBoth(uid, signal);
      const lost = missing.length === 0 ? [] : await lostAmong(uid, missing, signal);
      if (signal.aborted) return;
      following.told = [...journals, ...lost];
      for (const { hear } of hears) hear(following.told, true);
    },
    wakes: [
      ...pageWakes,
      (wake) =>
        createJournalPing(uid, headersPing).follow(
          wake,
          (error) => isReadDenied(error) && failed(error),
        ),
      (wake) => {
        following.wake = wake;
        return () => undefined;
      },
    ],
    after: afterMs,
    failed,
  });
  return following;
}

/** This tab has changed one. */
export function journalsChanged(uid: string): void {
  followings.get(uid)?.wake();
}

/** What the server has. @throws NoAnswerError, RefusedError */
export async function readJournals(uid: string, signal?: AbortSignal): Promise<JournalHeader[]> {
  return (await readBoth(uid, signal)).journals;
}

async function readBoth(uid: string, signal?: AbortSignal) {
  const documents = createJournalDocuments(uid);
  const page = { parent: `users/${uid}/journals`, limit: pageSize };
  const all: StoredDocument[] = [];
  for (;;) {
    const after = all.at(-1);
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const found = await documents.list({ ...page, ...(after && { after }) }, signal);
    all.push(...found);
    if (found.length < pageSize) return keepHeaders(uid, all.map(headerOf));
  }
}

async function lostAmong(
  uid: string,
  missing: readonly JournalHeader[],
  signal: AbortSignal,
): Promise<JournalHeader[]> {
  const { lostHere } = await loaded(import("./lost-journals.ts"));
  return lostHere(uid, missing, signal);
}

export function headerOf({ doc, rev, at, updateTime, texts }: StoredDocument): JournalHeader {
  const { lock = null, copyOf = "", goneTo = "" } = texts;
  return { id: doc, isSealed: isSealedJournal(doc), lock, copyOf, goneTo, rev, at, updateTime };
}
