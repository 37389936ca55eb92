import type { PlainFields } from "#lib/firestore-value.ts";
import { ContentError } from "../publishing/content-error.ts";

/** Of a document's 1 MiB; a draft of it has a little beside. */
const mostBytes = 950_000;

/** @throws ContentError when a document cannot be as large */
export function checkSize(fields: PlainFields): void {
  if (Buffer.byteLength(JSON.stringify(fields)) <= mostBytes) return;
  const text = "With this it would be larger than a document can be.";
  throw new ContentError(422, "too-large", text);
}
