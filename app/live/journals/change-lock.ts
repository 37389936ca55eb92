/** Another passphrase or recovery key of a private journal: one document is written, and nothing else of it. */
import { formatRecoveryKey, newRecoveryKey } from "#lib/sealed/recovery-key.ts";
import { withPassphrase, withRecoveryKey } from "#lib/sealed/lock.ts";
import type { Secret } from "#lib/sealed/wrap.ts";
import { readHeader, writeHeader } from "./headers.ts";
import { JournalGoneError } from "./journal-gone.ts";
import type { JournalHeader } from "./journals-list.ts";

/**
 * @param by the old passphrase, or the recovery key
 * @throws WrongSecret, SealedFault, NoAnswerError, JournalGoneError; RangeError the new one is empty
 */
export async function changePassphrase(
  uid: string,
  journal: string,
  by: Secret,
  next: string,
): Promise<void> {
  const header = await lockedHeader(uid, journal);
  const lock = await withPassphrase(header.lock, { uid, journal }, by, next);
  await writeHeader(uid, header, { lock });
}

/**
 * The old recovery key holds until the new one is saved: somebody has to write it down first.
 * @throws as changePassphrase
 */
export async function changeRecoveryKey(
  uid: string,
  journal: string,
  by: Secret,
): Promise<{ recoveryKey: string; save(): Promise<void> }> {
  const header = await lockedHeader(uid, journal);
  const key = newRecoveryKey();
  const recoveryKey = await formatRecoveryKey(key);
  const lock = await withRecoveryKey(header.lock, { uid, journal }, by, key);
  key.fill(0);
  return { recoveryKey, save: () => writeHeader(uid, header, { lock }) };
}

async function lockedHeader(
  uid: string,
  journal: string,
): Promise<JournalHeader & { lock: string }> {
  const header = await readHeader(uid, journal);
  if (header.lock === null || header.goneTo !== "") throw new JournalGoneError();
  return { ...header, lock: header.lock };
}
