/** Small pictures that were shown, kept in this browser for each account. They never change: a new version is a new object. */
import type { DBSchema } from "idb";
import { connectionTo } from "../connection.ts";
import { thumbDatabase } from "./thumb-database.ts";

export type ThumbStore = {
  /** Null: the server had none. */
  find(owner: string, object: string): Promise<ArrayBuffer | null | undefined>;
  put(owner: string, object: string, bytes: ArrayBuffer | null): Promise<void>;
  /** Those that were kept first go until no more are left. */
  trim(most: number): Promise<void>;
  /** All of this account. */
  clear(): Promise<void>;
  close(): void;
};

type Row = {
  uid: string;
  owner: string;
  object: string;
  bytes: ArrayBuffer | null;
  /** Milliseconds since 1970. */
  at: number;
};

interface Schema extends DBSchema {
  thumbs: {
    key: [uid: string, owner: string, object: string];
    value: Row;
    indexes: { at: [uid: string, at: number] };
  };
}

/** Its methods throw DOMException where this browser keeps nothing. */
export function openThumbStore(uid: string, now: () => number = Date.now): ThumbStore {
  const { using, close } = connectionTo<Schema>(thumbDatabase, 1, (database) => {
    const thumbs = database.createObjectStore("thumbs", { keyPath: ["uid", "owner", "object"] });
    thumbs.createIndex("at", ["uid", "at"]);
  });
  const all = IDBKeyRange.bound([uid], [uid, []]);
  return {
    find: (owner, object) =>
      using(async (database) => (await database.get("thumbs", [uid, owner, object]))?.bytes),
    put: (owner, object, bytes) =>
      using(async (database) => {
        await database.put("thumbs", { uid, owner, object, bytes, at: now() });
      }),
    trim: (most) =>
      using(async (database) => {
        const transaction = database.transaction("thumbs", "readwrite");
        let over = (await transaction.store.count(all)) - most;
        let cursor = over > 0 ? await transaction.store.index("at").openCursor(all) : null;
        while (cursor !== null && over > 0) {
          // oxlint-disable-next-line no-await-in-loop -- a cursor
          await cursor.delete();
          over -= 1;
          // oxlint-disable-next-line no-await-in-loop
          cursor = await cursor.continue();
        }
        await transaction.done;
      }),
    clear: () =>
      using(async (database) => {
        await database.delete("thumbs", all);
      }),
    close,
  };
}
