/** Rooms are made, and people come in. docs/chat.md */
import { createHash, randomInt } from "node:crypto";
import { mostAiChats } from "#lib/ai/limits.ts";
import type { ChatRefusal, NewRoom } from "#lib/chat/api.ts";
import { mostName, mostOwned, mostPublicMembers, mostRooms, mostTopic } from "#lib/chat/limits.ts";
import type { RoomHead, RoomRole } from "#lib/chat/room.ts";
import { faultOfKey } from "#lib/database-key.ts";
import { oneLine } from "#lib/one-line.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import {
  type MembershipsBackend,
  followMember,
  membershipOf,
  membershipPath,
  nameOf,
  unlessQuicker,
} from "../shared-things/memberships.ts";
import {
  type OrderedUpdate,
  type UpdateRoom,
  asChange,
  isBlocked,
  noteValues,
  readChatHead,
  rolesOf,
  valueAt,
} from "./chat-updates.ts";

export type RoomsBackend = MembershipsBackend & Pick<ServerBackend, "updateInOrder" | "getAccount">;

type MadeRoom = { room: string; isNew: boolean } | { refused: ChatRefusal } | { fault: string };

export type Rooms = {
  /** @throws BackendError */
  make(uid: string, asked: NewRoom): Promise<MadeRoom>;
  /** @throws BackendError */
  join(uid: string, room: string): Promise<"done" | { refused: ChatRefusal }>;
  /**
   * Why somebody may not be written to or brought into a room by `uid`; undefined where they may.
   * @throws BackendError
   */
  whyNot(uid: string, other: string): Promise<"no-such-person" | "not-taken" | undefined>;
  /** Whether another room would be too many. @throws BackendError */
  hasTooMany(uid: string, owned?: boolean): Promise<boolean>;
  /** The document first, which alone lets nobody in. @throws BackendError */
  announce(room: string, uid: string, role: RoomRole): Promise<string>;
};

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
const base32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Of two people there is one. */
function directRoom(a: string, b: string): string {
  const hash = createHash("sha256").update([a, b].toSorted().join("\n")).digest();
  const bits = Array.from(hash, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const letter = (_: unknown, at: number) => base32[parseInt(bits.slice(at * 5, at * 5 + 5), 2)];
  return `d${Array.from({ length: 31 }, letter).join("")}`;
}

/** Of somebody who comes in. `last`: what is before it was never unread to them. */
export function entryValues(
  room: string,
  uid: string,
  of: { role: RoomRole; userName: string; at: number; muted: number; last: RoomHead } & {
    kind: string;
    name: string;
    other?: string;
  },
): OrderedUpdate {
  const { role, userName, at, muted, last, kind, name, other } = of;
  return {
    [`chat/${room}/members/${uid}`]: { role, name: userName, at, muted },
    [`chatOf/${uid}/${room}`]: {
      kind,
      name,
      role,
      at,
      from: last.n,
      ...(other !== undefined && { other }),
    },
  };
}

export function createRooms(deps: {
  backend: RoomsBackend;
  update: UpdateRoom;
  add: (
    uid: string,
    room: string,
    uids: readonly string[],
  ) => Promise<"done" | { refused: ChatRefusal }>;
  /** Milliseconds since 1970. */
  now: () => number;
}): Rooms {
  const { backend, update, now } = deps;

  async function roomsOf(uid: string): Promise<Map<string, Record<string, unknown>>> {
    if (faultOfKey(uid) !== undefined) return new Map();
    const value = (await valueAt(backend, `chatOf/${uid}`)) ?? {};
    return new Map(Object.entries(value as Record<string, Record<string, unknown>>));
  }

  async function hasTooMany(uid: string, owned = false): Promise<boolean> {
    const rooms = [...(await roomsOf(uid)).values()];
    if (!owned) {
      const counted = rooms.filter(({ kind, request }) => request !== true && kind !== "ai");
      return counted.length >= mostRooms;
    }
    const own = rooms.filter(({ kind, role }) => kind === "private" && role === "owner");
    return own.length >= mostOwned;
  }

  async function announce(room: string, uid: string, role: RoomRole): Promise<string> {
    const name = await nameOf(backend, uid);
    const of = { kind: "chat" as const, id: room, uid };
    const data = membershipOf({ ...of, role, name, now: now() });
    await unlessQuicker(
      backend.commit([{ set: membershipPath(of), data, when: { exists: false } }]),
    );
    return name;
  }

  const follow = (room: string, uid: string) =>
    followMember(backend, { kind: "chat", id: room, uid, now: now() });

  async function whyNot(uid: string, other: string) {
    if (faultOfKey(other) !== undefined || other === uid) return "no-such-person" as const;
    const profile = (await valueAt(backend, `profiles/${other}`)) as { findable?: unknown } | null;
    if (profile === null) return "no-such-person" as const;
    if (profile.findable !== true && !(await isKnown(uid, other))) return "no-such-person" as const;
    return (await isBlocked(backend, uid, other)) ? ("not-taken" as const) : undefined;
  }

  /** An admin, who is asked for by everybody, or somebody of a room of theirs. */
  async function isKnown(uid: string, other: string): Promise<boolean> {
    if ((await rolesOf(backend, other)).isAdmin) return true;
    const [own, others] = await Promise.all([roomsOf(uid), roomsOf(other)]);
    return [...own].some(([room, { kind }]) => kind !== "direct" && others.has(room));
  }

  async function write(room: string, values: OrderedUpdate, uids: readonly string[]) {
    const isTaken = await backend.updateInOrder("chat", room, {
      ...values,
      [`chat/${room}/seq`]: 1,
    });
    await Promise.all(uids.map((uid) => follow(room, uid)));
    return isTaken;
  }

  async function makeDirect(uid: string, other: string): Promise<MadeRoom> {
    const room = directRoom(uid, other);
    const old = await readChatHead(backend, room);
    if (old === undefined) {
      const why = await whyNot(uid, other);
      if (why !== undefined) return { refused: why };
      if (await hasTooMany(uid)) return { refused: "too-many-rooms" };
    }
    // Of one that is there nobody is announced: whose account has gone is no member of it any more.
    const [own, name] = await Promise.all(
      [uid, other].map((one) =>
        old === undefined ? announce(room, one, "member") : nameOf(backend, one),
      ),
    );
    const entry = { kind: "direct", name: name ?? "", other, role: "member", at: now() };
    if (old !== undefined) {
      await update(room, async (head) => {
        const place = `chatOf/${uid}/${room}`;
        if ((await valueAt(backend, `${place}/kind`)) !== null) return { said: "done" };
        const isRequest = head.request?.to === uid;
        const values = {
          [place]: { ...entry, from: head.last.n, ...(isRequest && { request: true }) },
        };
        return { said: "done", update: asChange(room, head, values) };
      });
      return { room, isNew: false };
    }
    const at = now();
    const member = (called: string) => ({ role: "member", name: called, at, muted: 0 });
    const isNew = await write(
      room,
      {
        [`chat/${room}/room`]: factsOf({ kind: "direct", name: "", topic: "", by: uid, at }),
        [`chat/${room}/members`]: { [uid]: member(own ?? ""), [other]: member(name ?? "") },
        [`chat/${room}/head`]: { n: 0, at, by: uid, text: "" },
        [`chat/${room}/count`]: 2,
        [`chat/${room}/request`]: { to: other, sent: 0 },
        [`chatOf/${uid}/${room}`]: { ...entry, from: 0 },
      },
      [uid, other],
    );
    // The other one was quicker: it is the same room.
    return isNew ? { room, isNew } : makeDirect(uid, other);
  }

  const newRoom = () =>
    `r${Array.from({ length: 19 }, () => letters[randomInt(letters.length)]).join("")}`;

  async function makeAiChat(uid: string, asked: string): Promise<MadeRoom> {
    const chats = [...(await roomsOf(uid)).values()].filter(({ kind }) => kind === "ai");
    if (chats.length >= mostAiChats) return { refused: "too-many-rooms" };
    const room = newRoom();
    const kind = "ai";
    const role = "owner";
    const name = oneLine(asked, mostName);
    const userName = await announce(room, uid, role);
    const at = now();
    const last = { n: 0, at, by: uid, text: "" };
    const isTaken = await write(
      room,
      {
        ...entryValues(room, uid, { role, userName, at, muted: 0, last, kind, name }),
        [`chat/${room}/room`]: factsOf({ kind, name, topic: "", by: uid, at }),
        [`chat/${room}/head`]: last,
        [`chat/${room}/count`]: 1,
      },
      [uid],
    );
    if (!isTaken) throw new Error("The rules refuse a new room.");
    return { room, isNew: true };
  }

  async function makeRoom(
    uid: string,
    asked: Extract<NewRoom, { topic: string }>,
  ): Promise<MadeRoom> {
    const { kind } = asked;
    const name = oneLine(asked.name, mostName);
    const topic = oneLine(asked.topic, mostTopic);
    if (name === "") return { fault: "Give the room a name." };
    if (kind === "public" && !(await rolesOf(backend, uid)).isAdmin) {
      return { refused: "not-allowed" };
    }
    if (await hasTooMany(uid, kind === "private")) return { refused: "too-many-rooms" };
    if (await hasTooMany(uid)) return { refused: "too-many-rooms" };
    const room = newRoom();
    const role = kind === "private" ? "owner" : "member";
    const userName = await announce(room, uid, role);
    const at = now();
    const note = noteValues(room, { n: 0, at, by: uid, text: "" }, { kind: "made", by: uid, at });
    const { last } = note;
    const isTaken = await write(
      room,
      {
        ...note.values,
        ...entryValues(room, uid, { role, userName, at, muted: 0, last, kind, name }),
        [`chat/${room}/room`]: factsOf({ kind, name, topic, by: uid, at }),
        [`chat/${room}/count`]: 1,
        ...(kind === "public" && { [`chatRooms/${room}`]: { name, topic, members: 1, at } }),
      },
      [uid],
    );
    if (!isTaken) throw new Error("The rules refuse a new room.");
    if (asked.uids !== undefined && asked.uids.length > 0) await deps.add(uid, room, asked.uids);
    return { room, isNew: true };
  }

  return {
    make: async (uid, asked) => {
      if (faultOfKey(uid) !== undefined) return { refused: "not-allowed" };
      if (asked.kind === "ai") return makeAiChat(uid, asked.name ?? "");
      return asked.kind === "direct" ? makeDirect(uid, asked.uid) : makeRoom(uid, asked);
    },
    async join(uid, room) {
      if (faultOfKey(uid) !== undefined) return { refused: "no-such-room" };
      // A property: the compiler takes it for unchanged otherwise.
      const done = { isAnnounced: false };
      const said = await update<"done" | { refused: ChatRefusal }>(room, async (head) => {
        const { facts } = head;
        if (facts.kind !== "public") return { said: { refused: "no-such-room" } };
        const [member, mark] = await Promise.all([
          valueAt(backend, `chat/${room}/members/${uid}`),
          valueAt(backend, `chatMarks/${room}/${uid}`),
        ]);
        if (member !== null) return { said: "done" };
        const { out, muted } = (mark ?? {}) as { out?: unknown; muted?: unknown };
        if (out !== undefined) return { said: { refused: "not-allowed" } };
        if (facts.archived > 0) return { said: { refused: "archived" } };
        if (head.count >= mostPublicMembers) return { said: { refused: "room-full" } };
        if (await hasTooMany(uid)) return { said: { refused: "too-many-rooms" } };
        done.isAnnounced = true;
        const userName = await announce(room, uid, "member");
        const { kind, name } = facts;
        const values = {
          ...entryValues(room, uid, {
            role: "member",
            userName,
            at: now(),
            muted: typeof muted === "number" ? muted : 0,
            last: head.last,
            kind,
            name,
          }),
          [`chatMarks/${room}/${uid}`]: null,
          [`chat/${room}/count`]: head.count + 1,
          [`chatRooms/${room}/members`]: head.count + 1,
        };
        return { said: "done", update: asChange(room, head, values) };
      });
      if (done.isAnnounced) await follow(room, uid);
      return typeof said === "string" && said !== "done" ? { refused: said } : said;
    },
    whyNot,
    hasTooMany,
    announce,
  };
}

function factsOf(of: {
  kind: string;
  name: string;
  topic: string;
  by: string;
  at: number;
}): DatabaseJson {
  return { ...of, slow: 0, archived: 0 };
}
