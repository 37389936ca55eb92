/** Keeps the inbox from growing without end. What nobody has read and does not lie in Spam is never removed. */
import type { Log } from "../log.ts";
import { deleteMessages, inboxCollection } from "./inbox.ts";
import type { InboxBackend } from "./inbox.ts";
import { toRow } from "./inbox-desk.ts";

/** More are removed than must be, so that the inbox is not read whole for each message. */
const spare = 100;
const pageSize = 200;
/** Other copies of the server, and commands, write there too. */
const countedAnewMs = 24 * 60 * 60 * 1000;
/** A full inbox is not looked through more often. */
const fullForMs = 60_000;

export type InboxRoom = {
  /** False when the inbox is full of messages that may not be removed. @throws BackendError */
  isThere(): Promise<boolean>;
  /** One more message is in it. */
  taken(): void;
};

export function createInboxRoom(deps: {
  backend: InboxBackend;
  maxMessages: number;
  log: Log;
  now: () => number;
}): InboxRoom {
  const { backend, maxMessages, log, now } = deps;
  let counted: { messages: number; at: number } | undefined;
  let lookAgainAt = 0;
  let counting: Promise<number> | undefined;

  async function countAnew(): Promise<number> {
    const at = now();
    let messages = 0;
    const read: string[] = [];
    const spam: string[] = [];
    const deleted: string[] = [];
    for (let after: string | undefined; ;) {
      // Each page begins where the one before ended.
      // oxlint-disable-next-line no-await-in-loop
      const page = await backend.findDocuments(inboxCollection, { after, limit: pageSize });
      messages += page.length;
      for (const document of page) {
        const row = toRow(document);
        if (row === undefined) deleted.push(document.id);
        else if (row.folder === "spam") spam.push(row.id);
        else if (row.read) read.push(row.id);
      }
      after = page.at(-1)?.id;
      if (page.length < pageSize) break;
    }
    if (messages >= maxMessages) {
      const wanted = messages - maxMessages + Math.min(spare, maxMessages);
      // Whoever sends very many does not push out what the owner has read and kept.
      const removed = [...deleted, ...spam, ...read].slice(0, wanted);
      await deleteMessages(backend, removed);
      messages -= removed.length;
      if (removed.length > 0) log.warn({ messages: removed.length }, "old messages made room");
    }
    if (messages >= maxMessages) {
      log.error({ messages }, "the inbox is full");
      lookAgainAt = at + fullForMs;
    }
    counted = { messages, at };
    return messages;
  }

  return {
    async isThere() {
      const at = now();
      const ageMs = counted === undefined ? Infinity : at - counted.at;
      // A clock that was put back says nothing of how old it is.
      const isOld = ageMs >= countedAnewMs || ageMs < 0;
      const isFull = counted !== undefined && counted.messages >= maxMessages;
      if (isOld || (isFull && at >= lookAgainAt)) {
        counting ??= countAnew().finally(() => (counting = undefined));
        return (await counting) < maxMessages;
      }
      return !isFull;
    },
    taken() {
      if (counted !== undefined) counted.messages += 1;
    },
  };
}
