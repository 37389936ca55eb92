import { timingSafeEqual } from "node:crypto";
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Access, checkAccess } from "./ask-rules.ts";
import { objectNotFound } from "../errors.ts";
import { type StoredObject, toRulesFile } from "./object.ts";
import { getObject } from "./storage-store.ts";

/**
 * `downloadToken`: one of the object's opens it without asking the rules; null when none was sent.
 * @throws OperationError PERMISSION_DENIED, also for an object that does not exist, NOT_FOUND
 */
export function readObject(
  db: StoreDatabase,
  input: Access & { name: string; downloadToken: string | null },
): StoredObject {
  const { name, bucket, downloadToken } = input;
  const object = getObject(db, name);
  if (object === undefined || !hasToken(object, downloadToken)) {
    const resource = object ? toRulesFile(bucket, object) : null;
    checkAccess(db, input, { method: "get", name, resource });
  }
  if (object === undefined) throw objectNotFound();
  return object;
}

function hasToken({ downloadTokens }: StoredObject, given: string | null): boolean {
  if (given === null) return false;
  const bytes = Buffer.from(given);
  return downloadTokens.some((token) => {
    const own = Buffer.from(token);
    return own.length === bytes.length && timingSafeEqual(own, bytes);
  });
}
