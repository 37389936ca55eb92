/** Messages that have all of some words, the last first: by bounded pieces from the end. docs/chat.md */
import type { FoundMessages } from "#lib/chat/api.ts";
import { type Message, messageKey, numberOfKey } from "#lib/chat/message.ts";
import { foldText } from "#lib/fold-text.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { readChatHead, roomMember } from "./chat-updates.ts";
import { isRoomId } from "#lib/chat/room-id.ts";

/** Of one request. */
const mostLooked = 5_000;
/** Letters as they are compared: one that is written can be eighteen of these, and each takes its time. */
const mostLetters = 1_000_000;
const mostFound = 50;
const pageSize = 250;

/** A message of the room, or one in its thread. */
type Place = { key: string; reply?: string };

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
    if (wanted.length === 0) return answer;
    let letters = 0;
    for await (const [{ key, reply }, message] of everyMessage(room, head.last.n, before)) {
      answer.looked += 1;
      const text = comparedText(message);
      letters += text.length;
      if (wanted.every((word) => text.includes(word))) {
        const place = reply === undefined ? { key } : { key: reply, root: key };
        answer.found.push({ ...place, message });
      }
      const isEnough = answer.looked >= mostLooked || letters >= mostLetters;
      if (!isEnough && answer.found.length < mostFound) continue;
      const isFirst = key === messageKey(1) && reply === undefined;
      return { ...answer, before: isFirst ? null : [key, reply].filter(Boolean).join("/") };
    }
    return answer;
  };

  /** From the end, or from before a place; what is in a thread comes before the message that it begins with. */
  async function* everyMessage(
    room: string,
    last: number,
    before: string | undefined,
  ): AsyncGenerator<[Place, Message]> {
    const [root = "", reply] = before?.split("/") ?? [];
    const [rootAt = Infinity, replyAt] = [numberOfKey(root), numberOfKey(reply ?? "")];
    const isInThread = replyAt !== undefined && rootAt !== Infinity;
    // Never beyond the last one: there a piece is empty, and the way to the next message long.
    const end = Math.min(isInThread ? rootAt : rootAt - 1, last);
    for await (const [key, message] of backwards(`chat/${room}/messages`, end)) {
      const { count = 0 } = message.thread ?? {};
      const from = isInThread && key === root ? Math.min(replyAt - 1, count) : count;
      const thread = backwards(`chat/${room}/replies/${key}`, from);
      for await (const [one, said] of thread) yield [{ key, reply: one }, said];
      yield [{ key }, message];
    }
  }

  /** By their numbers, which have no gaps. */
  async function* backwards(path: string, last: number): AsyncGenerator<[string, Message]> {
    for (let end = last; end > 0; end -= pageSize) {
      const query = {
        orderBy: "$key",
        startAt: messageKey(Math.max(1, end - pageSize + 1)),
        endAt: messageKey(end),
        limit: pageSize,
      };
      // oxlint-disable-next-line no-await-in-loop -- from the end, until there is enough
      const page = (await backend.queryValues(path, query)) as unknown as [string, Message][];
      yield* page.toReversed();
    }
  }
}

/** Of what is gone or only says who came, nothing. */
function comparedText({ text, gone, note }: Message): string {
  return gone !== undefined || note !== undefined ? "" : foldText(text);
}
