/** What somebody writes and does in a room, on its way to the server. See docs/chat.md. */
import type { ChatAct, SentMessage } from "#lib/chat/api.ts";
import { type Outbox, type OutboxEntry, OutboxRefusal } from "../outbox/outbox.ts";
import { type ChatHttp, TurnedDownError, createChatHttp } from "./chat-http.ts";
import { chatTool } from "./kept-chat.ts";
import { noteUnasked } from "./unasked.ts";

/** What is shown before the server has it. */
export type QueuedAct = Extract<ChatAct, { act: "edit" | "delete" | "react" }>;

export type Said = { code: string; text: string };

/** `said`: why the server did not take it; it stays until somebody decides. */
export type ChatSend =
  /** isChange: other words for a message that was on its way when they were written, and may be stored by now. */
  | { kind: "send"; message: SentMessage; at: number; isChange?: true; said?: Said }
  | { kind: "act"; act: QueuedAct; said?: Said };

/** All of a room go one after the other. */
const key = "all";

export const addSend = (outbox: Outbox, room: string, data: ChatSend): Promise<void> =>
  outbox.add({ tool: chatTool(room), key, data });

const sent = new WeakMap<Outbox, Set<string>>();

/**
 * Has what waits of a room sent, for as long as the outbox is open: a thread that is closed leaves it to the room, and a room
 * to nobody.
 */
export function sendChat(outbox: Outbox, room: string, http?: ChatHttp): void {
  const rooms = sent.get(outbox) ?? new Set();
  if (rooms.has(room)) return;
  sent.set(outbox, rooms.add(room));
  const post = http ?? createChatHttp(outbox.uid);
  const handler = async (
    { id, data }: OutboxEntry<ChatSend>,
    { signal }: { signal: AbortSignal },
  ): Promise<void> => {
    const { said } = data;
    if (said) throw new OutboxRefusal({ ...said, again: "asked", isAside: true });
    try {
      await (data.kind === "send"
        ? sendMessage(post, { uid: outbox.uid, room, data, signal })
        : post(`/api/chat/${room}/acts`, data.act, signal));
    } catch (error) {
      if (!(error instanceof TurnedDownError)) throw error;
      // What comes after it does not wait for what somebody decides.
      const aside = { ...data, said: { code: error.code, text: error.message } };
      await outbox.add({ tool: chatTool(room), key: `aside ${id}`, data: aside });
    }
    if (data.kind === "send" && data.isChange) await forgetBefore(outbox, room, { id, data });
  };
  outbox.handle<ChatSend>(chatTool(room), handler, changed);
}

type Send = Extract<ChatSend, { kind: "send" }>;

async function sendMessage(
  post: ChatHttp,
  of: { uid: string; room: string; data: Send; signal: AbortSignal },
): Promise<void> {
  const { uid, room, data, signal } = of;
  const { message, isChange } = data;
  const stored = await post(`/api/chat/${room}/messages`, message, signal);
  const said = stored?.ask;
  if (said !== undefined && said !== "begun") noteUnasked(uid, { room, id: message.id }, said);
  if (!isChange || !stored || stored.isNew) return;
  const { text, root } = message;
  const act: QueuedAct = {
    act: "edit",
    key: stored.key,
    text,
    ...(root !== undefined && { root }),
  };
  await post(`/api/chat/${room}/acts`, act, signal);
}

/** A message that has not gone yet goes with the words that it was changed to. */
function changed(waiting: ChatSend, added: ChatSend): ChatSend | undefined {
  if (waiting.kind !== "send" || added.kind !== "send" || !added.isChange) return undefined;
  if (waiting.message.id !== added.message.id) return undefined;
  return { ...waiting, message: added.message };
}

/** What was not taken before it was changed. */
async function forgetBefore(
  outbox: Outbox,
  room: string,
  { id, data }: { id: string; data: Send },
): Promise<void> {
  const old = entriesOf(outbox, room).filter(
    (one) =>
      one.data.kind === "send" &&
      one.data.said &&
      one.data.message.id === data.message.id &&
      one.key !== `aside ${id}`,
  );
  await Promise.all(old.map((one) => outbox.forget(one.id)));
}

/** Sends anew what the server did not take. @param text in place of its words */
export function sendAgain(
  outbox: Outbox,
  { id, data }: OutboxEntry<ChatSend>,
  text?: string,
): Promise<void> {
  const { said: _said, ...bare } = data;
  const isOther = bare.kind === "send" && text !== undefined;
  return outbox.again(id, isOther ? { ...bare, message: { ...bare.message, text } } : bare);
}

export function entriesOf(outbox: Outbox, room: string): OutboxEntry<ChatSend>[] {
  const all = outbox.state().entries.filter(({ tool }) => tool === chatTool(room));
  return all as OutboxEntry<ChatSend>[];
}
