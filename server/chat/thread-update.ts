import { type Message, messageKey } from "#lib/chat/message.ts";
import { keysOf } from "#lib/keys-of.ts";
import type { OrderedUpdate } from "./chat-updates.ts";

/** Of those who wrote there, who are shown. */
const mostThreadPeople = 5;

/** Another message in a thread: its key, what is written of the thread, and how far it goes for who follows it. */
export function threadUpdate(
  place: { room: string; root: string; top: Message | null },
  { by, at, followers }: { by: string; at: number; followers: readonly string[] },
): { key: string; values: OrderedUpdate } {
  const { room, root, top } = place;
  const count = (top?.thread?.count ?? 0) + 1;
  const people = [...new Set([...keysOf(top?.thread?.people), by])].slice(0, mostThreadPeople);
  const values: OrderedUpdate = {
    [`chat/${room}/messages/${root}/thread`]: {
      count,
      at,
      people: Object.fromEntries(people.map((one) => [one, true])),
    },
    ...Object.fromEntries(followers.map((one) => [`chatOf/${one}/${room}/threads/${root}`, count])),
  };
  return { key: messageKey(count), values };
}
