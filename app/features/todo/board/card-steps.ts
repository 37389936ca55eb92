/** Where a card goes by a key or a drop. */
import { placeAt } from "../acts/places.ts";
import { isField } from "../list/is-field.ts";
import type { TodoStore } from "../index/todo-store.ts";
import type { CardPlace } from "./board-acts.ts";
import type { BoardBy } from "./board-mode.ts";
import type { Column } from "./columns.ts";

/** `at`: the card it was dropped at; none: on the column, behind the last. */
export type CardDrop = { column: string; at?: string; edge?: "before" | "after" };

/** @param from of which column it was taken. Undefined: it stays. */
export function dropPlace(
  store: TodoStore,
  columns: readonly Column[],
  by: BoardBy,
  { id, from, drop }: { id: string; from: string; drop: CardDrop },
): CardPlace | undefined {
  const to = columns.find(({ key }) => key === drop.column);
  if (!to || drop.at === id || (by !== "column" && to.key === from)) return undefined;
  if (drop.at === undefined) {
    const last = to.ids.findLast((one) => one !== id);
    return { from: { key: from }, to, after: last };
  }
  return {
    from: { key: from },
    to,
    after: placeAt(store, id, drop.at, drop.edge ?? "after")?.after,
  };
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
  return isAcross ? across(columns, { id, at, by, altKey }) : along(columns[at]!, id, by);
}

type Across = { id: string; at: number; by: 1 | -1; altKey: boolean };

function across(columns: readonly Column[], { id, at, by, altKey }: Across): Step {
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

function along(column: Column, id: string, by: 1 | -1): Step {
  const to = column.ids.indexOf(id) + by;
  if (to < 0 || to >= column.ids.length) return { id };
  const after = by === 1 ? column.ids[to]! : (column.ids[to - 1] ?? null);
  return { id, place: { from: column, to: column, after } };
}
