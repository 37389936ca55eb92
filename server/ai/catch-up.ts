/** Somebody is told what they have missed in a room: in an AI chat of its own, which alone they read. docs/ai.md */
import type { CatchUp, CaughtUp } from "#lib/ai/api.ts";
import type { ChatRefusal } from "#lib/chat/api.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { isRoomId } from "#lib/chat/room-id.ts";
import { readChatHead, roomMember } from "../chat/chat-updates.ts";
import type { Messages, Refused } from "../chat/messages.ts";
import type { Rooms } from "../chat/rooms.ts";
import type { RunRecords } from "./run-records.ts";
import type { AiRuns } from "./runs.ts";

/** @throws BackendError */
export type CatchUpDesk = (
  uid: string,
  room: string,
  asked: CatchUp,
) => Promise<CaughtUp | Refused>;

export function createCatchUp(deps: {
  backend: Pick<ServerBackend, "getValue" | "updateValues">;
  rooms: Pick<Rooms, "make">;
  messages: Pick<Messages, "send">;
  records: Pick<RunRecords, "find">;
  runs: Pick<AiRuns, "ask">;
}): CatchUpDesk {
  const { backend, rooms, messages, records, runs } = deps;

  return async (uid, source, { id, model, most, from }) => {
    const isMember = isRoomId(source) && (await roomMember(backend, source, uid)) !== undefined;
    const head = isMember ? await readChatHead(backend, source) : undefined;
    if (head === undefined) return { refused: "no-such-room" satisfies ChatRefusal };
    const before = await records.find(uid, id);
    if (before !== undefined) return { room: before.room, key: before.key, ask: "begun" };
    const name = head.facts.name || "a direct message";
    const made = await rooms.make(uid, { kind: "ai", name: `Catch up on ${name}` });
    if (!("room" in made)) return made;
    const { room } = made;
    const text = `Catch me up on ${name}: what was said since I read it last, and is anything asked of me?`;
    const sent = await messages.send(uid, room, { id, text });
    if (!("key" in sent)) return sent;
    const { key } = sent;
    const about = { room: source, from, to: head.last.n };
    await backend.updateValues({ [`chat/${room}/about/${key}`]: about });
    const said = await runs.ask(uid, { id, model, most, room, key });
    return typeof said === "object" && "fault" in said ? said : { room, key, ask: said };
  };
}
