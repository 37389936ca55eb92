import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Access, checkAccess } from "./ask-rules.ts";
import { objectNotFound } from "../errors.ts";
import { toRulesFile } from "./object.ts";
import { type Precondition, checkPrecondition } from "./precondition.ts";
import { getObject, isReferenced, removeObject } from "./storage-store.ts";

/**
 * `unusedSha256`: of a content that no object has any more.
 * @throws OperationError PERMISSION_DENIED, NOT_FOUND, PRECONDITION_FAILED
 */
export function deleteObject(
  db: StoreDatabase,
  input: Access & Precondition & { name: string },
): { unusedSha256: string | null } {
  const { name, bucket } = input;
  const object = getObject(db, name);
  const resource = object ? toRulesFile(bucket, object) : null;
  checkAccess(db, input, { method: "delete", name, resource });
  checkPrecondition(input, object);
  if (object === undefined) throw objectNotFound();
  removeObject(db, name);
  const { sha256 } = object.content;
  return { unusedSha256: isReferenced(db, sha256) ? null : sha256 };
}
