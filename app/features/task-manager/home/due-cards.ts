/** How many cards of somebody are due, on the boards that this browser keeps. */
import { boardTool } from "#app/live/boards-tool.ts";
import { openBaseStore } from "#app/live/records/base-store.ts";
import { cardOf, isAlive, textIn } from "#lib/boards/board-items.ts";
import { localAt } from "#lib/dates/floating.ts";
import { deviceZone } from "../zones.ts";

/** @param now milliseconds @throws when the browser's store cannot be read */
export async function dueCards(uid: string, board: string, now: number): Promise<number> {
  const store = openBaseStore(uid, boardTool(board));
  try {
    const { items } = await store.read();
    const facts = items.find(({ kind }) => kind === "board")?.item;
    const today = localAt(now, textIn(facts, "zone") || deviceZone()).slice(0, 10);
    return items.filter(({ kind, id, item }) => {
      if (kind !== "cards" || !isAlive("cards", item)) return false;
      const card = cardOf(id, item);
      if (!card || card.isDone || card.due === "" || !card.people.includes(uid)) return false;
      return card.due.slice(0, 10) <= today;
    }).length;
  } finally {
    store.close();
  }
}
