/** Where the records of a journal are: `users/{uid}/journals/{journal}/{part}/{doc}`. docs/journal.md */
import { isJournalKind } from "./shape.ts";

export const journalParts = ["journalRecords", "journalTexts", "journalRevisions"] as const;
export type JournalPart = (typeof journalParts)[number];

/** The collection of a kind. */
export function partOf(kind: string): JournalPart {
  if (kind === "texts") return "journalTexts";
  return kind === "revs" ? "journalRevisions" : "journalRecords";
}

export const itemIdForm = /^[A-Za-z0-9_-]{1,120}$/;

/** The document of an item in a plain journal. */
export function plainName(kind: string, id: string): string {
  return `${kind}~${id}`;
}

/** Undefined: it is no name of an item in that part. */
export function readPlainName(part: string, doc: string): { kind: string; id: string } | undefined {
  const at = doc.indexOf("~");
  const [kind, id] = [doc.slice(0, Math.max(0, at)), doc.slice(at + 1)];
  return isJournalKind(kind) && partOf(kind) === part && itemIdForm.test(id)
    ? { kind, id }
    : undefined;
}

/** Of a photo's original and its two smaller pictures, 480 and 1,600 pixels wide. */
export const pictureSuffixes = ["", "-s", "-m"] as const;
export type PictureSuffix = (typeof pictureSuffixes)[number];

/** The object of a file: its id in a plain journal; in a sealed one what `sealedName` makes of this. */
export function fileName(id: string, suffix: PictureSuffix): string {
  return `file/${id}${suffix}`;
}

/** @param name of the object */
export function objectPath(uid: string, journal: string, name: string): string {
  return `users/${uid}/journal/${journal}/${name}`;
}
