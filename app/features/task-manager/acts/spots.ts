/** Where cards, and what is sorted like them, come to stand. */
import { orderBehind } from "#lib/records/place.ts";
import type { Placed } from "#lib/records/place.ts";
import type { BoardStore } from "../store/board-store.ts";

export type Spot = {
  column: string;
  /** The card before it; null: it comes first; undefined, or one that does not stand there: last. */
  after?: string | null | undefined;
};

/** The orders of so many in a row behind one of those that are there; see Spot.after. */
export function ordersAfter(
  sorted: readonly Placed[],
  after: string | null | undefined,
  count: number,
): string[] {
  const all = [...sorted];
  const found = all.findIndex(({ id }) => id === after);
  let at = after === null ? -1 : found === -1 ? all.length - 1 : found;
  return Array.from({ length: count }, () => {
    const order = orderBehind(all, at, Math.random);
    at += 1;
    all.splice(at, 0, { id: "", order });
    return order;
  });
}

export function ordersAt(
  store: BoardStore,
  { column, after }: Spot,
  count: number,
  moved: ReadonlySet<string> = new Set(),
): string[] {
  const sorted = store
    .ids(column)
    .filter((id) => !moved.has(id))
    .map((id) => ({ id, order: store.card(id)?.order ?? "" }));
  return ordersAfter(sorted, after, count);
}

/** Behind which one something stands that goes to a place of a list, counted from 0 without it. */
export function afterAt(ids: readonly string[], id: string, to: number): string | null {
  return ids.filter((one) => one !== id)[to - 1] ?? null;
}
