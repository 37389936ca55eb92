/** An object as it is kept, and the resource that the SDK reads of it. */
import type { RulesFile } from "../../rules/index.ts";

/** All of them are sent as headers with the object's bytes. */
export const headerFields = [
  "contentType",
  "cacheControl",
  "contentDisposition",
  "contentEncoding",
  "contentLanguage",
] as const;
export type HeaderFields = Record<(typeof headerFields)[number], string | null>;

export type ObjectMetadata = HeaderFields & { custom: Record<string, string> };

/** Whose file is `<first two>/<sha256>` in the folder of files. */
export type Content = {
  /** Hexadecimal. */
  sha256: string;
  /** Base64, as in `md5Hash`. */
  md5: string;
  sizeBytes: number;
};

export type StoredObject = {
  name: string;
  /** Microseconds since 1970; rises with every upload into the bucket. */
  generation: number;
  /** 1 with the upload, then one more with each change of the metadata. */
  metageneration: number;
  timeCreatedMs: number;
  updatedMs: number;
  content: Content;
  metadata: ObjectMetadata;
  downloadTokens: string[];
  /** Uid of the account that uploaded it and is charged for it; null for the server and for who has no account. */
  owner: string | null;
  /** The media type that its first bytes show; null where they show none. */
  sniffedType: string | null;
};

export const PUBLIC_PREFIX = "public/";

/** Below `public/` lies what everybody may have: only there an upload makes a download token. */
export function isPublicName(name: string): boolean {
  return name.startsWith(PUBLIC_PREFIX);
}

/** Changes with the content and with the metadata. */
export function etagOf({ generation, metageneration }: StoredObject): string {
  return `${generation.toString(36)}-${metageneration.toString(36)}`;
}

/** As `fromResource` in @firebase/storage reads it; numbers travel as texts. */
export function toResource(
  bucket: string,
  object: StoredObject,
  { withTokens }: { withTokens: boolean },
): Record<string, unknown> {
  const { metadata, content, downloadTokens } = object;
  const resource: Record<string, unknown> = {
    name: object.name,
    bucket,
    generation: String(object.generation),
    metageneration: String(object.metageneration),
    size: String(content.sizeBytes),
    storageClass: "STANDARD",
    timeCreated: new Date(object.timeCreatedMs).toISOString(),
    updated: new Date(object.updatedMs).toISOString(),
    md5Hash: content.md5,
    etag: etagOf(object),
    downloadTokens: withTokens ? downloadTokens.join(",") : "",
  };
  for (const field of headerFields) {
    if (metadata[field] !== null) resource[field] = metadata[field];
  }
  if (Object.keys(metadata.custom).length > 0) resource["metadata"] = metadata.custom;
  return resource;
}

/** What is uploaded; `md5` is not known before its bytes are there. */
type NewObject = Pick<StoredObject, "name" | "metadata"> & {
  content: Pick<Content, "sizeBytes"> & Partial<Pick<Content, "md5">>;
};

const rulesFields = ["contentDisposition", "contentEncoding", "contentLanguage"] as const;

/** What is not there has no value in rules. */
export function toRulesFile(bucket: string, object: StoredObject | NewObject): RulesFile {
  const { name, content, metadata } = object;
  const file: RulesFile = {
    name,
    bucket,
    size: content.sizeBytes,
    contentType: metadata.contentType,
    metadata: metadata.custom,
    ...(content.md5 !== undefined && { md5Hash: content.md5 }),
  };
  for (const field of rulesFields) {
    const text = metadata[field];
    if (text !== null) file[field] = text;
  }
  if (!("generation" in object)) return file;
  const { generation, metageneration, timeCreatedMs, updatedMs } = object;
  return { ...file, etag: etagOf(object), generation, metageneration, timeCreatedMs, updatedMs };
}
