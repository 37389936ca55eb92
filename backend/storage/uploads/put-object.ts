/** An upload's part in the store: first whether it may come, then the object itself. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { notFound } from "../errors.ts";
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
import { addFinished, getUpload, removeUpload } from "./upload-store.ts";
import { type SpaceLimits, checkSite } from "./usage.ts";

type Upload = Access &
  Precondition & {
    name: string;
    /** `md5` before the bytes are there is what the client claims. */
    content: Pick<Content, "sizeBytes"> & Partial<Pick<Content, "md5">>;
    metadata: ObjectMetadata;
  };

/** @throws OperationError PERMISSION_DENIED, PRECONDITION_FAILED */
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
  /** Of the upload that ends with this. */
  idHash: string;
  content: Content;
  /** See `StoredObject`. */
  sniffedType: string | null;
  /** Kept below `public/` only. */
  newDownloadToken: string;
  limits: Pick<SpaceLimits, "siteBytes">;
};

/**
 * `unusedSha256`: of a content that no object has any more.
 * @throws OperationError PERMISSION_DENIED, PRECONDITION_FAILED, NOT_FOUND when the upload has ended already,
 * SITE_FULL when others filled the site since it began
 */
export function putObject(
  db: StoreDatabase,
  input: PutInput,
): { object: StoredObject; unusedSha256: string | null } {
  const upload = getUpload(db, input.idHash);
  if (upload === undefined) throw notFound("There is no such upload; start a new one.");
  checkUpload(db, input);
  const { name, nowMs, content, metadata, newDownloadToken, idHash } = input;
  const { owner } = upload;
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
    owner,
    sniffedType: input.sniffedType,
  };
  removeUpload(db, idHash);
  putObjectRow(db, object);
  // For the account it was reserved: only the server sends more than it announced, and has no account.
  // The disk has the bytes already, whether they are refused or not.
  checkSite(db, { ...input.limits, freeBytes: null }, 0);
  if (upload.isResumable) {
    const { caller, sizeBytes } = upload;
    addFinished(db, { idHash, caller, name, generation: object.generation, sizeBytes, nowMs });
  }
  const isUnused = replaced !== undefined && !isReferenced(db, replaced);
  return { object, unusedSha256: isUnused ? replaced : null };
}
