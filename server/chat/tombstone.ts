import { type Message, numberOfKey } from "#lib/chat/message.ts";
import type { ChatHead, OrderedUpdate } from "./chat-updates.ts";

/** What is left of a message that is taken away, so that who answered it sees that it is gone; and its files, which go. */
export function tombstone(
  room: string,
  of: { head: ChatHead; message: Message; path: string; by: string; at: number },
): { values: OrderedUpdate; files: string[] } {
  const { head, message, path, by } = of;
  const { at: written, id, thread } = message;
  const files = Object.values(message.files ?? {}).map((file) => file.path);
  const key = path.split("/").at(-1) ?? "";
  const isMain = path === `chat/${room}/messages/${key}`;
  const values: OrderedUpdate = {
    [path]: {
      by: message.by,
      at: written,
      id,
      text: "",
      gone: { by, at: of.at },
      ...(thread && { thread }),
    },
    ...(isMain && { [`chat/${room}/pins/${key}`]: null }),
    ...(isMain && numberOfKey(key) === head.last.n && { [`chat/${room}/head/text`]: "" }),
    ...Object.fromEntries(files.map((file) => [`chat/${room}/files/${file}`, null])),
  };
  return { values, files };
}
