/** The data of accounts as a whole: their deletion, with grace and receipt. docs/account-data.md describes it. */
import type { PlainFields } from "#lib/firestore-value.ts";
import { deletionClaim } from "../accounts/claim-roles.ts";
import { everyAccountPage } from "../accounts/every-account.ts";
import { requireOtherAdmin } from "../accounts/find-admin.ts";
import { UserChangeError } from "../accounts/user-change-error.ts";
import type { Audit } from "../audit/audit.ts";
import { recordAct } from "../audit/record-act.ts";
import type { JobKind } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/mail.ts";
import { deletionMail } from "./deletion-mail.ts";
import {
  beginDeletion,
  beginErasing,
  deletionOfReceipt,
  endDeletion,
  hideDeletion,
  graceMs,
  readDeletion,
  showDeletion,
  takeOverDeletion,
} from "./deletions.ts";
import type { Deletion } from "./deletions.ts";
import { eraseAccount, sweepErased } from "./erase-account.ts";
import { forgetExportTickets, purgeExportTickets } from "./export-desk.ts";
import type { EraseBackend } from "./erase-account.ts";
import type { SharedThings } from "./leave-shared.ts";
import { purgeReceipts, receiptKey, receiptPath } from "./receipts.ts";

type ScheduledDeletion = {
  /** ISO instant. */
  dueAt: string;
  /** Whole address of the receipt. */
  receiptUrl: string;
};

export type AccountData = {
  /** The same when it is scheduled already. `by`: uid of who asks, or `cli`. @throws UserChangeError for the last admin */
  scheduleDeletion(uid: string, options: { by: string; dueAt?: Date }): Promise<ScheduledDeletion>;
  /** False when nothing was scheduled. @throws UserChangeError when it was not the person who asked for it. */
  cancelDeletion(uid: string, by: string): Promise<boolean>;
  /** At once, and for good. How much there was, by the rows of lib/owned-data.ts. @throws UserChangeError; BackendError */
  eraseAccount(uid: string, by: string): Promise<Record<string, number>>;
  /**
   * What is left of an account that was deleted by another way than this, by a program or in Firebase's console. Only who
   * asks for it erases that: accounts may be missing because a back-up of the rest came first. As `eraseAccount`.
   * @throws UserChangeError when the account is there
   */
  eraseGone(uid: string, by: string): Promise<Record<string, number>>;
  deletionOf(uid: string): Promise<(ScheduledDeletion & { by: string }) | undefined>;
  /** Takes a deletion back that a stranger asked for before the holder of the address proved it. @throws BackendError */
  lapse(uid: string): Promise<void>;
  jobKinds: Record<string, JobKind>;
};

type Jobs = {
  schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
  cancel(id: string): Promise<boolean>;
};

const eraseKind = "erase-account";
/** Once more, after the last token of before has ended. */
const sweepKind = "sweep-erased";
const dayMs = 24 * 60 * 60 * 1000;

export function createAccountData(deps: {
  backend: EraseBackend;
  /** Of which the kinds below are a part. */
  jobs: () => Jobs;
  audit: Pick<Audit, "add">;
  /** Undefined where the server sends none. */
  mail: Pick<Mail, "sends" | "send" | "forgetAddress"> | undefined;
  /** Rooms that keep what people share. */
  shared: SharedThings;
  /** `scheme://host` that visitors see. */
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): AccountData {
  const { backend, audit, mail, shared, origin, log, now } = deps;
  const erasing = new Map<string, Promise<unknown>>();
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: of the last two admins only one can go. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  }

  async function schedule(uid: string, by: string, dueAt: Date): Promise<ScheduledDeletion> {
    await requireOtherAdmin(backend, uid);
    const before = await readDeletion(backend, uid);
    const isThere =
      before === undefined ? (await backend.getAccount(uid)) !== null : !before.isErased;
    if (!isThere) throw new UserChangeError("There is no such account any more.");
    const begin = () => beginDeletion(backend, uid, { by, now: new Date(now()), dueAt });
    const details = { dueAt: dueAt.toISOString() };
    const entry = { actor: by, action: "user.schedule-deletion", target: uid, details } as const;
    const begun = before ?? (await recordAct(audit, entry, begin));
    // Somebody else was quicker.
    let deletion = begun ?? (await readDeletion(backend, uid));
    if (deletion === undefined) throw new UserChangeError("This was taken back just now.");
    const own = deletion;
    if (by !== uid && own.by === uid) {
      // From now on the person cannot take it back.
      const takeOver = () => takeOverDeletion(backend, own, by);
      deletion = await (begun === before ? recordAct(audit, entry, takeOver) : takeOver());
    }
    await follow(deletion);
    await backend.revokeSessions(uid);
    await forgetExportTickets(backend, uid);
    if (before === undefined && begun !== undefined) await tell(deletion);
    return shown(deletion);
  }

  /** What a deletion that is written down brings about; can be done again. */
  async function follow(deletion: Deletion): Promise<void> {
    const key = receiptKey(deletion.receiptId);
    const dueAt = new Date(deletion.dueAt);
    if (deletion.isErased) return sweepLater(key, dueAt);
    await deps.jobs().schedule(eraseKind, { id: jobId(key), dueAt, data: { receipt: key } });
    await showDeletion(backend, deletion);
  }

  /**
   * Somebody asked for it before the holder of the address proved that it is theirs, which takes every other way in from
   * whoever had signed up with it; or the account was gone and is there again. It stays, as if it had been taken back.
   */
  async function hasLapsed(deletion: Deletion): Promise<boolean> {
    const { uid, by, requestedAt, isGone, isErasing } = deletion;
    if (!isGone && (by !== uid || isErasing)) return false;
    const account = await backend.getAccount(uid);
    if (account === null) return false;
    if (!isGone && account.waysInSince <= Date.parse(requestedAt)) return false;
    const entry = { actor: "server", action: "user.cancel-deletion", target: uid } as const;
    await recordAct(audit, entry, () => endDeletion(backend, deletion, new Date(now())));
    return true;
  }

  async function sweepLater(key: string, dueAt: Date): Promise<void> {
    const id = `${sweepKind}-${key.slice(0, 32)}`;
    await deps.jobs().schedule(sweepKind, { id, dueAt, data: { receipt: key } });
  }

  /** Only at an address that is proved: anybody may sign up with somebody else's. */
  async function tell(deletion: Deletion): Promise<void> {
    // Without a mail server it would only wait in the outbox.
    if (mail?.sends !== true) return;
    try {
      const account = await backend.getAccount(deletion.uid);
      if (!account?.email || !account.emailVerified) return;
      await mail.send(deletionMail(deletion, { to: account.email, origin: origin() }));
    } catch (error) {
      // The deletion is scheduled, and Settings says so.
      log.error({ err: error }, "the mail of a deletion could not be kept");
    }
  }

  function shown({ dueAt, receiptId }: Deletion): ScheduledDeletion {
    return { dueAt, receiptUrl: `${origin()}${receiptPath}?id=${receiptId}` };
  }

  /** The entry is written once, however often it is begun anew. */
  async function erase(
    deletion: Deletion,
    by: string,
    signal?: AbortSignal,
  ): Promise<Record<string, number>> {
    const { uid } = deletion;
    const isBegun = await inTurn(async () => {
      if (deletion.isErasing) return true;
      if (!deletion.isGone) await requireOtherAdmin(backend, uid);
      const entry = { actor: by, action: "user.erase", target: uid } as const;
      return recordAct(audit, entry, () => beginErasing(backend, deletion));
    });
    if (!isBegun) return {};
    // Of two at once, such as the job and a command, the second waits and begins anew: there is nothing left then.
    const before = erasing.get(uid);
    const run = async (): Promise<Record<string, number>> => {
      await before?.catch(() => undefined);
      return eraseBegun(deletion, signal);
    };
    const running = run();
    erasing.set(uid, running);
    try {
      return await running;
    } finally {
      if (erasing.get(uid) === running) erasing.delete(uid);
    }
  }

  async function eraseBegun(
    deletion: Deletion,
    signal?: AbortSignal,
  ): Promise<Record<string, number>> {
    const { counts, sweepAt } = await eraseAccount(backend, deletion, {
      now,
      forget: async (email) => mail?.forgetAddress(email),
      shared,
      ...(signal && { signal }),
    });
    await sweepLater(receiptKey(deletion.receiptId), sweepAt);
    return counts;
  }

  return {
    scheduleDeletion: (uid, { by, dueAt = new Date(now() + graceMs) }) =>
      inTurn(() => schedule(uid, by, dueAt)),
    async cancelDeletion(uid, by) {
      const deletion = await readDeletion(backend, uid);
      if (deletion === undefined) return false;
      if (by === uid && deletion.by !== uid) {
        throw new UserChangeError(
          "An administrator has decided to delete this account. Ask the owner of this site.",
        );
      }
      const entry = { actor: by, action: "user.cancel-deletion", target: uid } as const;
      const isEnded = await recordAct(audit, entry, () =>
        endDeletion(backend, deletion, new Date(now())),
      );
      await deps.jobs().cancel(jobId(receiptKey(deletion.receiptId)));
      return isEnded;
    },
    async eraseAccount(uid, by) {
      await inTurn(() => schedule(uid, by, new Date(now())));
      const deletion = await readDeletion(backend, uid);
      if (deletion === undefined) throw new UserChangeError("This was taken back just now.");
      const counts = await erase(deletion, by);
      await deps.jobs().cancel(jobId(receiptKey(deletion.receiptId)));
      return counts;
    },
    async eraseGone(uid, by) {
      const account = uid.includes("/") ? null : await backend.getAccount(uid);
      if (account !== null) throw new UserChangeError("This account is there: delete it instead.");
      const at = new Date(now());
      const begun = await beginDeletion(backend, uid, { by, now: at, dueAt: at, isGone: true });
      const deletion = begun ?? (await readDeletion(backend, uid));
      if (deletion === undefined) throw new UserChangeError("This account is there again.");
      await follow(deletion);
      const counts = await erase(deletion, by);
      await deps.jobs().cancel(jobId(receiptKey(deletion.receiptId)));
      return counts;
    },
    async deletionOf(uid) {
      const deletion = await readDeletion(backend, uid);
      if (deletion === undefined || deletion.isErased) return undefined;
      return { ...shown(deletion), by: deletion.by };
    },
    async lapse(uid) {
      const deletion = await readDeletion(backend, uid);
      if (deletion !== undefined) await hasLapsed(deletion);
    },
    jobKinds: {
      [eraseKind]: {
        async run({ receipt }, { signal }) {
          const deletion =
            typeof receipt === "string" ? await deletionOfReceipt(backend, receipt) : undefined;
          // It was taken back, or done by an earlier try.
          if (deletion === undefined || Date.parse(deletion.dueAt) > now()) return;
          if (deletion.isErased || (await hasLapsed(deletion))) return;
          const counts = await erase(deletion, "server", signal);
          return { places: Object.values(counts).filter((count) => count > 0).length };
        },
        maxAttempts: 20,
        leaseMs: 120_000,
      },
      [sweepKind]: {
        async run({ receipt }, { signal }) {
          const deletion =
            typeof receipt === "string" ? await deletionOfReceipt(backend, receipt) : undefined;
          if (deletion?.isErased === true) {
            await sweepErased(backend, deletion, { shared, signal });
          }
        },
        maxAttempts: 20,
        leaseMs: 120_000,
      },
      "mind-deletions": {
        async run() {
          await purgeReceipts(backend, new Date(now()));
          await purgeExportTickets(backend, now());
          await followAll(backend, async (deletion) => {
            try {
              if (!(await hasLapsed(deletion))) await follow(deletion);
            } catch (error) {
              // The others are looked after all the same, and this one again tomorrow.
              log.error({ err: error, uid: deletion.uid }, "a deletion could not be followed");
            }
          });
          await dropClaims(backend);
        },
        every: { ms: dayMs },
      },
    },
  };
}

/** What was broken off after it was written down. */
async function followAll(
  backend: Pick<EraseBackend, "findDocuments">,
  follow: (deletion: Deletion) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const page = await backend.findDocuments("deletions", { after, limit: 100 });
    for (const { id, data } of page) {
      const { receipt } = data;
      const deletion =
        typeof receipt === "string" ? await deletionOfReceipt(backend, receipt) : undefined;
      if (deletion?.uid === id) await follow(deletion);
    }
    if (page.length < 100) return;
    after = page.at(-1)?.id;
  }
}

/** Of a deletion that is no more. */
async function dropClaims(backend: EraseBackend): Promise<void> {
  for await (const accounts of everyAccountPage(backend)) {
    for (const { uid, claims } of accounts) {
      if (claims[deletionClaim] === undefined) continue;
      if ((await readDeletion(backend, uid)) === undefined) await hideDeletion(backend, uid);
    }
  }
}

function jobId(key: string): string {
  return `erase-account-${key.slice(0, 32)}`;
}
