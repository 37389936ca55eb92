import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Access, checkAccess } from "./ask-rules.ts";
import { objectNotFound } from "../errors.ts";
import { type MetadataChange, applyChange, checkCustomSize } from "./metadata.ts";
import { type StoredObject, toRulesFile } from "./object.ts";
import { type Precondition, checkPrecondition } from "./precondition.ts";
import { getObject, putObjectRow } from "./storage-store.ts";
import { type SpaceLimits, writeWithin } from "../uploads/usage.ts";

/** @throws OperationError PERMISSION_DENIED, NOT_FOUND, PRECONDITION_FAILED, INVALID_ARGUMENT, QUOTA_EXCEEDED */
export function updateMetadata(
  db: StoreDatabase,
  input: Access & Precondition & { name: string; change: MetadataChange; limits: SpaceLimits },
): StoredObject {
  const { name, bucket, nowMs, change } = input;
  const before = getObject(db, name);
  const after = before && {
    ...before,
    metageneration: before.metageneration + 1,
    updatedMs: nowMs,
    metadata: applyChange(before.metadata, change),
  };
  checkAccess(db, input, {
    method: "update",
    name,
    resource: before ? toRulesFile(bucket, before) : null,
    newResource: after ? toRulesFile(bucket, after) : null,
  });
  checkPrecondition(input, before);
  if (after === undefined) throw objectNotFound();
  checkCustomSize(after.metadata);
  const { caller, limits } = input;
  writeWithin(db, { caller, owner: after.owner, limits }, () => putObjectRow(db, after));
  return after;
}
