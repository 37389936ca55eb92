/**
 * Once a day, by one of the servers: every reservation is compared with what the bucket has. It finds what no browser
 * told of, what was done in Firebase's console, and who told something that was not so. One look-up at a time; pages
 * only are in memory; what fails is logged and found again the next day.
 */
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { usagePath } from "../backend-port/hosted-usage.ts";
import type { Log } from "../log.ts";
import { isEqualCount, movedSums, noCount, readSums } from "./account-sums.ts";
import type { AccountSums } from "./account-sums.ts";
import { everyReservation } from "./every-reservation.ts";
import type { Ledger } from "./ledger.ts";

/** Who made the last sweep, or makes one; only its time is read. */
const leasePath = "leases/filesSweep";
/** Shorter than a day, so that a sweep that is started daily is not put off to the next day. */
const leaseMs = 20 * 3_600_000;
const accountsPerPage = 100;
/** Then it is not the reservations that are wrong. */
const maxFailures = 20;

/** `startedAt` in milliseconds since 1970 tells leases apart: each begins some hours after the one before. */
type Lease = { startedAt: number; after: string | undefined };

export type FilesSweep = {
  /** @returns false when another server had it, or this one not so long ago. */
  run: () => Promise<boolean>;
  /** Resolves when nothing is under way; a sweep goes no further than where it is. */
  close: () => Promise<void>;
};

export function createFilesSweep(deps: {
  backend: Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;
  ledger: Pick<Ledger, "mend" | "recount">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): FilesSweep {
  const { backend, ledger, log, now } = deps;
  let isClosed = false;
  let running: Promise<boolean> | undefined;

  /** Null when another has it. `after` is the last account of a sweep that did not come to its end. */
  async function takeLease(): Promise<Lease | null> {
    const lease = await backend.getDocument(leasePath);
    const { startedAt: before, after } = lease?.data ?? {};
    const startedAt = now();
    if (typeof before === "number" && startedAt < before + leaseMs) return null;
    const when = lease === null ? { exists: false } : { updateTime: lease.updateTime };
    try {
      await backend.commit([{ set: leasePath, data: { startedAt }, when }]);
    } catch (error) {
      if (isConflict(error)) return null;
      throw error;
    }
    return { startedAt, after: typeof after === "string" ? after : undefined };
  }

  /** The next server goes on behind `after`, and need not wait. A sweep of more than 20 hours may have lost its lease. */
  async function giveBack({ startedAt, after }: Lease): Promise<void> {
    const lease = await backend.getDocument(leasePath);
    if (lease?.data["startedAt"] !== startedAt) return;
    const when = { updateTime: lease.updateTime };
    const data = after === undefined ? {} : { after };
    try {
      await backend.commit([{ set: leasePath, data, when }]);
    } catch (error) {
      // Another has it by now.
      if (!isConflict(error)) throw error;
    }
  }

  async function sweepAccount(uid: string, fail: (error: unknown, id: string) => void) {
    let expected: AccountSums = { ...readSums(undefined), ...noCount };
    let seen = 0;
    for await (const reservation of everyReservation(backend, uid)) {
      if (isClosed) return;
      seen += 1;
      let state: typeof reservation.state | null = reservation.state;
      try {
        state = await ledger.mend(reservation);
      } catch (error) {
        fail(error, reservation.id);
      }
      expected = movedSums(expected, reservation.sizeBytes, null, state);
    }
    const stored = await backend.getDocument(usagePath(uid));
    if (stored === null) return;
    if (!isEqualCount(readSums(stored.data), expected) && (await ledger.recount(uid))) {
      log.warn({ uid }, "what an account keeps was counted anew");
    }
    if (seen === 0) await forgetAccount(uid);
  }

  /** Of an account without reservations, unless one was made meanwhile. */
  async function forgetAccount(uid: string): Promise<void> {
    const stored = await backend.getDocument(usagePath(uid));
    if (stored === null || !isEqualCount(readSums(stored.data), noCount)) return;
    const when = { updateTime: stored.updateTime };
    try {
      await backend.commit([{ delete: usagePath(uid), when }]);
    } catch (error) {
      // Not forgotten, then.
      if (!isConflict(error)) throw error;
    }
  }

  async function sweep({ startedAt, after: from }: Lease): Promise<void> {
    let failures = 0;
    const fail = (error: unknown, id: string) => {
      failures += 1;
      if (failures > maxFailures) throw error;
      log.error({ err: error, reservation: id }, "a reservation could not be looked after");
    };
    let after = from;
    for (;;) {
      const query = { after, limit: accountsPerPage };
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ends
      const accounts = await backend.findDocuments("storageUsage", query);
      for (const { id } of accounts) {
        // oxlint-disable-next-line no-await-in-loop -- one at a time is the point
        await sweepAccount(id, fail);
        // oxlint-disable-next-line no-await-in-loop -- the last thing that is done here
        if (isClosed) return giveBack({ startedAt, after });
        after = id;
      }
      if (accounts.length < accountsPerPage) return;
    }
  }

  async function run(): Promise<boolean> {
    const lease = await takeLease();
    if (lease === null) return false;
    try {
      await sweep(lease);
      return true;
    } catch (error) {
      // The next try need not wait a day; if not even this is taken, it does.
      await giveBack({ ...lease, after: undefined }).catch((reason: unknown) => {
        log.error({ err: reason }, "the next sweep of files has to wait a day");
      });
      throw error;
    }
  }

  return {
    run() {
      if (isClosed) return Promise.resolve(false);
      running ??= run().finally(() => (running = undefined));
      return running;
    },
    async close() {
      isClosed = true;
      // Whoever started it hears of its failure.
      await running?.catch(() => false);
    },
  };
}
