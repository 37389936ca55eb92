/** Messages as `chat/{room}/messages/{key}` and `chat/{room}/replies/{root}/{key}` have them. docs/chat.md */
import type { AiMark } from "../ai/api.ts";

/** Who has it sent, `name` lower: `reactions/{emoji}/{uid}`: true. */
export type Reactions = Record<string, Record<string, true>>;

export type MessageFile = {
  /** Below `chat/{room}/`: `{uid}/{id}`. */
  path: string;
  name: string;
  /** Content type as it is stored. */
  type: string;
  bytes: number;
  /** Of pictures, pixels, as the sender's browser says: so that nothing moves while they come. */
  width?: number;
  height?: number;
};

/** The small part of a message that another one answers. */
export type Quote = { key: string; by: string; text: string };

/** What joins and leaves are told by: `{kind: "joined"}`. */
export type Note =
  | { kind: "made" | "joined" | "left" }
  /** By a moderator. */
  | { kind: "removed"; uid: string }
  | { kind: "renamed"; name: string };

export type Message = {
  by: string;
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
  /** The sender's id of it: a message that comes twice is stored once. */
  id: string;
  /** Plain text with the marks of chat (`lib/chat/marks`); empty with files only. */
  text: string;
  quote?: Quote;
  files?: MessageFile[];
  /** Uids that the text names. */
  mentions?: Record<string, true>;
  /** When it was changed last, milliseconds since 1970. */
  edited?: number;
  reactions?: Reactions;
  /** Taken away, by whom: text, files, quote, mentions and reactions are gone. */
  gone?: { by: string; at: number };
  /** Of a message that has answers in a thread. */
  thread?: Thread;
  note?: Note;
  /** It is an answer of the AI, `by` which it is. */
  ai?: AiMark;
  /** Key of the AI's last answer to it. */
  answer?: string;
};

type Thread = {
  /** Answers, those that were taken away too. */
  count: number;
  /** When the last one came. */
  at: number;
  /** Who has answered, five at most. */
  people?: Record<string, true>;
};

const digits = 9;

/** Of the n-th message of a room or of a thread, from 1: keys have the order of messages. */
export function messageKey(n: number): string {
  return `m${String(n).padStart(digits, "0")}`;
}

/** Undefined where it is none. */
export function numberOfKey(key: string): number | undefined {
  return /^m[0-9]{9}$/.test(key) ? Number(key.slice(1)) : undefined;
}

/** Where it stands below its room: `messages/KEY`, or `replies/ROOT/KEY` in a thread. */
export function placeOfMessage({ key, root }: { key: string; root?: string | undefined }): string {
  return root === undefined ? `messages/${key}` : `replies/${root}/${key}`;
}
