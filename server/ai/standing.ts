/** Whether somebody may have a message of theirs answered where it stands: asked before, meanwhile and at the end. docs/ai.md */
import type { AskRefusal } from "#lib/ai/api.ts";
import { type Message, numberOfKey, placeOfMessage } from "#lib/chat/message.ts";
import { isRoomId } from "#lib/chat/room-id.ts";
import type { RoomFacts } from "#lib/chat/room.ts";
import { faultOfKey } from "#lib/database-key.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import {
  type ChatHead,
  isBlocked,
  readChatHead,
  roomMember,
  roomMembers,
  valueAt,
} from "../chat/chat-updates.ts";

export type AskPlace = { uid: string; room: string; key: string; root?: string | undefined };

export type Standing = { facts: RoomFacts; message: Message; name: string };

/** What others have decided; the rest is the caller's own doing. */
const byOthers: readonly AskRefusal[] = ["muted", "archived", "not-taken"];

export const isByOthers = (refusal: AskRefusal) => byOthers.includes(refusal);

/** @param head as it is in an update; else it is read. @throws BackendError */
export async function standingOf(
  deps: { backend: Pick<ServerBackend, "getValue">; now: () => number },
  { uid, room, key, root }: AskPlace,
  head?: ChatHead,
): Promise<Standing | AskRefusal> {
  const { backend, now } = deps;
  const isPlace = [key, ...(root === undefined ? [] : [root])].every(
    (one) => numberOfKey(one) !== undefined,
  );
  if (!isPlace) return "no-such-message";
  if (!isRoomId(room) || faultOfKey(uid) !== undefined) return "no-such-room";
  const [found, me, stored] = await Promise.all([
    head ?? readChatHead(backend, room),
    roomMember(backend, room, uid),
    valueAt(backend, `chat/${room}/${placeOfMessage({ key, root })}`),
  ]);
  if (found === undefined || me === undefined) return "no-such-room";
  const message = stored as Message | null;
  if (message === null || message.gone || message.note) return "no-such-message";
  if (message.by !== uid) return "not-allowed";
  if (found.facts.archived > 0) return "archived";
  if (me.muted > now()) return "muted";
  if (found.facts.kind === "direct") {
    const other = [...(await roomMembers(backend, room)).keys()].find((one) => one !== uid);
    if (other === undefined || (await isBlocked(backend, uid, other))) return "not-taken";
    // Answers would come to them beside the few messages that they may be sent.
    if (found.request !== undefined && found.request.to !== uid) return "waits";
  }
  return { facts: found.facts, message, name: me.name };
}
