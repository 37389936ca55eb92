/** Cards of several boards in which all words are. */
import { foldText } from "#lib/fold-text.ts";
import type { IndexedBoard, IndexedCard } from "./index-boards.ts";

export type FoundBoard = {
  id: string;
  name: string;
  /** The first of them. */
  cards: readonly FoundCard[];
  count: number;
};

type FoundCard = Pick<IndexedCard, "id" | "number" | "title" | "column" | "isArchived"> & {
  /** Around the first word, where it is not in the title. */
  around: string;
};

const mostShown = 20;
const aroundLetters = 60;

/** Boards with none of them are left out; nothing is found by no words. */
export function findCards(boards: readonly IndexedBoard[], words: string): FoundBoard[] {
  const wanted = foldText(words).split(" ").filter(Boolean);
  if (wanted.length === 0) return [];
  return boards.flatMap(({ board, cards }) => {
    const found = cards.filter(({ folded }) => wanted.every((word) => folded.includes(word)));
    if (found.length === 0) return [];
    const first = found
      .map((card) => ({ card, rank: rankOf(card, wanted) }))
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, mostShown)
      .map(({ card }) => ({ ...card, around: aroundOf(card, wanted) }));
    return [{ id: board.id, name: board.name, cards: first, count: found.length }];
  });
}

/** Whole words of the title come first, then parts of them, and what is archived last. */
function rankOf({ number, title, isArchived }: IndexedCard, wanted: readonly string[]): number {
  const own = foldText(`#${number} ${title}`);
  const words = own.split(" ");
  const isIn = (all: string | readonly string[]) => wanted.every((word) => all.includes(word));
  return (isArchived ? 3 : 0) + (isIn(words) ? 0 : isIn(own) ? 1 : 2);
}

function aroundOf({ title, text }: IndexedCard, wanted: readonly string[]): string {
  const own = foldText(title);
  const missing = wanted.find((word) => !own.includes(word));
  if (missing === undefined) return "";
  const line = text.split("\n").find((one) => foldText(one).includes(missing));
  if (line === undefined) return "";
  // Folded, letters may be others, but not many more or fewer.
  const at = Math.max(0, foldText(line).indexOf(missing) - aroundLetters / 2);
  const part = line.slice(at, at + aroundLetters + missing.length).trim();
  return `${at > 0 ? "…" : ""}${part}${at + aroundLetters + missing.length < line.length ? "…" : ""}`;
}
