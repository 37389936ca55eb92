/** Where a card of a board goes by a key or a drop. Columns have `data-column` with their key, cards `data-id`. */
import { isField } from "../tool-frame/is-field.ts";

export type Column = {
  key: string;
  title: string;
  /** Its cards, in their order. */
  ids: readonly string[];
};

export type CardPlace = {
  from: Pick<Column, "key">;
  to: Column;
  /** The card before it; null: it comes first; undefined: it comes last. */
  after?: string | null | undefined;
};

export type CardEdge = "before" | "after";

/** `at`: the card it was dropped at; none: on the column, behind the last. */
export type CardDrop = { column: string; at?: string; edge?: CardEdge };

/**
 * @param from of which column it was taken
 * @param afterOf behind which one that is which is dropped at an edge of another
 * @returns undefined: it stays
 */
export function dropPlace(
  columns: readonly Column[],
  { id, from, drop: { column, at, edge = "after" } }: { id: string; from: string; drop: CardDrop },
  afterOf: (target: string, edge: CardEdge) => string | null | undefined,
): CardPlace | undefined {
  const to = columns.find(({ key }) => key === column);
  if (!to || at === id) return undefined;
  const after = at === undefined ? to.ids.findLast((one) => one !== id) : afterOf(at, edge);
  return { from: { key: from }, to, after };
}

/** With Alt the card goes, else the focus. Undefined: the key is no such one. */
export type Step = { id: string; place?: CardPlace; to?: string };

type Key = {
  key: string;
  altKey: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  target: EventTarget;
};

export function stepOf(event: Key, columns: readonly Column[]): Step | undefined {
  const { key, altKey, shiftKey, ctrlKey, metaKey, target } = event;
  if (shiftKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return undefined;
  if (isField(target)) return undefined;
  const id = target.closest<HTMLElement>("[data-id]")?.dataset["id"];
  const own = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
  const at = columns.findIndex((column) => column.key === own);
  if (id === undefined || at === -1) return undefined;
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  if (!isAcross && (!altKey || (key !== "ArrowUp" && key !== "ArrowDown"))) return undefined;
  const by = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  return isAcross ? stepAcross(columns, { id, at, by, altKey }) : stepAlong(columns[at]!, id, by);
}

type Across = {
  id: string;
  /** Its column. */
  at: number;
  by: 1 | -1;
  altKey: boolean;
};

/** The focus goes over columns without cards, the card does not. */
export function stepAcross(columns: readonly Column[], { id, at, by, altKey }: Across): Step {
  const from = columns[at]!;
  const to = columns[at + by];
  const row = from.ids.indexOf(id);
  if (altKey) return to ? { id, place: { from, to, after: to.ids[row - 1] ?? null } } : { id };
  for (let next = at + by; next >= 0 && next < columns.length; next += by) {
    const { ids } = columns[next]!;
    const near = ids[Math.min(row, ids.length - 1)];
    if (near !== undefined) return { id, to: near };
  }
  return { id };
}

/** The card, one up or down. */
export function stepAlong(column: Column, id: string, by: 1 | -1): Step {
  const to = column.ids.indexOf(id) + by;
  if (to < 0 || to >= column.ids.length) return { id };
  const after = by === 1 ? column.ids[to]! : (column.ids[to - 1] ?? null);
  return { id, place: { from: column, to: column, after } };
}
