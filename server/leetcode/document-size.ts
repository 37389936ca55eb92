import type { PlainFields } from "#lib/firestore-value.ts";
import { ContentError } from "../publishing/content-error.ts";

/** Of a document's 1 MiB; a draft of it has a little beside. */
const mostBytes = 950_000;

/** Of all that one commit writes. The store takes 10 MiB, in which each value has its type beside it. */
const mostTogether = 4_000_000;

/** @throws ContentError when a document cannot be as large */
export function checkSize(fields: PlainFields): void {
  if (Buffer.byteLength(JSON.stringify(fields)) <= mostBytes) return;
  const text = "With this it would be larger than a document can be.";
  throw new ContentError(422, "too-large", text);
}

/** @throws ContentError when one commit cannot write all of it */
export function checkTogether(all: readonly PlainFields[]): void {
  const bytes = all.reduce((sum, fields) => sum + Buffer.byteLength(JSON.stringify(fields)), 0);
  if (bytes <= mostTogether) return;
  const text = "Together they are too large to be merged at once. Merge fewer.";
  throw new ContentError(422, "too-large", text);
}
