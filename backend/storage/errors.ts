/**
 * This room's refusals: a code, for which `error-response.ts` knows the status, and a text for the caller. They pass from
 * the store threads as OperationErrors; anything else that is thrown is a bug.
 */
import { OperationError } from "../sqlite/index.ts";

export type StorageErrorCode =
  | "INVALID_ARGUMENT"
  | "UNAUTHENTICATED"
  | "APP_CHECK_FAILED"
  | "QUOTA_EXCEEDED"
  | "SITE_FULL"
  | "PERMISSION_DENIED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "LENGTH_REQUIRED"
  | "PRECONDITION_FAILED"
  | "TOO_LARGE"
  | "UNIMPLEMENTED";

const refusal =
  (code: StorageErrorCode) =>
  (text: string): OperationError =>
    new OperationError(code, text);

export const invalidArgument = refusal("INVALID_ARGUMENT");
export const unauthenticated = refusal("UNAUTHENTICATED");
export const quotaExceeded = refusal("QUOTA_EXCEEDED");
/** The site or its disk; who waits may find room later. */
export const siteFull = refusal("SITE_FULL");
export const notFound = refusal("NOT_FOUND");
export const methodNotAllowed = refusal("METHOD_NOT_ALLOWED");
export const lengthRequired = refusal("LENGTH_REQUIRED");
export const preconditionFailed = refusal("PRECONDITION_FAILED");
export const tooLarge = refusal("TOO_LARGE");
export const unimplemented = refusal("UNIMPLEMENTED");
export const permissionDenied = (): OperationError =>
  refusal("PERMISSION_DENIED")("Permission denied.");
/** The SDK knows it by this sentence. */
export const APP_CHECK_TEXT = "Firebase App Check token is invalid.";
export const appCheckFailed = (): OperationError => refusal("APP_CHECK_FAILED")(APP_CHECK_TEXT);
export const objectNotFound = (): OperationError => notFound("There is no object with this name.");

/** Nothing was decided and the same request may be sent again. */
export class StorageBusyError extends Error {
  override readonly name = "StorageBusyError";
}
