/** `storageUsage/{uid}`: what an account's reservations come to. It changes in the same commit as each of them. */
import { setTimeout as wait } from "node:timers/promises";
import type { PlainFields } from "#lib/firestore-value.ts";
import { BackendError, isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";
import { sumsOf, usagePath } from "../backend-port/hosted-usage.ts";
import type { ReservationState } from "./reservation.ts";

export type AccountSums = {
  /** Of reservations that are done. */
  objects: number;
  usedBytes: number;
  /** Of open ones. */
  reservedBytes: number;
  open: number;
  /** Of what was freed on the day `freedOn` before the sweep could look. */
  freedBytes: number;
  /** `2026-01-31`, UTC. */
  freedOn: string;
};

/** Undefined: nothing is to be done. */
type Plan = { sums: AccountSums; writes: Write[] } | undefined;

/** `isAgain`: what was known before may be wrong by now. */
type Planner = (sums: AccountSums, isAgain: boolean) => Plan | Promise<Plan>;

export type AccountChanges = {
  /**
   * Commits what `plan` makes of the sums as they are, and asks it again when somebody else was faster.
   * @returns whether anything was done. @throws BackendError
   */
  change(uid: string, plan: Planner): Promise<boolean>;
};

type Waiting = {
  plan: Planner;
  resolve: (isDone: boolean) => void;
  reject: (error: unknown) => void;
};

const maxTries = 12;
const usualPauseMs = 60;
/** A commit may have 500 writes; a change has one or two. */
const maxTogether = 50;
/** Then each for itself: one of them may stand in the others' way. */
const triesTogether = 3;

/**
 * What waits for an account goes into one commit: Firestore takes about one a second of a document for long. Copies of the
 * server meet at the condition.
 */
export function createAccountChanges(
  backend: Pick<ServerBackend, "getDocument" | "commit">,
  pauseMs = usualPauseMs,
): AccountChanges {
  const queues = new Map<string, Waiting[]>();

  async function tryOnce(uid: string, batch: readonly Waiting[], isAgain: boolean) {
    const stored = await backend.getDocument(usagePath(uid));
    let sums = readSums(stored?.data);
    const writes: Write[] = [];
    const done: Waiting[] = [];
    for (const waiting of batch) {
      // oxlint-disable-next-line no-await-in-loop -- each begins with the sums that the one before leaves
      const planned = await waiting.plan(sums, isAgain);
      if (planned === undefined) continue;
      ({ sums } = planned);
      writes.push(...planned.writes);
      done.push(waiting);
    }
    if (done.length > 0) {
      const when = stored === null ? { exists: false } : { updateTime: stored.updateTime };
      await backend.commit([{ set: usagePath(uid), data: sums, when }, ...writes]);
    }
    for (const waiting of batch) waiting.resolve(done.includes(waiting));
  }

  async function carryOut(uid: string, batch: readonly Waiting[]): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each try waits for the one before it
        return await tryOnce(uid, batch, tries > 0);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      if (tries >= triesTogether && batch.length > 1) {
        // oxlint-disable-next-line no-await-in-loop -- the last thing that is done here
        for (const waiting of batch) await settle(uid, [waiting]);
        return;
      }
      // oxlint-disable-next-line no-await-in-loop -- apart from the others who try
      await wait(pauseMs * (tries + 1) * Math.random());
    }
    throw new BackendError("UNAVAILABLE", "Too many uploads of this account at once.");
  }

  /** Never rejects: those who wait are told. */
  async function settle(uid: string, batch: readonly Waiting[]): Promise<void> {
    try {
      await carryOut(uid, batch);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(uid: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- they change the same document
      await settle(uid, queue.splice(0, maxTogether));
    }
    queues.delete(uid);
  }

  return {
    change: (uid, plan) =>
      new Promise((resolve, reject) => {
        const waiting = { plan, resolve, reject };
        const queue = queues.get(uid);
        if (queue !== undefined) return void queue.push(waiting);
        const opened = [waiting];
        queues.set(uid, opened);
        void drain(uid, opened);
      }),
  };
}

export function readSums(data: PlainFields | undefined): AccountSums {
  const [open, freedBytes] = [data?.["open"], data?.["freedBytes"]];
  const freedOn = data?.["freedOn"];
  return {
    ...sumsOf(data),
    open: typeof open === "number" && open > 0 ? open : 0,
    freedBytes: typeof freedBytes === "number" && freedBytes > 0 ? freedBytes : 0,
    freedOn: typeof freedOn === "string" ? freedOn : "",
  };
}

type Counted = Pick<AccountSums, "objects" | "usedBytes" | "reservedBytes" | "open">;

/** What a reservation counts; null is one that is not there. */
function countOf(sizeBytes: number, state: ReservationState | null): Counted {
  return {
    objects: state === "done" ? 1 : 0,
    usedBytes: state === "done" ? sizeBytes : 0,
    reservedBytes: state === "open" ? sizeBytes : 0,
    open: state === "open" ? 1 : 0,
  };
}

/** The sums once a reservation has gone from one state to another. */
export function movedSums(
  sums: AccountSums,
  sizeBytes: number,
  from: ReservationState | null,
  to: ReservationState | null,
): AccountSums {
  const [before, after] = [countOf(sizeBytes, from), countOf(sizeBytes, to)];
  const moved = (name: keyof Counted) => Math.max(0, sums[name] - before[name] + after[name]);
  return {
    ...sums,
    objects: moved("objects"),
    usedBytes: moved("usedBytes"),
    reservedBytes: moved("reservedBytes"),
    open: moved("open"),
  };
}

export const noCount: Counted = countOf(0, null);

export function isEqualCount(a: Counted, b: Counted): boolean {
  return (Object.keys(noCount) as (keyof Counted)[]).every((name) => a[name] === b[name]);
}
