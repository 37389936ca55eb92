/** The embedded Firestore: documents over Firestore's REST v1, behind security rules. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import {
  type Authenticate,
  type Caller,
  CredentialError,
  type RequestFacts,
  createHeldChars,
} from "../http/index.ts";
import type { Log, SqlitePort, StoreDatabase } from "../sqlite/index.ts";
import type { CommitResult } from "./commit.ts";
import { fieldsOf } from "./document.ts";
import { unauthenticated } from "./errors.ts";
import { createFirestoreCalls } from "./firestore-calls.ts";
import { createFirestoreHttp } from "./firestore-http.ts";
import type { FirestoreOperations } from "./firestore-operations.ts";
import { getDocument, removeDocument } from "./firestore-store.ts";
import { type IndexDefinitions, IndexesError } from "./index-definition.ts";
import { createIndexing } from "./indexing.ts";
import type { MissingIndex } from "./missing-index.ts";
import { databaseName, documentName } from "./resource-name.ts";
import { formatMicros } from "./timestamp.ts";
import { type MissingIndexListener, watchForMissingIndexes } from "./watch-missing-indexes.ts";

export type { FirestoreOperations, IndexDefinitions, MissingIndex, MissingIndexListener };
export { parseIndexDefinitions } from "./index-definition.ts";
export { toRulesQuery } from "./rules-query.ts";

/** For `openSqlite`; its settings are `{rules: RulesSource}`. */
export const firestoreModule = new URL("./firestore-operations.ts", import.meta.url);

/** The operation by which another room's rules read a document: `{path}` to its fields or null. */
export const readDocumentOperation = "firestore.readDocument";

/** In a copy of the database that nobody serves: without a commit, of which somebody would be told. */
export function forgetDocument(db: StoreDatabase, path: string): void {
  const stored = getDocument(db, path);
  if (stored !== undefined) removeDocument(db, stored);
}

/** Of answers that wait for clients to read them. */
const MAX_HELD_CHARS = 128 * 1024 * 1024;

/** One commit that changed something. */
export type CommitEvent = {
  /** Rises with every commit that changes something, also over restarts. */
  commit: number;
  /** Each document that is not as it was, once, as it is after the commit. */
  changes: {
    /** projects/…/documents/a/b */
    name: string;
    /** a/b */
    path: string;
    /** Typed values. Null when the document was deleted, and so are its times. */
    fields: FirestoreFields | null;
    /** As in answers: 2026-01-01T00:00:00.000000Z. */
    createTime: string | null;
    updateTime: string | null;
  }[];
};
/** Runs between the disk and the answer of every commit: it should be short, and start what takes longer. */
export type CommitListener = (event: CommitEvent) => void;

export type FirestoreService = {
  /** Rules decide, by the caller of `Authorization: Bearer`. */
  fetch: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** The same for the server's own code: no rule is asked. */
  adminFetch: (request: Request) => Promise<Response>;
  /**
   * Called for every commit, in their order, when it is on the disk and before its caller is answered. A listener that
   * throws is logged; neither the commit nor other listeners suffer. Returns a function that ends it.
   */
  onCommit: (listener: CommitListener) => () => void;
  /** Called for each query that is refused because it lacks an index. Returns a function that ends it. */
  onMissingIndex: (listener: MissingIndexListener) => () => void;
  /**
   * Resolves when the indexes are those that are defined. Queries are answered meanwhile, by what was there before and
   * stays. Calls are done one after the other.
   */
  setIndexes: (definitions: IndexDefinitions) => Promise<void>;
};

/** Resolves when it can be used: the indexes are built. */
export async function createFirestoreService(deps: {
  sqlite: SqlitePort<FirestoreOperations>;
  projectId: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
  /** Beside the automatic ones; without it those of the database stay. */
  indexes?: IndexDefinitions | undefined;
}): Promise<FirestoreService> {
  const { log } = deps;
  const indexing = createIndexing({ sqlite: deps.sqlite, log });
  await indexing.set(deps.indexes).catch((error: unknown) => {
    // A document can be too large for an index; nobody's document may keep the server from starting.
    if (!(error instanceof IndexesError)) throw error;
    log.error({}, error.message);
  });
  const missingIndexListeners = new Set<MissingIndexListener>();
  const sqlite = watchForMissingIndexes(deps.sqlite, log, missingIndexListeners);
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

  const calls = createFirestoreCalls({ sqlite, nowMicros, announce });
  const held = createHeldChars(MAX_HELD_CHARS);
  const answer = createFirestoreHttp({ database, calls, clock: deps.clock, log });

  return {
    fetch: (request, { client }) =>
      answer(request, () => callerOf(request, deps.authenticate), held.shareOf(client)),
    adminFetch: (request) => answer(request, async () => "admin", undefined),
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onMissingIndex(listener) {
      missingIndexListeners.add(listener);
      return () => void missingIndexListeners.delete(listener);
    },
    setIndexes: indexing.set,
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
