import { type Item, readItem } from "./register.ts";
import type { ReadItem } from "./settle-ops.ts";

/**
 * The items, by `KIND/ID`, that an update makes of what is stored once the server has taken it; their `at` stays, as the
 * server's time is not known.
 */
export function applyWrites(stored: ReadItem, writes: Record<string, unknown>): Map<string, Item> {
  const items = new Map<string, Item>();
  for (const [path, value] of Object.entries(writes)) {
    const [kind = "", id = "", name = ""] = path.split("/");
    const key = `${kind}/${id}`;
    const { at, registers } = items.get(key) ?? stored(kind, id) ?? { at: 0, registers: {} };
    const written = readItem({ at, [name]: value })?.registers[name];
    items.set(key, { at, registers: written ? { ...registers, [name]: written } : registers });
  }
  return items;
}
