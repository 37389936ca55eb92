/** Tells of queries that were refused because they lack an index. */
import { type Log, OperationError, type SqlitePort } from "../sqlite/index.ts";
import type { FirestoreOperations } from "./firestore-operations.ts";
import type { MissingIndex } from "./missing-index.ts";

/** Told what has to be added to the file of indexes. */
export type MissingIndexListener = (missing: MissingIndex) => void;

/** The same port. What is refused is refused as ever; the listeners hear of it before. */
export function watchForMissingIndexes(
  sqlite: SqlitePort<FirestoreOperations>,
  log: Log,
  listeners: ReadonlySet<MissingIndexListener>,
): SqlitePort<FirestoreOperations> {
  function tell(missing: MissingIndex): void {
    for (const listener of listeners) {
      try {
        listener(missing);
      } catch (error) {
        log.error({ err: error }, "A listener for missing indexes failed");
      }
    }
  }

  return {
    write: (...write) => sqlite.write(...write),
    read: (name, ...asked) =>
      sqlite.read(name, ...asked).catch((error: unknown) => {
        const missing = missingIndexOf(error);
        if (missing !== undefined) tell(missing);
        throw error;
      }),
  };
}

function missingIndexOf(error: unknown): MissingIndex | undefined {
  if (!(error instanceof OperationError) || error.code !== "FAILED_PRECONDITION") return undefined;
  const details = error.details as MissingIndex | undefined;
  if (details === undefined) return undefined;
  return "index" in details || "fieldOverride" in details ? details : undefined;
}
