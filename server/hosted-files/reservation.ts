/**
 * `uploadReservations/{id}`: bytes that an account may send to Firebase, kept as long as it has them there.
 *
 *   open ──── the object is there ───▶ done ─── the object is gone ──▶ freed ──── a week later ───▶ (deleted)
 *     └────── none came, and none can be begun any more ────────────────▲ │
 *                                       ▲──────── came after all ─────────┘
 *
 * `open` and `done` count. A freed one stays for a week, because an upload that was begun before can end at Google until
 * then: it counts again. firebase/storage.rules read uid, name, sizeBytes and expiresAt.
 */
import type { StoredDocument } from "#lib/server-backend.ts";

export type ReservationState = "open" | "done" | "freed";

export type Reservation = {
  id: string;
  uid: string;
  /** Of the object. */
  name: string;
  sizeBytes: number;
  state: ReservationState;
  /** Of the object whose download tokens were taken away. */
  generation: string | null;
  /** An upload can be begun until then; milliseconds since 1970. */
  expiresAt: number;
  /** Of a freed one; milliseconds since 1970. */
  freedAt: number;
  /** Of the document, as conditions name it. */
  updateTime: string;
};

export const reservations = "uploadReservations";

export const reservationPath = (id: string) => `${reservations}/${id}`;

export function isReservationId(id: string): boolean {
  return /^[\w-]{22}$/.test(id);
}

const dayMs = 86_400_000;

export const usableMs = 7 * dayMs;

/** Google's week for an upload that has begun, and a day for clocks. */
export const rememberedMs = 8 * dayMs;

/** Undefined for a document that is none; whoever wrote that has Firebase's console. */
export function toReservation({ id, data, updateTime }: StoredDocument): Reservation | undefined {
  const { uid, name, sizeBytes, state, generation = null, expiresAt, freedAt = 0 } = data;
  if (typeof uid !== "string" || typeof name !== "string" || uid === "" || name === "") {
    return undefined;
  }
  if (!isCount(sizeBytes) || !isCount(expiresAt) || !isCount(freedAt)) return undefined;
  if (state !== "open" && state !== "done" && state !== "freed") return undefined;
  if (generation !== null && typeof generation !== "string") return undefined;
  return { id, uid, name, sizeBytes, state, generation, expiresAt, freedAt, updateTime };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
