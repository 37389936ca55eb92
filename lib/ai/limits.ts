/** How much there may be of the AI. docs/ai.md */

/** Who wrote an answer: no account has this uid. */
export const aiUid = "ai";
/** Letters of an answer. */
export const mostAnswer = 24_000;
/** Letters of all messages before the question that the AI is told. */
export const mostContext = 24_000;
/** How many of them: in an AI chat, and in other rooms. */
export const mostBefore = { chat: 40, room: 20 } as const;
/** Messages of a room that somebody is caught up with. */
export const mostCaughtUp = 200;
/** Text files of a question that the AI is told, and letters of each. */
export const mostTextFiles = 4;
export const mostTextFile = 20_000;
/** Letters of what the owner tells the AI. */
export const mostOwnerPrompt = 4_000;
/** AI chats of an account. */
export const mostAiChats = 100;
/** Answers under way. */
export const mostRunning = { account: 3, site: 20 } as const;
/** Messages after a question that go when it is asked again. */
export const mostTakenAway = 200;
/** Days for which it is known what an answer cost. */
export const daysKept = 90;
/** The uppermost values of the owner's settings. */
export const mostSettings = {
  tokens: 1_000,
  perThousand: 1_000,
  maxOutput: 8_000,
  daily: 1_000_000,
};
