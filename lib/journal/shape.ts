/** What a journal is made of: kinds of items, and which registers of them are texts and sets. docs/journal.md */
import { type Item, type Shape, isGone } from "../records/register.ts";

export const journalKinds = [
  "entries",
  "texts",
  "media",
  "tags",
  "people",
  "templates",
  "journal",
  "lost",
  "revs",
] as const;
export type JournalKind = (typeof journalKinds)[number];

/** Kept in the browser, and in memory only while somebody looks at one. */
export const lazyKinds = ["texts", "revs"] as const satisfies readonly JournalKind[];

/** Of the one item of kind `journal`. */
export const journalItemId = "journal";

const texts: Partial<Record<string, readonly string[]>> = {
  entries: ["title"],
  texts: ["doc"],
  media: ["caption", "alt"],
  tags: ["name"],
  people: ["name"],
  templates: ["name", "doc"],
  journal: ["name"],
  lost: ["text"],
  // A revision is written once, and the same on each device.
  revs: [],
};
const sets: ReadonlySet<string> = new Set(["tags", "people", "revs"]);

export const journalShape: Shape = {
  text: (kind, register) => Object.hasOwn(texts, kind) && texts[kind]!.includes(register),
  set: (kind, register) => kind === "entries" && sets.has(register),
};

export function isJournalKind(kind: string): kind is JournalKind {
  return journalKinds.some((one) => one === kind);
}

/**
 * Whether somebody has deleted it, and nobody has written words into it since. Words of an entry are in its text, and the
 * head knows of them by `gist`, which is written in the same change.
 */
export function isDeleted(kind: string, item: Item): boolean {
  const { gone, gist } = item.registers;
  if (kind === "entries" && gone && gist && gist.t > gone.t) return false;
  return isGone(journalShape, kind, item);
}
