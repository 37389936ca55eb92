/** Where a document's name stands among the names of a scope, as bytes. */
import { PATH_END, encodePath } from "./encode-path.ts";
import type { DatabaseName } from "./resource-name.ts";

/** What is common to all names of a scope: in a collection all but the last id. */
export type NameSpace = { prefix: Uint8Array };

/** @param collection path of the collection; undefined: names of the whole database. */
export function nameSpace(database: DatabaseName, collection: string | undefined): NameSpace {
  const path = collection === undefined ? database.prefix : `${database.prefix}/${collection}`;
  return { prefix: encodePath(path) };
}

/**
 * A reference as a bound for the scope's names. One that is outside is before all of them (no bytes) or after all of
 * them (FF); one that is deeper is just after the name that it is below.
 */
export function placeOfName(
  { prefix }: NameSpace,
  reference: string,
): { bytes: Uint8Array; isInside: boolean } {
  const name = Buffer.concat([encodePath(reference), Uint8Array.of(PATH_END)]);
  const common = name.subarray(0, prefix.length);
  const order = Buffer.compare(common, prefix);
  if (order === 0) return { bytes: name.subarray(prefix.length), isInside: true };
  return { bytes: order < 0 ? new Uint8Array(0) : Uint8Array.of(0xff), isInside: false };
}
