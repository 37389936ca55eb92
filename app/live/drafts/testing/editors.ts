/** Rooms of several editors on one server, with a time of their own. */
import type { OutboxHandler } from "../../outbox/outbox.ts";
import { openOutboxOf } from "../../outbox/outbox-of.ts";
import type { TestBrowser } from "../../outbox/testing/browser.ts";
import { createDraftRoom } from "../draft-room-of.ts";
import type { DraftRoomParts, Editor } from "../draft-room-parts.ts";
import type { DraftRoom } from "../draft-state.ts";
import { draftsTool } from "../drafts-tool.ts";
import { type DraftSave, joinSaves, saveDraft } from "../save-draft.ts";
import { type DraftPlace, readStored } from "../stored-draft.ts";
import type { DraftsServer } from "./drafts-server.ts";

export type OpenTab = {
  room: DraftRoom;
  user: Editor;
  browser: TestBrowser;
  kill: () => void;
};

type Faults = Parameters<DraftsServer["client"]>[0];

export class Editors {
  readonly server: DraftsServer;
  readonly place: DraftPlace;
  readonly #kept = new Map<string, Awaited<ReturnType<typeof readStored>>>();
  readonly #hear = new Map<DraftRoomParts, Parameters<DraftRoomParts["onEditing"]>[0]>();

  constructor(server: DraftsServer, place: DraftPlace) {
    this.server = server;
    this.place = place;
  }

  async open(browser: TestBrowser, user: Editor, on: Omit<Faults, "uid"> = {}): Promise<OpenTab> {
    const tab = browser.tab(user.uid);
    const outbox = await openOutboxOf(tab.parts);
    const documents = this.server.client({
      uid: user.uid,
      ...on,
      fault: () => (browser.isOnline ? on.fault?.() : "before"),
    });
    const listeners = new Set<Parameters<DraftRoomParts["onSaved"]>[1]>();
    const send: OutboxHandler<DraftSave> = async (entry, { signal }) => {
      const saved = await saveDraft(documents, entry, () => new Date(browser.time.now), signal);
      // A killed tab hears nothing.
      if (tab.isKilled()) await new Promise(() => undefined);
      for (const listener of listeners) listener(saved, entry);
    };
    outbox.handle(draftsTool, send, joinSaves);
    const key = `${browser.name} ${user.uid}`;
    const parts: DraftRoomParts = {
      place: this.place,
      user,
      outbox,
      read: () => readStored(documents, this.place),
      kept: {
        read: async () => this.#kept.get(key),
        write: async (stored) => {
          if (!tab.isKilled()) this.#kept.set(key, structuredClone(stored));
        },
      },
      onSaved: (_key, listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onEditing: (hear) => {
        this.#hear.set(parts, hear);
        return () => this.#hear.delete(parts);
      },
      tellOthers: () => {
        for (const [other, hear] of this.#hear) if (other !== parts) hear.changed();
      },
      log: () => undefined,
    };
    const room = createDraftRoom(parts);
    const kill = () => {
      tab.kill();
      this.#hear.delete(parts);
    };
    return { room, user, browser, kill };
  }
}
