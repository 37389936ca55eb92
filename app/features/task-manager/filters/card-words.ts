/** The words of each card as they are looked for: folded once, and again when one of them has changed. */
import type { Card } from "#lib/boards/board-items.ts";
import { notesWords } from "#lib/boards/notes-words.ts";
import { foldText } from "#lib/fold-text.ts";
import type { BoardStore } from "../store/board-store.ts";
import type { Things } from "../store/card-things.ts";

type Kept = { card: Card; things: Things; folded: string };
type Words = Pick<BoardStore, "things">;

const kept = new WeakMap<Words, Map<string, Kept>>();

/** Number, title, description, checks and comments. */
export function foldedWords(store: Words, card: Card): string {
  const all = kept.get(store) ?? new Map<string, Kept>();
  kept.set(store, all);
  const known = all.get(card.id);
  const things = store.things(card.id);
  if (known?.card === card && known.things === things) return known.folded;
  const folded = foldText(
    [
      card.number === 0 ? "" : `#${card.number}`,
      card.title,
      notesWords(card.notes),
      ...things.checks.map(({ title }) => title),
      ...things.comments.map(({ text }) => text),
    ].join(" \n"),
  );
  all.set(card.id, { card, things, folded });
  return folded;
}
