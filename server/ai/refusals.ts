/** What is said instead of an answer. */
import type { AskRefusal, AskSaid } from "#lib/ai/api.ts";
import { mostRunning, mostTakenAway } from "#lib/ai/limits.ts";

const refusals: Readonly<Record<AskRefusal, readonly [status: number, text: string]>> = {
  "no-ai": [503, "There is no AI here just now. Nothing was charged."],
  unverified: [403, "Confirm your e-mail address first: then you can ask the AI."],
  "not-enough": [409, "You have not enough AI tokens for this."],
  "too-dear": [409, "This can cost more than you agreed to."],
  "too-many-later": [
    409,
    `After this message there are more than ${mostTakenAway} others. Ask in a new message.`,
  ],
  "user-cap": [429, "This is more than you may spend today. Ask again tomorrow."],
  "site-budget": [429, "The AI of this site has spent what it may today. Ask again tomorrow."],
  "too-many-runs": [
    429,
    `The AI answers ${mostRunning.account} of your questions at once, and each of them once. Wait a moment.`,
  ],
  "no-such-message": [404, "This message is not there any more."],
  "no-such-room": [404, "There is no such room, or you are no member of it."],
  "no-such-model": [404, "This model is not offered any more."],
  "not-allowed": [403, "You may have only your own messages answered."],
  muted: [403, "A moderator lets you write nothing here for a while."],
  archived: [403, "This room is archived: nobody writes there any more."],
  "not-taken": [403, "This is not taken."],
  waits: [409, "They have not answered yet. Before that, the AI is not asked here."],
  slow: [
    429,
    "Messages come slowly in this room, and so do new answers to the same one. Wait a moment.",
  ],
  busy: [503, "Others change this room at the same time. Try again."],
};

export function refusedAsk(
  refused: AskRefusal,
  more: { most?: number; balance?: number } = {},
): Exclude<AskSaid, "begun"> {
  return { refused, message: refusals[refused][1], ...more };
}

export const statusOf = (refused: AskRefusal): number => refusals[refused][0];
