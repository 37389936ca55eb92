import type { RefusedItem } from "#app/live/records/records.ts";
import { keptWords, notesWords } from "#lib/boards/notes-words.ts";
import { boardShape } from "#lib/boards/shape.ts";

/** What people have written, to be read and copied; empty: it is no text. */
export function refusedWords(kind: string, register: string, text: string): string {
  if (!boardShape.text(kind, register)) return "";
  if (kind === "lost") return keptWords(text);
  return register === "notes" ? notesWords(text) : text;
}

/** Of one item several changes may be refused, each for itself. */
export function refusedName({ kind, id, changes }: Pick<RefusedItem, "kind" | "id" | "changes">) {
  return JSON.stringify([kind, id, changes]);
}
