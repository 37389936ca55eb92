import type { JournalEntry } from "../store/journal-store.ts";

export type FieldProps = {
  entry: JournalEntry;
  /** Somebody has asked for it. */
  takesFocus?: boolean;
  onClose: () => void;
};
