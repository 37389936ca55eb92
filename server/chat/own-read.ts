/** What somebody writes is no news to them, on none of their devices. */
import type { ChatRead } from "#lib/chat/room.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { type OrderedUpdate, valueAt } from "./chat-updates.ts";

/** How far somebody has read a room: where they have read nothing, as far as when they came in. @throws BackendError */
export async function readOf(
  backend: Pick<ServerBackend, "getValue">,
  uid: string,
  room: string,
): Promise<Partial<ChatRead>> {
  const [read, from] = await Promise.all([
    valueAt(backend, `chatReads/${uid}/${room}`) as Promise<ChatRead | null>,
    valueAt(backend, `chatOf/${uid}/${room}/from`),
  ]);
  return read ?? (typeof from === "number" ? { n: from } : {});
}

/** Where they had read all before their message, it is read, too. @param root of the thread that it stands in */
export function ownRead(
  read: Partial<ChatRead>,
  { uid, room, root, n }: { uid: string; room: string; root: string | undefined; n: number },
): OrderedUpdate {
  const place = `chatReads/${uid}/${room}`;
  if (root !== undefined) {
    return read.threads?.[root] === n - 1 ? { [`${place}/threads/${root}`]: n } : {};
  }
  return read.n === n - 1 ? { [`${place}/n`]: n } : {};
}
