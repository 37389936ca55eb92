import type { Waiting } from "./patience.ts";
import type { StorageCalls } from "./storage-calls.ts";
import { RefusedError, isTransient } from "./upload-failure.ts";
import type { UploadRecord } from "./upload-record.ts";

const TRIES = 3;
const WAIT_MS = 1000;

export type SessionEnd = {
  calls: Pick<StorageCalls, "cancel">;
  waiting: Pick<Waiting, "wait">;
  /** Has the server follow what became of a reservation; never rejects. */
  tellReserved(this: void, id: string): Promise<void>;
};

/** What the server holds for an upload is free again. False where it could not be told; it forgets by itself, later. */
export async function endSession(
  { calls, waiting, tellReserved }: SessionEnd,
  { sessionUrl, reservation }: Pick<UploadRecord, "sessionUrl" | "reservation">,
): Promise<boolean> {
  const isEnded = sessionUrl === null || (await cancel({ calls, waiting }, sessionUrl));
  if (reservation) await tellReserved(reservation.id);
  return isEnded;
}

async function cancel(
  { calls, waiting }: Pick<SessionEnd, "calls" | "waiting">,
  sessionUrl: string,
): Promise<boolean> {
  const { signal } = new AbortController();
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      await calls.cancel(sessionUrl, signal);
      return true;
    } catch (error) {
      // Another try changes nothing: it is gone, or not this account's any more; or nobody is signed in.
      if (!isTransient(error)) return error instanceof RefusedError;
      // oxlint-disable-next-line no-await-in-loop
      await waiting.wait(WAIT_MS, signal);
    }
  }
  return false;
}
