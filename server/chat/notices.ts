/**
 * What people are told of chat: direct messages and reactions to theirs, that they are named, answers in their threads, that
 * they were brought into a room. A while after it was written, so that nobody is told of what they have read already. docs/chat.md
 */
import { type Message, messageKey, numberOfKey, placeOfMessage } from "#lib/chat/message.ts";
import { readFacts, readRoomHead } from "#lib/chat/read-room.ts";
import type { ChatRead } from "#lib/chat/room.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { quoted } from "#lib/quoted.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import type { Notifier } from "../notifications/notify.ts";
import { nameOf } from "../shared-things/memberships.ts";
import { hasBlocked, roomMember, valueAt } from "./chat-updates.ts";

export type ChatNews = {
  room: string;
  by: string;
  /** Empty: it is no message. */
  key: string;
  root?: string;
  mentioned: readonly string[];
  followers: readonly string[];
  /** Of a direct message the other one. */
  other?: string;
  isRequest?: boolean;
  /** Who was brought into the room. */
  added?: string;
  /** Whom the AI has answered. */
  answered?: string;
  /** Of a direct message who wrote it: the other one has reacted to it. */
  reacted?: string;
};

type Why = "direct" | "request" | "mention" | "thread" | "added" | "answer" | "reaction";

const waitMs = 8_000;
/** By one account to another one. */
const between = { burst: 20, perMinute: 2 };

export function createChatNotices(deps: {
  backend: Pick<ServerBackend, "getValue" | "putValue">;
  notifier: Pick<Notifier, "notify">;
  jobs: () => {
    schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
  };
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): { tell: (news: ChatNews) => void; settled(): Promise<void>; jobKinds: JobKinds } {
  const { backend, notifier, jobs, log, now } = deps;
  const pairs = createRateLimit({ ...between, now });
  const running = new Set<Promise<void>>();
  /** When a job looks at a direct message anyway, by room and account. */
  const planned = new Map<string, number>();

  function tell(news: ChatNews): void {
    const work = plan(news).catch((error: unknown) => {
      log.warn({ err: error, room: news.room }, "people could not be told of a message");
    });
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  async function plan({ room, by, key, root, ...news }: ChatNews): Promise<void> {
    const told = new Map<string, Why>();
    if (news.other !== undefined) told.set(news.other, news.isRequest ? "request" : "direct");
    if (news.added !== undefined) told.set(news.added, "added");
    for (const uid of news.followers) if (uid !== by) told.set(uid, "thread");
    for (const uid of news.mentioned) told.set(uid, "mention");
    if (news.answered !== undefined) told.set(news.answered, "answer");
    if (news.reacted !== undefined) told.set(news.reacted, "reaction");
    await Promise.all(Array.from(told, ([uid, why]) => planOne({ room, by, key, root }, uid, why)));
  }

  async function planOne(
    { room, by, key, root }: { room: string; by: string; key: string; root: string | undefined },
    uid: string,
    why: Why,
  ): Promise<void> {
    const dueAt = now() + waitMs;
    if (why === "direct" || why === "request") {
      const pair = `${room} ${uid}`;
      if ((planned.get(pair) ?? 0) > now()) return;
      if (planned.size > 10_000) planned.clear();
      planned.set(pair, dueAt);
    } else if (pairs.take(`${by} ${uid}`) > 0) return;
    const id = `tell-chat-${room}-${uid}-${root ?? ""}-${key === "" || why === "reaction" ? now() : key}`;
    const data = { room, by, key, root: root ?? "", uid, why };
    await jobs().schedule("tell-chat", { id, dueAt: new Date(dueAt), data });
  }

  async function run(data: PlainFields): Promise<PlainFields> {
    const { room, by, key, root, uid, why } = data as Record<string, string>;
    if (!room || !by || !uid) return {};
    const [member, stored, read] = await Promise.all([
      roomMember(backend, room, uid),
      valueAt(backend, `chat/${room}/room`),
      valueAt(backend, `chatReads/${uid}/${room}`),
    ]);
    const facts = readFacts(stored);
    if (member === undefined || facts === undefined) return { end: "gone" };
    if (await hasBlocked(backend, uid, by)) return { end: "blocked" };
    const { n = 0, threads, quiet } = (read ?? {}) as Partial<ChatRead>;
    if (quiet === "none" || (quiet === "mentions" && why !== "mention" && why !== "answer"))
      return { end: "quiet" };
    if (why === "reaction")
      return tellReaction({ room, by, key: key ?? "", root: root ?? "" }, uid);
    const readTo = root ? (threads?.[root] ?? 0) : n;
    const isRead = why !== "added" && readTo >= (numberOfKey(key ?? "") ?? 0);
    // What came while this was planned is told of by it, also where the first of it was read.
    const at = isRead ? await unreadIn({ room, by, why, root, readTo }) : key;
    if (at === undefined && isRead) return { end: "read" };
    const name = (await nameOf(backend, by)) || nobodysName;
    const title = titleOf(why as Why, name, quoted(facts.name));
    const id = idOf(why as Why, { room, key: at ?? "", root: root ?? "" });
    const path = pathOf({ room, key: at ?? "", root: root ?? "" });
    if (!(await isNews(uid, id, readTo))) return { end: "told" };
    await notifier.notify({ uid, id, kind: "chat", title, text: "", path, at: now() });
    return { end: "told now" };
  }

  /** Once of each message, until that was looked at: reading does not say whether it was seen. */
  async function tellReaction(place: Place & { by: string }, uid: string): Promise<PlainFields> {
    const { room, by, key, root } = place;
    const message = placeOfMessage({ key, ...(root !== "" && { root }) });
    const found = await valueAt(backend, `chat/${room}/${message}/reactions`);
    const reactions = (found ?? {}) as NonNullable<Message["reactions"]>;
    const isThere = Object.values(reactions).some((who) => who[by] === true);
    if (!isThere) return { end: "taken back" };
    const id = idOf("reaction", place);
    if (!(await isNews(uid, id, 0))) return { end: "told" };
    const name = (await nameOf(backend, by)) || nobodysName;
    const title = titleOf("reaction", name, "");
    await notifier.notify({
      uid,
      id,
      kind: "chat",
      title,
      text: "",
      path: pathOf(place),
      at: now(),
    });
    return { end: "told now" };
  }

  /** Of a direct message, the last one of the other. */
  async function unreadIn(
    of: Record<"room" | "by" | "why" | "root", string | undefined> & { readTo: number },
  ) {
    if (of.root || (of.why !== "direct" && of.why !== "request")) return undefined;
    const last = readRoomHead(await valueAt(backend, `chat/${of.room ?? ""}/head`));
    return last.by === of.by && last.n > of.readTo ? messageKey(last.n) : undefined;
  }

  /** Of what goes on they are told again only after they have read what they were told of. */
  async function isNews(uid: string, id: string, readTo: number): Promise<boolean> {
    const place = `notifications/${uid}/${id}`;
    const { value, etag } = await backend.getValue(place);
    if (value === null) return true;
    const { read, path } = value as { read?: unknown; path?: unknown };
    const toldOf = numberOfKey(/[?&]at=(m\d{9})/.exec(String(path))?.[1] ?? "") ?? 0;
    // To be brought in has no number: it is not read by reading.
    if (read !== true && (toldOf === 0 || readTo < toldOf)) return false;
    return backend.putValue(place, null, etag);
  }

  return {
    tell,
    async settled() {
      await Promise.all(running);
    },
    jobKinds: { "tell-chat": { run } },
  };
}

/** Empty: there is none. */
type Place = { room: string; key: string; root: string };

const nobodysName = "Somebody";

function pathOf({ room, key, root }: Place): string {
  return `/Chat?room=${room}${key ? `&at=${key}` : ""}${root ? `&thread=${root}` : ""}`;
}

function idOf(why: Why, { room, key, root }: Place): string {
  if (why === "reaction") return `chat-${room}-reaction-${root}${key}`;
  if (why === "mention" || why === "answer") return `chat-${room}-${root}${key}`;
  if (why === "thread") return `chat-${room}-${root}`;
  return `chat-${room}`;
}

function titleOf(why: Why, name: string, room: string): string {
  switch (why) {
    case "direct":
      return `${name} wrote to you`;
    case "request":
      return `${name} would like to write to you`;
    case "mention":
      return `${name} mentioned you in ${room}`;
    case "thread":
      return `${name} answered in a thread of yours in ${room}`;
    case "added":
      return `${name} brought you into ${room}`;
    case "reaction":
      return `${name} reacted to what you wrote`;
    case "answer":
      return `The AI has answered you in ${room}`;
  }
}
