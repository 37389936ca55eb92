/** Filters that were given a name: `filters/{id}` of the records. */
import { isGone } from "#lib/records/register.ts";
import { byOrder } from "#lib/records/place.ts";
import { registerText } from "#lib/todo/registers.ts";
import { todoShape } from "#lib/todo/todo-shape.ts";
import type { TodoStore } from "../index/todo-store.ts";

export type SavedFilter = { id: string; name: string; order: string; query: string };

type Records = Pick<TodoStore["records"], "all" | "item">;

/** In their order. */
export function savedFilters(records: Records): SavedFilter[] {
  const found: SavedFilter[] = [];
  for (const [id, item] of records.all("filters")) {
    if (isGone(todoShape, "filters", item)) continue;
    const text = (name: string) => registerText(item, name);
    found.push({ id, name: text("name"), order: text("order"), query: text("query") });
  }
  return found.toSorted(byOrder);
}

/** Empty: there is none. */
export function queryOfFilter(records: Records, id: string): string {
  return registerText(records.item("filters", id), "query");
}
