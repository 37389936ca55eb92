/** An upload's part in the store: first whether it may come, then the object itself. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Access, checkAccess } from "../objects/ask-rules.ts";
import {
  type Content,
  type ObjectMetadata,
  type StoredObject,
  isPublicName,
  toRulesFile,
} from "../objects/object.ts";
import { type Precondition, checkPrecondition } from "../objects/precondition.ts";
import { getObject, isReferenced, nextGeneration, putObjectRow } from "../objects/storage-store.ts";

export type Upload = Access &
  Precondition & { name: string; content: Pick<Content, "sizeBytes">; metadata: ObjectMetadata };

/**
 * Asked before the bytes are taken, with their announced size.
 * @throws OperationError PERMISSION_DENIED, PRECONDITION_FAILED
 */
export function checkUpload(db: StoreDatabase, upload: Upload): void {
  const before = getObject(db, upload.name);
  const { bucket, name } = upload;
  checkAccess(db, upload, {
    method: before ? "update" : "create",
    name,
    resource: before ? toRulesFile(bucket, before) : null,
    newResource: toRulesFile(bucket, upload),
  });
  checkPrecondition(upload, before);
}

export type PutInput = Upload & {
  content: Content;
  /** See `StoredObject`. */
  sniffedType: string | null;
  /** Kept below `public/` only. */
  newDownloadToken: string;
};

/** `unusedSha256`: of a content that no object has any more. @throws as `checkUpload` */
export function putObject(
  db: StoreDatabase,
  input: PutInput,
): { object: StoredObject; unusedSha256: string | null } {
  checkUpload(db, input);
  const { name, nowMs, content, metadata, newDownloadToken } = input;
  const replaced = getObject(db, name)?.content.sha256;
  const object = {
    name,
    generation: nextGeneration(db, nowMs),
    metageneration: 1,
    timeCreatedMs: nowMs,
    updatedMs: nowMs,
    content,
    metadata,
    downloadTokens: isPublicName(name) ? [newDownloadToken] : [],
    owner: input.caller === null || input.caller === "admin" ? null : input.caller.uid,
    sniffedType: input.sniffedType,
  };
  putObjectRow(db, object);
  const isUnused = replaced !== undefined && !isReferenced(db, replaced);
  return { object, unusedSha256: isUnused ? replaced : null };
}
