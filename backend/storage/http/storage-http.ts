/** The wire dialect: addresses and JSON to calls and back. */
import { jsonResponse } from "../../http/index.ts";
import type { Log } from "../../sqlite/index.ts";
import { invalidArgument, methodNotAllowed, preconditionFailed } from "../errors.ts";
import type { ListResult } from "../objects/list-objects.ts";
import { type MetadataChange, parseMetadata } from "../objects/metadata.ts";
import type { TokenChange } from "../objects/download-tokens.ts";
import type { StoredObject } from "../objects/object.ts";
import { type Precondition, failedCondition } from "../objects/precondition.ts";
import { errorResponse } from "./error-response.ts";
import {
  type ListRequest,
  formatPageToken,
  lengthOf,
  readConditions,
  readCopy,
  readList,
  readTarget,
  readTokenChange,
} from "./read-request.ts";
import { type RequestBody, openBody } from "./request-body.ts";
import { type ResumableCalls, answerResumable } from "./resumable-http.ts";
import { type UsageCalls, answerUsage } from "./usage-http.ts";
import { GaveWayError } from "../uploads/upload-slots.ts";

const MAX_JSON_BYTES = 64 * 1024;

/** What one caller may call; each throws OperationErrors of this room. */
export type Calls = UsageCalls & {
  /** `isRaw`: the whole body is the content, and has no metadata but its type. */
  upload(
    request: Precondition & {
      name: string | null;
      contentType: string | null;
      contentLength: number | null;
      body: RequestBody;
      isRaw: boolean;
    },
  ): Promise<StoredObject>;
  resumable: ResumableCalls;
  read(name: string): Promise<StoredObject>;
  download(
    request: Precondition & { name: string; downloadToken: string | null },
    httpRequest: Request,
  ): Promise<Response>;
  updateMetadata(
    request: Precondition & { name: string; change: MetadataChange },
  ): Promise<StoredObject>;
  changeDownloadTokens(
    request: Precondition & { name: string; change: TokenChange },
  ): Promise<StoredObject>;
  /** For the server alone; `limitBytes`: what the owner may keep who has no limit of their own, null: all. */
  copy(request: {
    from: string;
    name: string;
    owner: string;
    limitBytes: number | null;
    change: MetadataChange;
  }): Promise<StoredObject>;
  delete(request: Precondition & { name: string }): Promise<void>;
  list(request: ListRequest): Promise<ListResult>;
  /** The resource that the SDK reads, with what this caller may see of it. */
  show(object: StoredObject): Record<string, unknown>;
};

type Deps = { bucket: string; log: Log; closing: AbortSignal };

/**
 * `readCalls` is awaited before the body is read; `mayBeByToken`: a download token may open what is asked for.
 * `origin` is the one by which the client reaches us.
 */
export async function answerStorage(
  deps: Deps,
  request: Request,
  origin: string,
  readCalls: (mayBeByToken: boolean) => Promise<Calls>,
): Promise<Response> {
  const body = openBody(request, deps.closing);
  try {
    const { pathname, searchParams: query } = new URL(request.url);
    const target = readTarget(deps.bucket, pathname);
    const isMedia = "object" in target && isRead(request) && query.get("alt") === "media";
    const calls = await readCalls(isMedia && query.has("token"));
    if ("usageOf" in target) return await answerUsage(calls, request, target.usageOf, body);
    const name = "object" in target ? target.object : null;
    if (request.method === "POST") {
      return await answerPost(deps.bucket, calls, request, origin, name, body);
    }
    if (name === null) return await answerList(deps.bucket, calls, request, query);
    return await answer(calls, request, query, name, body);
  } catch (error) {
    // Who had to give way is slow: what still comes of it would keep the connection for as long.
    if (!(error instanceof GaveWayError)) await body.discardRest();
    return errorResponse(deps.log, error);
  }
}

async function answer(
  calls: Calls,
  request: Request,
  query: URLSearchParams,
  name: string,
  body: RequestBody,
): Promise<Response> {
  const ifGeneration = readConditions(query);
  if (isRead(request)) {
    if (query.get("alt") === "media") {
      const downloadToken = query.get("token");
      return calls.download({ name, downloadToken, ifGeneration }, request);
    }
    const object = await calls.read(name);
    const failed = failedCondition(ifGeneration, object);
    if (failed?.endsWith("NotMatch") === true) return notModified();
    if (failed !== undefined) throw preconditionFailed(`The object is not as ${failed} says.`);
    return jsonResponse(200, calls.show(object));
  }
  if (request.method === "PATCH") {
    const { change } = parseMetadata(await body.readAll(MAX_JSON_BYTES));
    const object = await calls.updateMetadata({ name, change, ifGeneration });
    return jsonResponse(200, calls.show(object));
  }
  if (request.method === "DELETE") {
    await calls.delete({ name, ifGeneration });
    return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  }
  throw methodNotAllowed(`${request.method} of an object is not known.`);
}

async function answerList(
  bucket: string,
  calls: Calls,
  request: Request,
  query: URLSearchParams,
): Promise<Response> {
  if (!isRead(request)) throw methodNotAllowed("A bucket's objects can be listed and uploaded.");
  const { prefixes, names, nextName } = await calls.list(readList(query));
  return jsonResponse(200, {
    prefixes,
    items: names.map((name) => ({ name, bucket })),
    ...(nextName !== null && { nextPageToken: formatPageToken(nextName) }),
  });
}

/** An upload, or a change of download tokens. */
async function answerPost(
  bucket: string,
  calls: Calls,
  request: Request,
  origin: string,
  nameInPath: string | null,
  body: RequestBody,
): Promise<Response> {
  const { headers } = request;
  const query = new URL(request.url).searchParams;
  const ifGeneration = readConditions(query);
  const copy = readCopy(query);
  if (copy !== undefined) {
    if (nameInPath === null) throw invalidArgument("The address names no object.");
    const { change } = parseMetadata(await body.readAll(MAX_JSON_BYTES));
    const object = await calls.copy({ ...copy, name: nameInPath, change });
    return jsonResponse(200, calls.show(object));
  }
  const change = readTokenChange(query);
  if (change !== undefined) {
    if (nameInPath === null) throw invalidArgument("The address names no object.");
    const object = await calls.changeDownloadTokens({ name: nameInPath, change, ifGeneration });
    return jsonResponse(200, calls.show(object));
  }
  const name = nameInPath ?? query.get("name");
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
    const resource = answered.object === undefined ? {} : calls.show(answered.object);
    return jsonResponse(200, resource, answered.headers);
  }
  const contentType = headers.get("content-type");
  const object = await calls.upload({
    name,
    contentType,
    contentLength: lengthOf(request),
    ifGeneration,
    body,
    isRaw: isRawUpload(headers.get("x-goog-upload-protocol"), query.get("uploadType"), contentType),
  });
  return jsonResponse(200, calls.show(object));
}

/** The protocol may be named in a header, in the address, or by the type of the body. */
function isRawUpload(
  protocol: string | null,
  uploadType: string | null,
  contentType: string | null,
): boolean {
  const named = protocol ?? uploadType;
  if (named === "raw" || named === "media") return true;
  if (named === "multipart") return false;
  if (named !== null) {
    throw invalidArgument("X-Goog-Upload-Protocol must be multipart, resumable or raw.");
  }
  return !/^multipart\//i.test(contentType ?? "");
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function notModified(): Response {
  return new Response(null, { status: 304, headers: { "cache-control": "no-store" } });
}
