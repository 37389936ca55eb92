/**
 * Two who move the same card: the last one wins, and both see what happened. Who lost hears where it is now; who won
 * hears where the other one had put it.
 */
import { tell } from "#app/parts/tool-frame/toasts.ts";
import type { Card } from "#lib/boards/board-items.ts";
import { quoted } from "#lib/quoted.ts";
import type { BoardApp } from "../store/use-board.ts";

/** What was longer ago is nobody's surprise. */
const recentMs = 5 * 60_000;

type Move = {
  /** The column. */
  to: string;
  order: string;
  /** Milliseconds. */
  at: number;
  /** Stamp of what it replaced. */
  p: number;
  /** Stamp of what stood there before all moves of mine: turned back, it stands there again. */
  first: number;
};

/** Who put a card where by the write with this stamp. Undefined: that is not known any more. */
export type FindMove = (
  card: string,
  stamp: number,
) => Promise<{ by: string; to: string } | undefined>;

/** @param now milliseconds @returns ends it */
export function watchMoves(
  { store, acts }: Pick<BoardApp, "store" | "acts">,
  find: FindMove,
  now: () => number = Date.now,
): () => void {
  const mine = new Map<string, Move>();
  /** Stamps of my own moves. */
  const own = new Set<number>();
  const nameOf = (column: string) => quoted(store.column(column)?.name ?? "");
  const person = (uid: string) => store.member(uid)?.name || "Somebody";

  function say(card: Card, text: string): void {
    acts.say(text);
    tell(text, [`cards/${card.id}`]);
  }

  async function tellWinner(card: Card, stamp: number): Promise<void> {
    const other = await find(card.id, stamp);
    if (!other || other.by === store.uid || other.to === card.column) return;
    say(
      card,
      `You moved ${quoted(card.title)} to ${nameOf(card.column)} after ${person(other.by)} had put it into ${nameOf(other.to)}.`,
    );
  }

  return store.watchCards(({ before, after }) => {
    const place = after && store.records.item("cards", after.id)?.registers["place"];
    if (!before || !after || !place || after.isGone || after.isArchived) return;
    const { id, by, column: to, order } = after;
    const last = mine.get(id);
    const isRecent = last !== undefined && now() - last.at < recentMs;
    if (by === store.uid) {
      const isSame = last?.to === to && last.order === order;
      const isMoved = before.column !== to || before.order !== order;
      // Something else of a card that was put there long ago.
      if (!isSame && !isMoved) return;
      if (isSame && isRecent && place.p !== last.p && !own.has(place.p)) {
        // Not known is not said: the log has both.
        void tellWinner(after, place.p).catch(() => undefined);
      }
      own.add(place.t);
      const first = last && own.has(place.p) ? last.first : place.p;
      mine.set(id, { to, order, at: isSame ? last.at : now(), p: place.p, first });
      return;
    }
    mine.delete(id);
    if (isRecent && last.to !== to && last.first !== place.t) {
      say(after, `${person(by)} moved ${quoted(after.title)} to ${nameOf(to)} after you.`);
    }
  });
}
