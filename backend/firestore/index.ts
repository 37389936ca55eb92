/** The embedded Firestore: documents over Firestore's REST v1, behind security rules. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import { type Authenticate, type Caller, CredentialError } from "../http/index.ts";
import type { Log, SqlitePort } from "../sqlite/index.ts";
import type { CommitResult } from "./commit.ts";
import { fieldsOf } from "./document.ts";
import { unauthenticated } from "./errors.ts";
import { createFirestoreHttp } from "./firestore-http.ts";
import type { FirestoreOperations } from "./firestore-operations.ts";
import { databaseName, documentName } from "./resource-name.ts";
import { formatMicros } from "./timestamp.ts";

export type { FirestoreOperations };

/** For `openSqlite`; its settings are `{rules: RulesSource}`. */
export const firestoreModule = new URL("./firestore-operations.ts", import.meta.url);

/** The operation by which another room's rules read a document: `{path}` to its fields or null. */
export const readDocumentOperation = "firestore.readDocument";

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
  /** Rules decide, by the caller of `Authorization: Bearer`. */
  fetch: (request: Request) => Promise<Response>;
  /** The same for the server's own code: no rule is asked. */
  adminFetch: (request: Request) => Promise<Response>;
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
  authenticate: Authenticate;
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

  const answer = createFirestoreHttp({
    database,
    log,
    commit: (caller, writes, sizeBytes) =>
      sqlite.write(
        "firestore.commit",
        { caller, writes, nowMicros: nowMicros() },
        { sizeBytes, onCommitted: announce },
      ),
    batchGet: (caller, paths, mask) =>
      sqlite.read("firestore.batchGet", { caller, paths, mask, nowMicros: nowMicros() }),
    runQuery: (caller, parent, parsed) =>
      sqlite.read("firestore.runQuery", {
        caller,
        database,
        parent,
        ...parsed,
        nowMicros: nowMicros(),
      }),
  });

  return {
    fetch: (request) => answer(request, () => callerOf(request, deps.authenticate)),
    adminFetch: (request) => answer(request, async () => "admin"),
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function callerOf(request: Request, authenticate: Authenticate): Promise<Caller> {
  const authorization = request.headers.get("authorization");
  if (authorization === null) return null;
  const credential = /^Bearer ([^ ]+)$/i.exec(authorization)?.[1];
  if (credential === undefined) throw unauthenticated("Authorization must be a Bearer token.");
  try {
    return await authenticate(credential);
  } catch (error) {
    if (error instanceof CredentialError) throw unauthenticated(error.message);
    throw error;
  }
}
