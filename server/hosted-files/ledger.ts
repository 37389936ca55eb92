/**
 * Keeps count of what each account has at Firebase (docs/decisions/0025). A reservation is made before the bytes come
 * and is counted in the same commit, with a condition, so that no two of them can be given the same room. Afterwards it
 * follows what the bucket says: whoever tells of an upload or a deletion only says where to look.
 */
import { randomBytes } from "node:crypto";
import type { ObjectInfo, ServerBackend, Write } from "#lib/server-backend.ts";
import { limitOf, quotaPath } from "../backend-port/hosted-usage.ts";
import type { UsualQuota } from "../backend-port/hosted-usage.ts";
import { createAccountChanges, isEqualCount, movedSums, noCount } from "./account-sums.ts";
import type { AccountSums } from "./account-sums.ts";
import { everyReservation } from "./every-reservation.ts";
import {
  rememberedMs,
  reservationPath,
  reservations,
  toReservation,
  usableMs,
} from "./reservation.ts";
import type { Reservation, ReservationState } from "./reservation.ts";

/** A file of nothing costs a document, too. */
const maxOpen = 5_000;
const maxObjects = 100_000;

export type LedgerBackend = Pick<
  ServerBackend,
  "getDocument" | "findDocuments" | "commit" | "getObject" | "deleteDownloadTokens" | "storageUsage"
>;

export type Ledger = {
  /** @returns undefined when there is no room for it. `expiresAt` in milliseconds since 1970. */
  reserve(
    holder: { uid: string; claims: Readonly<Record<string, unknown>> },
    upload: { name: string; sizeBytes: number },
  ): Promise<{ id: string; expiresAt: number } | undefined>;
  /** Somebody says that something has happened there. @returns what the bucket has in that place, if there is a reservation. */
  settle(id: string): Promise<{ name: string; object: ObjectInfo | null } | undefined>;
  /** The same without being told. @returns its state afterwards; null when it is forgotten. */
  mend(reservation: Reservation): Promise<ReservationState | null>;
  /** Sums what there is, if the sums say anything else. @returns whether they did. */
  recount(uid: string): Promise<boolean>;
};

export function createLedger(deps: {
  backend: LedgerBackend;
  usualQuota: UsualQuota;
  /** Milliseconds since 1970. */
  now: () => number;
}): Ledger {
  const { backend, usualQuota, now } = deps;
  const accounts = createAccountChanges(backend);

  async function read(id: string): Promise<Reservation | undefined> {
    const document = await backend.getDocument(reservationPath(id));
    return document === null ? undefined : toReservation(document);
  }

  /** From the state that it was seen in; nothing when it has another by now. Null: it is forgotten. */
  function move(
    seen: Reservation,
    to: ReservationState | null,
    more: { generation?: string; limitEarly?: number | null } = {},
  ): Promise<boolean> {
    return accounts.change(seen.uid, async (sums, isAgain) => {
      const current = isAgain ? await read(seen.id) : seen;
      if (current === undefined || current.state !== seen.state) return undefined;
      let after = movedSums(sums, current.sizeBytes, current.state, to);
      if (more.limitEarly !== undefined) {
        const freed = freedEarly(after, current.sizeBytes, more.limitEarly, now());
        if (freed === undefined) return undefined;
        after = { ...after, ...freed };
      }
      return { sums: after, writes: [writeOf(current, to, more.generation, now())] };
    });
  }

  /** Before a sweep has looked: as much a day as the account may have. */
  async function freeEarly(reservation: Reservation): Promise<void> {
    const { limitBytes } = await backend.storageUsage(reservation.uid);
    await move(reservation, "freed", { limitEarly: limitBytes });
  }

  async function count(reservation: Reservation, object: ObjectInfo): Promise<void> {
    const { generation } = object;
    if (reservation.state === "done" && reservation.generation === generation) return;
    // Google makes one with each upload, and it would open a private object past all rules.
    const isPublic = object.name.startsWith("public/");
    if (!isPublic && object.downloadTokens.length > 0) {
      await backend.deleteDownloadTokens(object.name);
    }
    await move(reservation, "done", { generation });
  }

  /** What was in the place before. */
  async function freeReplaced({ id, name }: Reservation): Promise<void> {
    const others = await backend.findDocuments(reservations, { where: { name }, limit: 20 });
    for (const document of others) {
      const other = toReservation(document);
      if (other === undefined || other.id === id || other.state !== "done") continue;
      // oxlint-disable-next-line no-await-in-loop -- they change the same sums
      await freeEarly(other);
    }
  }

  return {
    async reserve({ uid, claims }, { name, sizeBytes }) {
      const reading = backend.getDocument(quotaPath(uid));
      // It is awaited below, but may fail before.
      reading.catch(() => undefined);
      const id = randomBytes(16).toString("base64url");
      const expiresAt = now() + usableMs;
      const data = { uid, name, sizeBytes, state: "open", expiresAt };
      const isTaken = await accounts.change(uid, async (sums) => {
        const limit = limitOf((await reading)?.data) ?? usualQuota(claims);
        const after = movedSums(sums, sizeBytes, null, "open");
        if (limit !== null && after.usedBytes + after.reservedBytes > limit) return undefined;
        if (after.open > maxOpen || after.objects + after.open > maxObjects) return undefined;
        return {
          sums: after,
          writes: [{ set: reservationPath(id), data, when: { exists: false } }],
        };
      });
      return isTaken ? { id, expiresAt } : undefined;
    },

    async settle(id) {
      const reservation = await read(id);
      if (reservation === undefined) return undefined;
      const object = await backend.getObject(reservation.name);
      if (isOf(reservation, object)) {
        const isNew = reservation.state !== "done";
        await Promise.all([count(reservation, object), isNew && freeReplaced(reservation)]);
      } else if (reservation.state !== "freed") {
        await freeEarly(reservation);
      }
      return { name: reservation.name, object };
    },

    async mend(reservation) {
      const { state, expiresAt, freedAt } = reservation;
      const object = await backend.getObject(reservation.name);
      if (isOf(reservation, object)) {
        await count(reservation, object);
        return "done";
      }
      if (state === "freed" && now() >= freedAt + rememberedMs) {
        await move(reservation, null);
        return null;
      }
      if (state === "freed" || (state === "open" && now() < expiresAt)) return state;
      await move(reservation, "freed");
      return "freed";
    },

    recount: (uid) =>
      accounts.change(uid, async (sums) => {
        // Whoever changes one meanwhile changes the sums too, and then all is read again.
        let counted: AccountSums = { ...sums, ...noCount };
        for await (const { sizeBytes, state } of everyReservation(backend, uid)) {
          counted = movedSums(counted, sizeBytes, null, state);
        }
        return isEqualCount(sums, counted) ? undefined : { sums: counted, writes: [] };
      }),
  };
}

function isOf({ id }: Reservation, object: ObjectInfo | null): object is ObjectInfo {
  return object?.customMetadata["reservation"] === id;
}

/** Undefined when it would be more than the account may have: then it waits for the sweep. */
function freedEarly(
  { freedBytes, freedOn }: AccountSums,
  sizeBytes: number,
  limit: number | null,
  nowMs: number,
): Pick<AccountSums, "freedBytes" | "freedOn"> | undefined {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const freed = (freedOn === today ? freedBytes : 0) + sizeBytes;
  return limit !== null && freed > limit ? undefined : { freedBytes: freed, freedOn: today };
}

function writeOf(
  { id, updateTime }: Reservation,
  to: ReservationState | null,
  generation: string | undefined,
  nowMs: number,
): Write {
  const when = { updateTime };
  if (to === null) return { delete: reservationPath(id), when };
  return {
    update: reservationPath(id),
    // A freed one begins no upload.
    data: { state: to, generation, ...(to === "freed" && { expiresAt: 0, freedAt: nowMs }) },
    when,
  };
}
