/** Has an outbox send drafts, once for all rooms and also where none is open. */
import type { Outbox, OutboxEntry, OutboxHandler } from "../outbox/outbox.ts";
import { createDocumentsHttp } from "./documents-http.ts";
import { announce } from "./editing.ts";
import { draftsTool } from "./drafts-tool.ts";
import { keep } from "./kept-drafts.ts";
import { type DraftSave, type Saved, joinSaves, saveDraft } from "./save-draft.ts";
import { keyOf } from "./stored-draft.ts";

type Listener = (saved: Saved, entry: OutboxEntry<DraftSave>) => void;

const sending = new WeakSet<Outbox>();
const listeners = new Map<string, Set<Listener>>();

export function sendDrafts(outbox: Outbox): void {
  if (sending.has(outbox)) return;
  sending.add(outbox);
  const documents = createDocumentsHttp(outbox.uid);
  const send: OutboxHandler<DraftSave> = async (entry, { signal }) => {
    const saved = await saveDraft(documents, entry, () => new Date(), signal);
    if (signal.aborted) return;
    const { place, name } = entry.data;
    const rooms = listeners.get(keyOf(place));
    for (const listener of rooms ?? []) listener(saved, entry);
    if (rooms !== undefined) return;
    // What a room does where one is open: else the next one has, without a network, what was before the save.
    keep(outbox.uid, place, saved.stored).catch(() => undefined);
    void announce(place, { uid: outbox.uid, name });
  };
  outbox.handle(draftsTool, send, joinSaves);
}

export function onSaved(key: string, listener: Listener): () => void {
  const some = listeners.get(key) ?? new Set();
  listeners.set(key, some.add(listener));
  return () => {
    some.delete(listener);
    if (some.size === 0 && listeners.get(key) === some) listeners.delete(key);
  };
}
