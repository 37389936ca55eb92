import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Access, checkAccess } from "./ask-rules.ts";
import { hasDownloadToken } from "./download-tokens.ts";
import { appCheckFailed, objectNotFound } from "../errors.ts";
import { type StoredObject, toRulesFile } from "./object.ts";
import { getObject } from "./storage-store.ts";

/**
 * `downloadToken`: one of the object's opens it without asking the rules; null when none was sent.
 * `onlyByToken`: the app could not say which one it is, so that nothing else opens it.
 * @throws OperationError PERMISSION_DENIED, also for an object that does not exist, NOT_FOUND, APP_CHECK_FAILED
 */
export function readObject(
  db: StoreDatabase,
  input: Access & { name: string; downloadToken: string | null; onlyByToken?: boolean },
): StoredObject {
  const { name, bucket, downloadToken } = input;
  const object = getObject(db, name);
  if (object === undefined || !hasDownloadToken(object, downloadToken)) {
    if (input.onlyByToken === true) throw appCheckFailed();
    const resource = object ? toRulesFile(bucket, object) : null;
    checkAccess(db, input, { method: "get", name, resource });
  }
  if (object === undefined) throw objectNotFound();
  return object;
}
