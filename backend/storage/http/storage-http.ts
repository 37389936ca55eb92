/** The wire dialect: addresses and JSON to calls and back. The only file here that knows error statuses. */
import { jsonResponse } from "../../http/index.ts";
import { type Log, OperationError, StoreError } from "../../sqlite/index.ts";
import type { ListResult } from "../objects/list-objects.ts";
import {
  type StorageErrorCode,
  StorageBusyError,
  invalidArgument,
  methodNotAllowed,
  notFound,
} from "../errors.ts";
import { type MetadataChange, parseMetadata } from "../objects/metadata.ts";
import { type StoredObject, toResource } from "../objects/object.ts";
import { checkObjectName } from "../objects/object-name.ts";
import type { Precondition } from "../objects/precondition.ts";
import { type RequestBody, openBody } from "./request-body.ts";
import { type ResumableCalls, answerResumable } from "./resumable-http.ts";

const STATUS: Record<StorageErrorCode, number> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  QUOTA_EXCEEDED: 402,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  LENGTH_REQUIRED: 411,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  UNIMPLEMENTED: 501,
};
const MAX_JSON_BYTES = 64 * 1024;
const MAX_RESULTS = 1000;

type ListRequest = {
  prefix: string;
  isRecursive: boolean;
  fromName: string | null;
  maxResults: number;
};

/** What one caller may call; each throws OperationErrors of this room. */
export type Calls = {
  upload(
    request: Precondition & {
      name: string | null;
      contentType: string | null;
      contentLength: number | null;
      body: RequestBody;
    },
  ): Promise<StoredObject>;
  resumable: ResumableCalls;
  read(name: string): Promise<StoredObject>;
  download(name: string, downloadToken: string | null, request: Request): Promise<Response>;
  updateMetadata(
    request: Precondition & { name: string; change: MetadataChange },
  ): Promise<StoredObject>;
  delete(request: Precondition & { name: string }): Promise<void>;
  list(request: ListRequest): Promise<ListResult>;
};

type Deps = { bucket: string; log: Log; closing: AbortSignal };

/** `readCalls` is awaited before the body is read; `origin` is the one by which the client reaches us. */
export async function answerStorage(
  deps: Deps,
  request: Request,
  origin: string,
  readCalls: () => Promise<Calls>,
): Promise<Response> {
  const body = openBody(request, deps.closing);
  try {
    const name = readTarget(deps.bucket, new URL(request.url).pathname);
    const calls = await readCalls();
    if (request.method !== "POST") return await answer(deps.bucket, calls, request, name, body);
    return await answerUpload(deps.bucket, calls, request, origin, name, body);
  } catch (error) {
    await body.discardRest();
    return errorResponse(deps.log, error);
  }
}

async function answer(
  bucket: string,
  calls: Calls,
  request: Request,
  name: string | null,
  body: RequestBody,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (name === null) {
    if (!isRead) throw methodNotAllowed("A bucket's objects can be listed and uploaded.");
    return jsonResponse(200, formatList(bucket, await calls.list(readList(query))));
  }
  const ifGeneration = readPrecondition(query);
  if (isRead) {
    if (query.get("alt") === "media") return calls.download(name, query.get("token"), request);
    return jsonResponse(200, toResource(bucket, await calls.read(name)));
  }
  if (request.method === "PATCH") {
    const { change } = parseMetadata(await body.readAll(MAX_JSON_BYTES));
    const object = await calls.updateMetadata({ name, change, ifGeneration });
    return jsonResponse(200, toResource(bucket, object));
  }
  if (request.method === "DELETE") {
    await calls.delete({ name, ifGeneration });
    return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  }
  throw methodNotAllowed(`${request.method} of an object is not known.`);
}

async function answerUpload(
  bucket: string,
  calls: Calls,
  request: Request,
  origin: string,
  nameInPath: string | null,
  body: RequestBody,
): Promise<Response> {
  const { headers } = request;
  const query = new URL(request.url).searchParams;
  const name = nameInPath ?? query.get("name");
  const ifGeneration = readPrecondition(query);
  if (headers.has("x-goog-upload-command")) {
    const address = `${origin}/v0/b/${encodeURIComponent(bucket)}/o`;
    const answered = await answerResumable(calls.resumable, {
      headers,
      body,
      name,
      ifGeneration,
      uploadId: query.get("upload_id"),
      urlOf: (uploadId) =>
        `${address}?name=${encodeURIComponent(name ?? "")}&upload_id=${uploadId}`,
    });
    const resource = answered.object === undefined ? {} : toResource(bucket, answered.object);
    return jsonResponse(200, resource, answered.headers);
  }
  if ((headers.get("x-goog-upload-protocol") ?? "multipart") !== "multipart") {
    throw invalidArgument("X-Goog-Upload-Protocol must be multipart or resumable.");
  }
  const object = await calls.upload({
    name,
    contentType: headers.get("content-type"),
    contentLength: lengthOf(request),
    ifGeneration,
    body,
  });
  return jsonResponse(200, toResource(bucket, object));
}

/** The object's name; null for the bucket's list of objects. */
function readTarget(bucket: string, pathname: string): string | null {
  const [inBucket = "", objects, encoded, ...more] = pathname.replace(/^\/v0\/b\//, "").split("/");
  if (!pathname.startsWith("/v0/b/") || decode(inBucket) !== bucket || objects !== "o") {
    throw notFound(`This server has the bucket ${bucket} only.`);
  }
  if (more.length > 0) {
    throw invalidArgument(
      "An object's name is one segment of the address, its slashes written as %2F.",
    );
  }
  if (encoded === undefined) return null;
  const name = decode(encoded);
  checkObjectName(name);
  return name;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidArgument("The address is not well encoded.");
  }
}

function lengthOf(request: Request): number | null {
  const length = request.headers.get("content-length");
  return length === null || !/^\d{1,15}$/.test(length) ? null : Number(length);
}

function readPrecondition(query: URLSearchParams): number | null {
  const text = query.get("ifGenerationMatch");
  if (text === null) return null;
  if (!/^\d{1,16}$/.test(text)) throw invalidArgument("ifGenerationMatch must be a generation.");
  return Number(text);
}

function readList(query: URLSearchParams): ListRequest {
  const prefix = query.get("prefix") ?? "";
  // The rules are asked about a folder: `users/me` would also be the beginning of `users/me-too/`.
  if (prefix !== "" && !prefix.endsWith("/")) {
    throw invalidArgument("prefix must be empty or end with a slash.");
  }
  if (prefix !== "") checkObjectName(prefix);
  const delimiter = query.get("delimiter") ?? "";
  if (delimiter !== "" && delimiter !== "/") throw invalidArgument("delimiter must be a slash.");
  const maxResults = query.get("maxResults") ?? String(MAX_RESULTS);
  if (!/^\d{1,9}$/.test(maxResults) || Number(maxResults) === 0) {
    throw invalidArgument("maxResults must be a positive whole number.");
  }
  const pageToken = query.get("pageToken") ?? "";
  return {
    prefix,
    isRecursive: delimiter === "",
    fromName: pageToken === "" ? null : Buffer.from(pageToken, "base64url").toString("utf8"),
    maxResults: Math.min(Number(maxResults), MAX_RESULTS),
  };
}

function formatList(bucket: string, { prefixes, names, nextName }: ListResult): object {
  return {
    prefixes,
    items: names.map((name) => ({ name, bucket })),
    ...(nextName !== null && { nextPageToken: Buffer.from(nextName).toString("base64url") }),
  };
}

/** A temporary failure is plain text, so that nobody takes it for a verdict. */
function errorResponse(log: Log, error: unknown): Response {
  if (error instanceof OperationError && Object.hasOwn(STATUS, error.code)) {
    const code = STATUS[error.code as StorageErrorCode];
    return jsonResponse(code, { error: { code, message: error.message } });
  }
  if (error instanceof StorageBusyError) return textResponse(error.message);
  if (error instanceof StoreError && error.code !== "operation-failed") {
    return textResponse(error.message);
  }
  log.error({ err: error }, "A Storage request failed");
  return jsonResponse(500, { error: { code: 500, message: "Internal error." } });
}

function textResponse(message: string): Response {
  return new Response(message, {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
