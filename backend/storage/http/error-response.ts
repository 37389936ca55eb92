/** The only file that knows the statuses of errors. */
import { jsonResponse } from "../../http/index.ts";
import { type Log, OperationError, StoreError } from "../../sqlite/index.ts";
import { APP_CHECK_TEXT, type StorageErrorCode, StorageBusyError } from "../errors.ts";
import { GaveWayError, NoPlaceError } from "../uploads/upload-slots.ts";

/** The SDK repeats 408, 429 and 5xx until its time is over: what will not change by itself is none of them. */
const STATUS: Record<StorageErrorCode, number> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  APP_CHECK_FAILED: 401,
  QUOTA_EXCEEDED: 402,
  SITE_FULL: 402,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  LENGTH_REQUIRED: 411,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  UNIMPLEMENTED: 400,
};

/** A temporary failure is plain text, so that nobody takes it for a verdict. */
export function errorResponse(log: Log, error: unknown): Response {
  if (error instanceof OperationError && Object.hasOwn(STATUS, error.code)) {
    const code = STATUS[error.code as StorageErrorCode];
    const answer = jsonResponse(code, { error: { code, message: error.message } });
    if (error.code !== "APP_CHECK_FAILED") return answer;
    const { headers } = answer;
    // In a browser the SDK reads this sentence where HTTP/1.1 says the reason.
    return new Response(answer.body, { status: code, statusText: APP_CHECK_TEXT, headers });
  }
  if (error instanceof GaveWayError) return textResponse(error.message, { connection: "close" });
  if (error instanceof NoPlaceError) return textResponse(error.message, { "retry-after": "30" });
  if (error instanceof StorageBusyError) return textResponse(error.message);
  if (error instanceof StoreError && error.code !== "operation-failed") {
    return textResponse(error.message);
  }
  log.error({ err: error }, "A Storage request failed");
  return jsonResponse(500, { error: { code: 500, message: "Internal error." } });
}

function textResponse(message: string, more: Record<string, string> = {}): Response {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return new Response(message, { status: 503, headers: { ...headers, ...more } });
}
