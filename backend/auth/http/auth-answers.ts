/**
 * What a use case throws, as an answer. What is only temporary is answered in plain text: the SDK signs a person out on
 * any JSON error of a look-up.
 */
import { jsonResponse } from "../../http/index.ts";
import { type Log, OperationError, StoreError } from "../../sqlite/index.ts";
import { AuthBusyError, OauthError } from "../errors.ts";

const RETRY_AFTER_S = 2;

const STATUS: Record<string, number> = {
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
};

export function errorResponse(log: Log, error: unknown): Response {
  if (error instanceof OauthError) {
    return jsonResponse(
      error.retryAfterS === undefined ? 400 : 429,
      { error: error.code, error_description: error.message },
      retryAfter(error.retryAfterS),
    );
  }
  if (error instanceof OperationError) return refusalResponse(error);
  const isStoreDown = error instanceof StoreError && error.code !== "operation-failed";
  if (isStoreDown || error instanceof AuthBusyError) {
    return textResponse(503, error.message, { "retry-after": String(RETRY_AFTER_S) });
  }
  log.error({ err: error }, "A sign-in request failed");
  return textResponse(500, "Internal error.");
}

function refusalResponse({ code, message: text, details }: OperationError): Response {
  const status = STATUS[code] ?? 400;
  const message = text === "" ? code : `${code} : ${text}`;
  const errors = [{ message, domain: "global", reason: "invalid" }];
  const { retryAfterS } = (details ?? {}) as { retryAfterS?: number };
  return jsonResponse(
    status,
    { error: { code: status, message, errors, ...(status !== 400 && { status: code }) } },
    retryAfter(retryAfterS),
  );
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

function textResponse(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(text, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
    },
  });
}
