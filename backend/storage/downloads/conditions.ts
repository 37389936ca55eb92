/** The conditions of a request for an object's bytes, in the order of RFC 9110, section 13.2.2. */
import { type StoredObject, etagOf } from "../objects/object.ts";
import { lastModified } from "./download-headers.ts";

/** Undefined: answer it. */
export function judgeConditions(
  headers: Headers,
  object: StoredObject,
): "not-modified" | "failed" | undefined {
  const etag = `"${etagOf(object)}"`;
  const ifMatch = headers.get("if-match");
  if (ifMatch !== null) {
    if (!lists(ifMatch, etag, { weak: false })) return "failed";
  } else {
    const since = readDate(headers.get("if-unmodified-since"));
    if (since !== undefined && secondOf(object) > since) return "failed";
  }
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null) {
    return lists(ifNoneMatch, etag, { weak: true }) ? "not-modified" : undefined;
  }
  const since = readDate(headers.get("if-modified-since"));
  return since !== undefined && secondOf(object) <= since ? "not-modified" : undefined;
}

/** Whether the part that a client has belongs to what is there now, so that it may get the rest alone. */
export function isSameForRange(headers: Headers, object: StoredObject): boolean {
  const ifRange = headers.get("if-range")?.trim();
  if (ifRange === undefined) return true;
  // A date must be the one that was sent: an earlier one may be of another content.
  return ifRange === `"${etagOf(object)}"` || ifRange === lastModified(object);
}

/** A list of entity tags; those that are marked as weak count only where `weak` says so. */
function lists(header: string, etag: string, { weak }: { weak: boolean }): boolean {
  if (header.trim() === "*") return true;
  return header.split(",").some((part) => {
    const tag = part.trim();
    return tag === etag || (weak && tag === `W/${etag}`);
  });
}

/** Milliseconds since 1970; undefined for what is no date, which asks for nothing. */
function readDate(header: string | null): number | undefined {
  const ms = header === null || header.length > 64 ? Number.NaN : Date.parse(header);
  return Number.isNaN(ms) ? undefined : ms;
}

function secondOf({ updatedMs }: StoredObject): number {
  return Math.floor(updatedMs / 1000) * 1000;
}
