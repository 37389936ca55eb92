/** The ids of the collections directly below a document, page by page, inside the reader thread. */
import type { StoreDatabase } from "../sqlite/index.ts";
import { successor } from "./encode-path.ts";
import { nextScope, readScopeKey, scopeKey } from "./index-store.ts";

export type ListCollectionIdsInput = {
  /** The document; "" is the root. */
  parent: string;
  /** The id before the first that is wanted. */
  startAfter: string | undefined;
  pageSize: number;
};

/** `next`: `startAfter` of the next page; undefined when this is the last one. */
export type ListCollectionIdsResult = { ids: string[]; next: string | undefined };

/** Also those that have no documents themselves, only below them. One look for each id. */
export function listCollectionIds(
  db: StoreDatabase,
  { parent, startAfter, pageSize }: ListCollectionIdsInput,
): ListCollectionIdsResult {
  const below = parent === "" ? "" : `${parent}/`;
  const pastAllOf = (id: string) => successor(scopeKey("collection", below + id));
  const first = scopeKey("collection", parent);
  const to = successor(first);
  const found: string[] = [];
  let from = startAfter === undefined ? first : pastAllOf(startAfter);
  while (found.length <= pageSize) {
    const key = nextScope(db, from, to);
    if (key === undefined) break;
    const id = readScopeKey(key).pathOrId.slice(below.length).split("/")[0] as string;
    found.push(id);
    from = pastAllOf(id);
  }
  const ids = found.slice(0, pageSize);
  return { ids, next: found.length > pageSize ? ids.at(-1) : undefined };
}
