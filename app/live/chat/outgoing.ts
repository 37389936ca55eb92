/** What waits in this browser for all rooms, also while none of them is open: it is sent, and what was not taken is known. */
import type { Outbox, OutboxEntry } from "../outbox/outbox.ts";
import type { ChatHttp } from "./chat-http.ts";
import { roomOfTool } from "./kept-chat.ts";
import { type ChatSend, type Said, sendAgain, sendChat } from "./send-chat.ts";

/** Words that the server did not take: a message, or what one was changed to. */
export type RefusedSend = {
  /** Of the outbox. */
  entry: string;
  room: string;
  /** The thread that it belongs to. */
  root: string | undefined;
  text: string;
  files: number;
  said: Said;
  /** The message is there, with other words. */
  isEdit: boolean;
};

export type Outgoing = {
  /** The oldest first. */
  refused(): readonly RefusedSend[];
  subscribe(listener: () => void): () => void;
  again(entry: string): Promise<void>;
  forget(entry: string): Promise<void>;
  close(): void;
};

/** @param onTurnedDown told why a reaction or a deletion was not taken, of which nothing is kept */
export function openOutgoing(
  outbox: Outbox,
  onTurnedDown: (text: string) => void,
  http?: ChatHttp,
): Outgoing {
  const listeners = new Set<() => void>();
  const told = new Set<string>();
  let refused: readonly RefusedSend[] = [];

  function look(): void {
    const found: RefusedSend[] = [];
    for (const entry of outbox.state().entries) {
      const room = roomOfTool(entry.tool);
      if (room === undefined) continue;
      // For as long as the outbox is open.
      sendChat(outbox, room, http);
      const { id, data } = entry as OutboxEntry<ChatSend>;
      if (!data.said) continue;
      const words = wordsOf(data);
      if (words) found.push({ entry: id, room, said: data.said, ...words });
      else {
        if (!told.has(id)) onTurnedDown(data.said.text);
        told.add(id);
        // Again until it is gone: one that is only being added is not there yet.
        void outbox.forget(id);
      }
    }
    if (isSame(found, refused)) return;
    refused = found;
    for (const listener of listeners) listener();
  }

  const stop = outbox.subscribe(look);
  look();
  return {
    refused: () => refused,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async again(entry) {
      const found = outbox.state().entries.find(({ id }) => id === entry);
      if (found) await sendAgain(outbox, found as OutboxEntry<ChatSend>);
    },
    forget: (entry) => outbox.forget(entry),
    close() {
      stop();
      listeners.clear();
    },
  };
}

function wordsOf(
  data: ChatSend,
): Pick<RefusedSend, "root" | "text" | "files" | "isEdit"> | undefined {
  if (data.kind === "send") {
    const { root, text, files = [] } = data.message;
    return { root, text, files: files.length, isEdit: data.isChange === true };
  }
  if (data.act.act !== "edit") return undefined;
  return { root: data.act.root, text: data.act.text, files: 0, isEdit: true };
}

const isSame = (one: readonly RefusedSend[], other: readonly RefusedSend[]): boolean =>
  one.length === other.length &&
  one.every(({ entry, text }, at) => entry === other[at]!.entry && text === other[at]!.text);
