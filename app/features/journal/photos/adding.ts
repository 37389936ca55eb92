/** What is being added to entries just now, by whatever way: the strip of an entry shows it, and asks. */
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import { isSealedJournal } from "#lib/journal/journal-id.ts";
import { partsOf } from "../store/room-index.ts";
import type { EntryWhen } from "#lib/journal/days.ts";
import type { Spot } from "#lib/journal/item-parts.ts";

export type Coming = {
  id: string;
  name: string;
  /** Why it was not added; undefined: it is on its way into this browser. */
  problem?: string;
};

/** Whether cameras' words go out of the files before they are kept. */
export type StripAnswer = { strips: boolean; isForAll: boolean };

/** When and where the first of the photos that knows it was taken, where the entry says otherwise or nothing. */
export type Offer = { when: EntryWhen | undefined; spot: Spot | undefined; count: number };

type Question = {
  /** In which a camera has written when or where, and of how many. */
  count: number;
  of: number;
  answer: (answer: StripAnswer | null) => void;
};

export type Adding = {
  coming: readonly Coming[];
  /** Asked now. Null as answer: nothing is added. */
  question: Question | undefined;
  offer: Offer | undefined;
};

const nothing: Adding = { coming: [], question: undefined, offer: undefined };
const all = new Map<string, Adding>();
const listeners = new Set<() => void>();

const dropping = new Set<string>();

/** What was offered and not added of a private journal goes with its keys. */
export function dropAtLock(uid: string): void {
  if (dropping.has(uid)) return;
  dropping.add(uid);
  const keyring = keyringOf(uid);
  keyring.subscribe(() => {
    for (const [key, { question }] of all) {
      const { journal } = partsOf(key);
      if (!isSealedJournal(journal) || keyring.open().has(journal)) continue;
      question?.answer(null);
      all.delete(key);
    }
  });
}

/** The same object while nothing changes. */
export function addingTo(key: string): Adding {
  return all.get(key) ?? nothing;
}

export function changeAdding(key: string, change: (now: Adding) => Partial<Adding>): void {
  const now = addingTo(key);
  const next = { ...now, ...change(now) };
  const isOver = next.coming.length === 0 && !next.question && !next.offer;
  if (isOver) all.delete(key);
  else all.set(key, next);
  for (const listener of listeners) listener();
}

export function followAdding(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
