/** A message is taken: judged, given its number and written with all that hangs on it, in one update. docs/chat.md */
import { aiUid } from "#lib/ai/limits.ts";
import type { ChatRefusal, SentMessage, StoredMessage } from "#lib/chat/api.ts";
import {
  mostBeforeAccepted,
  mostFileBytes,
  mostMembers,
  mostName,
  mostThreads,
} from "#lib/chat/limits.ts";
import { beginningOf, faultOfText, mentionedIn, trimmedText } from "#lib/chat/message-text.ts";
import {
  type Message,
  type MessageFile,
  type Quote,
  messageKey,
  numberOfKey,
  placeOfMessage,
} from "#lib/chat/message.ts";
import type { ChatRead, RoomMember } from "#lib/chat/room.ts";
import { faultOfKey } from "#lib/database-key.ts";
import { keysOf } from "#lib/keys-of.ts";
import { oneLine } from "#lib/one-line.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { nameOf } from "../shared-things/memberships.ts";
import {
  type ChatHead,
  type OrderedUpdate,
  type Prepared,
  type UpdateRoom,
  asChange,
  hasBlocked,
  isBlocked,
  roomMember,
  roomMembers,
  slowWait,
  valueAt,
} from "./chat-updates.ts";
import type { ChatNews } from "./notices.ts";
import { ownRead, readOf } from "./own-read.ts";
import { threadUpdate } from "./thread-update.ts";

export type MessagesBackend = Pick<ServerBackend, "getValue" | "getObject">;

/** What is said instead of doing it. `waitMs`: until when that holds. */
export type Refused = { refused: ChatRefusal; waitMs?: number } | { fault: string };

export type Messages = {
  /** @throws BackendError */
  send(uid: string, room: string, sent: SentMessage): Promise<Taken | Refused>;
};

type Taken = StoredMessage & { isNew: boolean };
/** `text` as it is stored. */
type Sending = { uid: string; room: string; text: string; sent: SentMessage };

/** Of one thread, who are told that it goes on. */
const mostFollowers = 100;
const fewReads = 5;

const refused = (code: ChatRefusal, waitMs?: number): { said: Refused } => ({
  said: { refused: code, ...(waitMs !== undefined && { waitMs }) },
});

export function createMessages(deps: {
  backend: MessagesBackend;
  update: UpdateRoom;
  /** What people may be told of, after it was written. */
  tell: (news: ChatNews) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): Messages {
  const { backend, update, tell, now } = deps;

  /** Files of the sender that lie in the room and are in no message yet. */
  async function filesOf(room: string, uid: string, asked: readonly MessageFile[]) {
    const found = await Promise.all(
      asked.map(async ({ path, name, width, height }): Promise<MessageFile | undefined> => {
        const [owner, id = "", ...more] = path.split("/");
        if (owner !== uid || more.length > 0 || !/^[A-Za-z0-9_-]{1,120}$/.test(id))
          return undefined;
        const [object, isUsed] = await Promise.all([
          backend.getObject(`chat/${room}/${path}`),
          valueAt(backend, `chat/${room}/files/${path}`),
        ]);
        if (object === null || isUsed !== null || object.sizeBytes > mostFileBytes)
          return undefined;
        return {
          path,
          name: oneLine(name, 200) || "File",
          type: object.contentType ?? "application/octet-stream",
          bytes: object.sizeBytes,
          ...(width !== undefined && height !== undefined && { width, height }),
        };
      }),
    );
    const files = found.filter((file) => file !== undefined);
    const paths = new Set(files.map(({ path }) => path));
    return paths.size === asked.length ? files : undefined;
  }

  async function quoteOf(room: string, { quote, root }: SentMessage): Promise<Quote | undefined> {
    if (quote === undefined || numberOfKey(quote) === undefined) return undefined;
    const places = [
      placeOfMessage({ key: quote }),
      ...(root === undefined ? [] : [placeOfMessage({ key: quote, root })]),
    ];
    // In a thread the one that stands there is meant.
    const found = (await Promise.all(
      places.map((place) => valueAt(backend, `chat/${room}/${place}`)),
    )) as (Message | null)[];
    const message = found.at(-1) ?? found[0];
    if (!message || message.gone || message.note) return undefined;
    return { key: quote, by: message.by, text: beginningOf(message.text, filesIn(message), 200) };
  }

  /** Refusals of a direct message, and what it changes of it. */
  async function direct(room: string, head: ChatHead, uid: string) {
    const members = await roomMembers(backend, room);
    const other = [...members.keys()].find((one) => one !== uid);
    if (other === undefined || (await isBlocked(backend, uid, other))) return refused("not-taken");
    const values: OrderedUpdate = {};
    const { request } = head;
    let isRequest = false;
    if (request?.to === uid) {
      values[`chat/${room}/request`] = null;
      values[`chatOf/${uid}/${room}/request`] = null;
    } else if (request !== undefined) {
      if (request.sent >= mostBeforeAccepted) return refused("waits");
      values[`chat/${room}/request/sent`] = request.sent + 1;
      isRequest = true;
    }
    // Who has left it has it again.
    await Promise.all(
      [[uid, other] as const, [other, uid] as const].map(async ([of, withWhom]) => {
        const place = `chatOf/${of}/${room}`;
        if ((await valueAt(backend, `${place}/kind`)) !== null) return;
        delete values[`${place}/request`];
        values[place] = {
          kind: "direct",
          name: await nameOf(backend, withWhom),
          other: withWhom,
          role: "member",
          at: now(),
          from: head.last.n,
          ...(isRequest && of === request?.to && { request: true }),
        };
      }),
    );
    return { values, other, isRequest };
  }

  async function membersAmong(room: string, head: ChatHead, uids: readonly string[]) {
    if (uids.length === 0) return [];
    // Many small reads are more than one of a private room's members.
    if (uids.length > fewReads && head.count <= mostMembers) {
      const members = await roomMembers(backend, room);
      return uids.filter((one) => members.has(one));
    }
    const found = await Promise.all(uids.map((one) => roomMember(backend, room, one)));
    return uids.filter((_, at) => found[at] !== undefined);
  }

  /** Makes room for one more thread in the list of a member. */
  async function withoutOldest(room: string, root: string, uid: string): Promise<OrderedUpdate> {
    const threads = keysOf(await valueAt(backend, `chatOf/${uid}/${room}/threads`));
    const others = threads.filter((one) => one !== root).toSorted();
    const old = others.slice(0, Math.max(0, others.length - mostThreads + 1));
    return Object.fromEntries(
      old.flatMap((one) => [
        [`chatOf/${uid}/${room}/threads/${one}`, null],
        [`chatReads/${uid}/${room}/threads/${one}`, null],
        [`chat/${room}/followers/${one}/${uid}`, null],
      ]),
    );
  }

  /** Of a reply: its key, what is written of the thread, and who follows it. */
  async function inThread(
    room: string,
    root: string,
    { head, uid, told, at }: { head: ChatHead; uid: string; told: readonly string[]; at: number },
  ) {
    const top = (await valueAt(backend, `chat/${room}/messages/${root}`)) as Message | null;
    if (top === null || top.gone || top.note) return undefined;
    const stored = keysOf(await valueAt(backend, `chat/${room}/followers/${root}`));
    const followers = new Set(await membersAmong(room, head, stored));
    const values: OrderedUpdate = Object.fromEntries(
      stored
        .filter((one) => !followers.has(one))
        .map((one) => [`chat/${room}/followers/${root}/${one}`, null]),
    );
    for (const one of [uid, top.by, ...told]) {
      if (followers.has(one) || followers.size >= mostFollowers) continue;
      // oxlint-disable no-await-in-loop -- few are new
      if ((await roomMember(backend, room, one)) === undefined) continue;
      followers.add(one);
      values[`chat/${room}/followers/${root}/${one}`] = true;
      Object.assign(values, await withoutOldest(room, root, one));
      // oxlint-enable no-await-in-loop
    }
    const all = [...followers];
    const thread = threadUpdate({ room, root, top }, { by: uid, at, followers: all });
    return { key: thread.key, values: { ...values, ...thread.values }, followers: all };
  }

  /** What the update is made of; or why there is none. */
  async function judged(of: Sending, head: ChatHead, me: RoomMember) {
    const { uid, room, text, sent } = of;
    if (head.facts.archived > 0) return refused("archived");
    if (me.muted > now()) return refused("muted", me.muted - now());
    const wait = await slowWait(deps, room, head, { uid, role: me.role });
    if (wait > 0) return refused("slow", wait);
    const files = await filesOf(room, uid, sent.files ?? []);
    if (files === undefined) return refused("no-such-file");
    const quote = await quoteOf(room, sent);
    if (sent.quote !== undefined && quote === undefined) return refused("no-such-message");
    const between = head.facts.kind === "direct" ? await direct(room, head, uid) : undefined;
    if (between !== undefined && "said" in between) return between;
    const mentions = between === undefined ? await membersAmong(room, head, mentionedIn(text)) : [];
    const told = await unblockedOf(backend, uid, mentions);
    const at = now();
    const { root } = sent;
    const thread =
      root === undefined ? undefined : await inThread(room, root, { head, uid, told, at });
    if (root !== undefined && thread === undefined) return refused("no-such-message");
    return { files, quote, between, mentions, told, at, thread };
  }

  function written(
    { uid, room, text, sent }: Sending,
    head: ChatHead,
    read: Partial<ChatRead>,
    found: Exclude<Awaited<ReturnType<typeof judged>>, { said: unknown }>,
  ): { key: string; values: OrderedUpdate } {
    const { files, quote, between, mentions, told, at, thread } = found;
    const { id, root } = sent;
    const n = head.last.n + 1;
    const key = thread?.key ?? messageKey(n);
    const place = placeOfMessage({ key, root });
    const message: Message = {
      by: uid,
      at,
      id,
      text,
      ...(quote && { quote }),
      ...(files.length > 0 && { files }),
      ...(mentions.length > 0 && {
        mentions: Object.fromEntries(mentions.map((one) => [one, true as const])),
      }),
    };
    const values: OrderedUpdate = {
      [`chat/${room}/${place}`]: message,
      [`chat/${room}/sent/${uid}/${id}`]: { key, at },
      [`chat/${room}/last/${uid}`]: at,
      ...Object.fromEntries(files.map(({ path }) => [`chat/${room}/files/${path}`, place])),
      ...thread?.values,
      ...between?.values,
      ...ownRead(read, { uid, room, root, n: numberOfKey(key) ?? n }),
    };
    if (root !== undefined) return { key, values: withThreadInEntries(values, root) };
    values[`chat/${room}/head`] = { n, at, by: uid, text: beginningOf(text, files.length) };
    for (const one of told) values[`chatOf/${one}/${room}/mention`] = n;
    if (head.facts.kind === "ai" && head.facts.name === "") {
      const name = beginningOf(text, files.length, mostName);
      values[`chat/${room}/room/name`] = name;
      values[`chatOf/${uid}/${room}/name`] = name;
    }
    return { key, values };
  }

  async function send(uid: string, room: string, sent: SentMessage): Promise<Taken | Refused> {
    const text = trimmedText(sent.text);
    const fault = faultOfText(text);
    if (fault !== undefined) return { fault };
    if (text === "" && (sent.files ?? []).length === 0) {
      return { fault: "There is nothing in this message." };
    }
    // An account that was brought in by hand could be called as the AI is.
    if (faultOfKey(uid) !== undefined || uid === aiUid) return { refused: "no-such-room" };
    const of: Sending = { uid, room, text, sent };
    let news: ChatNews | undefined;
    const also = () =>
      Promise.all([
        roomMember(backend, room, uid),
        valueAt(backend, `chat/${room}/sent/${uid}/${sent.id}`),
        readOf(backend, uid, room),
      ]);
    const prepare = async (
      head: ChatHead,
      [me, before, read]: Awaited<ReturnType<typeof also>>,
    ): Promise<Prepared<Taken | Refused>> => {
      if (me === undefined) return refused("no-such-room");
      if (before !== null) return { said: { ...(before as StoredMessage), isNew: false } };
      const found = await judged(of, head, me);
      if ("said" in found) return found;
      const { key, values } = written(of, head, read, found);
      const { at, told, thread, between } = found;
      news = {
        room,
        by: uid,
        key,
        ...(sent.root !== undefined && { root: sent.root }),
        mentioned: told,
        followers: thread?.followers ?? [],
        ...(between && { other: between.other, isRequest: between.isRequest }),
      };
      return { said: { key, at, isNew: true }, update: asChange(room, head, values) };
    };
    const said = await update(room, prepare, also);
    if (typeof said === "string") return { refused: said };
    if ("isNew" in said && said.isNew && news !== undefined) tell(news);
    return said;
  }

  return { send };
}

/** A list's entry that comes back has its thread in it: no place is written twice. */
function withThreadInEntries(values: OrderedUpdate, root: string): OrderedUpdate {
  const all = { ...values };
  for (const [path, entry] of Object.entries(values)) {
    const threadPath = `${path}/threads/${root}`;
    if (!/^chatOf\/[^/]+\/[^/]+$/.test(path) || all[threadPath] === undefined) continue;
    all[path] = { ...(entry as object), threads: { [root]: all[threadPath] } };
    delete all[threadPath];
  }
  return all;
}

/** Those of them who are somebody else and take messages of `uid`. @throws BackendError */
export async function unblockedOf(
  backend: Pick<ServerBackend, "getValue">,
  uid: string,
  others: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(others.map((one) => hasBlocked(backend, one, uid)));
  return others.filter((one, at) => one !== uid && !found[at]);
}

export function filesIn({ files }: Message): number {
  return keysOf(files).length;
}
