/** Another day for a card, at its own time on the clock where the board is. */
import type { BoardApp } from "../store/use-board.ts";
import type { DueCard } from "./due-cards.ts";

export function moveDay(
  { acts, store }: Pick<BoardApp, "acts" | "store">,
  { card, day, time }: DueCard,
  to: string,
): void {
  if (to === day) return;
  const { zone } = store.board();
  const isElsewhere = time !== "" && card.zone !== "" && card.zone !== zone;
  if (isElsewhere) acts.cards.due([card.id], `${to}T${time}`, zone);
  else acts.cards.day([card.id], to);
}
