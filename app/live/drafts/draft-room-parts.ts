import type { Outbox, OutboxEntry } from "../outbox/outbox.ts";
import type { DraftSave, Saved } from "./save-draft.ts";
import type { DraftPlace, StoredDraft } from "./stored-draft.ts";

export type Editor = { uid: string; name: string };

/** What a draft room is made of in a page; open-draft-room.ts has a browser's. */
export type DraftRoomParts = {
  place: DraftPlace;
  user: Editor;
  outbox: Outbox;
  /** @throws when the server cannot be asked */
  read: () => Promise<StoredDraft>;
  /** What was read last, in this browser: for the time without a network. */
  kept: {
    read: () => Promise<StoredDraft | undefined>;
    write: (stored: StoredDraft) => Promise<void>;
  };
  /** A save of this tab arrived; before it leaves the outbox. Returns a function that ends it. */
  onSaved: (
    key: string,
    listener: (saved: Saved, entry: OutboxEntry<DraftSave>) => void,
  ) => () => void;
  /** Who else is there, and that somebody saved. Returns a function that ends it. */
  onEditing: (hear: {
    others: (others: readonly Editor[]) => void;
    changed: () => void;
  }) => () => void;
  tellOthers: (rev: number) => void;
  log: (what: string, error: unknown) => void;
};
