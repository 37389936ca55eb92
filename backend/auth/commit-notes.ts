/**
 * What operations tell the service beside their output. It is noted inside the store thread, in the transaction of the
 * change, and travels in an envelope around the output; `telling-port.ts` hands it on with the commit, before anybody is
 * answered.
 */
import type { StoreDatabase } from "../sqlite/index.ts";
import type { Revocation } from "./sessions/revocation-store.ts";

export type CommitNote =
  | Revocation
  /** Ids: what is kept of mails whose codes are used or void. */
  | { voidMails: readonly string[] }
  /** Uid of an account that is no more. */
  | { deletedUid: string }
  /** Uid of an account that is new or is not as it was, in more than the times of its use. */
  | { changedUid: string };

export function isRevocation(note: CommitNote): note is Revocation {
  return !("voidMails" in note) && !("deletedUid" in note) && !("changedUid" in note);
}

type Operation = (db: StoreDatabase, input: never) => unknown;
type Envelope = { "auth:notes": CommitNote[]; output: unknown };

let noted: CommitNote[] | undefined;

/** Makes operations tell what they noted, if there is something. */
export function tellingNotes<Ops extends Record<string, Operation>>(operations: Ops): Ops {
  const telling = (operation: Operation): Operation =>
    function tell(db, input) {
      const outer = noted;
      const own: CommitNote[] = [];
      noted = own;
      try {
        const output = operation(db, input);
        if (own.length === 0) return output;
        if (outer === undefined) return { "auth:notes": own, output } satisfies Envelope;
        outer.push(...own);
        return output;
      } finally {
        noted = outer;
      }
    };
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, telling(operation)]),
  ) as Ops;
}

export function openEnvelope(told: unknown): { notes: CommitNote[]; output: unknown } {
  const isEnvelope = typeof told === "object" && told !== null && Object.hasOwn(told, "auth:notes");
  if (!isEnvelope) return { notes: [], output: told };
  const { "auth:notes": notes, output } = told as Envelope;
  return { notes, output };
}

/** Inside an operation. */
export function noteForCommit(note: CommitNote): void {
  noted?.push(note);
}

export function noteVoidMails(ids: readonly string[]): void {
  if (ids.length > 0) noteForCommit({ voidMails: ids });
}
