/** Which cards stand in which column, in order: a change puts one card in or out and leaves the other columns as they are. */
import { byOrder } from "#lib/records/place.ts";
import type { Card } from "#lib/boards/board-items.ts";

const none: readonly string[] = [];

type Placed = { id: string; order: string };

export type ColumnsIndex = {
  /** The same array while nothing of the column has moved. */
  ids: (column: string) => readonly string[];
  /** Undefined: it is not there. @returns the columns that are another now */
  change(before: Card | undefined, after: Card | undefined): string[];
  /** Of all cards anew. */
  fill(cards: Iterable<Card>): void;
};

export function createColumnsIndex(): ColumnsIndex {
  let columns = new Map<string, { placed: readonly Placed[]; ids: readonly string[] }>();

  function set(column: string, placed: readonly Placed[]): void {
    if (placed.length === 0) columns.delete(column);
    else columns.set(column, { placed, ids: placed.map(({ id }) => id) });
  }

  return {
    ids: (column) => columns.get(column)?.ids ?? none,
    change(before, after) {
      const [from, to] = [spotOf(before), spotOf(after)];
      if (from === undefined && to === undefined) return [];
      if (from?.column === to?.column && from?.order === to?.order) return [];
      if (from) {
        const { placed = [] } = columns.get(from.column) ?? {};
        set(
          from.column,
          placed.filter(({ id }) => id !== from.id),
        );
      }
      if (to) {
        const { placed = [] } = columns.get(to.column) ?? {};
        set(to.column, placed.toSpliced(indexFor(placed, to), 0, to));
      }
      return [...new Set([from, to].flatMap((spot) => spot?.column ?? []))];
    },
    fill(cards) {
      const filled = Map.groupBy(
        [...cards].flatMap((card) => spotOf(card) ?? []),
        ({ column }) => column,
      );
      const old = columns;
      columns = new Map();
      for (const [column, placed] of filled) {
        set(column, placed.toSorted(byOrder));
        const [was, is] = [old.get(column), columns.get(column)!];
        if (
          was &&
          was.ids.length === is.ids.length &&
          was.ids.every((id, at) => id === is.ids[at])
        ) {
          is.ids = was.ids;
        }
      }
    },
  };
}

function spotOf(card: Card | undefined): (Placed & { column: string }) | undefined {
  if (!card || card.isGone || card.isArchived) return undefined;
  const { id, column, order } = card;
  return { id, column, order };
}

function indexFor(placed: readonly Placed[], one: Placed): number {
  let [from, to] = [0, placed.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (byOrder(placed[middle]!, one) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
