/** What somebody writes is no news to them, on none of their devices. */
import type { ChatRead } from "#lib/chat/room.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { type OrderedUpdate, valueAt } from "./chat-updates.ts";

/**
 * Where they had read all before their message, it is read, too. @param root of the thread that it stands in
 * @throws BackendError
 */
export async function ownRead(
  backend: Pick<ServerBackend, "getValue">,
  { uid, room, root, n }: { uid: string; room: string; root: string | undefined; n: number },
): Promise<OrderedUpdate> {
  const place = `chatReads/${uid}/${room}`;
  const read = (await valueAt(backend, place)) as ChatRead | null;
  if (root !== undefined) {
    return read?.threads?.[root] === n - 1 ? { [`${place}/threads/${root}`]: n } : {};
  }
  const before = read?.n ?? (await valueAt(backend, `chatOf/${uid}/${room}/from`));
  return before === n - 1 ? { [`${place}/n`]: n } : {};
}
