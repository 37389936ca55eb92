/** Brings cards back to where they stood. */
import { isFull } from "../acts/room.ts";
import type { BoardApp } from "../store/use-board.ts";

/** @returns those whose column is gone or full: somebody has to say where to */
export function restore(
  { acts, store }: Pick<BoardApp, "acts" | "store">,
  ids: readonly string[],
): string[] {
  const coming = new Map<string, number>();
  const fitting = ids.filter((id) => {
    const column = store.card(id)?.column ?? "";
    const more = (coming.get(column) ?? 0) + 1;
    if (!store.column(column) || isFull(store, column, more)) return false;
    coming.set(column, more);
    return true;
  });
  if (fitting.length > 0) acts.cards.bringBack(fitting);
  const back = new Set(fitting);
  return ids.filter((id) => !back.has(id) && store.card(id) !== undefined);
}
