/**
 * Uploads that survive a reload. Nothing of this is on a page before it is asked for; Firebase's storage SDK is not used.
 */
import { openAuth, signedInUser, storagePlace, tellServer } from "../firebase.ts";
import type { Waiting } from "./patience.ts";
import { sendByXhr } from "./send-by-xhr.ts";
import { type TokenOf, createStorageCalls } from "./storage-calls.ts";
import { openTabs } from "./tabs.ts";
import { NoAnswerError, UploadFailure } from "./upload-failure.ts";
import { openRecords } from "./upload-records.ts";
import { openUploadsOf } from "./uploads-of-account.ts";
import type { Uploads } from "./upload.ts";

/** A frame never comes while the tab is hidden. */
const HIDDEN_FRAME_MS = 250;
/** Answers of Firebase's auth that another try does not change. */
const endedCodes = new Set([
  "auth/user-token-expired",
  "auth/user-disabled",
  "auth/user-not-found",
  "auth/invalid-user-token",
  "auth/invalid-refresh-token",
]);

/**
 * Of the account that is signed in; they close by themselves when it signs out, in whatever tab. Those that an earlier
 * visit left are in the list.
 * @throws Error when this browser keeps nothing, or is not on a safe connection (https or localhost); as openAuth
 */
export async function openUploads(uid: string): Promise<Uploads> {
  if (!isSecureContext) throw new Error("Uploads need https.");
  const [{ auth, sdk }, place] = await Promise.all([openAuth(), storagePlace()]);
  const records = await openRecords(uid);
  const uploads = await openUploadsOf({
    uid,
    place,
    records,
    calls: createStorageCalls(place, sendByXhr, tokenOf(uid)),
    openTabs: (on) => openTabs(uid, on),
    waiting,
    nextFrame,
    tellReserved,
  });
  const stop = sdk.onAuthStateChanged(auth, (user) => {
    if (user?.uid !== uid) uploads.close();
  });
  return {
    ...uploads,
    close() {
      stop();
      uploads.close();
    },
  };
}

/** For uploads that no list has, too. */
export function tokenOf(uid: string): TokenOf {
  return async ({ fresh }) => {
    try {
      const user = await signedInUser();
      if (user?.uid === uid) return await user.getIdToken(fresh);
    } catch (cause) {
      const { code } = cause as { code?: unknown };
      if (typeof code !== "string" || !endedCodes.has(code))
        throw new NoAnswerError("There is no new ID token.", { cause });
    }
    throw new UploadFailure("signed-out");
  };
}

const tellWaitsMs = [2000, 10_000, 30_000];

/** Resolves also when the server could not be told: a sweep of its own finds what it was not told. */
export async function tellReserved(id: string): Promise<void> {
  const { signal } = new AbortController();
  for (const waitMs of [...tellWaitsMs, undefined]) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      await tellServer(`uploadReservations/${id}`);
      return;
    } catch {
      // oxlint-disable-next-line no-await-in-loop
      if (waitMs !== undefined) await waiting.wait(waitMs, signal);
    }
  }
}

export const waiting: Waiting = {
  clock: () => performance.now(),
  random: () => Math.random(),
  isOnline: () => navigator.onLine,
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        removeEventListener("online", end);
        signal.removeEventListener("abort", end);
        if (signal.aborted) reject(signal.reason as Error);
        else resolve();
      };
      const timer = setTimeout(end, ms);
      addEventListener("online", end);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    }),
};

export function nextFrame(call: () => void): void {
  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    call();
  };
  const timer = setTimeout(end, HIDDEN_FRAME_MS);
  const frame = requestAnimationFrame(end);
}
