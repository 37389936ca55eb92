/** Replies to contact messages that an account has written and not sent, in this browser: a tab that is killed loses none. */
import { type DBSchema, openDB } from "idb";
import { once } from "./once.ts";

const databaseName = "foyer-replies";

type Schema = DBSchema & {
  replies: {
    key: [string, string];
    value: { uid: string; message: string; text: string };
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

/** Empty without any. @throws DOMException when this browser keeps nothing */
export async function readReply(uid: string, message: string): Promise<string> {
  return (await (await open()).get("replies", [uid, message]))?.text ?? "";
}

/** Empty: it is sent, or nobody wants it. @throws DOMException when there is no room */
export async function keepReply(uid: string, message: string, text: string): Promise<void> {
  const database = await open();
  if (text === "") await database.delete("replies", [uid, message]);
  else await database.put("replies", { uid, message, text });
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
}
