/** Tries what somebody knows on the locks of private journals. Loaded when somebody does. */
import { type JournalKeys, keysOf } from "#lib/sealed/keys.ts";
import { openLock } from "#lib/sealed/lock.ts";
import { WrongSecret } from "#lib/sealed/sealed-fault.ts";
import type { Secret } from "#lib/sealed/wrap.ts";
import { keptTools } from "../records/pack-rows.ts";
import { LockedError, type LockedJournal } from "./journal-keys.ts";
import { journalTool } from "./journals-tool.ts";

type Trying = {
  onTry: (tried: number) => void;
  /** Holds them. False: all was locked meanwhile. */
  take: (keys: JournalKeys) => boolean;
};

/** @throws as Keyring.unlock */
export async function openAll(
  uid: string,
  locked: readonly LockedJournal[],
  secret: Secret,
  { onTry, take }: Trying,
): Promise<string[]> {
  const opened: string[] = [];
  let problem: unknown;
  for (const [tried, { journal, lock }] of (await knownFirst(uid, locked)).entries()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that it can be said
      const keys = await openOne({ uid, journal }, lock, secret);
      if (!take(keys)) throw new LockedError("All was locked meanwhile. Enter it once more.");
      opened.push(journal);
    } catch (error) {
      if (error instanceof LockedError) throw error;
      // What is damaged is said where nothing else is wrong.
      if (!(problem instanceof WrongSecret)) problem = error;
    }
    onTry(tried + 1);
  }
  if (opened.length === 0 && problem !== undefined) throw problem;
  return opened;
}

/** Headers can be forged, by the hundred, each to take as long as a lock may: nobody waits for those. */
async function knownFirst(
  uid: string,
  locked: readonly LockedJournal[],
): Promise<readonly LockedJournal[]> {
  // A browser that keeps nothing knows none.
  const kept = new Set(await keptTools(uid).catch(() => []));
  const isKnown = ({ journal }: LockedJournal) => Number(kept.has(journalTool(journal)));
  return locked.toSorted((one, other) => isKnown(other) - isKnown(one));
}

async function openOne(
  place: { uid: string; journal: string },
  lock: string,
  secret: Secret,
): Promise<JournalKeys> {
  const dataKey = await openLock(lock, place, secret);
  try {
    return await keysOf(dataKey, place);
  } finally {
    dataKey.fill(0);
  }
}
