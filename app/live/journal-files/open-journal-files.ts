/** The files of who is signed in, as a browser has them; one for all tools of a page. */
import { openAuth, storagePlace } from "../firebase.ts";
import { keyringOf } from "../journals/journal-keys.ts";
import { createLeaveWarning } from "../leave-warning.ts";
import { endSession } from "../uploads/end-session.ts";
import { tellReserved, tokenOf, waiting } from "../uploads/open-uploads.ts";
import { sendByXhr } from "../uploads/send-by-xhr.ts";
import { sendFile } from "../uploads/send-file.ts";
import { createStorageCalls } from "../uploads/storage-calls.ts";
import { createJournalFiles } from "./create-journal-files.ts";
import { type FileStore, createMemoryFileStore, openFileStore } from "./file-store.ts";
import type { JournalFiles } from "./journal-files.ts";
import { goneLook } from "./gone-look.ts";
import { createObjectCalls } from "./object-calls.ts";
import type { SendOne } from "./send-files.ts";
import { smallerPictures } from "./small-pictures.ts";

let held: { uid: string; opening: Promise<JournalFiles> } | undefined;

/** The same for everybody who asks for that account; it closes by itself when the account signs out. @throws as openAuth */
export function openJournalFiles(uid: string): Promise<JournalFiles> {
  if (held?.uid === uid) return held.opening;
  const mine = { uid, opening: open(uid, () => held === mine && (held = undefined)) };
  held = mine;
  mine.opening.catch(() => held === mine && (held = undefined));
  return mine.opening;
}

async function open(uid: string, onClosed: () => void): Promise<JournalFiles> {
  const [{ auth, sdk }, { store, isKept }] = await Promise.all([openAuth(), storeOf(uid)]);
  const keyring = keyringOf(uid);
  const token = tokenOf(uid);
  const placeAndCalls = async () => {
    const place = await storagePlace();
    return { place, calls: createStorageCalls(place, sendByXhr, token) };
  };
  const sendOne: SendOne = async (upload, file, { save, show }, signal) => {
    const { place, calls } = await placeAndCalls();
    let { reservation } = upload;
    const saving = (change: Partial<typeof upload>) => {
      reservation = change.reservation ?? reservation;
      return save(change);
    };
    await sendFile({ place, calls, waiting, save: saving, show }, upload, file, signal);
    if (reservation) void tellReserved(reservation.id);
  };
  const files = createJournalFiles({
    uid,
    store,
    keysOf: (journal) => keyring.keysOf(journal),
    isGone: goneLook(uid),
    onKeys: (call) => keyring.subscribe(call),
    calls: createObjectCalls(uid),
    sendOne,
    async endUpload(upload) {
      try {
        const { calls } = await placeAndCalls();
        await endSession({ calls, waiting, tellReserved }, upload);
      } catch (error) {
        log("An upload could not be ended", error);
      }
    },
    smaller: smallerPictures,
    hasRoom,
    alone: (signal, run) => alone(`foyer-journal-files ${uid}`, signal, run),
    after(ms, call) {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    onOnline(call) {
      addEventListener("online", call);
      return () => removeEventListener("online", call);
    },
    talk(hear) {
      const channel = new BroadcastChannel(`foyer-journal-files ${uid}`);
      channel.addEventListener("message", hear);
      return { tell: () => channel.postMessage(null), end: () => channel.close() };
    },
    now: () => Date.now(),
    log,
  });
  const warn = createLeaveWarning();
  if (!isKept) files.subscribe(() => warn(files.waiting() > 0));
  const close = () => {
    stop();
    warn(false);
    files.close();
    onClosed();
  };
  const stop = sdk.onAuthStateChanged(auth, (user) => {
    if (user?.uid !== uid) queueMicrotask(close);
  });
  return { ...files, close };
}

/** Without IndexedDB files wait in the tab, which then asks before it is closed. */
async function storeOf(uid: string): Promise<{ store: FileStore; isKept: boolean }> {
  try {
    return { store: await openFileStore(uid), isKept: true };
  } catch (error) {
    log("This browser keeps nothing for the site", error);
    return { store: createMemoryFileStore(), isKept: false };
  }
}

/** Asked to keep it when space gets short, too: the first photo waits nowhere else. */
async function hasRoom(bytes: number): Promise<boolean> {
  // Browsers have it on https and localhost only.
  const { storage } = navigator as Partial<Navigator>;
  if (!storage?.estimate) return true;
  try {
    if (!(await storage.persisted())) void storage.persist().catch(() => false);
    const { usage = 0, quota = Infinity } = await storage.estimate();
    return usage + bytes < quota;
  } catch {
    // It will say so itself when it is full.
    return true;
  }
}

async function alone(name: string, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  // Browsers have locks on https and localhost only. Without them two tabs may send the same, and it counts once.
  if ("locks" in navigator) await navigator.locks.request(name, { signal }, run);
  else await run();
}

function log(what: string, error: unknown): void {
  // What failed in the browser has no other log than its console.
  // oxlint-disable-next-line no-console
  console.error(what, error);
}
