/**
 * Replies to contact messages that an account has written and not sent, in this browser: a tab that is killed loses none,
 * and the other tabs show what was typed in one.
 */
import type { DBSchema } from "idb";
import { connectionTo } from "./connection.ts";
import { createLeaveWarning } from "./leave-warning.ts";

const databaseName = "foyer-replies";

export type KeptReply = {
  /** Id of the message. */
  message: string;
  /** Whom it goes to. */
  to: string;
  text: string;
  /** Of this very text: sent twice with the same key, it is one reply. */
  key: string;
};

/** `message` is missing when all of the account are forgotten. */
export type RepliesChange = { uid: string; message?: string };

type Schema = DBSchema & {
  replies: {
    key: [string, string];
    value: KeptReply & { uid: string };
    indexes: { byUid: string };
  };
};

const { using } = connectionTo<Schema>(databaseName, 1, (made) => {
  made.createObjectStore("replies", { keyPath: ["uid", "message"] }).createIndex("byUid", "uid");
});

/** Written in this tab and not, or not yet, in the browser: newer than what is there. By uid and message. */
const unkept = new Map<string, { uid: string; reply: KeptReply; hasFailed: boolean }>();
/** Keys of what is in the browser, as this tab knows it. */
const known = new Map<string, string>();
const warnBeforeLeaving = createLeaveWarning();
const placeOf = (uid: string, message: string) => `${uid} ${message}`;
const isBlank = ({ text }: KeptReply) => text.trim() === "";

const listeners = new Set<(change: RepliesChange) => void>();
let channel: BroadcastChannel | undefined;

/** To the other tabs, and from them. */
function channelOf(): BroadcastChannel {
  if (channel === undefined) {
    channel = new BroadcastChannel(databaseName);
    channel.addEventListener("message", ({ data }: MessageEvent<RepliesChange>) => hear(data));
  }
  return channel;
}

function hear(change: RepliesChange): void {
  for (const listener of listeners) listener(change);
}

function tell(change: RepliesChange): void {
  hear(change);
  channelOf().postMessage(change);
}

/** Whatever tab it is that changed something, this one too. @returns what ends it */
export function onReplies(listener: (change: RepliesChange) => void): () => void {
  channelOf();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function warn(): void {
  warnBeforeLeaving([...unkept.values()].some(isOnlyHere));
}

function isOnlyHere({ reply, hasFailed }: { reply: KeptReply; hasFailed: boolean }): boolean {
  return hasFailed && !isBlank(reply);
}

/** False: the browser could not keep it, so it goes with this tab. */
export function isReplyKept(uid: string, message: string): boolean {
  const own = unkept.get(placeOf(uid, message));
  return own === undefined || !isOnlyHere(own);
}

/** @throws DOMException when this browser keeps nothing */
export async function readReply(uid: string, message: string): Promise<KeptReply | undefined> {
  const place = placeOf(uid, message);
  const own = unkept.get(place)?.reply;
  if (own !== undefined) return isBlank(own) ? undefined : own;
  const kept = await using((database) => database.get("replies", [uid, message]));
  if (kept !== undefined) known.set(place, kept.key);
  return kept;
}

/** Where the browser keeps nothing, those of this tab. */
export async function listReplies(uid: string): Promise<KeptReply[]> {
  const kept = await using((database) => database.getAllFromIndex("replies", "byUid", uid)).catch(
    (): KeptReply[] => [],
  );
  const all = new Map(kept.map((reply) => [reply.message, reply]));
  for (const { uid: whose, reply } of unkept.values()) {
    if (whose === uid) all.set(reply.message, reply);
  }
  return [...all.values()].filter((reply) => !isBlank(reply));
}

/**
 * It is handed to the browser before this returns, once one has been read. Resolves when it is kept there, and when it
 * could not be (`isReplyKept`). One that says nothing is not kept.
 */
export async function keepReply(uid: string, reply: KeptReply): Promise<void> {
  const { message, to, text, key } = reply;
  const place = placeOf(uid, message);
  unkept.set(place, { uid, reply, hasFailed: unkept.get(place)?.hasFailed ?? false });
  const isNewest = () => unkept.get(place)?.reply === reply;
  try {
    await using(async (database) => {
      const transaction = database.transaction("replies", "readwrite", { durability: "relaxed" });
      const keeping = isBlank(reply)
        ? transaction.store.delete([uid, message])
        : transaction.store.put({ uid, message, to, text, key });
      // The tab may be killed at the next moment.
      transaction.commit();
      await Promise.all([keeping, transaction.done]);
    });
    known.set(place, key);
    if (isNewest()) unkept.delete(place);
  } catch {
    if (isNewest()) unkept.set(place, { uid, reply, hasFailed: true });
  }
  warn();
  tell({ uid, message });
}

/** It is sent, or nobody wants it; what was typed in its place meanwhile stays. @throws DOMException */
export async function dropReply(uid: string, { message, key }: KeptReply): Promise<void> {
  const place = placeOf(uid, message);
  // What is in the browser is then what it was before.
  const old = unkept.get(place)?.reply.key === key ? known.get(place) : undefined;
  if (unkept.get(place)?.reply.key === key) unkept.delete(place);
  warn();
  try {
    await using(async (database) => {
      const transaction = database.transaction("replies", "readwrite");
      const kept = await transaction.store.get([uid, message]);
      if (kept !== undefined && [key, old].includes(kept.key)) {
        await transaction.store.delete([uid, message]);
      }
      await transaction.done;
    });
  } finally {
    tell({ uid, message });
  }
}

export async function countReplies(uid: string): Promise<number> {
  return (await listReplies(uid)).length;
}

/** All of an account. @throws DOMException */
export async function forgetReplies(uid: string): Promise<void> {
  for (const [place, { uid: whose }] of unkept) if (whose === uid) unkept.delete(place);
  warn();
  await using(async (database) => {
    const transaction = database.transaction("replies", "readwrite");
    const keys = await transaction.store.index("byUid").getAllKeys(uid);
    await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
  });
  tell({ uid });
}
