/** The embedded Cloud Storage for Firebase: objects over `/v0/b/{bucket}/o`, behind security rules. */
import { randomUUID } from "node:crypto";
import {
  type Authenticate,
  type Caller,
  CredentialError,
  type RequestFacts,
} from "../http/index.ts";
import type { Log, SqlitePort } from "../sqlite/index.ts";
import type { Access } from "./objects/ask-rules.ts";
import { createContents } from "./files/contents.ts";
import { downloadObject } from "./downloads/download-object.ts";
import { StorageBusyError, appCheckFailed, unauthenticated } from "./errors.ts";
import { openFileStore } from "./files/file-store.ts";
import { type Every, startSweeping } from "./files/sweep.ts";
import { createResumableUploads } from "./uploads/resumable-uploads.ts";
import { type Calls, answerStorage } from "./http/storage-http.ts";
import { type ObjectChangeListener, createObjectChanges } from "./object-changes.ts";
import type { StorageOperations } from "./storage-operations.ts";
import {
  ASSUMED_WRITE,
  type SpaceOptions,
  type Uploader,
  createUploadCalls,
  holderOf,
  usualLimits,
} from "./uploads/upload-calls.ts";
import { uploadObject } from "./uploads/upload-object.ts";
import { seesDownloadTokens } from "./objects/download-tokens.ts";
import { type StoredObject, toResource } from "./objects/object.ts";

export type { ObjectChange, ObjectChangeListener } from "./object-changes.ts";
export type { StorageOperations };

/** For `openSqlite`; its settings are `{rules: RulesSource, readDocument: string}`, see `StorageSettings`. */
export const storageModule = new URL("./storage-operations.ts", import.meta.url);

/** Whether an app of ours sent the token, null for none. It throws when that cannot be known now. */
type AppCheck = (token: string | null) => Promise<boolean>;

/** What the process in front decides of the storage. */
export type StorageOptions = SpaceOptions & {
  /** Of the token of `X-Firebase-AppCheck`; without it every app is let in. */
  appCheck?: AppCheck;
};

export type StorageService = {
  /** Rules decide, by the caller of `Authorization: Firebase` or `Bearer`. */
  fetch(request: Request, facts: RequestFacts): Promise<Response>;
  /** The same for the server's own code: no rule is asked. */
  adminFetch(request: Request): Promise<Response>;
  /**
   * Called after the commit of an upload, a change of metadata or a deletion, and awaited before that is answered.
   * Returns a function that ends it.
   */
  onObjectChange: (listener: ObjectChangeListener) => () => void;
  /**
   * Of an account that was deleted the uploads under way end, also those that have a request now, and the download
   * tokens of what it keeps in private; its objects stay. Does it afterwards, and logs what fails.
   */
  endAccount: (uid: string) => void;
  /** See `Contents.hold`. */
  holdContents: () => () => void;
  /** Ends the uploads that still wait for their body; resolves when no request is at work. */
  close(): Promise<void>;
};

/** Removes first what an earlier process left unfinished in `filesDir`, and then every hour. */
export async function createStorageService(deps: {
  sqlite: SqlitePort<StorageOperations>;
  filesDir: string;
  bucket: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
  options?: StorageOptions;
  /** `setInterval` unless told. */
  every?: Every;
  /** See `createContents`. */
  laterMs?: () => number;
}): Promise<StorageService> {
  const { sqlite, bucket, clock, log, authenticate, options = {} } = deps;
  const { appCheck } = options;
  const nowMs = () => Math.floor(clock());
  const files = await openFileStore(deps.filesDir);
  const findUnused = (sha256s: string[]) => sqlite.read("storage.findUnused", { sha256s });
  const contents = createContents({
    files,
    findUnused,
    log,
    ...(deps.laterMs && { laterMs: deps.laterMs }),
  });
  const changes = createObjectChanges(log);
  const tell = async ({ name, generation }: StoredObject) => changes.tell({ name, generation });
  const uploadCalls = createUploadCalls({
    sqlite,
    contents,
    nowMs,
    log,
    space: options,
    onPut: tell,
  });
  const resumable = createResumableUploads(uploadCalls, log);
  const sweeping = await startSweeping({
    files,
    contents,
    expire: () => sqlite.write("storage.expire", { nowMs: nowMs(), busy: [...uploadCalls.busy] }),
    findStray: (names) => sqlite.read("storage.findStrayFiles", { names }),
    findUnused,
    log,
    ...(deps.every && { every: deps.every }),
  });
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  /** For each request under way the accounts that were deleted since it came. */
  const endedSince = new Set<Set<string>>();

  async function told(changing: Promise<StoredObject>): Promise<StoredObject> {
    const object = await changing;
    await tell(object);
    return object;
  }

  /** Never rejects. */
  async function endAccount(uid: string): Promise<void> {
    try {
      for (const { idHash, file } of await sqlite.write("storage.endAccount", {
        uid,
        nowMs: nowMs(),
      })) {
        // Its request still writes it, and removes it at its end.
        if (!uploadCalls.busy.has(idHash)) await contents.discard(file);
      }
    } catch (error) {
      log.error({ err: error, uid }, "Uploads and links of a deleted account could not be ended");
    }
  }

  /** `onlyByToken`: see `readObject`. */
  function callsOf(
    caller: Caller,
    client: string,
    onlyByToken: boolean,
    ended: ReadonlySet<string>,
  ): Calls {
    const holder = holderOf(caller, client);
    const isServer = caller === "admin" || client === "";
    const place = isServer ? null : { holder, network: client };
    const isEnded = () => caller !== null && caller !== "admin" && ended.has(caller.uid);
    const uploader: Uploader = { holder, place, isEnded };
    const access = (): Access => ({ caller, nowMs: nowMs(), bucket });
    /** Rows are no files: they are not measured by what is free on the disk. */
    const ownLimits = () => ({ ...usualLimits(options, caller), freeBytes: null });
    /** What the server asks about another account: nothing but its uid is known, so it counts as a verified one. */
    const limitsOf = (uid: string) =>
      usualLimits(options, caller === "admin" ? verified(uid) : caller);
    return {
      upload: (request) => uploadObject(uploadCalls, access(), uploader, request),
      resumable: {
        start: (head, sizeBytes) => resumable.start(access(), uploader, head, sizeBytes),
        query: (id) => resumable.query(access(), id),
        receive: (id, part) => resumable.receive(access(), uploader, id, part),
        finalize: (id) => resumable.finalize(access(), id),
        cancel: (id) => resumable.cancel(access(), id),
      },
      read: (name) => sqlite.read("storage.read", { ...access(), name, downloadToken: null }),
      download({ name, downloadToken, ifGeneration }, request) {
        const read = () =>
          sqlite.read("storage.read", { ...access(), name, downloadToken, onlyByToken });
        return downloadObject({ contents, log, read }, request, { ifGeneration });
      },
      async updateMetadata(request) {
        const input = { ...access(), ...request, limits: ownLimits() };
        return told(sqlite.write("storage.updateMetadata", input, ASSUMED_WRITE));
      },
      async changeDownloadTokens(request) {
        const input = { ...access(), ...request, limits: ownLimits() };
        return told(sqlite.write("storage.changeDownloadTokens", input, ASSUMED_WRITE));
      },
      async copy({ from, name, owner, limitBytes, change }) {
        // What the account may keep who asks knows, which is the server.
        const limits = { ...usualLimits(options, caller), usualBytes: limitBytes };
        const input = { ...access(), from, name, owner, change, limits };
        const newDownloadToken = randomUUID();
        return told(sqlite.write("storage.copy", { ...input, newDownloadToken }, ASSUMED_WRITE));
      },
      async delete(request) {
        const { unusedSha256 } = await sqlite.write("storage.delete", { ...access(), ...request });
        if (unusedSha256 !== null) contents.removeUnusedLater(unusedSha256);
        await changes.tell({ name: request.name, generation: null });
      },
      list: (request) => sqlite.read("storage.list", { ...access(), ...request }),
      usage: (uid) => sqlite.read("storage.usage", { caller, uid, limits: limitsOf(uid) }),
      setQuota: (uid, limitBytes) =>
        sqlite.write("storage.setQuota", { caller, uid, limits: limitsOf(uid), limitBytes }),
      show: (object) =>
        toResource(bucket, object, { withTokens: seesDownloadTokens(caller, object) }),
    };
  }

  async function run(
    request: Request,
    { origin, client, isServer = false }: RequestFacts,
    isAdmin: boolean,
  ): Promise<Response> {
    const ended = new Set<string>();
    endedSince.add(ended);
    const readCalls = async (mayBeByToken: boolean) => {
      if (closing.signal.aborted) throw new StorageBusyError("The server is shutting down.");
      const caller = isAdmin ? "admin" : await callerOf(request, authenticate, log);
      const isApp = caller === "admin" || isServer || (await checkApp(request, appCheck, log));
      if (!isApp && !mayBeByToken) throw appCheckFailed();
      return callsOf(caller, client, !isApp, ended);
    };
    const http = { bucket, log, closing: closing.signal };
    const answer = answerStorage(http, request, origin, readCalls);
    running.add(answer);
    return answer.finally(() => {
      running.delete(answer);
      endedSince.delete(ended);
    });
  }

  return {
    fetch: (request, facts) => run(request, facts, false),
    adminFetch(request) {
      const facts = { client: "", origin: new URL(request.url).origin };
      return run(request, facts, true);
    },
    onObjectChange: changes.listen,
    holdContents: () => contents.hold(),
    endAccount(uid) {
      for (const ended of endedSince) ended.add(uid);
      const ending = endAccount(uid);
      running.add(ending);
      void ending.finally(() => running.delete(ending));
    },
    async close() {
      closing.abort();
      await Promise.allSettled([...running, sweeping.close()]);
      await resumable.close();
      await contents.close();
    },
  };
}

function verified(uid: string): Caller {
  return uid === "" ? null : { uid, token: { sub: uid, email_verified: true } };
}

/** A failure that says nothing about the token is temporary. */
async function checkApp(
  request: Request,
  appCheck: AppCheck | undefined,
  log: Log,
): Promise<boolean> {
  try {
    return appCheck === undefined || (await appCheck(request.headers.get("x-firebase-appcheck")));
  } catch (error) {
    log.error({ err: error }, "An App Check token could not be checked");
    throw new StorageBusyError("The App Check token could not be checked; try again shortly.");
  }
}

/** A failure that says nothing about the credential is temporary: the client keeps its session and tries again. */
async function callerOf(request: Request, authenticate: Authenticate, log: Log): Promise<Caller> {
  const authorization = request.headers.get("authorization");
  if (authorization === null) return null;
  const credential = /^(?:Firebase|Bearer) ([^ ]+)$/i.exec(authorization)?.[1];
  if (credential === undefined) {
    throw unauthenticated("Authorization must be a Firebase or Bearer token.");
  }
  try {
    return await authenticate(credential);
  } catch (error) {
    if (error instanceof CredentialError) throw unauthenticated(error.message);
    log.error({ err: error }, "A credential could not be checked");
    throw new StorageBusyError("The credential could not be checked; try again shortly.");
  }
}
