/**
 * The dialect of resumable uploads (`createResumableUpload`, `getResumableUploadStatus` and `continueResumableUpload` in
 * @firebase/storage): a command in a header, the state in headers of the answer.
 */
import { invalidArgument, lengthRequired, unimplemented } from "../errors.ts";
import type { StoredObject } from "../objects/object.ts";
import type { GenerationConditions } from "../objects/precondition.ts";
import type { RequestBody } from "./request-body.ts";
import { type UploadHead, parseHead } from "../uploads/upload-head.ts";
import type { UploadStatus } from "../uploads/resumable-uploads.ts";
import { MAX_UPLOAD_BODY_BYTES } from "../uploads/upload-object.ts";

const MAX_JSON_BYTES = 64 * 1024;

/** What one caller may call. */
export type ResumableCalls = {
  start(head: UploadHead, sizeBytes: number): Promise<string>;
  query(id: string): Promise<UploadStatus>;
  /** Resolves with the object when `isLast`. */
  receive(
    id: string,
    part: { offset: number; chunks: AsyncIterable<Uint8Array>; isLast: boolean },
  ): Promise<StoredObject | null>;
  finalize(id: string): Promise<StoredObject>;
  cancel(id: string): Promise<void>;
};

type ResumableRequest = {
  headers: Headers;
  body: RequestBody;
  name: string | null;
  ifGeneration: GenerationConditions | null;
  /** Of the upload that was started before. */
  uploadId: string | null;
  /** The address of that upload. */
  urlOf(uploadId: string): string;
};

/** `object` when it is finished. */
type ResumableAnswer = { headers: Record<string, string>; object?: StoredObject };

/** @throws OperationError, StorageBusyError */
export async function answerResumable(
  calls: ResumableCalls,
  request: ResumableRequest,
): Promise<ResumableAnswer> {
  const { headers, body, uploadId } = request;
  const commands = (headers.get("x-goog-upload-command") ?? "").split(",").map((one) => one.trim());
  const command = commands.join(" ");
  if (command === "start") return start(calls, request);
  if (uploadId === null) throw invalidArgument("The address has no upload_id.");
  switch (command) {
    case "query": {
      const { receivedBytes, isFinal } = await calls.query(uploadId);
      const received = { "x-goog-upload-size-received": String(receivedBytes) };
      return { headers: { ...statusHeader(isFinal ? "final" : "active"), ...received } };
    }
    case "upload":
    case "upload finalize": {
      const offset = wholeNumber(headers.get("x-goog-upload-offset"));
      if (offset === null) throw invalidArgument("X-Goog-Upload-Offset must be a whole number.");
      const chunks = body.readPassing(MAX_UPLOAD_BODY_BYTES);
      const isLast = command !== "upload";
      const object = await calls.receive(uploadId, { offset, chunks, isLast });
      return object === null ? { headers: statusHeader("active") } : final(object);
    }
    case "finalize":
      return final(await calls.finalize(uploadId));
    case "cancel":
      await calls.cancel(uploadId);
      return { headers: statusHeader("cancelled") };
  }
  throw unimplemented("This X-Goog-Upload-Command is not supported by this server.");
}

async function start(calls: ResumableCalls, request: ResumableRequest): Promise<ResumableAnswer> {
  const { headers, body, name, ifGeneration } = request;
  const sizeBytes = wholeNumber(headers.get("x-goog-upload-header-content-length"));
  if (sizeBytes === null) {
    throw lengthRequired("A resumable upload needs X-Goog-Upload-Header-Content-Length.");
  }
  const given = await body.readAll(MAX_JSON_BYTES);
  const json = given.length === 0 ? null : given;
  const contentType = headers.get("x-goog-upload-header-content-type");
  const head = parseHead({ name, ifGeneration, json, contentType });
  const uploadId = await calls.start(head, sizeBytes);
  const url = { "x-goog-upload-url": request.urlOf(uploadId) };
  return { headers: { ...statusHeader("active"), ...url } };
}

function final(object: StoredObject): ResumableAnswer {
  return { headers: statusHeader("final"), object };
}

function statusHeader(status: "active" | "final" | "cancelled"): Record<string, string> {
  return { "x-goog-upload-status": status };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
