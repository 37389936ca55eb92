/** The embedded Cloud Storage for Firebase: objects over `/v0/b/{bucket}/o`, behind security rules. */
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
import { StorageBusyError, unauthenticated } from "./errors.ts";
import { openFileStore } from "./files/file-store.ts";
import { createResumableUploads, holderOf } from "./uploads/resumable-uploads.ts";
import { type Calls, answerStorage } from "./http/storage-http.ts";
import type { StorageOperations } from "./storage-operations.ts";
import { type UploadCalls, uploadMultipart } from "./uploads/upload-object.ts";
import { createUploadSlots } from "./uploads/upload-slots.ts";

export type { StorageOperations };

/** Of an object's metadata, which is bounded. */
const ASSUMED_WRITE_BYTES = 16 * 1024;

/** For `openSqlite`; its settings are `{rules: RulesSource, readDocument: string}`, see `StorageSettings`. */
export const storageModule = new URL("./storage-operations.ts", import.meta.url);

export type StorageService = {
  /** Rules decide, by the caller of `Authorization: Firebase` or `Bearer`. */
  fetch(request: Request, facts: RequestFacts): Promise<Response>;
  /** The same for the server's own code: no rule is asked. */
  adminFetch(request: Request): Promise<Response>;
  /** Ends the uploads that still wait for their body; resolves when no request is at work. */
  close(): Promise<void>;
};

/** Removes first what an earlier process left unfinished in `filesDir`. */
export async function createStorageService(deps: {
  sqlite: SqlitePort<StorageOperations>;
  filesDir: string;
  bucket: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  authenticate: Authenticate;
}): Promise<StorageService> {
  const { sqlite, bucket, clock, log, authenticate } = deps;
  const nowMs = () => Math.floor(clock());
  const files = await openFileStore(deps.filesDir);
  const findUnused = (sha256s: string[]) => sqlite.read("storage.findUnused", { sha256s });
  const removed = await files.sweep(findUnused);
  if (removed > 0) log.info({ removed }, "Removed files of unfinished uploads");
  const contents = createContents({ files, findUnused, log });
  const uploadCalls: UploadCalls = {
    contents,
    slots: createUploadSlots(),
    checkUpload: (upload) => sqlite.read("storage.checkUpload", upload),
    // The body may have taken minutes.
    put: (input) =>
      sqlite.write("storage.put", { ...input, nowMs: nowMs() }, { sizeBytes: ASSUMED_WRITE_BYTES }),
  };
  const resumable = createResumableUploads(uploadCalls);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  function callsOf(caller: Caller, client: string): Calls {
    const holder = holderOf(caller, client);
    const access = (): Access => ({ caller, nowMs: nowMs(), bucket });
    return {
      upload: (request) => uploadMultipart(uploadCalls, access(), holder, request),
      resumable: {
        start: (head, sizeBytes) => resumable.start(access(), holder, head, sizeBytes),
        query: (id) => resumable.query(access(), id),
        append: (id, offset, chunks) => resumable.append(access(), id, offset, chunks),
        finalize: (id) => resumable.finalize(access(), id),
        cancel: (id) => resumable.cancel(access(), id),
      },
      read: (name) => sqlite.read("storage.read", { ...access(), name, downloadToken: null }),
      download(name, downloadToken, request) {
        const read = () => sqlite.read("storage.read", { ...access(), name, downloadToken });
        return downloadObject({ contents, log, read }, request);
      },
      updateMetadata: (request) =>
        sqlite.write(
          "storage.updateMetadata",
          { ...access(), ...request },
          { sizeBytes: ASSUMED_WRITE_BYTES },
        ),
      async delete(request) {
        const { unusedSha256 } = await sqlite.write("storage.delete", { ...access(), ...request });
        if (unusedSha256 !== null) await contents.removeUnused(unusedSha256);
      },
      list: (request) => sqlite.read("storage.list", { ...access(), ...request }),
    };
  }

  async function run(
    request: Request,
    { origin, client }: RequestFacts,
    readCaller: () => Promise<Caller>,
  ): Promise<Response> {
    const readCalls = async () => {
      if (closing.signal.aborted) throw new StorageBusyError("The server is shutting down.");
      return callsOf(await readCaller(), client);
    };
    const http = { bucket, log, closing: closing.signal };
    const answer = answerStorage(http, request, origin, readCalls);
    running.add(answer);
    return answer.finally(() => running.delete(answer));
  }

  return {
    fetch: (request, facts) => run(request, facts, () => callerOf(request, authenticate, log)),
    adminFetch(request) {
      const facts = { client: "", origin: new URL(request.url).origin };
      return run(request, facts, async () => "admin");
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await resumable.close();
    },
  };
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
