/** How much an account, or the whole site, keeps, and how much it may keep; an address of this server alone. */
import { jsonResponse } from "../../http/index.ts";
import { invalidArgument, methodNotAllowed } from "../errors.ts";
import type { Usage } from "../uploads/usage.ts";
import type { RequestBody } from "./request-body.ts";

const MAX_JSON_BYTES = 1024;

/** What one caller may call; both throw PERMISSION_DENIED for what is not theirs. */
export type UsageCalls = {
  usage(uid: string): Promise<Usage>;
  /** Null gives the usual limit back. */
  setQuota(uid: string, limitBytes: number | null): Promise<Usage>;
};

/** @throws OperationError */
export async function answerUsage(
  calls: UsageCalls,
  request: Request,
  uid: string,
  body: RequestBody,
): Promise<Response> {
  if (request.method === "GET" || request.method === "HEAD") {
    return jsonResponse(200, await calls.usage(uid));
  }
  if (request.method !== "PATCH" || uid === "") {
    throw methodNotAllowed(`${request.method} of this usage is not known.`);
  }
  const limitBytes = readLimit(await body.readAll(MAX_JSON_BYTES));
  return jsonResponse(200, await calls.setQuota(uid, limitBytes));
}

function readLimit(json: Buffer): number | null {
  let value: unknown;
  try {
    value = JSON.parse(json.toString("utf8"));
  } catch {
    throw invalidArgument("The body is not JSON.");
  }
  const limitBytes = (value as { limitBytes?: unknown } | null)?.limitBytes;
  if (limitBytes === null) return null;
  if (typeof limitBytes === "number" && Number.isSafeInteger(limitBytes) && limitBytes >= 0) {
    return limitBytes;
  }
  throw invalidArgument("limitBytes must be a whole number of bytes, or null for the usual limit.");
}
