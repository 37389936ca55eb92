/** Chat as one process of the server has it, without what asks for it. */
import type { SentMessage } from "#lib/chat/api.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createChatRooms } from "../../server/chat/chat-rooms.ts";
import { createMessages } from "../../server/chat/messages.ts";
import { chatSweep } from "../../server/chat/sweep-chat.ts";
import { createLog } from "../../server/log.ts";

export const writers = ["ann", "ben", "cleo"];

/** @param now milliseconds since 1970 */
export function openChatServer(backend: ServerBackend, now: () => number) {
  const log = createLog("silent");
  const jobs = () => ({ schedule: async () => "" });
  const rooms = createChatRooms({ backend, jobs, log, now });
  const messages = createMessages({ backend, update: rooms.update, tell: () => {}, now });
  const sweep = chatSweep({ ...rooms, backend, log, now });
  return { ...rooms, messages, sweep };
}

/** The same for the same number: each third in the thread. */
export function sentOf(number: number, root: string): SentMessage {
  const id = `k${String(number).padStart(19, "0")}`;
  return { id, text: `Message ${number}`, ...(number % 3 === 0 && { root }) };
}
