/** The uploads of who is signed in into drives. */
import { deleteFile } from "#app/live/files.ts";
import { openJobRecords } from "#app/live/uploads/drive-jobs.ts";
import { hashFile } from "#app/live/uploads/hash-file.ts";
import { nextFrame, waiting } from "#app/live/uploads/open-uploads.ts";
import { openTabs } from "#app/live/uploads/tabs.ts";
import { uploadsOf } from "#app/parts/uploader/held-uploads.ts";
import { holdForSession } from "#app/parts/uploader/hold-for-session.ts";
import { createDrives } from "./drives.ts";
import { type DriveUploads, openDriveUploadsOf } from "./drive-uploads.ts";
import { isUnderWay } from "./job.ts";

/** @throws Error when this browser keeps nothing */
export const driveUploadsOf = holdForSession(open, isUnderWay);

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
