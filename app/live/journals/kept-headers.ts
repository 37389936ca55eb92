/** What this browser keeps of journals in localStorage: their headers, for a start without a connection. */
import { isJournalId } from "#lib/journal/journal-id.ts";

export type JournalHeader = {
  id: string;
  isSealed: boolean;
  /** See lib/sealed/lock.ts; null of a plain one. */
  lock: string | null;
  /** The journal that this one is being filled from; empty: none. */
  copyOf: string;
  /** Not empty: it has moved there, or is deleted. Nobody reads or writes it any more. */
  goneTo: string;
  rev: number;
  /** The server's clock at its last write, milliseconds. */
  at: number;
  /** Firestore's own text: it is only compared. */
  updateTime: string;
  /** The server has it no more, which no deletion leaves: this is what this browser has of it. See lost-journals.ts. */
  isLost?: true;
};

const nameOf = (uid: string): string => `foyer:journals:${uid}`;
/** After how long private journals lock, see idle-lock.ts. */
export const idleName = (uid: string): string => `foyer:journal-idle:${uid}`;

/** Undefined: nothing is kept. Locks are: without a connection a private journal opens all the same. */
export function keptJournals(uid: string): JournalHeader[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(uid)) ?? "null");
    return Array.isArray(kept) ? kept.filter(isHeader) : undefined;
  } catch {
    // A browser that keeps nothing, or something else under this name.
    return undefined;
  }
}

export function forgetKeptJournals(uid: string): void {
  try {
    localStorage.removeItem(nameOf(uid));
    localStorage.removeItem(idleName(uid));
    sessionStorage.removeItem(`foyer:journal-presenting:${uid}`);
  } catch {
    // A browser that keeps nothing.
  }
}

/**
 * Who deletes a journal leaves its header: one that the server has no more, or as it was before, shows a server that went
 * back to a copy. Then the lock that is here may be the only one by which what is here can be opened.
 * @returns what the server has told, with later locks of this browser; and those that only this browser has
 */
export function keepHeaders(
  uid: string,
  told: readonly JournalHeader[],
): { journals: JournalHeader[]; missing: JournalHeader[] } {
  const kept = keptJournals(uid) ?? [];
  const before = new Map(kept.map((one) => [one.id, one]));
  const ids = new Set(told.map(({ id }) => id));
  const missing = kept.filter(({ id, goneTo }) => goneTo === "" && !ids.has(id));
  const later = (one: JournalHeader) => laterOf(before.get(one.id), one);
  const journals = told.map((one) => ({ ...one, lock: later(one)?.lock ?? one.lock }));
  try {
    const latest = told.map((one) => later(one) ?? one);
    localStorage.setItem(nameOf(uid), JSON.stringify([...latest, ...missing]));
  } catch {
    // Without room for it there is none to show at first.
  }
  return { journals, missing };
}

/** What this browser keeps of one, where the server tells something older. */
export function keptLater(uid: string, told: JournalHeader): JournalHeader | undefined {
  return laterOf(
    keptJournals(uid)?.find(({ id }) => id === told.id),
    told,
  );
}

/** The server's clock goes on where it went back to a copy, and where a journal is put back; `rev` does not. */
function laterOf(own: JournalHeader | undefined, told: JournalHeader): JournalHeader | undefined {
  return own !== undefined && own.at > told.at ? own : undefined;
}

function isHeader(value: unknown): value is JournalHeader {
  if (typeof value !== "object" || value === null) return false;
  const { id, lock, copyOf, goneTo, updateTime } = value as Partial<Record<string, unknown>>;
  const areTexts = [copyOf, goneTo, updateTime].every((text) => typeof text === "string");
  const isLock = lock === null || typeof lock === "string";
  return typeof id === "string" && isJournalId(id) && isLock && areTexts;
}
