/**
 * The one port through which server code reaches the data, whichever backend is behind it.
 * Wired in server/backend-port: embedded by an in-process fetch, hosted by the network.
 */
import type { DatabaseQuery, DocumentOrder } from "./data-queries.ts";
import type { FirestoreFields, PlainFields } from "./firestore-value.ts";
import type { PublicData } from "./public-data.ts";

export type { DatabaseQuery, DocumentOrder } from "./data-queries.ts";
export type { PublicData, SampleShare } from "./public-data.ts";

export type StoredDocument = {
  /** Path below the database's root: `projects/atlas`. */
  path: string;
  id: string;
  data: PlainFields;
  /** RFC 3339, UTC. */
  createTime: string;
  updateTime: string;
};

export type Precondition = { exists: boolean } | { updateTime: string };

export type Write =
  | { set: string; data: Record<string, unknown>; when?: Precondition }
  /** Replaces only the fields that `data` names, or with `mask` what lies at its paths: `["fields", "order"]`. */
  | {
      update: string;
      data: Record<string, unknown>;
      mask?: readonly (readonly string[])[];
      when?: Precondition;
    }
  | { delete: string; when?: Precondition };

/** What one commit changed, in commit order. */
export type CommitEvent = {
  commit: number;
  /** RFC 3339, UTC; null with the fields of a document that was deleted. */
  changes: {
    path: string;
    fields: FirestoreFields | null;
    createTime: string | null;
    updateTime: string | null;
  }[];
};

/** A value of the Realtime Database as JSON; null where there is none. */
export type DatabaseJson =
  | null
  | boolean
  | number
  | string
  | DatabaseJson[]
  | { [key: string]: DatabaseJson };

/** What several people change, in one order for all of them: places of the Realtime Database. */
export type OrderedKind = "boards" | "chat";

/** A verified ID token. `claims` are all of its claims, the account's own ones among them. */
type VerifiedToken = { uid: string; claims: Record<string, unknown> };

/** Times in milliseconds since 1970. */
export type Account = {
  uid: string;
  /** In lower case. */
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
  disabled: boolean;
  createdAt: number;
  /** Null before the first sign-in. */
  lastLoginAt: number | null;
  hasSecondFactor: boolean;
  /** The ways in that Firebase knows: `password` (a link in a mail, too), `google.com`, `oidc.x`. */
  providers: AccountProvider[];
  /**
   * Milliseconds since 1970: ways in that the server keeps itself, such as passkeys, count only if they were added later.
   * What was put to the account before its holder proved the address may be a stranger's. 0: all count, as at Firebase.
   */
  waysInSince: number;
  /** Milliseconds since 1970, whole seconds: what was signed in before has ended. */
  validSince: number;
  /** The account's own ones, which its ID tokens carry. */
  claims: Record<string, unknown>;
};

export type AccountProvider = { providerId: string; email: string | null };

type NewAccount = {
  email: string;
  emailVerified?: boolean;
  /** Without one nobody signs in before a password is set by a reset link. */
  password?: string;
  displayName?: string;
};

/** Null takes away. */
type AccountUpdate = Partial<Omit<NewAccount, "displayName">> & {
  displayName?: string | null;
  photoUrl?: string | null;
  disabled?: boolean;
};

/** Who somebody is at another provider, as the server has verified it. */
export type ProvedIdentity = {
  /** `google.com`, `github.com`, `oidc.x`: with a dot. */
  providerId: string;
  /** At most 256 characters. */
  rawId: string;
  email: string | null;
  /** Whether the provider says that the address is this person's. */
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
  /** SHA-256 of the `rawNonce` that stays in the page, in lower-case hex. */
  nonceHash: string;
  /** Somebody is invited where sign-up is closed: of all credentials with this admission one makes an account. */
  admission?: Admission | null;
};

/** `expiresAt`: milliseconds since 1970; later than any credential that has it. */
export type Admission = { id: string; expiresAt: number };

/** What happened to an account, as the sign-in service notes it. */
export type AuthEvent = {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** As in backend/auth/README.md: `signed-in`, `disabled`, … */
  kind: string;
  /** Null when it concerns nobody in particular. */
  uid: string | null;
  /** `uid:…`, `service-account:…` or `server`. */
  actor: string;
  network: string | null;
  details: Record<string, string | number | boolean>;
};

/** Of all accounts, by uid. */
type AccountPage = {
  accounts: Account[];
  /** The token of the page that follows; undefined after the last one. */
  next: string | undefined;
};

/** One sign-in on one device. Times in milliseconds since 1970. */
export type AccountSession = {
  id: string;
  /** What the browser says of itself; null when it said nothing. */
  device: string | null;
  /** IPv4 address or IPv6 /64. */
  network: string | null;
  /** As in `firebase.sign_in_provider`. */
  provider: string;
  createdAt: number;
  lastUsedAt: number;
};

/** How people may sign in: Identity Toolkit's `projects/{p}/config`, of which this is the part that is asked for by name. */
export type AuthConfig = { [name: string]: DatabaseJson } & {
  signIn?: { email?: { enabled?: boolean; passwordRequired?: boolean } };
};

/** Where the parts of a backend are reached, none with a slash at its end. */
export type BackendUrls = {
  /** Identity Toolkit, above `/v1/projects`. */
  accounts: string;
  database: string;
  /** Firestore, above `/v1/projects`. */
  documents: string;
  /** The public keys of ID tokens, as a JSON Web Key Set. */
  keys: string;
  /** Cloud Storage for Firebase, above `/v0/b`. */
  storage: string;
  /** Cloud Storage itself, above `/storage/v1`. */
  objects: string;
};

/** A stored file. */
export type ObjectInfo = {
  name: string;
  /** Another one with each upload under the name. */
  generation: string;
  sizeBytes: number;
  contentType: string | null;
  /** Base64. */
  md5Hash: string | null;
  customMetadata: Record<string, string>;
  downloadTokens: string[];
  /** RFC 3339, UTC. */
  updated: string;
};

export type ObjectChange = {
  name: string;
  /** Null when the object was deleted. */
  generation: number | null;
};

/** What is awaited before whoever made the change is answered. */
export type ObjectChangeListener = (change: ObjectChange) => void | Promise<void>;

/** Of one account, or with the uid "" of the whole site. */
export type StorageUsage = {
  uid: string;
  objects: number;
  usedBytes: number;
  /** Of uploads under way. */
  reservedBytes: number;
  /** Null: no limit but the site's. */
  limitBytes: number | null;
  /** Whether it was set for this account. */
  isOwnLimit: boolean;
};

/** Every call may throw a BackendError. */
export type ServerBackend = {
  getDocument(path: string): Promise<StoredDocument | null>;
  /** All documents of a collection, by id. */
  listDocuments(collection: string): Promise<StoredDocument[]>;
  /**
   * Of a collection those with an id above `after` and with these values, by id, the first `limit` ones; or by `order`.
   * With `fields` only these of each.
   */
  findDocuments(
    collection: string,
    query: {
      where?: Record<string, string | number | boolean>;
      fields?: readonly string[] | undefined;
      limit: number;
    } & ({ after?: string | undefined } | { order: DocumentOrder }),
  ): Promise<StoredDocument[]>;
  /** All documents at any depth below a document, by path, of those after the path `after` the first `limit` ones. */
  documentsBelow(
    path: string,
    page: { after?: string | undefined; limit: number },
  ): Promise<StoredDocument[]>;
  /** All or nothing. @throws BackendError */
  commit(writes: Write[]): Promise<void>;
  /** `path` below the root: `users/ann/roles`. */
  getValue(path: string): Promise<{ value: DatabaseJson; etag: string }>;
  /** With `etag`, only when the value is still the one that had it; false when it is not. */
  putValue(path: string, value: DatabaseJson, etag?: string): Promise<boolean>;
  /** Values by path, all or nothing; null deletes. */
  updateValues(values: Record<string, DatabaseJson>): Promise<void>;
  /** The same under the rules: `{kind}/{id}/seq` must be raised by one. False: they refuse it, as somebody was quicker. */
  updateInOrder(
    kind: OrderedKind,
    id: string,
    values: Record<string, DatabaseJson>,
  ): Promise<boolean>;
  /** JSON in export form, with priorities. @throws BackendError `INVALID_ARGUMENT` when it is too big for one answer. */
  exportValue(path: string): Promise<ReadableStream<Uint8Array>>;
  /** Children by key in export form, of those after the key `after` the first `limit` ones; null when there are none. */
  exportChildren(
    path: string,
    range: { after: string | undefined; limit: number },
  ): Promise<Record<string, DatabaseJson> | null>;
  /** Of a place's children those that a query finds, in its order. @throws BackendError `INVALID_ARGUMENT` without index. */
  queryValues(path: string, query: DatabaseQuery): Promise<[key: string, value: DatabaseJson][]>;
  getPriority(path: string): Promise<number | string | null>;
  /** Of a place that has children only their keys: `{ann: true}`. */
  getShallow(path: string): Promise<DatabaseJson>;
  /**
   * `checkRevoked`: hosted, Google is asked whether the account has been disabled, deleted or signed out since; embedded
   * that is known in any case.
   * @throws BackendError `UNAUTHENTICATED`
   */
  verifyIdToken(token: string, options?: { checkRevoked?: boolean }): Promise<VerifiedToken>;
  /** One page, the first without a token. `size`: at most 1000. */
  listAccounts(page?: { token?: string | undefined; size?: number }): Promise<AccountPage>;
  getAccount(uid: string): Promise<Account | null>;
  /** At most 100, in one request: those that exist, in the order asked. */
  getAccounts(uids: string[]): Promise<Account[]>;
  findAccountByEmail(email: string): Promise<Account | null>;
  /** @throws BackendError whose message begins with Identity Toolkit's code: `EMAIL_EXISTS`, `WEAK_PASSWORD : …` */
  createAccount(account: NewAccount): Promise<Account>;
  updateAccount(uid: string, changes: AccountUpdate): Promise<void>;
  /** The account alone: what belongs to it elsewhere stays. */
  deleteAccount(uid: string): Promise<void>;
  /** A link that sets a new password, once; it is mailed to nobody. */
  createPasswordResetLink(email: string): Promise<string>;
  /** @throws BackendError `UNIMPLEMENTED` at Firebase, which has no such list. */
  listSessions(uid: string): Promise<AccountSession[]>;
  /** @throws BackendError `UNIMPLEMENTED` at Firebase. */
  endSession(uid: string, sessionId: string): Promise<void>;
  /** Ends every sign-in of the account. */
  revokeSessions(uid: string): Promise<void>;
  /** Ends every sign-in of an account that had one. */
  removeSecondFactors(uid: string): Promise<void>;
  /**
   * For `signInWithCustomToken` by who has an account, within two minutes. It asks for no second factor. Embedded it is
   * good once, and no more once the account's sign-ins are ended or the account is gone; Firebase looks at neither.
   * @throws BackendError `INVALID_ARGUMENT`; embedded also for an account that is not there
   */
  createCustomToken(uid: string, claims?: Record<string, unknown>): Promise<string>;
  /**
   * For `new OAuthProvider(providerId).credential({ idToken, rawNonce })`: good once, for two minutes. What the identity
   * says that no account can keep is left out.
   * @throws BackendError `INVALID_ARGUMENT`; `UNIMPLEMENTED` at Firebase, which asks providers itself.
   */
  createIdpCredential(identity: ProvedIdentity): Promise<string>;
  /**
   * Whose first factor has been proved, from the SDK's `mfaPendingCredential`. It does not use it up.
   * @throws BackendError `INVALID_ARGUMENT` when it cannot be used any more; `UNIMPLEMENTED` at Firebase.
   */
  pendingSignIn(credential: string): Promise<{ uid: string }>;
  /** Newest first, those before the event `before`. `limit`: at most 1000. @throws BackendError `UNIMPLEMENTED` at Firebase. */
  listAuthEvents(query: { uid?: string; limit: number; before?: string }): Promise<AuthEvent[]>;
  authConfig(): Promise<AuthConfig>;
  /** Values by their path in the configuration: `signIn.anonymous.enabled`. All or nothing; returns the new whole. */
  setAuthConfig(values: Record<string, DatabaseJson>): Promise<AuthConfig>;
  /** Replaces the account's own claims; its next ID tokens carry them. */
  setClaims(uid: string, claims: Record<string, unknown>): Promise<void>;
  getObject(name: string): Promise<ObjectInfo | null>;
  /** Its bytes, with status and headers as the backend answers, refusals too. `range` as in HTTP. */
  openObject(
    name: string,
    options?: { range?: string | undefined; signal?: AbortSignal | undefined },
  ): Promise<Response>;
  /** What the rules let the account of this ID token read; answers as the backend does. */
  openObjectAs(
    idToken: string,
    name: string,
    options?: {
      method?: "GET" | "HEAD";
      headers?: Record<string, string>;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Response>;
  putObject(
    name: string,
    body: Uint8Array<ArrayBuffer>,
    metadata: {
      contentType: string;
      customMetadata?: Record<string, string>;
      cacheControl?: string;
    },
  ): Promise<ObjectInfo>;
  /** Null removes a key. @throws BackendError `NOT_FOUND` */
  updateObject(
    name: string,
    change: { contentType?: string; customMetadata?: Record<string, string | null> },
  ): Promise<ObjectInfo>;
  /**
   * The same bytes and type under another name; embedded they are charged to `owner`. Null: there is nothing to copy.
   * @throws BackendError `RESOURCE_EXHAUSTED`: embedded, the owner or the site has no room; `FAILED_PRECONDITION`: there
   * is something under the new name
   */
  copyObject(copy: {
    from: string;
    to: string;
    owner: string;
    customMetadata: Record<string, string>;
    /** Hosted: only what has this one. */
    generation?: string;
  }): Promise<ObjectInfo | null>;
  /** False when there was none. */
  deleteObject(name: string): Promise<boolean>;
  /** One page by name. `prefix` is empty or ends with a slash; with `delimiter` only what lies in that folder itself. */
  listObjects(
    prefix: string,
    page?: { token?: string | undefined; size?: number; delimiter?: "/" },
  ): Promise<{ names: string[]; prefixes: string[]; next: string | undefined }>;
  /** Addresses with a token that were handed out no longer open the object. */
  deleteDownloadTokens(name: string): Promise<void>;
  /** @param uid "" for the whole site. */
  storageUsage(uid: string): Promise<StorageUsage>;
  /** Null: the usual one. */
  setStorageQuota(uid: string, limitBytes: number | null): Promise<void>;
  /** Hosted: called for what this server learns of. Returns a function that ends it. */
  onObjectChange(listener: ObjectChangeListener): () => void;
  publicData(): Promise<PublicData>;
  /** The version that `publicData()` would have now; cheap. */
  publicVersion(): number;
};

/** All that pages get: they are rendered for nobody in particular. */
export type PublicBackend = Pick<ServerBackend, "publicData" | "publicVersion">;

/** A refusal by the backend. `status` is Google's canonical code, e.g. `ALREADY_EXISTS`. */
export class BackendError extends Error {
  readonly status: string;
  constructor(status: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "BackendError";
    this.status = status;
  }
}

/** Whether another one was faster: the condition of a commit did not hold. */
export function isConflict(error: unknown): boolean {
  return error instanceof BackendError && conflicts.includes(error.status);
}

const conflicts = ["FAILED_PRECONDITION", "ALREADY_EXISTS", "NOT_FOUND", "ABORTED"];
