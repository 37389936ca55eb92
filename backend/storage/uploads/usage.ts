/** What an account keeps and may keep. Runs inside the store threads. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Caller } from "../../http/index.ts";
import { permissionDenied, quotaExceeded, siteFull } from "../errors.ts";
import { getQuota, getUsedSpace, putQuota } from "./usage-store.ts";

const MEGABYTE = 1024 * 1024;

/** In bytes. */
export type Usage = {
  /** Empty for the site. */
  uid: string;
  objects: number;
  usedBytes: number;
  /** Of uploads under way. */
  reservedBytes: number;
  /** Null: none but that of the site. */
  limitBytes: number | null;
  /** Set for this account, and not the usual one. */
  isOwnLimit: boolean;
};

/** In bytes; null where there is no limit, or nothing is known. */
export type SpaceLimits = {
  /** Of the account, unless it has one of its own. */
  usualBytes: number | null;
  siteBytes: number | null;
  /** Left on the disk without what must stay free. */
  freeBytes: number | null;
};

/** By how many bytes the account keeps and holds in reserve more than it may; 0 when it does not. */
export function excessOf(
  db: StoreDatabase,
  owner: string,
  limits: Pick<SpaceLimits, "usualBytes">,
): number {
  const limitBytes = getQuota(db, owner) ?? limits.usualBytes;
  if (limitBytes === null) return 0;
  const { usedBytes, reservedBytes } = getUsedSpace(db, owner);
  return Math.max(0, usedBytes + reservedBytes - limitBytes);
}

/**
 * After a write that made it `moreBytes` for this account, for an account's limit is kept strictly: also what is only
 * announced counts. @throws OperationError QUOTA_EXCEEDED
 */
export function checkAccount(
  db: StoreDatabase,
  asked: { owner: string; moreBytes: number; limits: Pick<SpaceLimits, "usualBytes"> },
): void {
  const { owner, moreBytes, limits } = asked;
  const excessBytes = excessOf(db, owner, limits);
  if (excessBytes === 0) return;
  const leftBytes = Math.max(0, moreBytes - excessBytes);
  throw quotaExceeded(
    `This needs ${megabytes(moreBytes)} MB, and ${megabytes(leftBytes)} MB ` +
      `of this account's ${megabytes(getQuota(db, owner) ?? limits.usualBytes ?? 0)} MB are left.`,
  );
}

/**
 * Before what `awaitedBytes` says comes: of the site and of the disk counts what is there. What others announced counts
 * when it comes: otherwise accounts that send nothing would keep everybody else from uploading.
 * @throws OperationError SITE_FULL
 */
export function checkSite(
  db: StoreDatabase,
  { siteBytes, freeBytes }: Pick<SpaceLimits, "siteBytes" | "freeBytes">,
  awaitedBytes: number,
): void {
  const { usedBytes, receivedBytes } = getUsedSpace(db, "");
  if (siteBytes !== null && usedBytes + receivedBytes + awaitedBytes > siteBytes) {
    throw siteFull("This site keeps as many files as it may.");
  }
  if (freeBytes !== null && awaitedBytes > freeBytes) {
    throw siteFull("The server's disk is nearly full.");
  }
}

/**
 * Does `write` to an object; what makes it larger is refused over a limit. The server's own changes count for the site
 * alone, and so do those of others than its owner where the owner has the usual limit, which nobody knows then.
 * @throws OperationError QUOTA_EXCEEDED, SITE_FULL, and what `write` throws
 */
export function writeWithin(
  db: StoreDatabase,
  asked: { caller: Caller; owner: string | null; limits: SpaceLimits },
  write: () => void,
): void {
  const { caller, owner, limits } = asked;
  const before = getUsedSpace(db, "").usedBytes;
  write();
  const moreBytes = getUsedSpace(db, "").usedBytes - before;
  if (moreBytes <= 0) return;
  checkSite(db, limits, 0);
  if (owner === null || caller === "admin") return;
  const usualBytes = caller?.uid === owner ? limits.usualBytes : null;
  checkAccount(db, { owner, moreBytes, limits: { usualBytes } });
}

/** `uid` empty: the whole site. The usual limits are those of the one who is asked about. */
type UsageInput = {
  caller: Caller;
  uid: string;
  limits: Pick<SpaceLimits, "usualBytes" | "siteBytes">;
};

/** @throws OperationError PERMISSION_DENIED unless it is the caller's own, or the caller is the server */
export function readUsage(db: StoreDatabase, { caller, uid, limits }: UsageInput): Usage {
  const isOwn = caller !== null && caller !== "admin" && caller.uid === uid;
  if (caller !== "admin" && !isOwn) throw permissionDenied();
  const { objects, usedBytes, reservedBytes } = getUsedSpace(db, uid);
  const space = { uid, objects, usedBytes, reservedBytes };
  if (uid === "") return { ...space, limitBytes: limits.siteBytes, isOwnLimit: false };
  const quota = getQuota(db, uid);
  return { ...space, limitBytes: quota ?? limits.usualBytes, isOwnLimit: quota !== null };
}

/** Null gives the usual limit back. @throws OperationError PERMISSION_DENIED for all but the server */
export function setQuota(
  db: StoreDatabase,
  input: UsageInput & { limitBytes: number | null },
): Usage {
  if (input.caller !== "admin") throw permissionDenied();
  putQuota(db, input.uid, input.limitBytes);
  return readUsage(db, input);
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}
