/** Before a message is answered again: what was said after it goes, and it may say something else. docs/ai.md */
import type { AskRefusal } from "#lib/ai/api.ts";
import { mostTakenAway } from "#lib/ai/limits.ts";
import { beginningOf, faultOfText, trimmedText } from "#lib/chat/message-text.ts";
import { type Message, messageKey, numberOfKey, placeOfMessage } from "#lib/chat/message.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import {
  type ChatHead,
  type OrderedUpdate,
  type UpdateRoom,
  asChange,
  roomMember,
  slowWait,
  valueAt,
} from "../chat/chat-updates.ts";
import { tombstone } from "../chat/tombstone.ts";
import { type AskPlace, type Standing, standingOf } from "./standing.ts";

type Prepared = "done" | { refused: AskRefusal } | { fault: string };

/** @throws BackendError */
export type AskAgainPrepared = (place: AskPlace, text: string | undefined) => Promise<Prepared>;

export function createAskAgain(deps: {
  backend: Pick<ServerBackend, "getValue" | "queryValues" | "deleteObject">;
  update: UpdateRoom;
  /** Milliseconds since 1970. */
  now: () => number;
}): AskAgainPrepared {
  const { backend, update, now } = deps;

  /** In an AI chat all that follows; elsewhere the caller's own answer alone. Undefined: they are too many. */
  async function toTakeAway(place: AskPlace, head: ChatHead, { facts, message }: Standing) {
    const { uid, room, key, root } = place;
    if (facts.kind !== "ai") {
      const { answer } = message;
      if (answer === undefined) return [];
      const path = `chat/${room}/${placeOfMessage({ key: answer, root })}`;
      const stored = (await valueAt(backend, path)) as Message | null;
      return stored?.ai?.for === uid && !stored.gone ? [{ path, message: stored }] : [];
    }
    const list = root === undefined ? `chat/${room}/messages` : `chat/${room}/replies/${root}`;
    const thread = `chat/${room}/messages/${root ?? ""}/thread/count`;
    const end = root === undefined ? head.last.n : Number(await valueAt(backend, thread));
    const from = (numberOfKey(key) ?? 0) + 1;
    if (end < from) return [];
    if (end - from >= mostTakenAway) return undefined;
    const range = { startAt: messageKey(from), endAt: messageKey(end), limit: mostTakenAway };
    const found = await backend.queryValues(list, { orderBy: "$key", ...range });
    return found
      .map(([one, stored]) => ({
        path: `${list}/${one}`,
        message: stored as unknown as Message,
      }))
      .filter((one) => !one.message.gone && !one.message.note);
  }

  /** Another answer comes as slowly as another message: it is new to everybody, too. */
  async function paced({ uid, room }: AskPlace, head: ChatHead, { message }: Standing) {
    if (message.answer === undefined) return { isTooSoon: false, written: {} };
    const me = await roomMember(backend, room, uid);
    const waitMs = await slowWait({ backend, now }, room, head, {
      uid,
      role: me?.role ?? "member",
    });
    return { isTooSoon: waitMs > 0, written: { [`chat/${room}/last/${uid}`]: now() } };
  }

  function edited(place: AskPlace, head: ChatHead, text: string): OrderedUpdate {
    const { room, key, root } = place;
    const path = `chat/${room}/${placeOfMessage({ key, root })}`;
    const isLast = root === undefined && numberOfKey(key) === head.last.n;
    return {
      [`${path}/text`]: text,
      [`${path}/edited`]: now(),
      ...(isLast && { [`chat/${room}/head/text`]: beginningOf(text) }),
    };
  }

  return async (place, asked) => {
    const { uid, room } = place;
    const text = asked === undefined ? undefined : trimmedText(asked);
    const fault = text === undefined ? undefined : faultOfText(text);
    if (fault !== undefined) return { fault };
    let files: string[] = [];
    const said = await update<Prepared>(room, async (head) => {
      const standing = await standingOf(deps, place, head);
      if (typeof standing === "string") return { said: { refused: standing } };
      const { facts, message } = standing;
      if (text !== undefined && facts.kind !== "ai") return { said: { refused: "not-allowed" } };
      if (text === "" && keysOf(message.files).length === 0) {
        return { said: { fault: "There is nothing in this message." } };
      }
      const { isTooSoon, written } = await paced(place, head, standing);
      if (isTooSoon) return { said: { refused: "slow" } };
      const away = await toTakeAway(place, head, standing);
      if (away === undefined) return { said: { refused: "too-many-later" } };
      const gone = away.map((one) => tombstone(room, { head, ...one, by: uid, at: now() }));
      const values: OrderedUpdate = Object.assign(
        written,
        text === undefined || text === message.text ? {} : edited(place, head, text),
        ...gone.map((one) => one.values),
      );
      files = gone.flatMap((one) => one.files);
      if (Object.keys(values).length === 0) return { said: "done" };
      return { said: "done", update: asChange(room, head, values) };
    });
    if (said === "no-such-room" || said === "busy") return { refused: said };
    if (said === "done") {
      await Promise.all(files.map((file) => backend.deleteObject(`chat/${room}/${file}`)));
    }
    return said;
  };
}
