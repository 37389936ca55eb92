/** Cards by the day that they are due, as the calendar shows them. */
import type { Card } from "#lib/boards/board-items.ts";
import { instantOf, localAt } from "#lib/dates/floating.ts";
import type { BoardStore } from "../store/board-store.ts";

export type DueCard = {
  card: Card;
  /** Where the board is: `2026-12-01`. */
  day: string;
  /** `09:00`, or empty. */
  time: string;
};

export type DueCards = {
  days: ReadonlyMap<string, readonly DueCard[]>;
  /** How many have no day. */
  without: number;
};

/** @param shown ids that a filter lets through @param zone of the board */
export function dueCards(
  store: Pick<BoardStore, "cards">,
  shown: ReadonlySet<string> | undefined,
  zone: string,
): DueCards {
  const days = new Map<string, DueCard[]>();
  let without = 0;
  for (const card of store.cards().values()) {
    if (card.isArchived || card.isGone || (shown && !shown.has(card.id))) continue;
    if (card.due === "") {
      without += 1;
      continue;
    }
    const [day = "", time = ""] = localOf(card, zone).split("T");
    const all = days.get(day) ?? [];
    days.set(day, all);
    all.push({ card, day, time });
  }
  for (const all of days.values()) all.sort(byTime);
  return { days, without };
}

/** A time of another zone is on the clock of the board. */
function localOf({ due, zone }: Card, board: string): string {
  if (!due.includes("T") || zone === "" || zone === board) return due;
  return localAt(instantOf(due, zone).getTime(), board);
}

/** What is due all day comes first, then by time, then as it stands on the board. */
function byTime(a: DueCard, b: DueCard): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  if (a.card.order !== b.card.order) return a.card.order < b.card.order ? -1 : 1;
  return a.card.id < b.card.id ? -1 : 1;
}
