/** What is done with journals, and taken back: loaded beside what shows them. */
import type { JournalStore } from "../store/journal-store.ts";
import { createJournalActs } from "./create-acts.ts";
import type { JournalActs } from "./journal-acts.ts";
import { type JournalUndo, createJournalUndo } from "./journal-undo.ts";

export { shortcutsOf } from "../keys.ts";

export type Acting = { acts: JournalActs; undo: JournalUndo };

export function createActing(store: JournalStore, onFault: (error: unknown) => void): Acting {
  const undo = createJournalUndo(store, onFault);
  return { acts: createJournalActs(store, undo), undo };
}
