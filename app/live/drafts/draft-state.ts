/** The draft of one piece of content as one tab edits it, together with whoever else does. See docs/drafts.md. */
import type { DraftConflict } from "#lib/content/draft.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { OutboxEntry, Sync } from "../outbox/outbox.ts";
import type { DraftSave } from "./save-draft.ts";

export type DraftState = {
  /** `missing`: there is neither a draft nor anything published; the first change makes one. */
  status: "loading" | "ready" | "missing" | { failed: string };
  /** With what was typed here and is not saved yet. */
  fields: PlainFields;
  /** What the site shows; null: nothing. */
  published: PlainFields | null;
  /** Of the draft as it is stored; 0: there is none. */
  rev: number;
  /** It differs from what is published. */
  isChanged: boolean;
  sync: Sync;
  /** Who edits here. */
  uid: string;
  /** Texts that lost a race, until somebody chose. */
  conflicts: readonly DraftConflict[];
  /** Of the fields with a conflict: what is saved, even where this tab shows a text of its own. */
  saved: PlainFields;
  others: readonly { uid: string; name: string }[];
  /** RFC 3339, UTC: when it is to be published. */
  publishAt: string | null;
  /** A sentence: why it was not published then. */
  scheduleProblem: string | null;
  /** What the server refuses to save, until somebody decides. */
  refused: readonly OutboxEntry<DraftSave>[];
  /** What has happened to the draft meanwhile, in words; until it is closed. */
  notice: string | null;
};

export type DraftRoom = {
  snapshot: () => DraftState;
  subscribe: (listener: () => void) => () => void;
  /** Whole values of top-level fields; undefined takes one away. Shown and kept here at once, saved soon. */
  change: (patch: Record<string, unknown>) => void;
  /** Puts the text that lost into its field. Returns the way back. */
  keepMine: (conflict: DraftConflict) => () => void;
  /** Lets the text that lost go. Returns the way back. */
  keepTheirs: (conflict: DraftConflict) => () => void;
  /** Saves now: before publishing. @returns the rev to publish; 0: there is no draft. @throws UnsentError with a sentence for people */
  flush: () => Promise<number>;
  /** Reads again, after anything that the server did to it (publish, discard, restore); the others are told. */
  refresh: () => Promise<void>;
  /** Reads again, because something may have changed meanwhile. */
  look: () => Promise<void>;
  /** A refused change, once more; of a draft that was deleted: as a new one. */
  tryAgain: (id: string) => void;
  letGo: (id: string) => void;
  closeNotice: () => void;
  /** What is not saved goes on being sent. */
  close: () => void;
};
