/** What an entry was before becomes a revision of it. Not by the undo stack: what was kept stays, whatever is undone. */
import type { EntryText } from "#lib/journal/journal-items.ts";
import { revisionId } from "#lib/journal/journal-items.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { type JournalChange, madeOf, setOf } from "./change-parts.ts";

/** Who writes on after so long begins anew: what stood there is kept. */
export const sittingMs = 10 * 60_000;

/** @returns nothing where there is nothing to keep, or it is kept already */
export function revisionChanges(
  { journal, id, title, revs }: JournalEntry,
  { doc, t }: EntryText,
): JournalChange[] {
  if (doc === "" || t === 0 || revs.includes(t)) return [];
  return [
    ...madeOf(journal, "revs", revisionId(id, t), {
      doc: { v: doc },
      title: { v: title },
      of: { entry: id, device: "" },
    }),
    setOf(journal, "entries", id, "revs", { v: [...revs, t].join(" ") }),
  ];
}
