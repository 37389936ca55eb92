/**
 * Whether a value is still what a writer takes it for, inside the reader thread: to read and hash it takes as long as
 * the value is large, and in the writer thread the writes of everybody would wait for that.
 */
import type { Caller } from "../http/index.ts";
import type { DatabasePath } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { allowsRead } from "./ask-rules.ts";
import { getLastCommit } from "./changes.ts";
import { readValue } from "./database-store.ts";
import { dataStale, permissionDenied } from "./errors.ts";
import { hashOf } from "./hash.ts";
import { nodePathOf } from "./path.ts";

export type CompareInput = {
  caller: Caller;
  path: DatabasePath;
  hash: string;
  nowMs: number;
};

/**
 * Who may not read is refused: the answer would tell whether a guess is right.
 * Returns the last commit that is in the value that has this hash.
 * @throws OperationError permission_denied, datastale, too_big
 */
export function compare(db: StoreDatabase, { caller, path, hash, nowMs }: CompareInput): number {
  if (!allowsRead(db, caller, nowMs, nodePathOf(path))) throw permissionDenied();
  if (hash !== hashOf(readValue(db, path))) throw dataStale();
  return getLastCommit(db);
}
