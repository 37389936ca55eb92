/**
 * An upload, from its body to the committed object. The order makes that what was answered survives a crash, and that
 * what was not leaves at most a file, which the next start removes:
 *
 *   rules (announced size) → file in incoming/ + fsync → its place + fsync → commit with rules → old content removed
 */
import { randomUUID } from "node:crypto";
import { StoreError } from "../../sqlite/index.ts";
import type { Access } from "../objects/ask-rules.ts";
import type { Contents } from "../files/contents.ts";
import { invalidArgument, lengthRequired } from "../errors.ts";
import type { ReceivedFile } from "../files/file-store.ts";
import {
  applyChange,
  checkCustomSize,
  checkHeaderValue,
  noMetadata,
  parseMetadata,
} from "../objects/metadata.ts";
import { closingBytes, parseBoundary, readMultipart } from "../http/multipart.ts";
import type { ObjectMetadata, StoredObject } from "../objects/object.ts";
import { checkObjectName } from "../objects/object-name.ts";
import type { Precondition } from "../objects/precondition.ts";
import type { PutInput, Upload } from "./put-object.ts";
import type { RequestBody } from "../http/request-body.ts";
import type { UploadSlots } from "./upload-slots.ts";

/** Of the body of one request. */
export const MAX_UPLOAD_BODY_BYTES = 32 * 1024 * 1024;

const DEFAULT_CONTENT_TYPE = "application/octet-stream";

export type UploadCalls = {
  contents: Contents;
  slots: UploadSlots;
  checkUpload(upload: Upload): Promise<void>;
  put(input: PutInput): Promise<{ object: StoredObject; unusedSha256: string | null }>;
};

/** What is to be uploaded, before its content is known. */
export type UploadHead = Precondition & {
  name: string;
  metadata: ObjectMetadata;
  /** Base64; null when the client does not say. */
  md5Hash: string | null;
};

/** @throws OperationError, StorageBusyError; then nothing of the upload stays. */
export async function uploadMultipart(
  calls: UploadCalls,
  access: Access,
  holder: string,
  request: Precondition & {
    /** Of the address; null when only the metadata names the object. */
    name: string | null;
    contentType: string | null;
    contentLength: number | null;
    body: RequestBody;
  },
): Promise<StoredObject> {
  const { body, contentLength } = request;
  const boundary = parseBoundary(request.contentType);
  if (contentLength === null && access.caller !== "admin") {
    throw lengthRequired("An upload needs a Content-Length.");
  }
  const multipart = await readMultipart(body.read(MAX_UPLOAD_BODY_BYTES), boundary);
  const head = parseHead({ ...request, ...multipart });
  const announced = (contentLength ?? 0) - multipart.headBytes - closingBytes(boundary);
  await calls.checkUpload({ ...access, ...head, content: { sizeBytes: Math.max(0, announced) } });
  const received = await calls.slots(holder, () => calls.contents.receive(multipart.content));
  return commitUpload(calls, access, head, received);
}

/** @throws OperationError INVALID_ARGUMENT */
export function parseHead(
  given: Precondition & { name: string | null; json: Uint8Array; contentType: string | null },
): UploadHead {
  const parsed = parseMetadata(given.json);
  const name = given.name ?? parsed.name ?? "";
  checkObjectName(name);
  if (parsed.name !== null && parsed.name !== name) {
    throw invalidArgument("The metadata names another object than the address.");
  }
  const metadata = applyChange(noMetadata, parsed.change);
  checkCustomSize(metadata);
  metadata.contentType ??= given.contentType ?? DEFAULT_CONTENT_TYPE;
  checkHeaderValue("contentType", metadata.contentType);
  return { name, metadata, md5Hash: parsed.md5Hash, ifGeneration: given.ifGeneration };
}

/** @throws OperationError; then nothing of the upload stays. */
export async function commitUpload(
  calls: UploadCalls,
  access: Access,
  head: UploadHead,
  received: ReceivedFile,
): Promise<StoredObject> {
  const { contents } = calls;
  const { content } = received;
  if (head.md5Hash !== null && head.md5Hash !== content.md5) {
    await contents.discard(received);
    throw invalidArgument("The content is not what its md5Hash says.");
  }
  const { object, unusedSha256 } = await contents.commit(
    received,
    () =>
      calls.put({ ...access, ...head, content, sniffedType: null, newDownloadToken: randomUUID() }),
    // Then nobody knows whether the object was saved: its content must stay.
    (error) => error instanceof StoreError && error.code === "store-failed",
  );
  if (unusedSha256 !== null) await contents.removeUnused(unusedSha256);
  return object;
}
