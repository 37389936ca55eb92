/**
 * An upload in one request, from its body to the committed object. The order makes that what was answered survives a
 * crash, and that what was not leaves at most rows and files, which the next start removes:
 *
 *   row (rules, quota) → file in incoming/ + fsync → its place + fsync → object for row, with rules → old content away
 */
import type { Access } from "../objects/ask-rules.ts";
import { invalidArgument, lengthRequired } from "../errors.ts";
import { closingBytes, parseBoundary, readMultipart } from "../http/multipart.ts";
import type { StoredObject } from "../objects/object.ts";
import type { Precondition } from "../objects/precondition.ts";
import type { RequestBody } from "../http/request-body.ts";
import type { UploadCalls, Uploader } from "./upload-calls.ts";
import { type UploadHead, parseHead } from "./upload-head.ts";

/** Of the body of one request. */
export const MAX_UPLOAD_BODY_BYTES = 32 * 1024 * 1024;

/** @throws OperationError, StorageBusyError; then nothing of the upload stays. */
export async function uploadObject(
  calls: UploadCalls,
  access: Access,
  uploader: Uploader,
  request: Precondition & {
    /** Of the address; null when only the metadata names the object. */
    name: string | null;
    contentType: string | null;
    contentLength: number | null;
    body: RequestBody;
    /** The whole body is the content, and has no metadata but its type. */
    isRaw: boolean;
  },
): Promise<StoredObject> {
  const { body, contentLength, contentType, isRaw } = request;
  const boundary = isRaw ? "" : parseBoundary(contentType);
  if (contentLength === null && access.caller !== "admin") {
    throw lengthRequired("An upload needs a Content-Length.");
  }
  if (isRaw) {
    const head = parseHead({ ...request, json: null });
    const chunks = body.readPassing(MAX_UPLOAD_BODY_BYTES);
    return uploadOne(calls, access, uploader, head, contentLength, chunks);
  }
  const multipart = await readMultipart(body.read(MAX_UPLOAD_BODY_BYTES), boundary);
  const head = parseHead({ ...request, ...multipart });
  const aroundBytes = multipart.headBytes + closingBytes(boundary);
  const announced = contentLength === null ? null : Math.max(0, contentLength - aroundBytes);
  return uploadOne(calls, access, uploader, head, announced, multipart.content);
}

/** `sizeBytes` is announced; null when it is not, which only the server may do. */
async function uploadOne(
  calls: UploadCalls,
  access: Access,
  uploader: Uploader,
  head: UploadHead,
  sizeBytes: number | null,
  sent: AsyncIterable<Uint8Array>,
): Promise<StoredObject> {
  const receive = async (chunks: AsyncIterable<Uint8Array>) => {
    const announced = { head, sizeBytes: sizeBytes ?? 0, isResumable: false };
    const upload = await calls.begin(access, uploader, announced);
    try {
      const expectedBytes = sizeBytes ?? MAX_UPLOAD_BODY_BYTES;
      const bounded = sizeBytes === null ? chunks : upTo(sizeBytes, sizeBytes, chunks);
      const received = await calls.contents.receive(upload.file, expectedBytes, bounded);
      return await calls.commit(access, upload, head, received);
    } catch (error) {
      await calls.forget(upload);
      throw error;
    } finally {
      calls.busy.delete(upload.idHash);
    }
  };
  return calls.slots(uploader.place, sent, (chunks) => calls.diskRoom(sizeBytes, chunks, receive));
}

/** Whole chunks only, and none that goes beyond what was announced: more was not reserved. */
export async function* upTo(
  maxBytes: number,
  announcedBytes: number,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  let left = maxBytes;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) {
      throw invalidArgument(`The upload was announced with ${announcedBytes} bytes.`);
    }
    yield chunk;
  }
}
