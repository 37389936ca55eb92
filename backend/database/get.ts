/** One value, once, inside the reader thread. */
import type { Caller } from "../http/index.ts";
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { allowsRead } from "./ask-rules.ts";
import {
  MAX_VALUE_BYTES,
  getLeaf,
  getPriority,
  readValue,
  scanChildKeys,
} from "./database-store.ts";
import { permissionDenied, tooBig } from "./errors.ts";
import { hashOf } from "./hash.ts";
import { isPriorityPath, nodePathOf } from "./path.ts";
import type { Query, QueryIndex } from "./query.ts";
import { readSelected } from "./select-children.ts";
import { newObject, toExportText, toText } from "./value.ts";

export type GetInput = {
  caller: Caller;
  /** It may lead to a priority, which who may read the node may read. */
  path: DatabasePath;
  query?: Query | undefined;
  /** Without a query: the order that is asked for, which rules may look at. */
  order?: QueryIndex | undefined;
  /** Of a node with children, only their keys: `{key: true}`. */
  shallow?: boolean;
  withHash?: boolean;
  /** `export` has the priorities, `plain` turns into arrays what looks like one. */
  format: "plain" | "export";
  nowMs: number;
};

export type GetResult = {
  text: string;
  /** Undefined when it is not asked for, and of a shallow answer. */
  hash: string | undefined;
  /** Whether no more children were looked at than a query needs. */
  indexed: boolean;
};

/** @throws OperationError permission_denied, too_big */
export function get(db: StoreDatabase, input: GetInput): GetResult {
  const { path, query } = input;
  const node = nodePathOf(path);
  if (!allowsRead(db, input.caller, input.nowMs, node, input)) throw permissionDenied();
  if (isPriorityPath(path)) {
    return { text: JSON.stringify(getPriority(db, node)), hash: undefined, indexed: true };
  }
  if (input.shallow === true) {
    const shallow = getLeaf(db, path) ?? childrenOf(db, path);
    return { text: JSON.stringify(shallow), hash: undefined, indexed: true };
  }
  const { value, indexed } =
    query === undefined
      ? { value: readValue(db, path), indexed: true }
      : readSelected(db, path, query);
  const text = input.format === "export" ? toExportText(value) : toText(value);
  return { text, hash: input.withHash === true ? hashOf(value) : undefined, indexed };
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
