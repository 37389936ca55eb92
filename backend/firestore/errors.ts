/**
 * This room's refusals: Google's canonical code and a text for the caller. All of them are expected;
 * anything else that is thrown is a bug. They pass from the store threads as OperationErrors.
 */
import { OperationError } from "../sqlite/index.ts";

export type FirestoreErrorCode =
  | "INVALID_ARGUMENT"
  | "FAILED_PRECONDITION"
  | "ABORTED"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "RESOURCE_EXHAUSTED"
  | "PERMISSION_DENIED"
  | "UNAUTHENTICATED"
  | "UNIMPLEMENTED";

const refusal =
  (code: FirestoreErrorCode) =>
  (text: string, details?: unknown): OperationError =>
    new OperationError(code, text, details);

export const invalidArgument = refusal("INVALID_ARGUMENT");
export const failedPrecondition = refusal("FAILED_PRECONDITION");
/** What was tried may be tried again from its start. */
export const aborted = refusal("ABORTED");
export const notFound = refusal("NOT_FOUND");
export const alreadyExists = refusal("ALREADY_EXISTS");
export const resourceExhausted = refusal("RESOURCE_EXHAUSTED");
export const unauthenticated = refusal("UNAUTHENTICATED");
export const permissionDenied = (): OperationError =>
  refusal("PERMISSION_DENIED")("Missing or insufficient permissions.");
export const unimplemented = refusal("UNIMPLEMENTED");
