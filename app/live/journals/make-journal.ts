/** New journals: with a connection, and whole at once. */
import { partOf } from "#lib/journal/documents.ts";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { roomProblem } from "#lib/journal/limits.ts";
import { journalItemId } from "#lib/journal/shape.ts";
import type { Parts } from "#lib/records/register.ts";
import { type JournalKeys, keysOf, newDataKey } from "#lib/sealed/keys.ts";
import { makeLock } from "#lib/sealed/lock.ts";
import { formatRecoveryKey, newRecoveryKey } from "#lib/sealed/recovery-key.ts";
import { commitHeaders, headerFields, headerPath } from "./headers.ts";
import { keyringOf } from "./journal-keys.ts";
import { readJournals } from "./journals-list.ts";
import { createJournalDocuments } from "./record-documents.ts";
import { codecOf } from "./sealed-parts.ts";

export type NewJournal = {
  name: string;
  /** Empty: none. */
  colour: string;
  /** lib/fractional-order.ts */
  order: string;
};

/** `message` is a sentence for people. */
export class JournalLimitError extends Error {
  override readonly name = "JournalLimitError";
}

export type PreparedJournal = {
  /** As it is shown, once: `7K2D-…`. */
  recoveryKey: string;
  /** Its keys are in the keyring then, unless all was locked meanwhile. @returns its id @throws as makePlainJournal */
  make(named: NewJournal, copyOf?: string): Promise<string>;
};

/** @param copyOf the journal that it will be filled from @returns its id @throws NoAnswerError, RefusedError, JournalLimitError */
export async function makePlainJournal(
  uid: string,
  named: NewJournal,
  copyOf = "",
): Promise<string> {
  const journal = newJournalId("plain");
  await make(uid, journal, named, { copyOf });
  return journal;
}

/**
 * A private journal, not made yet: somebody has to write down its recovery key first.
 * @throws RangeError the passphrase is empty
 */
export async function preparePrivateJournal(
  uid: string,
  passphrase: string,
): Promise<PreparedJournal> {
  const place = { uid, journal: newJournalId("sealed") };
  const [dataKey, recoveryKey] = [newDataKey(), newRecoveryKey()];
  try {
    const [lock, keys, shown] = await Promise.all([
      makeLock({ ...place, dataKey, passphrase, recoveryKey, made: new Date().toISOString() }),
      keysOf(dataKey, place),
      formatRecoveryKey(recoveryKey),
    ]);
    return {
      recoveryKey: shown,
      async make(named, copyOf = "") {
        const hold = keyringOf(uid).holding();
        await make(uid, place.journal, named, { copyOf, lock, keys });
        hold(keys);
        return place.journal;
      },
    };
  } finally {
    dataKey.fill(0);
    recoveryKey.fill(0);
  }
}

async function make(
  uid: string,
  journal: string,
  named: NewJournal,
  { copyOf, lock = null, keys }: { copyOf: string; lock?: string | null; keys?: JournalKeys },
): Promise<void> {
  const there = (await readJournals(uid)).filter(({ goneTo }) => goneTo === "");
  const problem = roomProblem("journals", there.length, 1);
  // What takes the place of another one is not one more.
  if (problem !== undefined && copyOf === "") throw new JournalLimitError(problem);
  const codec = codecOf(journal, keys);
  const kind = "journal";
  const path = headerPath(uid, journal);
  // This device's clock may be wrong, and nothing could be written over a name of next year.
  const { readTime } = await createJournalDocuments(uid).read([path]);
  const t = readTime * 1000;
  const register = (value: Parts) => ({ value, t, p: 0 });
  const registers = {
    name: register({ v: named.name }),
    ...(named.colour && { colour: register({ v: named.colour }) }),
    order: register({ v: named.order }),
  };
  const record = { kind, id: journalItemId, item: { at: 0, registers } };
  const doc = await codec.name(kind, journalItemId);
  const first = { updateTime: undefined, rev: 1 };
  await commitHeaders(uid, [
    { ...first, path, fields: headerFields({ lock, copyOf }) },
    { ...first, path: `${path}/${partOf(kind)}/${doc}`, fields: await codec.write(record, 1) },
  ]);
}
