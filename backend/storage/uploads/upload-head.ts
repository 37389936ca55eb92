import { invalidArgument } from "../errors.ts";
import {
  applyChange,
  checkCustomSize,
  checkHeaderValue,
  noMetadata,
  parseMetadata,
} from "../objects/metadata.ts";
import type { ObjectMetadata } from "../objects/object.ts";
import { checkObjectName } from "../objects/object-name.ts";
import type { Precondition } from "../objects/precondition.ts";

const DEFAULT_CONTENT_TYPE = "application/octet-stream";

/** What is to be uploaded, before its content is known. */
export type UploadHead = Precondition & {
  name: string;
  metadata: ObjectMetadata;
  /** Base64; null when the client does not say. */
  md5Hash: string | null;
};

/**
 * `name` is that of the address, null when only the metadata names the object; `json` is the metadata, null when there
 * is none. @throws OperationError INVALID_ARGUMENT
 */
export function parseHead(
  given: Precondition & {
    name: string | null;
    json: Uint8Array | null;
    contentType: string | null;
  },
): UploadHead {
  const parsed = parseMetadata(given.json ?? Buffer.from("{}"));
  const name = given.name ?? parsed.name ?? "";
  checkObjectName(name);
  if (parsed.name !== null && parsed.name !== name) {
    throw invalidArgument("The metadata names another object than the address.");
  }
  const metadata = applyChange(noMetadata, parsed.change);
  checkCustomSize(metadata);
  metadata.contentType ??= given.contentType ?? DEFAULT_CONTENT_TYPE;
  checkHeaderValue("contentType", metadata.contentType);
  const { md5Hash } = parsed;
  if (md5Hash !== null && !/^[0-9A-Za-z+/]{22}==$/.test(md5Hash)) {
    throw invalidArgument("md5Hash must be the Base64 of 16 bytes.");
  }
  return { name, metadata, md5Hash, ifGeneration: given.ifGeneration };
}
