/** What a board has room for, said before it is asked of the server. Without room nothing is done. */
import { mostAliveCards, mostOfKind, mostWordsInSet } from "#lib/boards/limits.ts";
import { quoted } from "#lib/quoted.ts";
import type { BoardStore } from "../store/board-store.ts";

export const longest = {
  board: 100,
  column: 100,
  label: 50,
  title: 500,
  notes: 20_000,
  check: 500,
  comment: 5_000,
  file: 200,
} as const;

const mostChecksOfCard = 100;
export const highestLimit = 1000;

const count = (items: number) => items.toLocaleString("en");

/** How many more cards a column takes. */
export function roomIn(store: BoardStore, column: string): number {
  const limit = store.column(column)?.limit ?? 0;
  return limit === 0 ? Infinity : Math.max(0, limit - store.ids(column).length);
}

/** Whether so many cards that stand elsewhere fit in. */
export function isFull(store: BoardStore, column: string, more = 1): boolean {
  return roomIn(store, column) < more;
}

/** Undefined: they fit. @param ids cards that are to stand in it */
export function columnProblem(
  store: BoardStore,
  column: string,
  ids: readonly string[],
): string | undefined {
  const there = new Set(store.ids(column));
  return roomProblem(store, column, ids.filter((id) => !there.has(id)).length);
}

/** Undefined: so many more cards fit into the column. */
export function roomProblem(store: BoardStore, column: string, more: number): string | undefined {
  const of = store.column(column);
  if (!of) return "This column is not there any more. Nothing was changed.";
  const room = roomIn(store, column);
  if (room >= more) return undefined;
  const there = store.ids(column).length;
  if (room > 0) {
    return `${quoted(of.name)} has room for ${count(room)} more, and these are ${count(more)}: ${there} of ${of.limit} stand there. Nothing was changed.`;
  }
  const ask = more === 1 ? "One more has no room" : `${count(more)} more have no room`;
  return `${quoted(of.name)} is full: ${there} of ${of.limit}. ${ask}; nothing was changed.`;
}

/** Undefined: so many more cards fit on the board. */
export function boardProblem(store: BoardStore, more: number): string | undefined {
  const alive = store.columns().reduce((sum, { id }) => sum + store.ids(id).length, 0);
  if (alive + more > mostAliveCards) {
    return `There are ${count(alive)} cards of at most ${count(mostAliveCards)}. Archive some first; nothing was changed.`;
  }
  return store.cards().size + more > mostOfKind.cards
    ? `The board has ${count(mostOfKind.cards)} cards with those archived and deleted, and takes no more. Deleted ones make room after 30 days.`
    : undefined;
}

/** Undefined: one more fits. */
export function groupProblem(store: BoardStore, kind: "columns" | "labels"): string | undefined {
  const there = kind === "columns" ? store.columns().length : store.labels().length;
  return there < mostOfKind[kind]
    ? undefined
    : `There are ${there} ${kind} of at most ${mostOfKind[kind]}. Delete one first; nothing was changed.`;
}

/** Undefined: they fit on one card. */
export function wordsProblem(
  what: "labels" | "people",
  words: readonly string[],
): string | undefined {
  return words.length <= mostWordsInSet
    ? undefined
    : `A card has at most ${mostWordsInSet} ${what}. Nothing was changed.`;
}

/** Undefined: each is short enough. @param most letters */
export function lengthProblem(titles: readonly string[], most: number): string | undefined {
  const long = titles.findIndex((title) => title.length > most);
  if (long === -1) return undefined;
  const which = titles.length === 1 ? "This has" : `Line ${long + 1} has`;
  return `${which} ${count(titles[long]!.length)} letters, and there is room for ${most}. Nothing was added.`;
}

/** Undefined: so many more fit. */
export function checksProblem(store: BoardStore, card: string, more: number): string | undefined {
  const there = store.things(card).checks.length;
  return there + more <= mostChecksOfCard
    ? undefined
    : `A card has at most ${mostChecksOfCard} checks, and this one has ${there}. Nothing was added.`;
}
