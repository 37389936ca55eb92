/** The one way by which a room is changed, and what of it is read for that. docs/chat.md */
import { messageKey } from "#lib/chat/message.ts";
import type { Note } from "#lib/chat/message.ts";
import { readFacts, readRoomHead, readRoomMember, readRoomMembers } from "#lib/chat/read-room.ts";
import { isRoomId } from "#lib/chat/room-id.ts";
import type { RoomFacts, RoomHead, RoomMember } from "#lib/chat/room.ts";
import { faultOfKey } from "#lib/database-key.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import {
  type OrderedUpdate,
  type Prepared,
  createOrderedUpdates,
} from "../shared-things/ordered-updates.ts";

export type { OrderedUpdate, Prepared } from "../shared-things/ordered-updates.ts";

export type ChatHead = {
  seq: number;
  facts: RoomFacts;
  last: RoomHead;
  /** A direct message that `to` has not taken yet, and how much the other one has sent. */
  request: { to: string; sent: number } | undefined;
  /** How many members there are. */
  count: number;
};

/**
 * @param prepare may be asked again, and then has to read anew
 * @param also what is read together with the head, where each wait counts
 * @throws BackendError
 */
export type UpdateRoom = <Said, Also = undefined>(
  room: string,
  prepare: (head: ChatHead, also: Also) => Promise<Prepared<Said>>,
  also?: () => Promise<Also>,
) => Promise<Said | "no-such-room" | "busy">;

type Reading = Pick<ServerBackend, "getValue">;

export function createChatUpdates(deps: {
  backend: Reading & Pick<ServerBackend, "updateInOrder">;
  log: Log;
}): UpdateRoom {
  const { backend } = deps;
  const readHead = (room: string) => readChatHead(backend, room);
  const update = createOrderedUpdates({ ...deps, kind: "chat", readHead });
  return async <Said, Also>(
    room: string,
    prepare: (head: ChatHead, also: Also) => Promise<Prepared<Said>>,
    readAlso?: () => Promise<Also>,
  ) => {
    if (!isRoomId(room)) return "no-such-room";
    let also: Also | undefined;
    const read = () => readChatHead(backend, room, async () => (also = await readAlso?.()));
    const said = await update<Said>(room, (head) => prepare(head, also as Also), read);
    return said === "none" ? "no-such-room" : said;
  };
}

/** `seq` first: what is read after it is as new, or the update is refused. @param also is begun after it, too */
export async function readChatHead(
  backend: Reading,
  room: string,
  also?: () => Promise<unknown>,
): Promise<ChatHead | undefined> {
  const root = `chat/${room}`;
  const seq = await valueAt(backend, `${root}/seq`);
  if (typeof seq !== "number") return undefined;
  const [[stored, head, request, count]] = await Promise.all([
    Promise.all(
      ["room", "head", "request", "count"].map((name) => valueAt(backend, `${root}/${name}`)),
    ),
    also?.(),
  ]);
  const facts = readFacts(stored);
  if (facts === undefined) return undefined;
  const { to, sent } = (request ?? {}) as { to?: unknown; sent?: unknown };
  return {
    seq,
    facts,
    last: readRoomHead(head),
    request: typeof to === "string" ? { to, sent: typeof sent === "number" ? sent : 0 } : undefined,
    count: typeof count === "number" ? count : 0,
  };
}

/** With the number of the change. */
export function asChange(room: string, { seq }: ChatHead, values: OrderedUpdate): OrderedUpdate {
  return { ...values, [`chat/${room}/seq`]: seq + 1 };
}

/** A line between the messages that says who came or went; `from` is the room's head before it. */
export function noteValues(
  room: string,
  from: RoomHead,
  note: Note & { by: string; at: number },
): { values: OrderedUpdate; last: RoomHead } {
  const { by, at, ...said } = note;
  const last = { n: from.n + 1, at, by, text: "" };
  const message = { by, at, id: "", text: "", note: said };
  return {
    values: {
      [`chat/${room}/messages/${messageKey(last.n)}`]: message,
      [`chat/${room}/head`]: last,
    },
    last,
  };
}

/** @throws BackendError */
export async function roomMember(
  backend: Reading,
  room: string,
  uid: string,
): Promise<RoomMember | undefined> {
  if (faultOfKey(uid) !== undefined) return undefined;
  return readRoomMember(await valueAt(backend, `chat/${room}/members/${uid}`));
}

/** @throws BackendError */
export async function roomMembers(
  backend: Reading,
  room: string,
): Promise<Map<string, RoomMember>> {
  return readRoomMembers(await valueAt(backend, `chat/${room}/members`));
}

export async function valueAt(backend: Reading, path: string): Promise<DatabaseJson> {
  return (await backend.getValue(path)).value;
}

/** As they are now, whatever a token says. @throws BackendError */
export async function rolesOf(
  backend: Reading,
  uid: string,
): Promise<{ isAdmin: boolean; isEditor: boolean }> {
  if (faultOfKey(uid) !== undefined) return { isAdmin: false, isEditor: false };
  const roles = (await valueAt(backend, `users/${uid}/roles`)) as {
    admin?: unknown;
    editor?: unknown;
  } | null;
  const isAdmin = roles?.admin === true;
  return { isAdmin, isEditor: isAdmin || roles?.editor === true };
}

/** Who deletes, mutes and removes there. @throws BackendError */
export async function moderates(
  backend: Reading,
  { facts }: ChatHead,
  { uid, role }: { uid: string; role: RoomMember["role"] },
): Promise<boolean> {
  if (facts.kind === "direct") return false;
  return facts.kind === "public" ? (await rolesOf(backend, uid)).isEditor : role === "owner";
}

/** Milliseconds until somebody may write again in a slow room, which binds no moderator. @throws BackendError */
export async function slowWait(
  { backend, now }: { backend: Reading; now: () => number },
  room: string,
  head: ChatHead,
  { uid, role }: { uid: string; role: RoomMember["role"] },
): Promise<number> {
  const slowMs = head.facts.slow * 1000;
  if (slowMs === 0 || (await moderates(backend, head, { uid, role }))) return 0;
  const last = await valueAt(backend, `chat/${room}/last/${uid}`);
  return typeof last === "number" ? Math.min(slowMs, last + slowMs - now()) : 0;
}

/** Whether the one takes nothing from the other, or the other way. @throws BackendError */
export async function isBlocked(backend: Reading, a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([hasBlocked(backend, a, b), hasBlocked(backend, b, a)]);
  return one || other;
}

/** @throws BackendError */
export async function hasBlocked(backend: Reading, uid: string, other: string): Promise<boolean> {
  if (faultOfKey(uid) !== undefined || faultOfKey(other) !== undefined) return false;
  return (await valueAt(backend, `chatBlocks/${uid}/${other}`)) === true;
}
