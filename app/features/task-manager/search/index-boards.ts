/** The words of several boards, one board after the other: as the server has them, or, without it, as this browser keeps them. */
import { openBoard } from "#app/live/boards.ts";
import type { BoardEntry } from "#app/live/boards.ts";
import type { Records } from "#app/live/records/records.ts";
import { cardOf, commentOf, isDeleted, textIn } from "#lib/boards/board-items.ts";
import { notesWords } from "#lib/boards/notes-words.ts";
import { foldText } from "#lib/fold-text.ts";

export type IndexedCard = {
  id: string;
  number: number;
  title: string;
  column: string;
  isArchived: boolean;
  /** Description and comments. */
  text: string;
  folded: string;
};

export type IndexedBoard = { board: BoardEntry; cards: readonly IndexedCard[] };

/** Later ones are looked for in the board itself. */
const mostBoards = 30;
const mostMs = 10_000;
/** So long nothing came of boards that are kept here: the others are taken as they are. */
const silentMs = 5000;

export type Indexing = {
  boards: readonly IndexedBoard[];
  /** How many could not be read. */
  failed: number;
  of: number;
  isOver: boolean;
};

/** @param hear after each board */
export async function indexBoards(
  uid: string,
  boards: readonly BoardEntry[],
  { signal, hear }: { signal: AbortSignal; hear: (indexing: Indexing) => void },
): Promise<void> {
  const wanted = boards.slice(0, mostBoards);
  const found: IndexedBoard[] = [];
  const server = { heardAt: Date.now() };
  let failed = 0;
  const tell = () =>
    hear({
      boards: [...found],
      failed,
      of: wanted.length,
      isOver: found.length + failed === wanted.length,
    });
  tell();
  for (const board of wanted) {
    try {
      // One after the other, so that typing goes on meanwhile.
      // oxlint-disable-next-line no-await-in-loop
      const cards = await cardsOfBoard(uid, board.id, server, signal);
      if (cards === undefined) failed += 1;
      else found.push({ board, cards });
    } catch (error) {
      if (signal.aborted) return;
      // oxlint-disable-next-line no-console -- the number of them is shown; why is for who looks there
      console.warn("A board could not be searched", error);
      failed += 1;
    }
    if (signal.aborted) return;
    tell();
  }
}

type Server = {
  /** When something came from it last, milliseconds. */
  heardAt: number;
};

/** Undefined: it cannot be read now. */
async function cardsOfBoard(
  uid: string,
  board: string,
  server: Server,
  signal: AbortSignal,
): Promise<IndexedCard[] | undefined> {
  const records = await openBoard(uid, board);
  try {
    return (await isReady(records, server, signal)) ? indexOf(records) : undefined;
  } finally {
    records.close();
  }
}

function isReady(records: Records, server: Server, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const isKept = () => records.status() === "ready";
  const look = () => {
    const status = records.status();
    if (records.isCurrent()) {
      server.heardAt = Date.now();
      resolve(true);
    }
    // What is not kept here cannot come now.
    else if (!navigator.onLine || (status !== "ready" && status !== "loading")) resolve(isKept());
  };
  const stop = records.subscribe(look);
  const waitMs = isKept() ? server.heardAt + silentMs - Date.now() : mostMs;
  const timer = setTimeout(() => resolve(isKept()), waitMs);
  const end = () => resolve(false);
  signal.addEventListener("abort", end);
  look();
  return promise.finally(() => {
    stop();
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  });
}

export function indexOf(records: Pick<Records, "all" | "item">): IndexedCard[] {
  const comments = new Map<string, string[]>();
  for (const [id, item] of records.all("comments")) {
    const comment = isDeleted("comments", item) ? undefined : commentOf(id, item);
    if (!comment) continue;
    const all = comments.get(comment.card) ?? [];
    comments.set(comment.card, [...all, comment.text]);
  }
  const cards: IndexedCard[] = [];
  for (const [id, item] of records.all("cards")) {
    const card = cardOf(id, item);
    if (!card || card.isGone) continue;
    const text = [notesWords(card.notes), ...(comments.get(id) ?? [])].filter(Boolean).join("\n");
    cards.push({
      id,
      number: card.number,
      title: card.title,
      column: textIn(records.item("columns", card.column), "name"),
      isArchived: card.isArchived,
      text,
      folded: foldText(`${card.number === 0 ? "" : `#${card.number} `}${card.title} ${text}`),
    });
  }
  return cards.toSorted(
    (a, b) => Number(a.isArchived) - Number(b.isArchived) || b.number - a.number,
  );
}
