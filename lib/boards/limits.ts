/** How much a board takes; the judge has a sentence of each. See docs/boards.md. */

export const mostBoardsOwned = 20;
/** Of an account, its own ones among them. */
export const mostBoardsJoined = 100;
export const mostMembers = 50;
export const mostOpenInvites = 50;
/** How long an invite to an address is open; of a link whoever makes it says it. */
export const inviteDays = 14;
export const mostLinkDays = 30;
export const mostLinkUses = 100;
export const mostInBatch = { items: 200, bytes: 1_000_000 };
/** Of a board. Of columns and labels those that are not deleted, of the others all that are not purged. */
export const mostOfKind = {
  columns: 50,
  labels: 100,
  cards: 20_000,
  checks: 40_000,
  comments: 20_000,
  files: 2_000,
} as const;
/** Neither archived nor deleted. */
export const mostAliveCards = 5_000;
export const mostItems = 120_000;
/** Links and lost texts, with columns and labels, deleted ones too: of all others there is a number of their own. */
export const mostOthers = 20_000;
/** In all texts of a board, its cards' labels and people, and mentions together, as JSON has them. */
export const mostLetters = 30_000_000;
/**
 * Of the log in the database. Beyond the first number the daily sweep keeps fewer entries there, beyond the second one
 * changes wait for it: a day of hard work is some megabytes.
 */
export const usualLogBytes = 20_000_000;
export const mostLogBytes = 200_000_000;
export const mostWordsInSet = 20;
/** A clock may be so far ahead of the server's. Milliseconds. */
export const aheadMs = 600_000;
/** So many new cards at once are an import: its log says only how many. */
export const mostNewCardsSaid = 20;
