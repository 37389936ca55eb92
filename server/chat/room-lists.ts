/** What the lists of members say of a room, in pieces: of a public one there are thousands. docs/chat.md */
import type { RoomFacts, RoomMember } from "#lib/chat/room.ts";
import { readRoomMembers } from "#lib/chat/read-room.ts";
import { compareKeys } from "#lib/database-key.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import { nameOf } from "../shared-things/memberships.ts";
import {
  type ChatHead,
  type OrderedUpdate,
  type UpdateRoom,
  asChange,
  roomMembers,
  valueAt,
} from "./chat-updates.ts";

/** Members in one change of the room. */
export const membersAtOnce = 500;
const readsAtOnce = 50;

type Of = { room: string; head: ChatHead; uid: string; member: RoomMember };

export type RoomLists = {
  /** Names, roles and what was read of threads; only what is wrong is written. @throws BackendError */
  mend(room: string, signal?: AbortSignal): Promise<void>;
  /** A room of many members has another name: their lists say so soon. @throws BackendError */
  planName(room: string): Promise<void>;
  jobKinds: JobKinds;
};

export function createRoomLists(deps: {
  backend: Pick<ServerBackend, "getValue" | "exportChildren">;
  update: UpdateRoom;
  jobs: () => {
    schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
  };
  /** Milliseconds since 1970. */
  now: () => number;
}): RoomLists {
  const { backend, update, jobs, now } = deps;

  /** Who belongs to it is read in each change: who leaves meanwhile has it in their list no more. */
  async function inPieces(
    room: string,
    valuesOf: (of: Of) => Promise<OrderedUpdate>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (let after: string | undefined; ;) {
      signal?.throwIfAborted();
      const range = { after, limit: membersAtOnce };
      // oxlint-disable-next-line no-await-in-loop -- each piece is known by the one before
      const said = await update<{ last: string | undefined }>(room, async (head) => {
        const page = await backend.exportChildren(`chat/${room}/members`, range);
        const members = [...readRoomMembers(page)];
        const values: OrderedUpdate = {};
        for (let from = 0; from < members.length; from += readsAtOnce) {
          const some = members.slice(from, from + readsAtOnce);
          // oxlint-disable-next-line no-await-in-loop -- not all at once is the point
          const found = await Promise.all(
            some.map(([uid, member]) => valuesOf({ room, head, uid, member })),
          );
          Object.assign(values, ...found);
        }
        const keys = keysOf(page).toSorted(compareKeys);
        const last = keys.length < membersAtOnce ? undefined : keys.at(-1);
        if (Object.keys(values).length === 0) return { said: { last } };
        return { said: { last }, update: asChange(room, head, values) };
      });
      if (typeof said === "string" || said.last === undefined) return;
      after = said.last;
    }
  }

  async function wrongOf({ room, head: { facts, last }, uid, member }: Of): Promise<OrderedUpdate> {
    const place = `chatOf/${uid}/${room}`;
    const [called, stored, read] = await Promise.all([
      nameOf(backend, uid),
      valueAt(backend, place),
      valueAt(backend, `chatReads/${uid}/${room}/threads`),
    ]);
    const entry = stored as {
      kind?: string;
      name?: string;
      role?: string;
      threads?: object;
    } | null;
    const values: OrderedUpdate = {};
    if (called !== "" && called !== member.name) {
      values[`chat/${room}/members/${uid}/name`] = called;
    }
    const threads = new Set(keysOf(entry?.threads));
    for (const root of keysOf(read)) {
      if (!threads.has(root)) values[`chatReads/${uid}/${room}/threads/${root}`] = null;
    }
    const isThere = entry?.kind !== undefined;
    if (facts.kind === "direct") {
      // Who has left it does not see it.
      const others = isThere ? await otherName(room, uid) : "";
      if (others !== "" && entry?.name !== others) values[`${place}/name`] = others;
      return values;
    }
    if (!isThere) return { ...values, [place]: newEntry(facts, member, last.n) };
    if (entry.name !== facts.name) values[`${place}/name`] = facts.name;
    if (entry.role !== member.role) values[`${place}/role`] = member.role;
    return values;
  }

  async function otherName(room: string, uid: string): Promise<string> {
    const other = [...(await roomMembers(backend, room)).keys()].find((one) => one !== uid);
    return other === undefined ? "" : nameOf(backend, other);
  }

  return {
    mend: (room, signal) => inPieces(room, wrongOf, signal),
    async planName(room) {
      const id = `name-chat-${room}-${now()}`;
      await jobs().schedule("name-chat", { id, dueAt: new Date(now()), data: { room } });
    },
    jobKinds: {
      "name-chat": {
        async run({ room }, { signal }) {
          if (typeof room !== "string") return;
          const named = async ({ head, uid }: Of) => ({
            [`chatOf/${uid}/${room}/name`]: head.facts.name,
          });
          await inPieces(room, named, signal);
        },
      },
    },
  };
}

function newEntry({ kind, name }: RoomFacts, { role, at }: RoomMember, from: number) {
  return { kind, name, role, at, from };
}
