/** Wires the rooms of the embedded backend. Nothing here or below listens on a port. */
import { join } from "node:path";
import {
  type CommitListener,
  type FirestoreOperations,
  createFirestoreService,
  firestoreModule,
} from "./firestore/index.ts";
import { type Log, lockDataFolder, openSqlite, silentLog } from "./sqlite/index.ts";

export type BackendOptions = {
  dataDir: string;
  projectId: string;
  /** Milliseconds since 1970. */
  clock?: () => number;
  log?: Log;
};

export type Backend = {
  /** Answers as the Firebase services do, without asking any rule: only for the server's own code. */
  adminFetch: (request: Request) => Promise<Response>;
  /** See `CommitEvent`. Returns a function that ends it. */
  onCommit: (listener: CommitListener) => () => void;
  checkpoint: () => Promise<void>;
  /** Finishes what waits, then gives the data folder free. Safe to call twice. */
  close: () => Promise<void>;
};

/** @throws FolderLockedError when another process has the folder, StoreError when its database cannot be used. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const log = options.log ?? silentLog;
  const lock = lockDataFolder(options.dataDir);
  try {
    const sqlite = await openSqlite<FirestoreOperations>({
      path: join(options.dataDir, "foyer.sqlite"),
      modules: [firestoreModule],
      log,
    });
    const firestore = createFirestoreService({
      sqlite,
      projectId: options.projectId,
      clock: options.clock ?? Date.now,
      log,
    });
    return {
      adminFetch: firestore.fetch,
      onCommit: firestore.onCommit,
      checkpoint: sqlite.checkpoint,
      async close() {
        try {
          await sqlite.close();
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
