/**
 * The headers of an object's bytes. What strangers uploaded is served under the site's own origin: nothing that can run
 * is ever shown, whatever its metadata says, and the rest is shown in a sandbox.
 */
import { type StoredObject, etagOf, isPublicName } from "../objects/object.ts";

/** Shown in the page by browsers, and unable to run anything. */
const SHOWN = new Set([
  "audio/aac",
  "audio/flac",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/webm",
  "image/avif",
  "image/bmp",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
  "text/plain",
  "video/mp4",
  "video/ogg",
  "video/webm",
]);
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(
  `^(${TOKEN}/${TOKEN})(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"[^"\\\\]*"))*$`,
);
const ENCODING = /^(?:gzip|br|deflate|zstd)$/;

export function downloadHeaders(object: StoredObject): Record<string, string> {
  const { metadata } = object;
  const mediaType = MEDIA_TYPE.exec(metadata.contentType ?? "");
  const essence = mediaType?.[1]?.toLowerCase() ?? "";
  const headers: Record<string, string> = {
    "content-type": mediaType?.[0] ?? "application/octet-stream",
    "content-disposition": disposition(object, SHOWN.has(essence)),
    "cache-control": cacheControl(object),
    etag: `"${etagOf(object)}"`,
    "last-modified": new Date(object.updatedMs).toUTCString(),
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
  };
  const encoding = metadata.contentEncoding?.toLowerCase() ?? "";
  if (ENCODING.test(encoding)) headers["content-encoding"] = encoding;
  if (metadata.contentLanguage) headers["content-language"] = metadata.contentLanguage;
  return headers;
}

/** The metadata may ask for more caution than we, never for less. */
function disposition({ name, metadata }: StoredObject, isShown: boolean): string {
  const wanted = metadata.contentDisposition?.trim() ?? "";
  const type = wanted.split(";")[0]?.trim().toLowerCase();
  if (type === "attachment" || (type === "inline" && isShown)) return wanted;
  const fileName = name.split("/").findLast((part) => part !== "") ?? "file";
  const plain = fileName.replace(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, percentEncode);
  return `${isShown ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A private object is in no cache, so that it is gone for those who may no longer see it. */
function cacheControl({ name, metadata }: StoredObject): string {
  if (!isPublicName(name)) return "private, no-store";
  return metadata.cacheControl || "public, max-age=0, must-revalidate";
}
