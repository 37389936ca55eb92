/** What is done with the people of a room, and with the room itself: each one update in its order. docs/chat.md */
import type { ChatAct, ChatRefusal } from "#lib/chat/api.ts";
import {
  mostMembers,
  mostName,
  mostPublicMembers,
  mostTopic,
  slowSteps,
} from "#lib/chat/limits.ts";
import type { RoomMember } from "#lib/chat/room.ts";
import { faultOfKey } from "#lib/database-key.ts";
import { keysOf } from "#lib/keys-of.ts";
import { oneLine } from "#lib/one-line.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { type MembershipsBackend, followMember } from "../shared-things/memberships.ts";
import {
  type ChatHead,
  type OrderedUpdate,
  type Prepared,
  type UpdateRoom,
  asChange,
  moderates,
  noteValues,
  rolesOf,
  roomMember,
  roomMembers,
  valueAt,
} from "./chat-updates.ts";
import type { Done } from "./message-acts.ts";
import type { ChatNews } from "./notices.ts";
import type { RoomEnd } from "./room-end.ts";
import { type RoomLists, membersAtOnce } from "./room-lists.ts";
import { type Rooms, entryValues } from "./rooms.ts";

type Act<Name extends ChatAct["act"]> = Extract<ChatAct, { act: Name }>;

export type MemberActs = {
  /** @throws BackendError */
  add(
    uid: string,
    room: string,
    uids: readonly string[],
  ): Promise<"done" | { refused: ChatRefusal }>;
  /** @throws BackendError */
  remove(uid: string, room: string, other: string): Promise<Done>;
  /** The last owner's room passes to who is there longest. @throws BackendError */
  leave(uid: string, room: string): Promise<Done>;
  /** @throws BackendError */
  setRole(uid: string, room: string, act: Act<"role">): Promise<Done>;
  /** @throws BackendError */
  mute(uid: string, room: string, act: Act<"mute">): Promise<Done>;
  /** @throws BackendError */
  change(uid: string, room: string, act: Act<"change">): Promise<Done>;
  /** @throws BackendError */
  accept(uid: string, room: string): Promise<Done>;
  /** Their account goes. Can be done again. @throws BackendError */
  accountEnds(uid: string, room: string): Promise<"left" | "passed" | "gone">;
};

/** Refusals of somebody who is brought in, and not of the room. */
const ofOne = new Set<ChatRefusal>(["no-such-person", "not-taken"]);
const mostMuteMinutes = 7 * 24 * 60;

const no = (refused: ChatRefusal) => ({ said: { refused } });

export function createMemberActs(deps: {
  backend: MembershipsBackend & Pick<ServerBackend, "updateInOrder">;
  update: UpdateRoom;
  rooms: Pick<Rooms, "whyNot" | "hasTooMany" | "announce">;
  end: RoomEnd;
  lists: Pick<RoomLists, "planName">;
  tell: (news: ChatNews) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}): MemberActs {
  const { backend, update, rooms, end, lists, tell, now } = deps;
  const follow = (room: string, uid: string) =>
    followMember(backend, { kind: "chat", id: room, uid, now: now() });

  async function as(
    uid: string,
    room: string,
    prepare: (head: ChatHead, me: RoomMember) => Promise<Prepared<Done>>,
  ): Promise<Done> {
    const said = await update<Done>(room, async (head) => {
      const me = await roomMember(backend, room, uid);
      return me === undefined ? no("no-such-room") : prepare(head, me);
    });
    return typeof said === "string" && said !== "done" ? { refused: said } : said;
  }

  /** What goes with a member, in the same update. */
  async function goneValues(
    room: string,
    head: ChatHead,
    { uid, isOut, muted }: { uid: string; isOut: boolean; muted: number },
  ): Promise<OrderedUpdate> {
    const threads = keysOf(await valueAt(backend, `chatOf/${uid}/${room}/threads`));
    const isPublic = head.facts.kind === "public";
    const mark = { ...(isOut && { out: now() }), ...(muted > now() && { muted }) };
    return {
      [`chat/${room}/members/${uid}`]: null,
      [`chat/${room}/count`]: head.count - 1,
      [`chatOf/${uid}/${room}`]: null,
      [`chatReads/${uid}/${room}`]: null,
      [`chatTyping/${room}/${uid}`]: null,
      ...Object.fromEntries(threads.map((root) => [`chat/${room}/followers/${root}/${uid}`, null])),
      ...(Object.keys(mark).length > 0 && { [`chatMarks/${room}/${uid}`]: mark }),
      ...(isPublic &&
        head.facts.archived === 0 && { [`chatRooms/${room}/members`]: head.count - 1 }),
    };
  }

  /** Who goes by themselves; `heir` is another owner's uid, `gone`: nobody is left. */
  async function goes(room: string, head: ChatHead, uid: string) {
    const { kind } = head.facts;
    // There may be thousands in a public room: nobody's place in it depends on them.
    const members =
      kind === "public"
        ? new Map([[uid, await roomMember(backend, room, uid)]])
        : await roomMembers(backend, room);
    const me = members.get(uid);
    if (me === undefined) return undefined;
    const values = await goneValues(room, head, { uid, isOut: false, muted: me.muted });
    if (kind === "public") return { values, heir: undefined, isGone: false };
    const others = [...members].filter(([other]) => other !== uid) as [string, RoomMember][];
    const isGone = others.length === 0;
    let heir: string | undefined;
    if (kind === "private" && !isGone) {
      Object.assign(
        values,
        noteValues(room, head.last, { kind: "left", by: uid, at: now() }).values,
      );
      if (me.role === "owner" && !others.some(([, { role }]) => role === "owner")) {
        heir = others.toSorted(([, a], [, b]) => a.at - b.at)[0]?.[0];
        values[`chat/${room}/members/${heir}/role`] = "owner";
        values[`chatOf/${heir}/${room}/role`] = "owner";
      }
    }
    if (isGone) await end.plan(room);
    return { values, heir, isGone };
  }

  async function leaveFor(uid: string, room: string): Promise<"left" | "passed" | "gone" | "busy"> {
    let left: { heir: string | undefined; isGone: boolean } | undefined;
    const said = await update<"done">(room, async (head) => {
      const found = await goes(room, head, uid);
      left = found;
      if (found === undefined) return { said: "done" };
      return { said: "done", update: asChange(room, head, found.values) };
    });
    if (said === "busy") return said;
    await follow(room, uid);
    if (left?.heir !== undefined) await follow(room, left.heir);
    if (left?.isGone) await end.erase(room);
    if (left?.isGone) return "gone";
    return left?.heir === undefined ? "left" : "passed";
  }

  async function addOne(uid: string, room: string, other: string) {
    // A property: the compiler takes it for unchanged otherwise.
    const done = { isAnnounced: false };
    const said = await update<"done" | { refused: ChatRefusal }>(room, async (head) => {
      const { facts } = head;
      const me = await roomMember(backend, room, uid);
      if (me === undefined) return no("no-such-room");
      if (!(await moderates(backend, head, { uid, role: me.role }))) return no("not-allowed");
      // It is of one person, whose tokens it takes.
      if (facts.kind === "ai") return no("not-allowed");
      if ((await roomMember(backend, room, other)) !== undefined) return { said: "done" };
      if (facts.archived > 0) return no("archived");
      const most = facts.kind === "public" ? mostPublicMembers : mostMembers;
      if (head.count >= most) return no("room-full");
      const why = await rooms.whyNot(uid, other);
      if (why !== undefined) return no(why);
      if (await rooms.hasTooMany(other)) return no("not-taken");
      const mark = (await valueAt(backend, `chatMarks/${room}/${other}`)) as {
        muted?: number;
      } | null;
      done.isAnnounced = true;
      const userName = await rooms.announce(room, other, "member");
      const at = now();
      const { kind, name } = facts;
      const note =
        kind === "private"
          ? noteValues(room, head.last, { kind: "joined", by: other, at })
          : { values: {}, last: head.last };
      const values = {
        ...note.values,
        ...entryValues(room, other, {
          role: "member",
          userName,
          at,
          muted: mark?.muted ?? 0,
          last: note.last,
          kind,
          name,
        }),
        [`chatMarks/${room}/${other}`]: null,
        [`chat/${room}/count`]: head.count + 1,
        ...(kind === "public" && { [`chatRooms/${room}/members`]: head.count + 1 }),
      };
      return { said: "done", update: asChange(room, head, values) };
    });
    if (done.isAnnounced) {
      await follow(room, other);
      if (said === "done")
        tell({ room, by: uid, key: "", added: other, mentioned: [], followers: [] });
    }
    return typeof said === "string" && said !== "done" ? { refused: said } : said;
  }

  return {
    async add(uid, room, uids) {
      let said: Awaited<ReturnType<typeof addOne>> = "done";
      for (const other of new Set(uids)) {
        if (faultOfKey(other) !== undefined) continue;
        // oxlint-disable-next-line no-await-in-loop -- each is a change of the room
        const added = await addOne(uid, room, other);
        if (added === "done") continue;
        if (said === "done") said = added;
        // What is refused of one is not of the others.
        if (!ofOne.has(added.refused)) break;
      }
      return said;
    },

    async remove(uid, room, other) {
      if (uid === other) return this.leave(uid, room);
      if (faultOfKey(other) !== undefined) return { refused: "no-such-person" };
      const said = await as(uid, room, async (head, me) => {
        if (!(await moderates(backend, head, { uid, role: me.role }))) return no("not-allowed");
        const isPublic = head.facts.kind === "public";
        const member = await roomMember(backend, room, other);
        if (member === undefined && !isPublic) return { said: "done" };
        const role = member?.role ?? "member";
        if (await moderates(backend, head, { uid: other, role })) return no("not-allowed");
        if (member === undefined) {
          // Who was quicker to leave does not come in again either.
          const place = `chatMarks/${room}/${other}/out`;
          if ((await valueAt(backend, place)) !== null) return { said: "done" };
          return { said: "done", update: asChange(room, head, { [place]: now() }) };
        }
        const values = await goneValues(room, head, {
          uid: other,
          isOut: isPublic,
          muted: member.muted,
        });
        if (!isPublic) {
          const note = { kind: "removed" as const, uid: other, by: uid, at: now() };
          Object.assign(values, noteValues(room, head.last, note).values);
        }
        return { said: "done", update: asChange(room, head, values) };
      });
      if (said === "done") await follow(room, other);
      return said;
    },

    async leave(uid, room) {
      const seen = await as(uid, room, async (head) => {
        if (head.facts.kind !== "direct") return no("busy");
        // It is hidden until something is written there again.
        const values = { [`chatOf/${uid}/${room}`]: null, [`chatReads/${uid}/${room}`]: null };
        return { said: "done", update: asChange(room, head, values) };
      });
      if (seen === "done" || !("refused" in seen) || seen.refused !== "busy") return seen;
      const left = await leaveFor(uid, room);
      return left === "busy" ? { refused: left } : "done";
    },

    async setRole(uid, room, { uid: other, role }) {
      const said = await as(uid, room, async (head, me) => {
        if (head.facts.kind !== "private" || me.role !== "owner") return no("not-allowed");
        const members = await roomMembers(backend, room);
        const member = members.get(other);
        if (member === undefined) return no("no-such-person");
        if (member.role === role) return { said: "done" };
        const owners = [...members.values()].filter((one) => one.role === "owner");
        if (role === "member" && owners.length === 1) return no("last-owner");
        if (role === "owner" && (await rooms.hasTooMany(other, true))) return no("too-many-rooms");
        const values = {
          [`chat/${room}/members/${other}/role`]: role,
          [`chatOf/${other}/${room}/role`]: role,
        };
        return { said: "done", update: asChange(room, head, values) };
      });
      if (said === "done") await follow(room, other);
      return said;
    },

    mute: (uid, room, { uid: other, minutes }) =>
      as(uid, room, async (head, me) => {
        if (!(await moderates(backend, head, { uid, role: me.role }))) return no("not-allowed");
        const member = await roomMember(backend, room, other);
        if (member === undefined) return no("no-such-person");
        if (await moderates(backend, head, { uid: other, role: member.role })) {
          return no("not-allowed");
        }
        const muted = minutes === 0 ? 0 : now() + Math.min(minutes, mostMuteMinutes) * 60_000;
        const values = {
          [`chat/${room}/members/${other}/muted`]: muted,
          ...(muted > 0 && { [`chatTyping/${room}/${other}`]: null }),
        };
        return { said: "done", update: asChange(room, head, values) };
      }),

    async change(uid, room, act) {
      // A property: the compiler takes it for unchanged otherwise.
      const left = { isToName: false };
      const said = await as(uid, room, async (head, me) => {
        const { facts } = head;
        const isPublic = facts.kind === "public";
        if (!(await moderates(backend, head, { uid, role: me.role }))) return no("not-allowed");
        const isOnlySlow = [act.name, act.topic, act.archived].every((one) => one === undefined);
        if (isPublic && !isOnlySlow && !(await rolesOf(backend, uid)).isAdmin) {
          return no("not-allowed");
        }
        const name = act.name === undefined ? facts.name : oneLine(act.name, mostName);
        if (name === "") return { said: { fault: "Give the room a name." } };
        const slow = act.slow ?? facts.slow;
        if (!(slowSteps as readonly number[]).includes(slow)) {
          return { said: { fault: "There is no such time between messages." } };
        }
        const topic = act.topic === undefined ? facts.topic : oneLine(act.topic, mostTopic);
        const wasArchived = facts.archived > 0;
        const isArchived = act.archived ?? wasArchived;
        const archived = isArchived ? facts.archived || now() : 0;
        const at = now();
        const values: OrderedUpdate = {
          [`chat/${room}/room`]: { ...facts, name, topic, slow, archived },
        };
        if (name !== facts.name) {
          Object.assign(
            values,
            noteValues(room, head.last, { kind: "renamed", name, by: uid, at }).values,
          );
          left.isToName = head.count > membersAtOnce;
          const members = left.isToName ? [] : (await roomMembers(backend, room)).keys();
          for (const one of members) values[`chatOf/${one}/${room}/name`] = name;
        }
        if (isPublic) {
          values[`chatRooms/${room}`] = isArchived
            ? null
            : { name, topic, members: head.count, at: facts.at };
        }
        return { said: "done", update: asChange(room, head, values) };
      });
      if (said === "done" && left.isToName) await lists.planName(room);
      return said;
    },

    accept: (uid, room) =>
      as(uid, room, async (head) => {
        if (head.request?.to !== uid) return { said: "done" };
        const place = `chatOf/${uid}/${room}`;
        const isThere = (await valueAt(backend, `${place}/kind`)) !== null;
        const values = {
          [`chat/${room}/request`]: null,
          ...(isThere && { [`${place}/request`]: null }),
        };
        return { said: "done", update: asChange(room, head, values) };
      }),

    async accountEnds(uid, room) {
      const left = await leaveFor(uid, room);
      if (left === "busy") throw new Error("A room is changed again and again.");
      return left;
    },
  };
}
