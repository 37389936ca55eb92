/** What a board is made of: kinds of items, and which registers of them are texts and sets. docs/boards.md */
import type { Shape } from "../records/register.ts";

export const boardKinds = [
  "board",
  "columns",
  "labels",
  "cards",
  "checks",
  "comments",
  "files",
  "links",
  "lost",
] as const;
export type BoardKind = (typeof boardKinds)[number];

/** Those of which only what has changed is read anew. */
export const boardDelta: readonly BoardKind[] = [
  "cards",
  "checks",
  "comments",
  "files",
  "links",
  "lost",
];

const texts: ReadonlySet<string> = new Set(["title", "notes", "name", "text"]);
const sets: ReadonlySet<string> = new Set(["labels", "people", "mentions"]);

export const boardShape: Shape = {
  text: (_kind, register) => texts.has(register),
  set: (kind, register) => (kind === "cards" || kind === "comments") && sets.has(register),
};

export function isBoardKind(kind: string): kind is BoardKind {
  return boardKinds.some((one) => one === kind);
}
