/**
 * Replies to contact messages that an account has written and not sent, in this browser: a tab that is killed loses none,
 * and the other tabs show what was typed in one.
 */
import { type DBSchema, openDB } from "idb";
import { once } from "./once.ts";

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

const open = once(async () => {
  const database = await openDB<Schema>(databaseName, 1, {
    upgrade(made) {
      made
        .createObjectStore("replies", { keyPath: ["uid", "message"] })
        .createIndex("byUid", "uid");
    },
    // A newer page must not wait for this one.
    blocking: () => database.close(),
  });
  return database;
});

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

/** @throws DOMException when this browser keeps nothing */
export async function readReply(uid: string, message: string): Promise<KeptReply | undefined> {
  return (await open()).get("replies", [uid, message]);
}

/** @throws DOMException when this browser keeps nothing */
export async function listReplies(uid: string): Promise<KeptReply[]> {
  return (await open()).getAllFromIndex("replies", "byUid", uid);
}

/** One that says nothing is not kept. @throws DOMException when there is no room */
export async function keepReply(uid: string, { message, to, text, key }: KeptReply): Promise<void> {
  const database = await open();
  if (text.trim() === "") await database.delete("replies", [uid, message]);
  else await database.put("replies", { uid, message, to, text, key });
  tell({ uid, message });
}

/** It is sent, or nobody wants it; what was typed in its place meanwhile stays. @throws DOMException */
export async function dropReply(uid: string, { message, key }: KeptReply): Promise<void> {
  const transaction = (await open()).transaction("replies", "readwrite");
  const kept = await transaction.store.get([uid, message]);
  if (kept?.key === key) await transaction.store.delete([uid, message]);
  await transaction.done;
  tell({ uid, message });
}

/** @throws DOMException */
export async function countReplies(uid: string): Promise<number> {
  return (await open()).countFromIndex("replies", "byUid", uid);
}

/** All of an account. @throws DOMException */
export async function forgetReplies(uid: string): Promise<void> {
  const transaction = (await open()).transaction("replies", "readwrite");
  const keys = await transaction.store.index("byUid").getAllKeys(uid);
  await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
  tell({ uid });
}
