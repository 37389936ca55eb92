/** The daily work on rooms: `sweep-chat`. Whatever of it is broken off, the next day comes to the same. docs/chat.md */
import { isRoomId } from "#lib/chat/room-id.ts";
import { faultOfKey } from "#lib/database-key.ts";
import { everyChildPage } from "#lib/every-child.ts";
import { documentsIn } from "#lib/in-pages.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { followMember } from "../shared-things/memberships.ts";
import {
  type OrderedUpdate,
  type UpdateRoom,
  asChange,
  readChatHead,
  roomMembers,
  valueAt,
} from "./chat-updates.ts";
import type { RoomEnd } from "./room-end.ts";
import type { RoomLists } from "./room-lists.ts";

const dayMs = 86_400_000;
const sentMs = 30 * dayMs;
/** What is younger may be in the middle of it. */
const settledMs = 60_000;
/** In one change. */
const mostGone = 500;

type SweepBackend = Pick<
  ServerBackend,
  | "getShallow"
  | "getValue"
  | "getDocument"
  | "findDocuments"
  | "commit"
  | "exportChildren"
  | "updateValues"
  | "listObjects"
  | "getObject"
  | "deleteObject"
  | "getAccounts"
>;

export function chatSweep(deps: {
  backend: SweepBackend;
  update: UpdateRoom;
  end: Pick<RoomEnd, "erase">;
  lists: Pick<RoomLists, "mend">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKinds {
  const { backend, update, end, lists, log, now } = deps;

  /** Also those of which only a membership or a file is left. */
  async function everyRoom(): Promise<Set<string>> {
    const rooms = new Set(keysOf(await backend.getShallow("chat")));
    const where = { kind: "chat" };
    for await (const { data } of documentsIn(backend, { collection: "memberships", where })) {
      if (typeof data["id"] === "string") rooms.add(data["id"]);
    }
    for (let token: string | undefined; ;) {
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = await backend.listObjects("chat/", { token, size: 500, delimiter: "/" });
      for (const prefix of page.prefixes) rooms.add(prefix.split("/")[1] ?? "");
      token = page.next;
      if (token === undefined) break;
    }
    return new Set([...rooms].filter(isRoomId));
  }

  /** Documents say what the members say. False: nobody belongs to it. */
  async function mendMemberships(room: string): Promise<boolean> {
    const members = await roomMembers(backend, room);
    const wrong = new Set(members.keys());
    let isYoung = false;
    const where = { kind: "chat", id: room };
    const documents = documentsIn(backend, { collection: "memberships", where });
    for await (const { data, updateTime } of documents) {
      const uid = typeof data["uid"] === "string" ? data["uid"] : "";
      const member = members.get(uid);
      const isSettled = Date.parse(updateTime) <= now() - settledMs;
      isYoung ||= !isSettled;
      const isSame = member?.role === data["role"] && member?.name === data["name"];
      if (isSame || !isSettled) wrong.delete(uid);
      else wrong.add(uid);
    }
    for (const uid of wrong) {
      // oxlint-disable-next-line no-await-in-loop -- there is hardly ever one
      await followMember(backend, { kind: "chat", id: room, uid, now: now() });
    }
    return members.size > 0 || isYoung;
  }

  /** How many members there are, and who follows a thread without being one. */
  async function mendRoom(room: string): Promise<void> {
    await update(room, async (head) => {
      const members = await roomMembers(backend, room);
      const values: OrderedUpdate = {};
      const { kind, name, topic, archived, at } = head.facts;
      if (head.count !== members.size) values[`chat/${room}/count`] = members.size;
      if (kind === "public" && archived === 0) {
        const listed = (await valueAt(backend, `chatRooms/${room}`)) as { members?: number } | null;
        if (listed?.members !== members.size) {
          values[`chatRooms/${room}`] = { name, topic, members: members.size, at };
        }
      }
      if (Object.keys(values).length === 0) return { said: "done" };
      return { said: "done", update: asChange(room, head, values) };
    });
    const root = `chat/${room}/followers`;
    for await (const page of everyChildPage(backend, root)) {
      await update(room, async (head) => {
        const members = await roomMembers(backend, room);
        const gone = page.flatMap(([key, uids]) =>
          keysOf(uids).flatMap((uid) => (members.has(uid) ? [] : [`${root}/${key}/${uid}`])),
        );
        if (gone.length === 0) return { said: "done" };
        // Of more the next day.
        const values = Object.fromEntries(gone.slice(0, mostGone).map((path) => [path, null]));
        return { said: "done", update: asChange(room, head, values) };
      });
    }
  }

  /** What says that a message was stored already, and when somebody wrote last: these are the server's alone. */
  async function forgetSent(room: string): Promise<void> {
    const root = `chat/${room}`;
    for await (const page of everyChildPage(backend, `${root}/last`)) {
      const old = page.filter(([, at]) => typeof at !== "number" || at < now() - dayMs);
      if (old.length === 0) continue;
      await backend.updateValues(
        Object.fromEntries(old.map(([uid]) => [`${root}/last/${uid}`, null])),
      );
    }
    for await (const page of everyChildPage(backend, `${root}/sent`)) {
      const old: OrderedUpdate = {};
      for (const [uid, ids] of page) {
        for (const [id, stored] of Object.entries((ids ?? {}) as Record<string, { at?: number }>)) {
          if ((stored.at ?? 0) < now() - sentMs) old[`${root}/sent/${uid}/${id}`] = null;
        }
      }
      if (Object.keys(old).length > 0) await backend.updateValues(old);
    }
  }

  /** Those that no message names. */
  async function deleteFiles(room: string): Promise<number> {
    let deleted = 0;
    for (let token: string | undefined; ;) {
      // oxlint-disable no-await-in-loop -- page by page, one file after the other
      const page = await backend.listObjects(`chat/${room}/`, { token, size: 500 });
      for (const name of page.names) {
        const path = name.slice(`chat/${room}/`.length);
        const isPlace = path.split("/").every((part) => faultOfKey(part) === undefined);
        const isNamed = isPlace && (await valueAt(backend, `chat/${room}/files/${path}`)) !== null;
        if (isNamed) continue;
        const object = await backend.getObject(name);
        const isYoung = object !== null && Date.parse(object.updated) > now() - dayMs;
        if (!isYoung && (await backend.deleteObject(name))) deleted += 1;
      }
      // oxlint-enable no-await-in-loop
      token = page.next;
      if (token === undefined) return deleted;
    }
  }

  /** Mutes that are over, and marks of accounts that are gone. */
  async function forgetMarks(room: string): Promise<void> {
    const marks = ((await valueAt(backend, `chatMarks/${room}`)) ?? {}) as Record<
      string,
      { out?: number; muted?: number }
    >;
    const uids = Object.keys(marks);
    const gone: OrderedUpdate = {};
    for (let from = 0; from < uids.length; from += 100) {
      const some = uids.slice(from, from + 100);
      // oxlint-disable-next-line no-await-in-loop -- a hundred at a time
      const there = new Set((await backend.getAccounts(some)).map(({ uid }) => uid));
      for (const uid of some) {
        const { out, muted = 0 } = marks[uid] ?? {};
        const isOver = out === undefined && muted <= now();
        if (isOver || !there.has(uid)) gone[`chatMarks/${room}/${uid}`] = null;
      }
    }
    if (Object.keys(gone).length > 0) await backend.updateValues(gone);
  }

  async function sweepOne(room: string, signal: AbortSignal): Promise<number> {
    const isThere = (await readChatHead(backend, room)) !== undefined;
    if (!(await mendMemberships(room))) {
      // A public room waits for people.
      const facts = (await valueAt(backend, `chat/${room}/room`)) as { kind?: string } | null;
      if (facts?.kind !== "public") {
        await end.erase(room, signal);
        return 0;
      }
    }
    if (!isThere) return 0;
    await mendRoom(room);
    await lists.mend(room, signal);
    await forgetSent(room);
    await forgetMarks(room);
    return deleteFiles(room);
  }

  return {
    "sweep-chat": {
      every: { ms: dayMs },
      leaseMs: 10 * 60_000,
      async run(_data, { signal }) {
        const total = { rooms: 0, failed: 0, files: 0 };
        for (const room of await everyRoom()) {
          signal.throwIfAborted();
          try {
            // oxlint-disable-next-line no-await-in-loop -- one room after the other
            total.files += await sweepOne(room, signal);
            total.rooms += 1;
          } catch (error) {
            signal.throwIfAborted();
            // The others have their turn all the same.
            log.error({ err: error, room }, "a room could not be looked after");
            total.failed += 1;
          }
        }
        return total;
      },
    },
  };
}
