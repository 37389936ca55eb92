/** What was deleted on a board a month ago goes for good, with all that hangs on it; and its counts are counted again. */
import { isDeleted, numberIn, textIn } from "#lib/boards/board-items.ts";
import { countsOf, countsWritten } from "#lib/boards/counts.ts";
import { type BoardKind, boardKinds } from "#lib/boards/shape.ts";
import { isBreaking } from "#lib/boards/touched.ts";
import { type Item, readItem } from "#lib/records/register.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { type BoardUpdate, type UpdateBoard, updateOfAct } from "./board-updates.ts";
import { readKind } from "./read-board.ts";

export type StoredItem = { kind: BoardKind; id: string; item: Item };

const keptMs = 30 * 86_400_000;
/** In one update. */
const mostAtOnce = 500;
/** The register that names the card which an item hangs on. */
const ofCard: Partial<Record<BoardKind, string>> = {
  checks: "place",
  comments: "of",
  files: "of",
  links: "of",
};

/** Nothing of a board that is gone. @returns what is left, and how many items went @throws BackendError */
export type PurgeBoard = (
  board: string,
  signal: AbortSignal,
) => Promise<{ items: StoredItem[]; purged: number } | undefined>;

export function createPurge(deps: {
  backend: Pick<ServerBackend, "exportChildren">;
  update: UpdateBoard;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): PurgeBoard {
  const { backend, update, log, now } = deps;

  async function itemsOf(board: string): Promise<StoredItem[]> {
    const items: StoredItem[] = [];
    for (const kind of boardKinds) {
      // oxlint-disable-next-line no-await-in-loop -- one answer at a time
      for (const [id, stored] of Object.entries(await readKind(backend, board, kind))) {
        const item = readItem(stored);
        if (item) items.push({ kind, id, item });
      }
    }
    return items;
  }

  /** As one change of the board, so that nobody's comes between. */
  async function purgeSome(board: string) {
    const root = `boards/${board}`;
    return update(board, async (head) => {
      const all = await itemsOf(board);
      const over = overIn(all, now() - keptMs);
      const some = over.slice(0, mostAtOnce);
      const gone = new Set(some);
      const items = all.filter((one) => !gone.has(one));
      const given = Math.max(head.counts.number, ...numbersOf(all));
      const wrong = countsWritten(head.counts, countsOf(all, given));
      if (Object.keys(wrong).length > 0) {
        log.error({ board, wrong }, "a board was not counted right");
      }
      const counts = countsWritten(head.counts, countsOf(items, given));
      const said = { items, purged: some.length, isAll: some.length === over.length };
      if (some.length === 0 && Object.keys(counts).length === 0) return { said };
      const values: BoardUpdate = {};
      for (const { kind, id } of some) values[`${root}/${kind}/${id}`] = null;
      for (const [path, count] of Object.entries(counts)) values[`${root}/counts/${path}`] = count;
      // Whoever listens hears nothing of what goes without a mark: they look anew.
      if (some.length > 0) values[`${root}/meta/swept`] = now();
      return { said, update: updateOfAct(board, head, { by: "", acts: [], values }) };
    });
  }

  return async (board, signal) => {
    for (let purged = 0; ;) {
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- each looks at what the one before has left
      const done = await purgeSome(board);
      if (typeof done === "string") return undefined;
      purged += done.purged;
      if (done.isAll) return { items: done.items, purged };
    }
  };
}

/**
 * Marked as deleted before `untilMs`, or hanging on such a card. A column stays as long as a card names it. A stamp is what
 * its writer says, who may have waited for a connection, or mean to have it gone at once: the server's own time counts, too.
 * What no judge takes, and breaks what listens to it, goes at once.
 * @param untilMs since 1970
 */
function overIn(items: readonly StoredItem[], untilMs: number): StoredItem[] {
  const isOver = ({ kind, id, item }: StoredItem) => {
    if (isBreaking(id)) return true;
    const { t } = item.registers["gone"] ?? {};
    const isLong = t !== undefined && t <= untilMs * 1000 && item.at <= untilMs;
    return isLong && isDeleted(kind, item);
  };
  const cards = items.filter(({ kind }) => kind === "cards");
  const goneCards = new Set(cards.filter(isOver).map(({ id }) => id));
  const columns = new Set(
    cards.filter(({ id }) => !goneCards.has(id)).map(({ item }) => textIn(item, "place", "column")),
  );
  return items.filter((one) => {
    const { kind, id, item } = one;
    const register = ofCard[kind];
    const card = register === undefined ? cardOfLost(one) : textIn(item, register, "card");
    if (card !== undefined && goneCards.has(card)) return true;
    return isOver(one) && !(kind === "columns" && columns.has(id));
  });
}

function cardOfLost({ kind, item }: StoredItem): string | undefined {
  if (kind !== "lost") return undefined;
  const [of, card] = textIn(item, "of").split("/");
  return of === "cards" ? card : undefined;
}

function numbersOf(items: readonly StoredItem[]): number[] {
  return items.flatMap(({ kind, item }) => (kind === "cards" ? [numberIn(item, "number")] : []));
}
