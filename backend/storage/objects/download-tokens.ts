/** Texts in an object's address that open its bytes for whoever has it, without the rules, until they are taken back. */
import { randomUUID, timingSafeEqual } from "node:crypto";
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Caller } from "../../http/index.ts";
import { invalidArgument, objectNotFound, permissionDenied } from "../errors.ts";
import { type Access, checkAccess } from "./ask-rules.ts";
import { type StoredObject, isPublicName, toRulesFile } from "./object.ts";
import { type Precondition, checkPrecondition } from "./precondition.ts";
import { getObject, putObjectRow } from "./storage-store.ts";
import { type SpaceLimits, writeWithin } from "../uploads/usage.ts";

/** Of one object. */
const MAX_TOKENS = 20;

export type TokenChange = "create" | "remove all" | { remove: string };

/** Those of private objects are for who uploaded them and for the server. */
export function seesDownloadTokens(caller: Caller, { name, owner }: StoredObject): boolean {
  if (caller === "admin" || isPublicName(name)) return true;
  return caller !== null && caller.uid === owner;
}

/** Whether `given` is one of them; takes equally long for all wrong ones. */
export function hasDownloadToken(object: StoredObject, given: string | null): boolean {
  if (given === null) return false;
  const bytes = Buffer.from(given);
  return object.downloadTokens.some((token) => {
    const own = Buffer.from(token);
    return own.length === bytes.length && timingSafeEqual(own, bytes);
  });
}

/**
 * Makes one more token, or takes one back; a token that is not there is as good as taken back. Whom the rules let update
 * the object, if they see its tokens. Without seeing them they take back all: who made one may be gone, or shut out since.
 * @throws OperationError PERMISSION_DENIED, NOT_FOUND, PRECONDITION_FAILED, INVALID_ARGUMENT for too many, QUOTA_EXCEEDED
 */
export function changeDownloadTokens(
  db: StoreDatabase,
  input: Access & Precondition & { name: string; change: TokenChange; limits: SpaceLimits },
): StoredObject {
  const { caller, name, bucket, nowMs, change, limits } = input;
  const before = getObject(db, name);
  const resource = before ? toRulesFile(bucket, before) : null;
  checkAccess(db, input, { method: "update", name, resource, newResource: resource });
  checkPrecondition(input, before);
  if (before === undefined) throw objectNotFound();
  if (change !== "remove all" && !seesDownloadTokens(caller, before)) throw permissionDenied();
  const downloadTokens = changed(before.downloadTokens, change);
  if (downloadTokens.length === before.downloadTokens.length) return before;
  const metageneration = before.metageneration + 1;
  const after = { ...before, downloadTokens, metageneration, updatedMs: nowMs };
  writeWithin(db, { caller, owner: after.owner, limits }, () => putObjectRow(db, after));
  return after;
}

function changed(tokens: string[], change: TokenChange): string[] {
  if (change === "remove all") return [];
  if (change !== "create") return tokens.filter((token) => token !== change.remove);
  if (tokens.length >= MAX_TOKENS) {
    throw invalidArgument(`An object has at most ${MAX_TOKENS} download tokens.`);
  }
  return [...tokens, randomUUID()];
}
