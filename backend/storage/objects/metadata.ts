/** The metadata that a client sends, with an upload or to change it; everything untrusted in it ends here. */
import { invalidArgument } from "../errors.ts";
import { type HeaderFields, type ObjectMetadata, headerFields } from "./object.ts";

const MAX_HEADER_BYTES = 1024;
const MAX_CUSTOM_BYTES = 8 * 1024;

/** What is left out stays as it is; null removes. */
export type MetadataChange = Partial<HeaderFields> & {
  custom?: Record<string, string | null> | null;
};

type ParsedMetadata = {
  change: MetadataChange;
  name: string | null;
  /** Base64. */
  md5Hash: string | null;
};

export const noMetadata: ObjectMetadata = {
  contentType: null,
  cacheControl: null,
  contentDisposition: null,
  contentEncoding: null,
  contentLanguage: null,
  custom: {},
};

/** What the server itself says of an object is ignored when a client says it. @throws OperationError INVALID_ARGUMENT */
export function parseMetadata(json: Uint8Array): ParsedMetadata {
  const resource = parseObject(json);
  const change: MetadataChange = {};
  for (const field of headerFields) {
    const value = textOrNull(resource, field);
    if (value === undefined) continue;
    if (value !== null) checkHeaderValue(field, value);
    change[field] = value;
  }
  const custom = resource["metadata"];
  if (custom !== undefined) change.custom = parseCustom(custom);
  const name = textOrNull(resource, "name") ?? null;
  return { change, name, md5Hash: textOrNull(resource, "md5Hash") ?? null };
}

export function applyChange(before: ObjectMetadata, change: MetadataChange): ObjectMetadata {
  const { custom: customChange, ...fields } = change;
  const merged = customChange === null ? {} : { ...before.custom, ...customChange };
  const kept = Object.entries(merged).filter((entry): entry is [string, string] => {
    return entry[1] !== null;
  });
  return { ...before, ...fields, custom: Object.fromEntries(kept) };
}

/** @throws OperationError INVALID_ARGUMENT */
export function checkCustomSize({ custom }: ObjectMetadata): void {
  if (Buffer.byteLength(JSON.stringify(custom)) > MAX_CUSTOM_BYTES) {
    throw invalidArgument(`Custom metadata must not be larger than ${MAX_CUSTOM_BYTES} bytes.`);
  }
}

function parseObject(json: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch {
    throw invalidArgument("The metadata is not JSON in UTF-8.");
  }
  if (!isPlainObject(value)) throw invalidArgument("The metadata must be a JSON object.");
  return value;
}

function parseCustom(value: unknown): Record<string, string | null> | null {
  if (value === null) return null;
  if (!isPlainObject(value)) throw invalidArgument("metadata must be an object of texts.");
  for (const [key, text] of Object.entries(value)) {
    if (key === "") throw invalidArgument("A key of metadata must not be empty.");
    if (text !== null && typeof text !== "string") {
      throw invalidArgument("A value of metadata must be a text, or null to remove it.");
    }
  }
  return value as Record<string, string | null>;
}

function textOrNull(resource: Record<string, unknown>, field: string): string | null | undefined {
  if (!Object.hasOwn(resource, field)) return undefined;
  const value = resource[field];
  if (value === null || typeof value === "string") return value;
  throw invalidArgument(`${field} must be a text.`);
}

/** @throws OperationError INVALID_ARGUMENT for what cannot be sent as a header. */
export function checkHeaderValue(field: string, value: string): void {
  if (value.length > MAX_HEADER_BYTES || !/^[\x20-\x7e]*$/.test(value)) {
    throw invalidArgument(
      `${field} must be printable ASCII of at most ${MAX_HEADER_BYTES} characters.`,
    );
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
