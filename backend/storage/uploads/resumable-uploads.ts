/**
 * Uploads that come in several requests, also to several processes one after the other: their rows say what is on the
 * disk for good. An upload's id is a secret, and besides only the account that began it may go on.
 */
import { type Log, OperationError } from "../../sqlite/index.ts";
import type { Access } from "../objects/ask-rules.ts";
import { StorageBusyError, invalidArgument, notFound, permissionDenied } from "../errors.ts";
import { type IncomingFile, LostBytesError } from "../files/incoming-file.ts";
import type { StoredObject } from "../objects/object.ts";
import type { KnownUpload } from "./known-uploads.ts";
import { createOpenFiles } from "./open-files.ts";
import { receiveDurably } from "./receive-durably.ts";
import { type UploadCalls, type Uploader, hashOf, nameOf } from "./upload-calls.ts";
import type { UploadHead } from "./upload-head.ts";
import { MAX_UPLOAD_BODY_BYTES, upTo } from "./upload-object.ts";
import type { UploadRow } from "./upload-store.ts";

export type UploadStatus = { receivedBytes: number; isFinal: boolean };

type Part = { offset: number; chunks: AsyncIterable<Uint8Array>; isLast: boolean };

export type ResumableUploads = {
  /** Resolves with the upload's id. `sizeBytes` is announced. @throws as `UploadCalls.begin` */
  start(access: Access, uploader: Uploader, head: UploadHead, sizeBytes: number): Promise<string>;
  /** @throws OperationError */
  query(access: Access, id: string): Promise<UploadStatus>;
  /**
   * What came stays when it breaks off, also when the site is full, unless the disk itself is. Resolves with the object when `isLast`.
   * @throws OperationError; StorageBusyError when the client should ask how far the upload is and go on from there
   */
  receive(access: Access, uploader: Uploader, id: string, part: Part): Promise<StoredObject | null>;
  /** Also of one that was finished lately. @throws as `receive`; after a verdict nothing of the upload stays. */
  finalize(access: Access, id: string): Promise<StoredObject>;
  /** @throws OperationError, StorageBusyError */
  cancel(access: Access, id: string): Promise<void>;
  /** Closes what is open; the uploads stay. No other call may be under way. */
  close(): Promise<void>;
};

export function createResumableUploads(calls: UploadCalls, log: Log): ResumableUploads {
  const { contents, busy } = calls;
  const open = createOpenFiles((idHash) => busy.has(idHash), log);

  async function find(access: Access, id: string): Promise<KnownUpload> {
    const known = await calls.find(access, hashOf(id));
    if (known === null) throw gone();
    const caller = known.is === "open" ? known.upload.caller : known.caller;
    if (caller !== nameOf(access.caller)) throw permissionDenied();
    return known;
  }

  async function findOpen(access: Access, id: string): Promise<UploadRow> {
    const known = await find(access, id);
    // The SDK sends a last chunk again whose answer was lost, gives up at a refusal, and asks after this.
    if (known.is === "finished") {
      throw new StorageBusyError("The upload is finished; ask for its status.");
    }
    return known.upload;
  }

  /**
   * One request at a time: a client that tries again may come while its lost request still waits here. The upload is
   * read again inside, because the other request has brought it on.
   */
  async function alone<Result>(
    access: Access,
    id: string,
    work: (upload: UploadRow) => Promise<Result>,
  ): Promise<Result> {
    const idHash = hashOf(id);
    if (busy.has(idHash)) {
      throw new StorageBusyError("Another request of this upload is under way.");
    }
    busy.add(idHash);
    try {
      return await work(await findOpen(access, id));
    } finally {
      busy.delete(idHash);
    }
  }

  async function forget(upload: UploadRow): Promise<void> {
    await open.drop(upload.idHash);
    await calls.forget(upload);
  }

  async function isLost({ file, receivedBytes }: UploadRow): Promise<boolean> {
    return receivedBytes > 0 && ((await contents.sizeOf(file)) ?? 0) < receivedBytes;
  }

  /**
   * What is on the disk and what is known of it here may differ after an error that is not a verdict. `savedBytes` of it
   * are saved.
   */
  async function afterFailure(
    upload: UploadRow,
    error: unknown,
    savedBytes = upload.receivedBytes,
  ): Promise<Error> {
    if (error instanceof LostBytesError) {
      log.error({ err: error, file: upload.file }, "Bytes of an upload are lost");
      await forget(upload);
      return gone();
    }
    if (error instanceof OperationError && error.code !== "SITE_FULL") {
      await forget(upload);
      return error;
    }
    await open.drop(upload.idHash);
    // What was not let in must not fill the disk either.
    if (error instanceof OperationError) await contents.cut(upload.file, savedBytes);
    return error as Error;
  }

  /** All of it is there, and the client will finish it with another request. */
  async function rest(upload: UploadRow, file: IncomingFile, savedBytes: number): Promise<void> {
    try {
      if (!(await calls.saveProgress(upload.idHash, await file.sync()))) throw gone();
      await file.rest();
    } catch (error) {
      throw await afterFailure(upload, error, savedBytes);
    }
  }

  function fileOf(upload: UploadRow): IncomingFile {
    const { idHash, file, receivedBytes, sizeBytes } = upload;
    return open.get(idHash, () => contents.reopen(file, receivedBytes, sizeBytes));
  }

  async function finish(
    access: Access,
    upload: UploadRow,
    file: IncomingFile,
    savedBytes = upload.receivedBytes,
  ): Promise<StoredObject> {
    const { sizeBytes, head } = upload;
    if (file.sizeBytes() !== sizeBytes) throw elsewhere(file.sizeBytes());
    try {
      const received = await file.finish();
      const object = await calls.commit(access, upload, head, received);
      await open.drop(upload.idHash);
      return object;
    } catch (error) {
      throw await afterFailure(upload, error, savedBytes);
    }
  }

  async function take(
    access: Access,
    upload: UploadRow,
    { offset, chunks, isLast }: Part,
  ): Promise<StoredObject | null> {
    const file = fileOf(upload);
    if (offset !== file.sizeBytes()) throw elsewhere(file.sizeBytes());
    const bounded = upTo(upload.sizeBytes - offset, upload.sizeBytes, chunks);
    let savedBytes = upload.receivedBytes;
    const save = async (bytes: number) => {
      const isThere = await calls.saveProgress(upload.idHash, bytes);
      if (isThere) savedBytes = bytes;
      return isThere;
    };
    const outcome = await receiveDurably(file, upload.sizeBytes, bounded, save);
    if (outcome.is === "failed") throw await afterFailure(upload, outcome.error, savedBytes);
    if (outcome.is === "gone") {
      await forget(upload);
      throw gone();
    }
    if (outcome.is === "broken-off") throw outcome.error;
    if (isLast) return finish(access, upload, file, savedBytes);
    if (outcome.is === "whole") await rest(upload, file, savedBytes);
    return null;
  }

  return {
    async start(access, uploader, head, sizeBytes) {
      const begun = await calls.begin(access, uploader, { head, sizeBytes, isResumable: true });
      const { id, idHash } = begun;
      try {
        const file = open.get(idHash, () => contents.create(begun.file, sizeBytes));
        // A disk that cannot be written says so now.
        await file.append(new Uint8Array());
        await file.sync();
        await file.rest();
      } catch (error) {
        await open.drop(idHash);
        await calls.forget(begun);
        throw error;
      } finally {
        busy.delete(idHash);
      }
      return id;
    },
    async query(access, id) {
      const known = await find(access, id);
      if (known.is === "finished") return { receivedBytes: known.sizeBytes, isFinal: true };
      const { upload } = known;
      if (!busy.has(upload.idHash) && (await isLost(upload))) {
        // Unless a request came in between, which knows better.
        await alone(access, id, async (now) => {
          if (await isLost(now))
            throw await afterFailure(
              now,
              new LostBytesError("A file is shorter than was acknowledged."),
            );
        });
      }
      return { receivedBytes: upload.receivedBytes, isFinal: false };
    },
    receive: (access, { place }, id, { offset, chunks: sent, isLast }) =>
      alone(access, id, (upload) => {
        const awaitedBytes = Math.min(
          upload.sizeBytes - upload.receivedBytes,
          MAX_UPLOAD_BODY_BYTES,
        );
        return calls.slots(place, sent, (passed) =>
          calls.diskRoom(awaitedBytes, passed, (chunks) =>
            take(access, upload, { offset, chunks, isLast }),
          ),
        );
      }),
    async finalize(access, id) {
      const known = await find(access, id);
      if (known.is === "open") {
        return alone(access, id, async (upload) => finish(access, upload, fileOf(upload)));
      }
      const { object } = known;
      if (object === null) {
        throw notFound("The object of this upload was replaced or deleted since.");
      }
      // As the caller left it. What others made of it since is shown to who may read it.
      return object.metageneration === 1 ? object : calls.read(access, object.name);
    },
    async cancel(access, id) {
      const known = await find(access, id);
      if (known.is === "finished") throw invalidArgument("The upload is finished.");
      await alone(access, id, forget);
    },
    close: () => open.dropAll(),
  };
}

/** The official SDK takes it for a temporary failure, asks how far the upload is and goes on from there. */
function elsewhere(receivedBytes: number): StorageBusyError {
  return new StorageBusyError(`The upload has ${receivedBytes} bytes; go on from there.`);
}

function gone(): OperationError {
  return notFound("There is no such upload; start a new one.");
}
