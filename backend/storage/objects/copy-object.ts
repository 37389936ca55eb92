import type { StoreDatabase } from "../../sqlite/index.ts";
import { objectNotFound, permissionDenied, preconditionFailed } from "../errors.ts";
import { type SpaceLimits, checkAccount, checkSite } from "../uploads/usage.ts";
import { getUsedSpace } from "../uploads/usage-store.ts";
import type { Access } from "./ask-rules.ts";
import { type MetadataChange, applyChange, checkCustomSize } from "./metadata.ts";
import { type StoredObject, isPublicName } from "./object.ts";
import { getObject, nextGeneration, putObjectRow } from "./storage-store.ts";

/**
 * The same content under another name, charged to `owner`. The content needs no lock: an object has it all the time.
 * @throws OperationError PERMISSION_DENIED for all but the server, NOT_FOUND, QUOTA_EXCEEDED, SITE_FULL,
 * PRECONDITION_FAILED when there is something under the name
 */
export function copyObject(
  db: StoreDatabase,
  input: Access & {
    from: string;
    name: string;
    owner: string;
    change: MetadataChange;
    newDownloadToken: string;
    limits: Pick<SpaceLimits, "usualBytes" | "siteBytes">;
  },
): StoredObject {
  const { caller, from, name, owner, change, nowMs, limits } = input;
  if (caller !== "admin") throw permissionDenied();
  const source = getObject(db, from);
  if (source === undefined) throw objectNotFound();
  if (getObject(db, name)) throw preconditionFailed("There is something under this name.");
  // What the source alone was told stays with it.
  const metadata = applyChange({ ...source.metadata, custom: {} }, change);
  checkCustomSize(metadata);
  const before = getUsedSpace(db, owner).usedBytes;
  const object = {
    ...source,
    name,
    generation: nextGeneration(db, nowMs),
    metageneration: 1,
    timeCreatedMs: nowMs,
    updatedMs: nowMs,
    metadata,
    downloadTokens: isPublicName(name) ? [input.newDownloadToken] : [],
    owner,
  };
  putObjectRow(db, object);
  const moreBytes = getUsedSpace(db, owner).usedBytes - before;
  checkAccount(db, { owner, moreBytes, limits });
  checkSite(db, { ...limits, freeBytes: null }, 0);
  return object;
}
