/** Messages as they are shown: those of the server, and over them what is on its way there. */
import type { AiStream } from "#lib/ai/api.ts";
import { aiUid } from "#lib/ai/limits.ts";
import type { Message, Reactions } from "#lib/chat/message.ts";
import { messageKey, numberOfKey } from "#lib/chat/message.ts";
import type { OutboxEntry } from "../outbox/outbox.ts";
import type { ChatSend, QueuedAct, Said } from "./send-chat.ts";

export type ShownMessage = {
  /** Of all that is shown it is this one alone's, and stays the same from the first letter on its way to the stored message. */
  id: string;
  /** Undefined: the server has not stored it yet. */
  key: string | undefined;
  n: number | undefined;
  message: Message;
  /** On its way: `sending`; `refused`: it stays here until somebody decides; `coming`: the AI is at it. */
  state: "stored" | "sending" | "refused" | "coming";
  /** Of what is coming: it was stopped, and will end in a moment. */
  isStopping?: boolean;
  said?: Said;
  /** Of the outbox, of what is not stored. */
  entry?: string;
};

/** @param place where they stand: in the room, or in the thread of `root` */
export function shownOf(
  stored: Iterable<readonly [n: number, message: Message]>,
  entries: readonly OutboxEntry<ChatSend>[],
  {
    uid,
    root,
    isAtEnd,
    streams = [],
  }: {
    uid: string;
    root?: string | undefined;
    isAtEnd: boolean;
    /** Answers that come, by their ids. */
    streams?: Iterable<readonly [id: string, stream: AiStream]>;
  },
): ShownMessage[] {
  const acts = actsByKey(entries, root);
  const sends = sendsOf(entries, root);
  const coming = new Map(streams);
  const shown: ShownMessage[] = [];
  for (const [n, message] of stored) {
    if (message.by === aiUid) coming.delete(message.id);
    const key = messageKey(n);
    const sent = message.by === uid ? sends.get(message.id) : undefined;
    sends.delete(sent?.data.message.id ?? "");
    const said = withWords(message, sent?.data);
    const done = (acts.get(key) ?? []).reduce((one, act) => withAct(one, act, uid), said);
    shown.push({ id: idOf(message), key, n, message: done, state: "stored" });
  }
  if (!isAtEnd) return shown;
  shown.push(...Array.from(coming, ([id, stream]) => comingOf(id, stream)));
  for (const { entry, data } of sends.values()) {
    const { message, at, said } = data;
    shown.push({
      id: idOf({ by: uid, id: message.id }),
      key: undefined,
      n: undefined,
      message: messageOf(message, { uid, at }),
      state: said ? "refused" : "sending",
      ...(said && { said }),
      entry,
    });
  }
  return shown;
}

/** The row stays the same when it has become a message. */
function comingOf(id: string, { by, key, model, at, parts = {}, cancel }: AiStream): ShownMessage {
  const sorted = Object.entries(parts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = sorted.map(([, piece]) => piece).join("");
  const ai = { for: by, to: key, model, state: "done", spent: 0 } as const;
  return {
    id: idOf({ by: aiUid, id }),
    key: undefined,
    n: undefined,
    message: { by: aiUid, at, id, text, ai },
    state: "coming",
    isStopping: cancel === true,
  };
}

type Send = Extract<ChatSend, { kind: "send" }>;

/** Each message once, by its id, as it was changed last. */
function sendsOf(
  entries: readonly OutboxEntry<ChatSend>[],
  root: string | undefined,
): Map<string, { entry: string; data: Send }> {
  const sends = new Map<string, { entry: string; data: Send }>();
  for (const { id: entry, data } of entries) {
    if (data.kind !== "send" || data.message.root !== root) continue;
    sends.set(data.message.id, { entry, data });
  }
  return sends;
}

/** With other words that are on their way. */
function withWords(message: Message, sent: Send | undefined): Message {
  if (!sent?.isChange || sent.said || message.gone || message.text === sent.message.text)
    return message;
  return { ...message, text: sent.message.text, edited: message.edited ?? 1 };
}

/** Its writer makes the id of a message: another one may have the same. */
export const idOf = ({ by, id }: Pick<Message, "by" | "id">): string => `${by} ${id}`;

function messageOf(
  { id, text, files, quote }: Send["message"],
  { uid, at }: { uid: string; at: number },
): Message {
  return {
    by: uid,
    at,
    id,
    text,
    ...(files && { files }),
    ...(quote !== undefined && { quote: { key: quote, by: "", text: "" } }),
  };
}

function actsByKey(
  entries: readonly OutboxEntry<ChatSend>[],
  root: string | undefined,
): Map<string, QueuedAct[]> {
  const acts = new Map<string, QueuedAct[]>();
  for (const { data } of entries) {
    if (data.kind !== "act" || data.said || data.act.root !== root) continue;
    const { act } = data;
    if (numberOfKey(act.key) === undefined) continue;
    acts.set(act.key, [...(acts.get(act.key) ?? []), act]);
  }
  return acts;
}

/** What the server makes of it, as it will be told. */
function withAct(message: Message, act: QueuedAct, uid: string): Message {
  if (message.gone) return message;
  if (act.act === "edit") return { ...message, text: act.text, edited: message.edited ?? 1 };
  if (act.act === "delete") {
    const { by, at, id, thread } = message;
    return { by, at, id, text: "", gone: { by: uid, at: 0 }, ...(thread && { thread }) };
  }
  return { ...message, reactions: withReaction(message.reactions ?? {}, act, uid) };
}

function withReaction(
  reactions: Reactions,
  { emoji, on }: { emoji: string; on: boolean },
  uid: string,
): Reactions {
  const { [emoji]: there = {}, ...others } = reactions;
  const { [uid]: _own, ...rest } = there;
  const now = on ? { ...rest, [uid]: true as const } : rest;
  if (Object.keys(now).length === 0) return others;
  // In its place, so that nothing moves.
  if (!(emoji in reactions)) return { ...others, [emoji]: now };
  return Object.fromEntries(
    Object.entries(reactions).map(([one, who]) => [one, one === emoji ? now : who]),
  );
}
