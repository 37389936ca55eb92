/** Where the focus goes on a board, and where a card goes by a key. */
import { stepAcross, stepAlong } from "#app/parts/board/card-steps.ts";
import type { Column } from "#app/parts/board/card-steps.ts";
import { quoted } from "#lib/quoted.ts";
import type { BoardApp } from "../store/use-board.ts";
import { shownIds } from "./shown-ids.ts";
import type { Stop } from "./board-stop.ts";

export type Way = "up" | "down" | "left" | "right" | "first" | "last";

export function shownColumns(
  { store }: Pick<BoardApp, "store">,
  shown: ReadonlySet<string> | undefined,
): Column[] {
  return store
    .columns()
    .map(({ id, name }) => ({ key: id, title: name, ids: shownIds(store.ids(id), shown) }));
}

/**
 * Undefined: there is no further.
 * @param hasHeads the heads of columns are stops, too, above their first cards; else columns without cards are none
 */
export function stopFrom(
  columns: readonly Column[],
  from: Stop,
  way: Way,
  hasHeads = true,
): Stop | undefined {
  const at = columns.findIndex(({ key }) => key === from.column);
  const own = columns[at];
  if (!own) return undefined;
  const row = from.card === undefined ? -1 : own.ids.indexOf(from.card);
  if (way === "left" || way === "right") {
    const beside = way === "left" ? columns.slice(0, at).toReversed() : columns.slice(at + 1);
    const to = beside.find(({ ids }) => hasHeads || ids.length > 0);
    if (!to) return undefined;
    const card = row === -1 ? undefined : to.ids[Math.min(row, to.ids.length - 1)];
    return { column: to.key, card };
  }
  const next = { up: row - 1, down: row + 1, first: 0, last: own.ids.length - 1 }[way];
  if (next < (hasHeads ? -1 : 0) || next >= own.ids.length) return undefined;
  return { column: own.key, card: own.ids[next] };
}

/**
 * What stands there now; undefined: there is none.
 * @param row of its card, as it was
 */
export function stopNear(
  columns: readonly Column[],
  last: Stop | undefined,
  row: number,
  hasHeads = true,
): Stop | undefined {
  const { card: id } = last ?? {};
  const holder = id === undefined ? undefined : columns.find(({ ids }) => ids.includes(id));
  if (holder) return { column: holder.key, card: id };
  const own = columns.find(({ key }) => key === last?.column);
  if (own && (hasHeads || own.ids.length > 0)) {
    const isHead = hasHeads && id === undefined;
    return {
      column: own.key,
      card: isHead ? undefined : own.ids[Math.min(row, own.ids.length - 1)],
    };
  }
  const first = columns.find(({ ids }) => ids.length > 0) ?? (hasHeads ? columns[0] : undefined);
  return first && { column: first.key, card: first.ids[0] };
}

/** By a key; at an edge it is said and nothing goes. */
export function moveCard(
  { acts, store }: BoardApp,
  columns: readonly Column[],
  id: string,
  way: "up" | "down" | "left" | "right",
): void {
  const at = columns.findIndex(({ ids }) => ids.includes(id));
  const own = columns[at];
  if (!own) return;
  const by = way === "left" || way === "up" ? -1 : 1;
  const { place } =
    way === "left" || way === "right"
      ? stepAcross(columns, { id, at, by, altKey: true })
      : stepAlong(own, id, by);
  if (place) acts.cards.move([id], { column: place.to.key, after: place.after });
  else if (way === "left" || way === "right") {
    acts.say(`${quoted(own.title)} is the ${way === "left" ? "first" : "last"} column.`);
  } else {
    const title = quoted(store.card(id)?.title ?? "");
    acts.say(`${title} is the ${way === "up" ? "first" : "last"} card of ${quoted(own.title)}.`);
  }
}
