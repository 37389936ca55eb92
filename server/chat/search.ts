/** Messages that have all of some words, the last first: by bounded pieces from the end. docs/chat.md */
import type { FoundMessages } from "#lib/chat/api.ts";
import { type Message, messageKey, numberOfKey } from "#lib/chat/message.ts";
import { foldText } from "#lib/fold-text.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { readChatHead, roomMember } from "./chat-updates.ts";
import { isRoomId } from "#lib/chat/room-id.ts";

/** Of one request. */
const mostLooked = 5_000;
const mostFound = 50;
const pageSize = 250;

export type ChatSearch = (
  uid: string,
  room: string,
  asked: { words: string; before: string | undefined },
) => Promise<FoundMessages | "no-such-room">;

export function createChatSearch(deps: {
  backend: Pick<ServerBackend, "getValue" | "queryValues">;
}): ChatSearch {
  const { backend } = deps;

  return async (uid, room, { words, before }) => {
    if (!isRoomId(room) || !(await roomMember(backend, room, uid))) return "no-such-room";
    const head = await readChatHead(backend, room);
    if (head === undefined) return "no-such-room";
    const wanted = foldText(words).split(" ").filter(Boolean);
    const answer: FoundMessages = { found: [], before: null, looked: 0 };
    const has = ({ text, gone, note }: Message) => {
      if (gone !== undefined || note !== undefined) return false;
      const folded = foldText(text);
      return wanted.every((word) => folded.includes(word));
    };
    // Never beyond the last one: there a piece is empty, and the way to the next message long.
    let end = Math.min((numberOfKey(before ?? "") ?? Infinity) - 1, head.last.n);
    if (wanted.length === 0) return answer;
    while (end > 0) {
      // oxlint-disable-next-line no-await-in-loop -- from the end, until there is enough
      const page = (await pageOf(`chat/${room}/messages`, end)).toReversed();
      for (const [key, message] of page) {
        answer.looked += 1;
        if (message.thread !== undefined) {
          // oxlint-disable-next-line no-await-in-loop -- few have a thread
          const replies = await pageOf(`chat/${room}/replies/${key}`, message.thread.count);
          answer.looked += replies.length;
          for (const [reply, one] of replies.toReversed()) {
            if (has(one)) answer.found.push({ key: reply, root: key, message: one });
          }
        }
        if (has(message)) answer.found.push({ key, message });
        if (answer.looked < mostLooked && answer.found.length < mostFound) continue;
        return { ...answer, before: key === messageKey(1) ? null : key };
      }
      end -= pageSize;
    }
    return answer;
  };

  /** By their numbers, which have no gaps. */
  async function pageOf(path: string, end: number): Promise<[string, Message][]> {
    const query = {
      orderBy: "$key",
      startAt: messageKey(Math.max(1, end - pageSize + 1)),
      endAt: messageKey(end),
      limit: pageSize,
    };
    return (await backend.queryValues(path, query)) as unknown as [string, Message][];
  }
}
