/** What members do with a message that is there: edit, take away, react, pin. docs/chat.md */
import type { ChatAct } from "#lib/chat/api.ts";
import { isEmoji } from "#lib/chat/emoji.ts";
import { mostBeforeAccepted, mostPins, mostReactions } from "#lib/chat/limits.ts";
import { beginningOf, faultOfText, mentionedIn, trimmedText } from "#lib/chat/message-text.ts";
import { type Message, numberOfKey, placeOfMessage } from "#lib/chat/message.ts";
import type { RoomMember } from "#lib/chat/room.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import {
  type ChatHead,
  type OrderedUpdate,
  type Prepared,
  type UpdateRoom,
  asChange,
  isBlocked,
  moderates,
  roomMember,
  roomMembers,
  valueAt,
} from "./chat-updates.ts";
import { type Refused, filesIn, unblockedOf } from "./messages.ts";
import type { ChatNews } from "./notices.ts";
import { tombstone } from "./tombstone.ts";

export type Done = "done" | Refused;
type Act<Name extends ChatAct["act"]> = Extract<ChatAct, { act: Name }>;

export type MessageActs = {
  /** @throws BackendError */
  edit(uid: string, room: string, act: Act<"edit">): Promise<Done>;
  /** @throws BackendError */
  remove(uid: string, room: string, act: Act<"delete">): Promise<Done>;
  /** Also in a room that they are no member of: it was reported. @throws BackendError */
  removeReported(uid: string, room: string, place: { key: string; root?: string }): Promise<Done>;
  /** @throws BackendError */
  react(uid: string, room: string, act: Act<"react">): Promise<Done>;
  /** @throws BackendError */
  pin(uid: string, room: string, act: Act<"pin">): Promise<Done>;
};

const no = (code: Extract<Refused, { refused: unknown }>["refused"], waitMs?: number) => ({
  said: { refused: code, ...(waitMs !== undefined && { waitMs }) },
});

export function createMessageActs(deps: {
  backend: Pick<ServerBackend, "getValue" | "deleteObject">;
  update: UpdateRoom;
  /** What people may be told of, after it was written. */
  tell: (news: ChatNews) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): MessageActs {
  const { backend, update, tell, now } = deps;

  /** For a member and a message that is there. */
  async function at(
    uid: string,
    room: string,
    place: { key: string; root?: string | undefined },
    prepare: (found: {
      head: ChatHead;
      me: RoomMember;
      message: Message;
      path: string;
    }) => Promise<Prepared<Done>>,
  ): Promise<Done> {
    const { key, root } = place;
    const isPlace = [key, ...(root === undefined ? [] : [root])].every(
      (one) => numberOfKey(one) !== undefined,
    );
    if (!isPlace) return { refused: "no-such-message" };
    const path = `chat/${room}/${placeOfMessage({ key, root })}`;
    const said = await update<Done>(room, async (head) => {
      const [me, message] = await Promise.all([
        roomMember(backend, room, uid),
        valueAt(backend, path),
      ]);
      if (me === undefined) return no("no-such-room");
      if (message === null || (message as Message).note) return no("no-such-message");
      return prepare({ head, me, message: message as Message, path });
    });
    return typeof said === "string" && said !== "done" ? { refused: said } : said;
  }

  /** Who may write nothing there. */
  async function silenced(
    room: string,
    head: ChatHead,
    { uid, me }: { uid: string; me: RoomMember },
  ) {
    if (head.facts.archived > 0) return no("archived");
    if (me.muted > now()) return no("muted", me.muted - now());
    if (head.facts.kind !== "direct") return undefined;
    const other = [...(await roomMembers(backend, room)).keys()].find((one) => one !== uid);
    const isClosed = other === undefined || (await isBlocked(backend, uid, other));
    return isClosed ? no("not-taken") : undefined;
  }

  async function deleteFiles(room: string, files: readonly string[]): Promise<void> {
    await Promise.all(files.map((file) => backend.deleteObject(`chat/${room}/${file}`)));
  }

  return {
    edit: (uid, room, { key, root, text: asked }) =>
      at(uid, room, { key, root }, async ({ head, me, message, path }) => {
        if (message.gone) return no("no-such-message");
        if (message.by !== uid) return no("not-allowed");
        const refusal = await silenced(room, head, { uid, me });
        if (refusal) return refusal;
        const text = trimmedText(asked);
        const fault =
          faultOfText(text) ??
          (text === "" && filesIn(message) === 0 ? "There is nothing in this message." : undefined);
        if (fault !== undefined) return { said: { fault } };
        if (text === message.text) return { said: "done" };
        const uids = head.facts.kind === "direct" ? [] : mentionedIn(text);
        const members = await Promise.all(uids.map((one) => roomMember(backend, room, one)));
        const mentions = uids.filter((_, index) => members[index] !== undefined);
        const values: OrderedUpdate = {
          [`${path}/text`]: text,
          [`${path}/edited`]: now(),
          [`${path}/mentions`]:
            mentions.length === 0 ? null : Object.fromEntries(mentions.map((one) => [one, true])),
        };
        const { request } = head;
        if (request !== undefined && request.to !== uid) {
          // Whoever has not taken it yet reads of changed messages what they read of new ones.
          if (request.sent >= mostBeforeAccepted) return no("waits");
          values[`chat/${room}/request/sent`] = request.sent + 1;
        }
        const n = numberOfKey(key) ?? 0;
        if (root === undefined) {
          const named = new Set(keysOf(message.mentions));
          const anew = mentions.filter((one) => !named.has(one));
          for (const one of await unblockedOf(backend, uid, anew)) {
            const place = `chatOf/${one}/${room}/mention`;
            // oxlint-disable-next-line no-await-in-loop -- few are named anew
            if (Number((await valueAt(backend, place)) ?? 0) < n) values[place] = n;
          }
          if (n === head.last.n) {
            values[`chat/${room}/head/text`] = beginningOf(text, filesIn(message));
          }
        }
        return { said: "done", update: asChange(room, head, values) };
      }),

    async remove(uid, room, { key, root }) {
      let files: string[] = [];
      const said = await at(uid, room, { key, root }, async ({ head, me, message, path }) => {
        if (message.gone) return { said: "done" };
        // Of an answer of the AI who has paid for it.
        const isOwn = message.by === uid || message.ai?.for === uid;
        if (!isOwn && !(await moderates(backend, head, { uid, role: me.role }))) {
          return no("not-allowed");
        }
        const gone = tombstone(room, { head, message, path, by: uid, at: now() });
        ({ files } = gone);
        return { said: "done", update: asChange(room, head, gone.values) };
      });
      if (said === "done") await deleteFiles(room, files);
      return said;
    },

    async removeReported(uid, room, { key, root }) {
      const path = `chat/${room}/${placeOfMessage({ key, root })}`;
      let files: string[] = [];
      const said = await update<Done>(room, async (head) => {
        const message = (await valueAt(backend, path)) as Message | null;
        if (message === null || message.gone) return { said: "done" };
        const gone = tombstone(room, { head, message, path, by: uid, at: now() });
        ({ files } = gone);
        return { said: "done", update: asChange(room, head, gone.values) };
      });
      if (said === "busy") return { refused: said };
      await deleteFiles(room, files);
      // A room that is gone has no message left.
      return "done";
    },

    async react(uid, room, { key, root, emoji, on }) {
      let reacted: string | undefined;
      const said = await at(uid, room, { key, root }, async ({ head, me, message, path }) => {
        reacted = undefined;
        if (message.gone) return no("no-such-message");
        if (!isEmoji(emoji)) return { said: { fault: "This is no emoji." } };
        const refusal = await silenced(room, head, { uid, me });
        if (refusal) return refusal;
        const reactions = message.reactions ?? {};
        const isOn = reactions[emoji]?.[uid] === true;
        if (isOn === on) return { said: "done" };
        if (on && !Object.hasOwn(reactions, emoji) && keysOf(reactions).length >= mostReactions) {
          return no("too-many-reactions");
        }
        const values = { [`${path}/reactions/${emoji}/${uid}`]: on ? true : null };
        // Between two people it is an answer; in a room nobody would have an end of it.
        if (on && head.facts.kind === "direct" && message.by !== uid) reacted = message.by;
        return { said: "done", update: asChange(room, head, values) };
      });
      if (said === "done" && reacted !== undefined) {
        const inRoot = root !== undefined && { root };
        tell({ room, by: uid, key, ...inRoot, mentioned: [], followers: [], reacted });
      }
      return said;
    },

    pin: (uid, room, { key, on }) =>
      at(uid, room, { key }, async ({ head, me, message }) => {
        const isDirect = head.facts.kind === "direct";
        const refusal = isDirect ? await silenced(room, head, { uid, me }) : undefined;
        if (refusal) return refusal;
        if (!isDirect && !(await moderates(backend, head, { uid, role: me.role }))) {
          return no("not-allowed");
        }
        if (head.facts.archived > 0) return no("archived");
        if (on && message.gone) return no("no-such-message");
        const pins = keysOf(await valueAt(backend, `chat/${room}/pins`));
        if (pins.includes(key) === on) return { said: "done" };
        if (on && pins.length >= mostPins) return no("too-many-pins");
        const values = { [`chat/${room}/pins/${key}`]: on ? { by: uid, at: now() } : null };
        return { said: "done", update: asChange(room, head, values) };
      }),
  };
}
