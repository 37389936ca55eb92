/** One value, once, inside the reader thread. */
import type { Caller } from "../http/index.ts";
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { allowsRead } from "./ask-rules.ts";
import { MAX_VALUE_BYTES, getLeaf, readValue, scanChildKeys } from "./database-store.ts";
import { permissionDenied, tooBig } from "./errors.ts";
import { hashOf } from "./hash.ts";
import { type Query, applyQuery } from "./query.ts";
import { newObject, toText } from "./value.ts";

export type GetInput = {
  caller: Caller;
  path: DatabasePath;
  query?: Query | undefined;
  /** Of a node with children, only their keys: `{key: true}`. */
  shallow?: boolean;
  withHash?: boolean;
  nowMs: number;
};

/** @throws OperationError permission_denied, too_big */
export function get(
  db: StoreDatabase,
  input: GetInput,
): { text: string; hash: string | undefined } {
  if (!allowsRead(db, input.caller, input.nowMs, input.path)) throw permissionDenied();
  if (input.shallow === true) {
    const shallow = getLeaf(db, input.path) ?? childrenOf(db, input.path);
    return { text: JSON.stringify(shallow), hash: undefined };
  }
  const stored = readValue(db, input.path);
  const value = input.query === undefined ? stored : applyQuery(stored, input.query);
  return { text: toText(value), hash: input.withHash === true ? hashOf(value) : undefined };
}

function childrenOf(db: StoreDatabase, path: DatabasePath): DatabaseValue {
  const children = newObject();
  let chars = 0;
  for (const key of scanChildKeys(db, path)) {
    chars += key.length + 8;
    if (chars > MAX_VALUE_BYTES) throw tooBig("There are too many children for one answer.");
    children[key] = true;
  }
  return chars === 0 ? null : children;
}
