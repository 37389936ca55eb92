/** Makes `database_index` what the rules' `.indexOn` asks for, at a start whose rules ask for something else. */
import type { DatabaseIndexNode, DatabasePath } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { scanChildKeys } from "./database-store.ts";
import { encodeKey, encodePath } from "./encode-path.ts";
import {
  configuredIndexes,
  indexesBelow,
  insertEntry,
  placeOf,
  readIndexed,
} from "./index-entries.ts";

/** Inside the writer thread, before anything is served. Costs nothing when the definitions are the same. */
export function reindex(db: StoreDatabase): void {
  const indexes = configuredIndexes();
  const definition = JSON.stringify(toCanonical(indexes));
  const stored = db.prepare("SELECT definition FROM database_index_definition").get();
  if (stored?.["definition"] === definition) return;
  // Entries of priorities are those of the tree, whatever the rules say.
  db.prepare("DELETE FROM database_index WHERE name <> '.priority'").run();
  insertWithin(db, indexes, []);
  db.prepare("UPDATE database_index_definition SET definition = ?").run(definition);
}

function insertWithin(db: StoreDatabase, node: DatabaseIndexNode, path: DatabasePath): void {
  const parent = encodePath(path);
  if (node.names.length === 0 && node.wildcard === undefined) {
    for (const [key, below] of node.children) insertWithin(db, below, [...path, key]);
    return;
  }
  for (const key of scanChildKeys(db, path)) {
    for (const name of node.names) {
      const value = readIndexed(db, encodePath([...path, key, ...placeOf(name)]));
      insertEntry(db, parent, name, value, encodeKey(key));
    }
    const below = indexesBelow(node, key);
    if (below !== undefined) insertWithin(db, below, [...path, key]);
  }
}

/** The same for the same definitions, in whatever order the rules have them. */
function toCanonical({ names, children, wildcard }: DatabaseIndexNode): unknown {
  const below = [...children]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, node]) => [key, toCanonical(node)]);
  return [names, below, wildcard === undefined ? null : toCanonical(wildcard)];
}
