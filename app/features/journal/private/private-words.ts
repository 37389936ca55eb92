import { JournalGoneError } from "#app/live/journals/journal-gone.ts";
import { LockedError } from "#app/live/journals/journal-keys.ts";
import { JournalLimitError } from "#app/live/journals/make-journal.ts";
import { NoAnswerError } from "#app/live/outbox/outbox.ts";
import type { ReadRecoveryKey } from "#lib/sealed/recovery-key.ts";
import { SealedFault, WrongSecret } from "#lib/sealed/sealed-fault.ts";

type Fault = Extract<ReadRecoveryKey, { fault: unknown }>["fault"];

export const recoveryFaults: Readonly<Record<Fault, string>> = {
  letters: "A recovery key has letters and digits only. Look at it once more.",
  short: "Some of it is missing: a recovery key has nine groups of four.",
  long: "This is too long: a recovery key has nine groups of four.",
  typo: "There is a typing error in it. Compare it group by group with what you wrote down.",
};

/** What a journal in plain words is guarded against, and what not. docs/journal.md */
export const guardedAgainst =
  "It guards against a stolen disk or back-up, a curious admin and a leak of the database. It does not guard against a server that sends changed code, a program on your device while the journal is open, or somebody who sees how much is written and when.";

export const lostForGood =
  "The passphrase and the recovery key are known to you alone. Who loses both loses the entries: nobody can bring them back.";

/** Their messages are sentences for people. */
const ownWords = [JournalGoneError, JournalLimitError, LockedError];

/** Why a lock was not changed, or a journal not made. */
export function changeProblem(error: unknown): string {
  if (error instanceof WrongSecret) return error.message;
  if (error instanceof SealedFault) {
    return `The lock of this journal cannot be read: ${error.message} Nothing was changed.`;
  }
  if (ownWords.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof NoAnswerError) {
    return "This needs a connection. Nothing was changed; try it again once you are online.";
  }
  // What failed in the browser has no other log than its console.
  // oxlint-disable-next-line no-console
  console.error("A private journal was not changed", error);
  return "This did not work. Nothing was changed; try it again.";
}
