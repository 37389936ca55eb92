/** The end of an answer: one update of its room, in which it becomes a message and is no stream any more. docs/ai.md */
import type { AiMark, AskRefusal } from "#lib/ai/api.ts";
import { aiUid } from "#lib/ai/limits.ts";
import { type Message, messageKey, placeOfMessage } from "#lib/chat/message.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import {
  type OrderedUpdate,
  type UpdateRoom,
  asChange,
  roomMember,
  valueAt,
} from "../chat/chat-updates.ts";
import { threadUpdate } from "../chat/thread-update.ts";
import { beginningOfAnswer } from "./beginning-of-answer.ts";
import { numberOf, recordOf, textOf } from "./read-value.ts";
import { type AskPlace, standingOf } from "./standing.ts";

type Answer = AskPlace & { id: string; mark: AiMark; text: string };

/** `spent` of what is stored: also of what was stored before. */
type Stored = { key: string; spent: number; state: string; isNew: boolean } | { lost: AskRefusal };

export type Answers = {
  /** Once, however often; `lost`: the room takes it no more. @throws BackendError */
  store(answer: Answer): Promise<Stored>;
};

export const streamPath = (room: string, id: string) => `chat/${room}/streams/${id}`;

export function createAnswers(deps: {
  backend: Pick<ServerBackend, "getValue" | "updateValues">;
  update: UpdateRoom;
  /** Milliseconds since 1970. */
  now: () => number;
}): Answers {
  const { backend, update, now } = deps;

  async function find(room: string, of: { uid: string; id: string }) {
    const { key, spent, state } = recordOf(await valueAt(backend, sentPath(room, of)));
    if (typeof key !== "string") return undefined;
    return { key, spent: numberOf(spent), state: textOf(state) };
  }

  /** Its key, and what is written of the thread. Nobody follows it newly: who asked does. */
  async function inThread(room: string, root: string, at: number) {
    const top = (await valueAt(backend, `chat/${room}/messages/${root}`)) as Message | null;
    const stored = keysOf(await valueAt(backend, `chat/${room}/followers/${root}`));
    const members = await Promise.all(stored.map((one) => roomMember(backend, room, one)));
    const followers = stored.filter((_, index) => members[index] !== undefined);
    return threadUpdate({ room, root, top }, { by: aiUid, at, followers });
  }

  return {
    async store({ id, mark, text, ...place }) {
      const { room, root, uid, key: to } = place;
      const said = await update<Stored>(room, async (head) => {
        const before = await find(room, { uid, id });
        if (before !== undefined) return { said: { ...before, isNew: false } };
        const standing = await standingOf(deps, place, head);
        if (typeof standing === "string") return { said: { lost: standing } };
        const at = now();
        const thread = root === undefined ? undefined : await inThread(room, root, at);
        const n = head.last.n + 1;
        const key = thread?.key ?? messageKey(n);
        const message: Message = { by: aiUid, at, id, text, ai: mark };
        const { spent, state } = mark;
        const values: OrderedUpdate = {
          [`chat/${room}/${placeOfMessage({ key, root })}`]: message,
          [`chat/${room}/${placeOfMessage({ key: to, root })}/answer`]: key,
          [sentPath(room, { uid, id })]: { key, at, spent, state },
          [streamPath(room, id)]: null,
          ...thread?.values,
        };
        if (thread === undefined) {
          values[`chat/${room}/head`] = { n, at, by: aiUid, text: beginningOfAnswer(text) };
          const isListed = (await valueAt(backend, `chatOf/${uid}/${room}/kind`)) !== null;
          if (isListed && standing.facts.kind !== "ai") {
            values[`chatOf/${uid}/${room}/mention`] = n;
          }
        }
        const stored = { key, spent, state, isNew: true };
        return { said: stored, update: asChange(room, head, values) };
      });
      if (said === "busy") throw new Error("A room changes all the time.");
      const stored = said === "no-such-room" ? { lost: said } : said;
      // Where it is no message, nobody takes the stream away.
      if ("lost" in stored) await backend.updateValues({ [streamPath(room, id)]: null });
      return stored;
    },
  };
}

/** As of messages of people: what was stored is not stored again. Of who asked: an id of somebody else says nothing. */
function sentPath(room: string, { uid, id }: { uid: string; id: string }): string {
  return `chat/${room}/sent/${aiUid}:${uid}/${id}`;
}
