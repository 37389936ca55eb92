/** What is done with a message, as the room that shows it does it. */
import type { AskedAgain } from "../ai/ask-dialog.tsx";
import type { ShownMessage } from "#app/live/chat/shown.ts";

export type MessageActs = {
  reply: (shown: ShownMessage) => void;
  /** Undefined: it is a thread already. */
  thread: ((shown: ShownMessage) => void) | undefined;
  edit: (shown: ShownMessage) => void;
  react: (shown: ShownMessage, emoji: string, on: boolean) => void;
  /** All else: a list of it. */
  menu: (shown: ShownMessage, at: { x: number; y: number }) => void;
  /** Which emoji. */
  choose: (shown: ShownMessage, at: { x: number; y: number }) => void;
  /** To a message of the same place. */
  jump: (key: string) => void;
  mayWrite: boolean;
  /** Of this room: they stop the answers of others, too. */
  isModerator: boolean;
  /** Opens the question whether the AI is to answer that message. */
  ask: (asked: AskedAgain) => void;
  /** An answer that comes, by its id. */
  stop: (id: string) => void;
};
