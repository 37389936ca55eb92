/** Where every upload begins: what may refuse it is asked in one write, so that many at once cannot pass together. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Access } from "../objects/ask-rules.ts";
import { makePlace, makeQuota } from "./make-room.ts";
import { checkUpload } from "./put-object.ts";
import { type GoneUpload, type UploadRow, addUpload } from "./upload-store.ts";
import { type SpaceLimits, checkAccount, checkSite } from "./usage.ts";

export type BeginInput = Access &
  Pick<UploadRow, "idHash" | "isResumable" | "file" | "holder" | "head" | "sizeBytes"> & {
    callerName: string;
    limits: SpaceLimits;
    /** Hashes of the ids of uploads that have a request now. */
    busy: string[];
  };

/**
 * `isFull`: there is no place for it, and nothing was done. `gone` had to make room.
 * @throws OperationError PERMISSION_DENIED, PRECONDITION_FAILED, QUOTA_EXCEEDED, SITE_FULL; then nothing was written
 */
export function beginUpload(
  db: StoreDatabase,
  input: BeginInput,
): { isFull: boolean; gone: GoneUpload[] } {
  const { head, sizeBytes, nowMs, caller, limits } = input;
  const content = { sizeBytes, ...(head.md5Hash !== null && { md5: head.md5Hash }) };
  checkUpload(db, { ...input, ...head, content });
  const gone = input.isResumable ? makePlace(db, input) : [];
  if (gone === null) return { isFull: true, gone: [] };
  const owner = caller === null || caller === "admin" ? null : caller.uid;
  const { idHash, isResumable, file, callerName, holder, busy } = input;
  const row = { idHash, isResumable, file, caller: callerName, holder, owner, head, sizeBytes };
  const chargedBytes = addUpload(db, { ...row, receivedBytes: 0, lastUsedMs: nowMs });
  if (owner !== null) {
    // The upload itself gives way to nothing.
    const others = { holder, nowMs, busy: [...busy, idHash], owner, name: head.name, limits };
    gone.push(...makeQuota(db, others));
    checkAccount(db, { owner, moreBytes: chargedBytes, limits });
  }
  checkSite(db, limits, chargedBytes);
  return { isFull: false, gone };
}
