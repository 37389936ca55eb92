/** The uploads of who is signed in. They go on while other pages are looked at, and end with the session. */
import { deleteFile } from "#app/live/files.ts";
import { createLeaveWarning } from "#app/live/leave-warning.ts";
import { hashFile } from "#app/live/uploads/hash-file.ts";
import { nextFrame, waiting } from "#app/live/uploads/open-uploads.ts";
import { openTabs } from "#app/live/uploads/tabs.ts";
import { closeUploads, uploadsOf } from "#app/parts/uploader/held-uploads.ts";
import { currentSession, subscribe } from "#app/session/session.ts";
import { createDrives } from "./drives.ts";
import { type DriveUploads, openDriveUploadsOf } from "./drive-uploads.ts";
import { openJobRecords } from "#app/live/uploads/drive-jobs.ts";
import { isUnderWay } from "./job.ts";

let held: { uid: string; opening: Promise<DriveUploads>; release: () => void } | undefined;

// Uploads outlive the page, not who is signed in.
if (!import.meta.env.SSR) {
  subscribe(() => {
    if (held === undefined || currentSession().user?.uid === held.uid) return;
    closeHeld();
    closeUploads();
  });
}

/** The same for everybody who asks; after a failure the next one who asks tries again. @throws Error when this browser keeps nothing */
export function driveUploadsOf(uid: string): Promise<DriveUploads> {
  if (held?.uid === uid) return held.opening;
  closeHeld();
  const life = new AbortController();
  const opening = open(uid).then((uploads) => {
    if (life.signal.aborted) uploads.close();
    else warnBeforeLeaving(uploads, life.signal);
    return uploads;
  });
  const mine = { uid, opening, release: () => life.abort() };
  held = mine;
  opening.catch(() => {
    // Who asked is told; here it is only forgotten.
    if (held === mine) held = undefined;
  });
  return opening;
}

async function open(uid: string): Promise<DriveUploads> {
  const [uploads, records] = await Promise.all([uploadsOf(uid), openJobRecords(uid)]);
  return openDriveUploadsOf({
    uid,
    uploads,
    records,
    waiting,
    nextFrame,
    drives: createDrives(uid),
    hash: hashFile,
    removeObject: deleteFile,
    openTabs: (on) => openTabs(`drive ${uid}`, on),
  });
}

function closeHeld(): void {
  const before = held;
  held = undefined;
  if (before === undefined) return;
  before.release();
  before.opening.then(
    (uploads) => uploads.close(),
    () => {
      // It did not open, so there is nothing to close.
    },
  );
}

function warnBeforeLeaving(uploads: DriveUploads, life: AbortSignal): void {
  const warn = createLeaveWarning();
  const follow = () => warn(!life.aborted && uploads.snapshot().some(isUnderWay));
  const end = uploads.subscribe(follow);
  life.addEventListener("abort", () => {
    end();
    follow();
  });
  follow();
}
