/** The embedded Realtime Database: one tree over Firebase's socket protocol and REST, behind security rules. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Authenticate, RequestFacts } from "../http/index.ts";
import type { DatabaseValue } from "../rules/index.ts";
import type { Log, SqlitePort } from "../sqlite/index.ts";
import { createDatabaseHttp } from "./database-http.ts";
import type { DatabaseOperations } from "./database-operations.ts";
import { runLeftBehind } from "./on-disconnect.ts";
import { formatPath } from "./path.ts";
import type { Concerns } from "./socket-auth.ts";
import { createSocketServer } from "./socket-server.ts";
import { createStore } from "./store.ts";
import { PRIORITY, withoutPriorities } from "./value.ts";
import type { WriteResult } from "./write.ts";

export type { DatabaseOperations };

/** For `openSqlite`; its settings are `{rules: RulesSource}`. */
export const databaseModule = new URL("./database-operations.ts", import.meta.url);

const SOCKETS_PER_CLIENT = 100;

export type DatabaseCommitEvent = {
  /** Rises with every commit, also over restarts. */
  commit: number;
  writes: {
    /** a/b; "" is the root. */
    path: string;
    /** What is there now; null when it was deleted. */
    value: DatabaseValue;
  }[];
};
export type DatabaseCommitListener = (event: DatabaseCommitEvent) => void;

export type DatabaseService = {
  /** REST at `/path.json`. Rules decide, by the caller of `auth=`, `access_token=` or `Authorization: Bearer`. */
  fetch: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** The same for the server's own code: no rule is asked. */
  adminFetch: (request: Request) => Promise<Response>;
  /** The socket at `/.ws`. Host and Origin have been checked. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, facts: RequestFacts) => void;
  /**
   * Called in commit order, when the commit is on the disk and before its writer is answered.
   * Returns a function that ends it.
   */
  onCommit: (listener: DatabaseCommitListener) => () => void;
  /** To be called when tokens are not valid any more: ends the sign-in of sockets, and the event streams, whose token is refused now. */
  recheckAuth: (concerns: Concerns) => Promise<void>;
  /** Ends all sockets and event streams and takes no new ones; to be called before the store is closed. */
  close: () => Promise<void>;
};

/** Resolves when it can be used: its indexes are those of the rules, and what an earlier process left behind is done. */
export async function createDatabaseService(deps: {
  sqlite: SqlitePort<DatabaseOperations>;
  /** The only database there is, as `ns` names it. */
  projectId: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
  /** Sockets that one address may have open, and as many event streams. */
  maxSocketsPerClient?: number;
}): Promise<DatabaseService> {
  const { log } = deps;
  const commitListeners = new Set<DatabaseCommitListener>();

  function onCommit({ commit, writes }: WriteResult): void {
    if (commitListeners.size === 0) return;
    // A priority is not part of what is told.
    const values = writes.filter(({ path }) => path.at(-1) !== PRIORITY);
    const event = {
      commit,
      writes: values.map(({ path, value }) => ({
        path: formatPath(path),
        value: withoutPriorities(value),
      })),
    };
    for (const listener of commitListeners) {
      try {
        listener(event);
      } catch (error) {
        // The commit is done: a listener can neither undo it nor keep it from the others.
        log.error({ err: error, commit }, "A commit listener failed");
      }
    }
  }

  const { sqlite, clock } = deps;
  await sqlite.write("database.reindex", undefined);
  const lastCommit = await sqlite.read("database.lastCommit", undefined);
  const store = createStore({ sqlite, clock, lastCommit, log, onCommit });
  await runLeftBehind(store.onDisconnect, log);
  const { projectId, authenticate } = deps;
  const maxSocketsPerClient = deps.maxSocketsPerClient ?? SOCKETS_PER_CLIENT;
  const shared = { store, projectId, clock, log, authenticate };
  const sockets = createSocketServer({ ...shared, maxSocketsPerClient });
  const http = createDatabaseHttp({ ...shared, maxStreamsPerClient: maxSocketsPerClient });

  return {
    fetch: (request, facts) => http.fetch(request, facts),
    adminFetch: (request) => http.adminFetch(request),
    upgrade: (...request) => sockets.upgrade(...request),
    onCommit(listener) {
      commitListeners.add(listener);
      return () => void commitListeners.delete(listener);
    },
    async recheckAuth(concerns) {
      await Promise.all([sockets.recheckAuth(concerns), http.recheckAuth(concerns)]);
    },
    async close() {
      http.close();
      await sockets.close();
    },
  };
}
