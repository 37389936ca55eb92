/** Refusals as Google's APIs say them. The only file here that knows status codes. */
import { ServerBusyError, jsonResponse } from "../http/index.ts";
import { type Log, OperationError, StoreError } from "../sqlite/index.ts";
import type { FirestoreErrorCode } from "./errors.ts";

const STATUS: Record<FirestoreErrorCode, number> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  ABORTED: 409,
  ALREADY_EXISTS: 409,
  PERMISSION_DENIED: 403,
  UNAUTHENTICATED: 401,
  UNIMPLEMENTED: 501,
};

type WireError = { code: number; message: string; status: string; details?: object[] };

/** @param isStream its answer would be a list of messages, so the error is a list of one. */
export function errorResponse(log: Log, error: unknown, isStream: boolean): Response {
  const body = { error: describe(log, error) };
  return jsonResponse(body.error.code, JSON.stringify(isStream ? [body] : body));
}

function describe(log: Log, error: unknown): WireError {
  if (error instanceof OperationError && Object.hasOwn(STATUS, error.code)) {
    return {
      code: STATUS[error.code as FirestoreErrorCode],
      message: error.message,
      status: error.code,
      ...detailsOf(error),
    };
  }
  const isBusy = error instanceof StoreError && error.code !== "operation-failed";
  if (isBusy || error instanceof ServerBusyError) {
    return { code: 503, message: error.message, status: "UNAVAILABLE" };
  }
  log.error({ err: error }, "A Firestore request failed");
  return { code: 500, message: "Internal error.", status: "INTERNAL" };
}

/** Of a query that lacks its index: what to add to firestore.indexes.json. */
function detailsOf({ details }: OperationError): { details?: object[] } {
  if (typeof details !== "object" || details === null) return {};
  const isMissing = "index" in details || "fieldOverride" in details;
  if (!isMissing) return {};
  const info = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: "MISSING_INDEX",
    domain: "firestore.googleapis.com",
    metadata: Object.fromEntries(
      Object.entries(details).map(([name, entry]) => [name, JSON.stringify(entry)]),
    ),
  };
  return { details: [info] };
}
