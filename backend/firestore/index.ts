/** The embedded Firestore: documents over Firestore's REST v1. Reached in-process only; it asks no rules. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import type { Log, SqlitePort } from "../sqlite/index.ts";
import type { CommitResult } from "./commit.ts";
import { fieldsOf } from "./document.ts";
import { createFirestoreHttp } from "./firestore-http.ts";
import type { FirestoreOperations } from "./firestore-operations.ts";
import { databaseName, documentName } from "./resource-name.ts";
import { formatMicros } from "./timestamp.ts";

export type { FirestoreOperations };

/** For `openSqlite`. */
export const firestoreModule = new URL("./firestore-operations.ts", import.meta.url);

export type CommitEvent = {
  /** Rises with every commit that changes something, also over restarts. */
  commit: number;
  changes: {
    /** projects/…/documents/a/b */
    name: string;
    /** a/b */
    path: string;
    /** Null when the document was deleted. */
    fields: FirestoreFields | null;
    createTime: string | null;
    updateTime: string | null;
  }[];
};
export type CommitListener = (event: CommitEvent) => void;

export type FirestoreService = {
  fetch: (request: Request) => Promise<Response>;
  /**
   * Called in commit order, when the commit is on the disk and before its caller is answered.
   * Returns a function that ends it.
   */
  onCommit: (listener: CommitListener) => () => void;
};

export function createFirestoreService(deps: {
  sqlite: SqlitePort<FirestoreOperations>;
  projectId: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
}): FirestoreService {
  const { sqlite, log } = deps;
  const database = databaseName(deps.projectId);
  const nowMicros = () => Math.floor(deps.clock() * 1000);
  const listeners = new Set<CommitListener>();

  function announce(result: CommitResult): void {
    if (result.changes.length === 0 || listeners.size === 0) return;
    const event = toEvent(result);
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // The commit is done: a listener can neither undo it nor keep it from the others.
        log.error({ err: error, commit: event.commit }, "A commit listener failed");
      }
    }
  }

  function toEvent({ commit, changes }: CommitResult): CommitEvent {
    return {
      commit,
      changes: changes.map(({ path, document }) => ({
        name: documentName(database, path),
        path,
        fields: document && fieldsOf(document),
        createTime: document && formatMicros(document.createTime),
        updateTime: document && formatMicros(document.updateTime),
      })),
    };
  }

  const fetch = createFirestoreHttp({
    database,
    log,
    commit: (writes, sizeBytes) =>
      sqlite.write(
        "firestore.commit",
        { writes, nowMicros: nowMicros() },
        { sizeBytes, onCommitted: announce },
      ),
    batchGet: (paths, mask) =>
      sqlite.read("firestore.batchGet", { paths, mask, nowMicros: nowMicros() }),
    runQuery: (parent, parsed) =>
      sqlite.read("firestore.runQuery", { database, parent, ...parsed, nowMicros: nowMicros() }),
  });

  return {
    fetch,
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
