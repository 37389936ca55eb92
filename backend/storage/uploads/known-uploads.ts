/** What the main thread asks and keeps of uploads under way. Runs inside the store threads. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { StoredObject } from "../objects/object.ts";
import { getObject, removePrivateTokens } from "../objects/storage-store.ts";
import {
  type GoneUpload,
  type UploadRow,
  expireUploads,
  forgetFinished,
  getFinished,
  getUpload,
  putProgress,
  removeUpload,
  removeUploadsOf,
} from "./upload-store.ts";
import { forgetUnused } from "./usage-store.ts";
import { type SpaceLimits, checkSite } from "./usage.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** After the last use. */
const UPLOAD_MS = 7 * DAY_MS;
/** Of which nothing came, after its begin. */
const EMPTY_UPLOAD_MS = DAY_MS;
const FINISHED_MS = DAY_MS;
const MAX_FINISHED = 10_000;

export type KnownUpload =
  | { is: "open"; upload: UploadRow }
  /** `object` null: it was replaced or deleted since. */
  | { is: "finished"; caller: string; sizeBytes: number; object: StoredObject | null };

export function findUpload(
  db: StoreDatabase,
  { idHash, nowMs }: { idHash: string; nowMs: number },
): KnownUpload | null {
  const upload = getUpload(db, idHash);
  if (upload !== undefined) {
    const isLive = upload.isResumable && upload.lastUsedMs >= nowMs - UPLOAD_MS;
    return isLive ? { is: "open", upload } : null;
  }
  const finished = getFinished(db, idHash);
  if (finished === undefined) return null;
  const { caller, sizeBytes, name, generation } = finished;
  const now = getObject(db, name);
  const object = now?.generation === generation ? now : null;
  return { is: "finished", caller, sizeBytes, object };
}

/**
 * What came is there, and so the limits of the site are looked at again. False when there is no such upload any more.
 * @throws OperationError SITE_FULL
 */
export function saveProgress(
  db: StoreDatabase,
  input: {
    idHash: string;
    receivedBytes: number;
    nowMs: number;
    limits: Pick<SpaceLimits, "siteBytes" | "freeBytes">;
  },
): boolean {
  const progress = putProgress(db, input);
  if (progress === undefined) return false;
  const { awaitedBytes, isWhole } = progress;
  const { siteBytes, freeBytes } = input.limits;
  // A whole one needs no more of the disk.
  checkSite(db, { siteBytes, freeBytes: isWhole ? null : freeBytes }, awaitedBytes);
  return true;
}

export function forgetUpload(db: StoreDatabase, { idHash }: { idHash: string }): void {
  removeUpload(db, idHash);
}

/** The files of what is returned are to be removed. */
export function expire(
  db: StoreDatabase,
  { nowMs, busy }: { nowMs: number; busy: string[] },
): GoneUpload[] {
  const expired = expireUploads(db, {
    beforeMs: nowMs - UPLOAD_MS,
    emptyBeforeMs: nowMs - EMPTY_UPLOAD_MS,
    busy,
  });
  forgetFinished(db, { beforeMs: nowMs - FINISHED_MS, keep: MAX_FINISHED });
  forgetUnused(db);
  return expired;
}

/**
 * What an account that is no more leaves behind that only it could end. The files of what is returned are to be removed;
 * where an upload has a request now, that finds the row gone, and removes the file.
 */
export function endAccount(
  db: StoreDatabase,
  { uid, nowMs }: { uid: string; nowMs: number },
): GoneUpload[] {
  removePrivateTokens(db, { owner: uid, nowMs });
  return removeUploadsOf(db, uid);
}
