/** How much there may be of chat. docs/chat.md */

/** Letters of a message. */
export const mostText = 4_000;
export const mostFilesOfMessage = 10;
/** Bytes of a file in a message. */
export const mostFileBytes = 100 * 1024 * 1024;
/** Different ones below a message. */
export const mostReactions = 20;
export const mostPins = 50;
/** Of a room, that somebody is told of; with the next one they are told no more of the oldest. */
export const mostThreads = 200;
export const mostName = 60;
export const mostTopic = 250;
/** Of a private room. */
export const mostMembers = 500;
/** Of a public room. */
export const mostPublicMembers = 5_000;
/** Rooms and direct messages of an account. */
export const mostRooms = 200;
/** Private rooms that an account owns. */
export const mostOwned = 30;
/** Messages to somebody who has not taken the first one yet. */
export const mostBeforeAccepted = 3;
export const mostBlocked = 1_000;
/** Of a page of older messages. */
export const pageLength = 50;
/** Seconds between messages of one member, that moderators may choose; 0: none. */
export const slowSteps = [0, 5, 15, 30, 60, 300, 900, 3_600] as const;
/** Minutes for which somebody may be muted in a room. */
export const muteSteps = [10, 60, 1_440, 10_080] as const;
/** Milliseconds after which a typing mark counts no more. */
export const typingMs = 6_000;
