/** What a server has to read before it can judge: the paths of an update, checked. */
import { mostInBatch } from "./limits.ts";
import { isBoardKind } from "./shape.ts";
import { isRegister } from "./values.ts";

export type Touched = {
  /** `KIND/ID` */
  items: string[];
  /** Ids of columns that cards come to stand in, as far as the update says it. */
  columns: string[];
};

export const columnKey = (id: string) => `columns/${id}`;

const form = /^([a-z]+)\/([A-Za-z0-9_-]{1,120})\/([a-z]+)$/;

/** @param writes by path below the board: `cards/ID/title`, `cards/ID/at` */
export function touchedBy(writes: Record<string, unknown>): Touched | { fault: string } {
  const items = new Set<string>();
  const columns = new Set<string>();
  for (const [path, value] of Object.entries(writes)) {
    const [, kind = "", id = "", register = ""] = form.exec(path) ?? [];
    if (!isBoardKind(kind) || isBreaking(id)) {
      return { fault: `There is no place ${path.slice(0, 200)}.` };
    }
    const isOurs = register === "at" || (kind === "cards" && register === "number");
    if (!isOurs && !isRegister(kind, register)) {
      return { fault: `There is no place ${path.slice(0, 200)}.` };
    }
    if (kind === "board" && id !== "board") return { fault: "A board has one item board/board." };
    items.add(`${kind}/${id}`);
    const column = kind === "cards" && register === "place" ? columnOfValue(value) : undefined;
    if (column !== undefined) columns.add(column);
  }
  if (items.size === 0) return { fault: "Nothing is written." };
  if (items.size > mostInBatch.items) {
    return { fault: `At most ${mostInBatch.items} items are written at once.` };
  }
  return { items: [...items], columns: [...columns] };
}

/** Firebase's SDK asks objects of children what they have: such a child breaks it in everybody's browser. */
export function isBreaking(id: string): boolean {
  return id in Object.prototype;
}

/** What is no id names no column. */
function columnOfValue(value: unknown): string | undefined {
  const { column } = (value ?? {}) as { column?: unknown };
  return typeof column === "string" && /^[A-Za-z0-9_-]{1,120}$/.test(column) ? column : undefined;
}
