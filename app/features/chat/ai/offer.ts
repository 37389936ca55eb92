/** What asking would cost just now, or why it cannot be asked; the server has the last word. docs/ai.md */
import type { AiModel, AiState } from "#lib/ai/api.ts";
import { mostBefore, mostContext, mostTextFile, mostTextFiles } from "#lib/ai/limits.ts";
import { mostOf } from "#lib/ai/price.ts";
import type { Message, MessageFile } from "#lib/chat/message.ts";

export type Offer =
  | { model: AiModel; most: number; isExact: boolean }
  | {
      why: "none" | "off" | "unverified" | "no-tokens" | "today" | "daily";
      /** AI tokens. */
      most: number;
      left: number;
    };

/** Of what is told beside messages: the fixed words, what the owner may have written, names and marks. */
const besideBytes = 7_000;
const besideMessage = 60;

type Question = {
  isChat: boolean;
  text: string;
  files: readonly MessageFile[];
  /** Those before it. */
  messages: readonly Message[];
};

/** Bytes of all that the provider would be sent: rather more than less. */
export function bytesOfQuestion({ isChat, text, files, messages }: Question): number {
  const before = messages.slice(-(isChat ? mostBefore.chat : mostBefore.room));
  const told = before.filter(({ gone, note }) => !gone && !note);
  const context = told.reduce((sum, one) => sum + sizeOf(one.text) + besideMessage, 0);
  const texts = files.filter(({ type }) => type.startsWith("text/")).slice(0, mostTextFiles);
  const ofFiles = texts.reduce((sum, { bytes }) => sum + Math.min(bytes, 4 * mostTextFile), 0);
  return besideBytes + Math.min(context, 4 * mostContext) + ofFiles + sizeOf(text);
}

const sizeOf = (text: string) => new TextEncoder().encode(text).length;

export function offerOf(
  ai: AiState,
  {
    model: wanted,
    balance,
    bytes,
    agreed = 0,
  }: {
    /** Id of the one that was chosen here. */
    model: string | undefined;
    /** AI tokens of their own. */
    balance: number;
    bytes: number;
    /** The server has said that it may cost this. */
    agreed?: number | undefined;
  },
): Offer {
  const { on, why = "none", models, price, maxOutput, left, userDaily, cap } = ai;
  const most = Math.max(1, agreed, mostOf(price, { bytes, maxOutput }));
  const model = models.find(({ id }) => id === wanted) ?? models[0];
  if (!on || model === undefined) return { why, most, left: 0 };
  if (balance < most) return { why: "no-tokens", most, left: balance };
  const daily = Math.min(userDaily, cap ?? Infinity);
  // Tomorrow it is no other.
  if (daily < most) return { why: "daily", most, left: daily };
  if (left.today < most) return { why: "today", most, left: left.today };
  return { model, most, isExact: price.per === "reply" };
}
