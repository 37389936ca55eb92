/**
 * Uploads that come in several requests. They live in this process: after a restart a client begins anew.
 * An upload's id is a secret, and besides only the account that began it may go on.
 */
import { randomUUID } from "node:crypto";
import type { Caller } from "../../http/index.ts";
import type { Access } from "../objects/ask-rules.ts";
import {
  StorageBusyError,
  invalidArgument,
  notFound,
  permissionDenied,
  tooLarge,
} from "../errors.ts";
import type { IncomingFile } from "../files/file-store.ts";
import type { StoredObject } from "../objects/object.ts";
import { type UploadCalls, type UploadHead, commitUpload } from "./upload-object.ts";

/** Of one object. */
const MAX_RESUMABLE_BYTES = 1024 * 1024 * 1024;
const MAX_UPLOADS = 128;
const MAX_UPLOADS_OF_HOLDER = 16;
const IDLE_MS = 15 * 60 * 1000;

export type UploadStatus = { receivedBytes: number; isFinal: boolean };

export type ResumableUploads = {
  /**
   * Resolves with the upload's id. `sizeBytes` is announced; `holder` is whom it is counted for.
   * @throws OperationError, StorageBusyError
   */
  start(access: Access, holder: string, head: UploadHead, sizeBytes: number): Promise<string>;
  query(access: Access, id: string): UploadStatus;
  /** What came before a failure stays, unless the disk failed. @throws OperationError, StorageBusyError */
  append(
    access: Access,
    id: string,
    offset: number,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<void>;
  /** @throws OperationError; then nothing of the upload stays, unless bytes were missing. */
  finalize(access: Access, id: string): Promise<StoredObject>;
  cancel(access: Access, id: string): Promise<void>;
  /** Forgets all of them; no other call may be under way. */
  close(): Promise<void>;
};

type Session = {
  id: string;
  caller: string;
  holder: string;
  head: UploadHead;
  sizeBytes: number;
  /** Null when it was finalized. */
  file: IncomingFile | null;
  isBusy: boolean;
  lastUsedMs: number;
};

export function createResumableUploads(calls: UploadCalls): ResumableUploads {
  const sessions = new Map<string, Session>();

  /** Without waiting, so that many starts at once cannot pass the bounds together. */
  function makeRoom(holder: string, nowMs: number): Promise<unknown> {
    const dropped = [...sessions.values()].filter(
      (session) => !session.isBusy && nowMs - session.lastUsedMs >= IDLE_MS,
    );
    for (const { id } of dropped) sessions.delete(id);
    const all = [...sessions.values()];
    const own = all.filter((session) => session.holder === holder);
    const isOwnFull = own.length >= MAX_UPLOADS_OF_HOLDER;
    if (isOwnFull || all.length >= MAX_UPLOADS) {
      const finished = (isOwnFull ? own : all).find(({ file }) => file === null);
      const given = finished ?? (isOwnFull ? undefined : findSpare(all, own.length));
      if (given === undefined) {
        throw new StorageBusyError("Too many uploads are under way; try again shortly.");
      }
      dropped.push(given);
    }
    return Promise.all(dropped.map(forget));
  }

  async function forget(session: Session): Promise<void> {
    sessions.delete(session.id);
    const { file } = session;
    session.file = null;
    await file?.discard();
  }

  function find({ caller }: Access, id: string): Session {
    const session = sessions.get(id);
    if (session === undefined) throw notFound("There is no such upload; start a new one.");
    if (session.caller !== nameOf(caller)) throw permissionDenied();
    return session;
  }

  /** For what brings the upload on: to ask how far it is does not keep it. */
  function touch(access: Access, id: string): Session {
    const session = find(access, id);
    session.lastUsedMs = access.nowMs;
    return session;
  }

  /** One request at a time: a client that tries again may come while its lost request still waits here. */
  async function alone<Result>(
    session: Session,
    work: (file: IncomingFile) => Promise<Result>,
  ): Promise<Result> {
    if (session.isBusy) throw new StorageBusyError("Another request of this upload is under way.");
    if (session.file === null) throw invalidArgument("The upload is finished.");
    session.isBusy = true;
    try {
      return await work(session.file);
    } finally {
      session.isBusy = false;
    }
  }

  return {
    async start(access, holder, head, sizeBytes) {
      if (sizeBytes > MAX_RESUMABLE_BYTES) {
        throw tooLarge(`An object must not be larger than ${MAX_RESUMABLE_BYTES} bytes.`);
      }
      await calls.checkUpload({ ...access, ...head, content: { sizeBytes } });
      const caller = nameOf(access.caller);
      const file = await calls.contents.create();
      try {
        const forgotten = makeRoom(holder, access.nowMs);
        const id = randomUUID();
        const { nowMs: lastUsedMs } = access;
        sessions.set(id, { id, caller, holder, head, sizeBytes, file, isBusy: false, lastUsedMs });
        await forgotten;
        return id;
      } catch (error) {
        await file.discard();
        throw error;
      }
    },
    query(access, id) {
      const { file, sizeBytes } = find(access, id);
      return { receivedBytes: file?.sizeBytes() ?? sizeBytes, isFinal: file === null };
    },
    append(access, id, offset, chunks) {
      const session = touch(access, id);
      const receive = async (file: IncomingFile) => {
        if (offset !== file.sizeBytes()) {
          throw invalidArgument(`The upload has ${file.sizeBytes()} bytes; go on from there.`);
        }
        for await (const chunk of chunks) {
          if (file.sizeBytes() + chunk.length > session.sizeBytes) {
            throw invalidArgument(`The upload was announced with ${session.sizeBytes} bytes.`);
          }
          await file.append(chunk).catch(async (error: unknown) => {
            await forget(session);
            throw error;
          });
        }
      };
      return alone(session, (file) => calls.slots(session.holder, () => receive(file)));
    },
    finalize(access, id) {
      const session = touch(access, id);
      return alone(session, async (file) => {
        if (file.sizeBytes() !== session.sizeBytes) {
          throw invalidArgument(
            `The upload has ${file.sizeBytes()} of its ${session.sizeBytes} bytes.`,
          );
        }
        try {
          const received = await file.finish();
          const object = await commitUpload(calls, access, session.head, received);
          session.file = null;
          return object;
        } catch (error) {
          await forget(session);
          throw error;
        }
      });
    },
    async cancel(access, id) {
      const session = find(access, id);
      await alone(session, () => forget(session));
    },
    async close() {
      for (const session of sessions.values()) await forget(session);
    },
  };
}

/** Of who has the most, and more than `ownCount`: the upload that waits longest for its next request. */
function findSpare(sessions: readonly Session[], ownCount: number): Session | undefined {
  const byHolder = Map.groupBy(sessions, ({ holder }) => holder);
  const largestFirst = [...byHolder.values()].toSorted((a, b) => b.length - a.length);
  const crowd = largestFirst.find((some) => some.some(({ isBusy }) => !isBusy)) ?? [];
  if (crowd.length <= ownCount) return undefined;
  const idle = crowd.filter(({ isBusy }) => !isBusy);
  return idle.toSorted((a, b) => a.lastUsedMs - b.lastUsedMs)[0];
}

/** Whom an upload is counted for: the account, or the address of who has none. */
export function holderOf(caller: Caller, client: string): string {
  return caller === null ? `address ${client}` : nameOf(caller);
}

function nameOf(caller: Caller): string {
  if (caller === null) return "nobody";
  return caller === "admin" ? "admin" : `account ${caller.uid}`;
}
