/** Tries what somebody knows on the locks of private journals. Loaded when somebody does. */
import { type JournalKeys, keysOf } from "#lib/sealed/keys.ts";
import { openLock } from "#lib/sealed/lock.ts";
import { WrongSecret } from "#lib/sealed/sealed-fault.ts";
import type { Secret } from "#lib/sealed/wrap.ts";
import type { LockedJournal } from "./journal-keys.ts";

/** @throws as Keyring.unlock */
export async function openAll(
  uid: string,
  locked: readonly LockedJournal[],
  secret: Secret,
  onTry: (tried: number) => void,
): Promise<JournalKeys[]> {
  const opened: JournalKeys[] = [];
  let problem: unknown;
  for (const [tried, { journal, lock }] of locked.entries()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that it can be said
      opened.push(await openOne({ uid, journal }, lock, secret));
    } catch (error) {
      // What is damaged is said where nothing else is wrong.
      if (!(problem instanceof WrongSecret)) problem = error;
    }
    onTry(tried + 1);
  }
  if (opened.length === 0 && problem !== undefined) throw problem;
  return opened;
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
