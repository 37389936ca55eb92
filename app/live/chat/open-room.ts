/** A room as a browser has it. */
import type { ChatRead } from "#lib/chat/room.ts";
import { openOutbox } from "../outbox/open-outbox.ts";
import { randomId } from "../random-id.ts";
import { chatParts } from "./chat-parts.ts";
import { markRoom, markedRoom } from "./kept-chat.ts";
import { keepPage, readPage } from "./page-cache.ts";
import { openRoomOf } from "./room.ts";
import type { OpenRoom } from "./room-state.ts";

/** As ids of messages are: 20 of `a-z0-9`. */
export const newMessageId = (): string => randomId().slice(0, 20);

/** @throws as openAuth */
export async function openRoom(asked: {
  uid: string;
  id: string;
  root?: string | undefined;
  read: ChatRead;
  at?: number | undefined;
}): Promise<OpenRoom> {
  const { uid, id } = asked;
  const [outbox, kept] = await Promise.all([openOutbox(uid), readPage(uid, id)]);
  return openRoomOf(asked, {
    ...chatParts,
    outbox,
    kept,
    keep: (page) => void keepPage(uid, id, page),
    isMarked: markedRoom(uid) === id,
    mark: (isMarked) => markRoom(uid, isMarked ? id : null),
    newId: newMessageId,
    now: Date.now,
  });
}
