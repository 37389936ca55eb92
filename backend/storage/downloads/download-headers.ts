import { fileHeaders } from "#lib/file-headers.ts";
import { type StoredObject, etagOf, isPublicName } from "../objects/object.ts";

const ENCODING = /^(?:gzip|br|deflate|zstd)$/;

/** Of an object's bytes. All lower-case. */
export function downloadHeaders(object: StoredObject): Record<string, string> {
  const { name, metadata, sniffedType } = object;
  const headers: Record<string, string> = {
    ...fileHeaders({
      name,
      contentType: metadata.contentType,
      sniffedType,
      wantedDisposition: metadata.contentDisposition,
    }),
    "cache-control": cacheControl(object),
    etag: `"${etagOf(object)}"`,
    "last-modified": lastModified(object),
    "accept-ranges": "bytes",
  };
  const encoding = metadata.contentEncoding?.toLowerCase() ?? "";
  if (ENCODING.test(encoding)) headers["content-encoding"] = encoding;
  if (metadata.contentLanguage) headers["content-language"] = metadata.contentLanguage;
  return headers;
}

export function lastModified({ updatedMs }: StoredObject): string {
  return new Date(updatedMs).toUTCString();
}

/** A private object is in no cache, so that it is gone for those who may no longer see it. */
function cacheControl({ name, metadata }: StoredObject): string {
  if (!isPublicName(name)) return "private, no-store";
  return metadata.cacheControl || "public, max-age=0, must-revalidate";
}
