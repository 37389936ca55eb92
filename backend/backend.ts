/** Wires the rooms of the embedded backend. Nothing here or below listens on a port. */
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import {
  type AccountChange,
  type AuthMailer,
  type AuthOperations,
  type ProvedIdentity,
  type Revoked,
  type ServiceAccounts,
  authModule,
  createAuthService,
} from "./auth/index.ts";
import { type BackupEngine, createBackupEngine } from "./backup/index.ts";
import {
  type DatabaseCommitListener,
  type DatabaseOperations,
  createDatabaseService,
  databaseModule,
} from "./database/index.ts";
import {
  type CommitListener,
  type FirestoreOperations,
  type IndexDefinitions,
  type MissingIndexListener,
  createFirestoreService,
  firestoreModule,
  parseIndexDefinitions,
  readDocumentOperation,
} from "./firestore/index.ts";
import type { RequestFacts, SignedIn } from "./http/index.ts";
import { createRecheckLater } from "./recheck-later.ts";
import {
  type RulesSource,
  compileDatabaseRules,
  compileFirestoreRules,
  compileStorageRules,
} from "./rules/index.ts";
import {
  type Log,
  type SqliteStore,
  lockDataFolder,
  openSqlite,
  silentLog,
} from "./sqlite/index.ts";
import {
  type ObjectChangeListener,
  type StorageOperations,
  type StorageOptions,
  createStorageService,
  storageModule,
} from "./storage/index.ts";

type BackendRules = {
  database: RulesSource;
  firestore: RulesSource;
  storage: RulesSource;
};

/** firebase/firestore.indexes.json. */
type IndexesSource = { file: string; text: string };

export type BackendOptions = {
  dataDir: string;
  /** Also the name of the database and of the bucket. */
  projectId: string;
  rules: BackendRules;
  /** Of documents, beside the automatic ones. Without it those of the data folder stay. */
  indexes?: IndexesSource;
  /** Milliseconds since 1970. */
  clock?: () => number;
  log?: Log;
  /** Takes the sign-in service's mails; without it, what would send one is not allowed. */
  mailer?: AuthMailer;
  /** Where the links of mails lead; asked for each mail. */
  actionUrl?: () => string;
  /** Stands in the links of mails; of the app's options. */
  apiKey?: string;
  /** How much is kept, and for whom. */
  storage?: StorageOptions;
};

export type Backend = {
  /** Answers clients as the Firebase services do; the rules decide. */
  fetch: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** The Realtime Database's socket; host and Origin were checked before. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, facts: RequestFacts) => void;
  /** The same answers without asking any rule: only for the server's own code. */
  adminFetch: (request: Request) => Promise<Response>;
  /** Of documents; see `CommitEvent`. Returns a function that ends it. */
  onCommit: (listener: CommitListener) => () => void;
  /** Of queries that are refused because they lack an index; see `MissingIndex`. Returns a function that ends it. */
  onMissingIndex: (listener: MissingIndexListener) => () => void;
  /** Resolves when queries can use them. @throws IndexesError */
  setIndexes: (source: IndexesSource) => Promise<void>;
  /** Of the Realtime Database; see `DatabaseCommitEvent`. Returns a function that ends it. */
  onDatabaseCommit: (listener: DatabaseCommitListener) => () => void;
  /**
   * Of stored objects: called after an upload, a change of metadata or a deletion was committed, and awaited before it
   * is answered. Returns a function that ends it.
   */
  onObjectChange: (listener: ObjectChangeListener) => () => void;
  /**
   * Who sends an ID token or an access token, as all services see it: also what has been revoked is refused.
   * @throws CredentialError; StoreError when nothing can be known now
   */
  authenticate: (credential: string) => Promise<SignedIn | "admin">;
  /**
   * Signs somebody in who proved to the server's own code who they are: once, within two minutes. The account is there.
   * @throws OperationError
   */
  createCustomToken: (uid: string, claims?: Record<string, unknown>) => Promise<string>;
  /** Somebody whom the server's own code knows from another provider; once. @throws OperationError */
  createIdpCredential: (identity: ProvedIdentity) => Promise<string>;
  /** Whose sign-in waits for a second factor; `credential` is the SDK's. @throws OperationError when none waits */
  pendingSignIn: (credential: string) => Promise<{ uid: string }>;
  /** Called after the commit, once for an account. Returns a function that ends it. */
  onAccountChange: (listener: (change: AccountChange) => void) => () => void;
  /** For an emergency: another key signs, and all tokens of before are refused. */
  rotateSigningKey: () => Promise<void>;
  /** Of the data folder, while it is in use. */
  backups: BackupEngine;
  checkpoint: () => Promise<void>;
  /** Answers what was asked on the sockets, then closes them; no new one is taken. To be called before the port is closed. */
  closeSockets: () => Promise<void>;
  /** Finishes what waits, then gives the data folder free. Safe to call twice. */
  close: () => Promise<void>;
} & ServiceAccounts;

type Operations = AuthOperations & DatabaseOperations & FirestoreOperations & StorageOperations;

/**
 * @throws RulesError or IndexesError when a file says something that this backend does not know, FolderLockedError when
 * another process has the folder, StoreError when its database cannot be used.
 */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { rules } = options;
  // The threads compile them too; here the error keeps its class.
  compileDatabaseRules(rules.database);
  const { warnings } = compileFirestoreRules(rules.firestore);
  for (const warning of [...warnings, ...compileStorageRules(rules.storage).warnings]) {
    options.log?.warn({}, warning);
  }
  const indexes = options.indexes && parseIndexDefinitions(options.indexes);
  const lock = lockDataFolder(options.dataDir);
  try {
    const sqlite = await openSqlite<Operations>({
      path: join(options.dataDir, "foyer.sqlite"),
      modules: [
        { url: authModule },
        { url: databaseModule, settings: { rules: rules.database } },
        { url: firestoreModule, settings: { rules: rules.firestore } },
        {
          url: storageModule,
          settings: { rules: rules.storage, readDocument: readDocumentOperation },
        },
      ],
      ...(options.log && { log: options.log }),
    });
    try {
      return await startServices(options, indexes, sqlite, lock.release);
    } catch (error) {
      await sqlite.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startServices(
  options: BackendOptions,
  indexes: IndexDefinitions | undefined,
  sqlite: SqliteStore<Operations>,
  release: () => void,
): Promise<Backend> {
  const { dataDir, projectId, clock = Date.now, log = silentLog } = options;
  // Before there is a database service nobody has a socket.
  let onRevoked: (revoked: Revoked) => void = () => {};
  let onDeleted: (uid: string) => void = () => {};
  const accountListeners = new Set<(change: AccountChange) => void>();
  const auth = await createAuthService({
    sqlite,
    keysDir: join(dataDir, "keys"),
    projectId,
    clock,
    log,
    onRevoked: (revoked) => onRevoked(revoked),
    onDeleted: (uid) => onDeleted(uid),
    onChanged(change) {
      for (const listener of accountListeners) {
        try {
          listener(change);
        } catch (error) {
          // The change is done, whatever becomes of who wanted to know.
          log.error({ err: error }, "A listener to changes of accounts failed");
        }
      }
    },
    ...(options.mailer && { mailer: options.mailer }),
    ...(options.actionUrl && { actionUrl: options.actionUrl }),
    ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
  });
  const { authenticate } = auth;
  const firestore = await createFirestoreService({
    sqlite,
    projectId,
    clock,
    log,
    authenticate,
    indexes,
  });
  const database = await createDatabaseService({ sqlite, projectId, clock, log, authenticate });
  const later = createRecheckLater({ recheck: database.recheckAuth, log });
  onRevoked = (revoked) => later.add(revoked);
  const storage = await createStorageService({
    sqlite,
    filesDir: join(dataDir, "files"),
    bucket: projectId,
    clock,
    log,
    authenticate,
    ...(options.storage && { options: options.storage }),
  });
  onDeleted = (uid) => storage.endAccount(uid);
  const { rules } = options;
  const backups = createBackupEngine({
    dataDir,
    keysDir: join(dataDir, "keys"),
    projectId,
    program: new URL("./backup-process.ts", import.meta.url),
    more: { rules, ...(options.indexes && { indexes: options.indexes }) },
    holdContents: storage.holdContents,
    now: clock,
    log,
  });

  function serviceOf(
    url: string,
  ): typeof auth | typeof firestore | typeof database | typeof storage {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/v1/projects/")) return firestore;
    if (pathname.startsWith("/v0/b/")) return storage;
    return pathname.endsWith(".json") && !pathname.startsWith("/.well-known/") ? database : auth;
  }

  return {
    fetch: (request, facts) => serviceOf(request.url).fetch(request, facts),
    adminFetch(request) {
      // Public, so there is no other form of it.
      const isKeys = new URL(request.url).pathname === "/.well-known/jwks.json";
      if (isKeys) return auth.fetch(request, { client: "", origin: "" });
      return serviceOf(request.url).adminFetch(request);
    },
    upgrade: database.upgrade,
    onCommit: firestore.onCommit,
    onMissingIndex: firestore.onMissingIndex,
    setIndexes: async (source) => firestore.setIndexes(parseIndexDefinitions(source)),
    onDatabaseCommit: database.onCommit,
    onObjectChange: storage.onObjectChange,
    authenticate,
    createCustomToken: (uid, claims) => auth.createCustomToken(uid, claims),
    createIdpCredential: (identity) => auth.createIdpCredential(identity),
    pendingSignIn: (credential) => auth.pendingSignIn(credential),
    onAccountChange(listener) {
      // Of its own, so that ending one of two that are the same function ends one.
      const own = (change: AccountChange) => listener(change);
      accountListeners.add(own);
      return () => void accountListeners.delete(own);
    },
    rotateSigningKey: auth.rotateSigningKey,
    createServiceAccount: (origin, more) => auth.createServiceAccount(origin, more),
    listServiceAccounts: () => auth.listServiceAccounts(),
    revokeServiceAccount: (clientEmail) => auth.revokeServiceAccount(clientEmail),
    backups,
    checkpoint: sqlite.checkpoint,
    closeSockets: database.close,
    async close() {
      later.close();
      try {
        await backups.close();
        await Promise.all([auth.close(), database.close(), storage.close()]);
        await sqlite.close();
      } finally {
        release();
      }
    },
  };
}
