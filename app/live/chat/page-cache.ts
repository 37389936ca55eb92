/** The newest messages of rooms in this browser: shown at once, and without a connection. */
import type { DBSchema } from "idb";
import type { RoomFacts, RoomHead, RoomMember } from "#lib/chat/room.ts";
import { connectionTo } from "../connection.ts";
import { chatDatabase } from "./kept-chat.ts";
import type { Numbered } from "./message-window.ts";

export type KeptRoom = {
  messages: readonly Numbered[];
  facts: RoomFacts | undefined;
  members: Record<string, RoomMember>;
  head: RoomHead | undefined;
};

type Schema = DBSchema & {
  rooms: { key: [uid: string, room: string]; value: KeptRoom & { uid: string; room: string } };
};

const { using } = connectionTo<Schema>(chatDatabase, 1, (made) => {
  made.createObjectStore("rooms", { keyPath: ["uid", "room"] });
});

const mostMembers = 1000;

export async function readPage(uid: string, room: string): Promise<KeptRoom | undefined> {
  try {
    return await using((database) => database.get("rooms", [uid, room]));
  } catch {
    // A browser that keeps nothing.
    return undefined;
  }
}

/** @param kept undefined: nothing of it is kept any more */
export async function keepPage(
  uid: string,
  room: string,
  kept: KeptRoom | undefined,
): Promise<void> {
  try {
    await using(async (database) => {
      if (kept === undefined) return database.delete("rooms", [uid, room]);
      const isLarge = Object.keys(kept.members).length > mostMembers;
      const members = isLarge ? {} : kept.members;
      await database.put("rooms", { ...kept, members, uid, room });
    });
  } catch {
    // It is read again the next time.
  }
}

/** Of rooms that they are in no more; without `keep` all of the account. @throws DOMException */
export async function forgetPages(uid: string, keep?: ReadonlySet<string>): Promise<void> {
  await using(async (database) => {
    const keys = await database.getAllKeys("rooms", IDBKeyRange.bound([uid], [uid, []]));
    const gone = keys.filter(([, room]) => !keep?.has(room));
    await Promise.all(gone.map((key) => database.delete("rooms", key)));
  });
}
