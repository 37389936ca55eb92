import type { JournalHeader } from "#app/live/journals/journals-list.ts";
import type { Bytes } from "#lib/sealed/bytes.ts";
import { openLock } from "#lib/sealed/lock.ts";
import { WrongSecret } from "#lib/sealed/sealed-fault.ts";
import type { Secret } from "#lib/sealed/wrap.ts";

/** The journal whose recovery key this is. Nothing is unlocked by it yet. @throws SealedFault */
export async function openedBy(
  uid: string,
  locked: readonly JournalHeader[],
  recoveryKey: Bytes,
): Promise<JournalHeader | undefined> {
  let problem: unknown;
  for (const header of locked) {
    if (header.lock === null) continue;
    try {
      // oxlint-disable-next-line no-await-in-loop -- the first one that it opens is it
      const dataKey = await openLock(header.lock, { uid, journal: header.id }, { recoveryKey });
      dataKey.fill(0);
      return header;
    } catch (error) {
      // What is damaged is said where no other one opens.
      if (!(error instanceof WrongSecret)) problem = error;
    }
  }
  if (problem !== undefined) throw problem;
  return undefined;
}

/** Whether somebody knows it. @throws WrongSecret, SealedFault */
export async function openedBySecret(
  uid: string,
  { id: journal, lock }: JournalHeader,
  secret: Secret,
): Promise<void> {
  const dataKey = await openLock(lock ?? "", { uid, journal }, secret);
  dataKey.fill(0);
}
