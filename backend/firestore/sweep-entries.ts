/** Deletes entries that no index keeps any more, in slices. */
import type { StoreDatabase } from "../sqlite/index.ts";
import { successor } from "./encode-path.ts";
import { type ActiveIndexes, type IndexScope, singleFieldModes } from "./index-definition.ts";
import { AFTER_INDEXED, FIRST_INDEXED, type IndexOfEntry, indexOfEntry } from "./index-entries.ts";
import {
  AFTER_COLLECTIONS,
  FIRST_COLLECTION,
  deleteEntries,
  findScope,
  keptIndexes,
  nextScope,
  readScopeKey,
  scanEntries,
  scopeKey,
} from "./index-store.ts";
import { idOf } from "./resource-name.ts";

const DELETED_IN_A_STEP = 500;

const NOTHING = new Uint8Array();

/** The key of a scope and of an entry in it; empty: from the first one on. */
type Position = { scope: Uint8Array; entry: Uint8Array };

/** `next` is undefined when there is nothing left. */
export type SweptSlice = { next: Position | undefined; removed: number };

/**
 * Looks at each index in each collection with this id and in their group, and passes over what is kept.
 * @param most so many looks and deleted entries, and then some, are one slice.
 */
export function sweep(
  db: StoreDatabase,
  { collectionId, scope, entry }: Position & { collectionId: string },
  most: number,
): SweptSlice {
  const kept = keptIndexes(db);
  let next: Position | undefined = { scope, entry };
  let removed = 0;
  for (let work = 0; next !== undefined && work < most; work += 1) {
    const done = step(db, kept, collectionId, next);
    next = done.next;
    removed += done.removed;
    work += done.removed;
  }
  return { next, removed };
}

function step(db: StoreDatabase, kept: ActiveIndexes, id: string, at: Position): SweptSlice {
  const key = scopeFrom(db, id, at.scope);
  if (key === undefined) return { next: undefined, removed: 0 };
  const afterScope = { next: { scope: justAfter(key), entry: NOTHING }, removed: 0 };
  const { scope, pathOrId } = readScopeKey(key);
  const number = idOf(pathOrId) === id ? findScope(db, scope, pathOrId) : undefined;
  if (number === undefined) return afterScope;
  const isBegun = at.entry.length > 0 && Buffer.compare(key, at.scope) === 0;
  const from = isBegun ? at.entry : FIRST_INDEXED;
  const [first] = scanEntries(db, number, from, AFTER_INDEXED, { limit: 1 });
  if (first === undefined) return afterScope;
  const index = indexOfEntry(first.key);
  const end = successor(index.prefix);
  if (keeps(kept, id, scope, index)) return { next: { scope: key, entry: end }, removed: 0 };
  const removed = deleteEntries(db, number, first.key, end, DELETED_IN_A_STEP);
  return { next: { scope: key, entry: first.key }, removed };
}

/** The first collection from here on; the group comes after the collections. */
function scopeFrom(db: StoreDatabase, id: string, from: Uint8Array): Uint8Array | undefined {
  const collection = nextScope(db, from.length === 0 ? FIRST_COLLECTION : from, AFTER_COLLECTIONS);
  if (collection !== undefined) return collection;
  const group = scopeKey("group", id);
  return Buffer.compare(from, group) <= 0 ? group : undefined;
}

function keeps(kept: ActiveIndexes, id: string, scope: IndexScope, index: IndexOfEntry): boolean {
  if ("composite" in index) {
    return kept.composites.some(({ number }) => number === index.composite);
  }
  return singleFieldModes(kept, id, index.path).some(
    (one) => one.scope === scope && (one.mode === "contains") === index.isContains,
  );
}

export function justAfter(key: Uint8Array): Uint8Array {
  return Buffer.concat([key, Buffer.of(0)]);
}
