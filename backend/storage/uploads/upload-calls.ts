/** What uploads call of the store and the disk, whether they come in one request or in several. */
import { createHash, randomUUID } from "node:crypto";
import type { Caller, SignedIn } from "../../http/index.ts";
import { type Log, type SqlitePort, StoreError } from "../../sqlite/index.ts";
import { StorageBusyError, invalidArgument, unauthenticated } from "../errors.ts";
import type { Contents } from "../files/contents.ts";
import type { ReceivedFile } from "../files/incoming-file.ts";
import type { Access } from "../objects/ask-rules.ts";
import type { StoredObject } from "../objects/object.ts";
import { sniffType } from "../objects/sniff-type.ts";
import type { StorageOperations } from "../storage-operations.ts";
import { type DiskRoom, createDiskRoom } from "./disk-room.ts";
import type { KnownUpload } from "./known-uploads.ts";
import type { UploadHead } from "./upload-head.ts";
import { type Place, type UploadSlots, createUploadSlots } from "./upload-slots.ts";
import type { GoneUpload } from "./upload-store.ts";
import type { SpaceLimits } from "./usage.ts";

/** Of an object's row with its metadata, which is bounded. */
export const ASSUMED_WRITE = { sizeBytes: 16 * 1024 };
const DEFAULT_KEEP_FREE_BYTES = 512 * 1024 * 1024;

export type SpaceOptions = {
  /** Of all objects together. Without it only the disk is a limit. */
  siteBytes?: number;
  /** Of an account that has no limit of its own; null: none. Without it no account has one. */
  quotaOf?: (caller: SignedIn) => number | null;
  /** On the disk; 512 MiB unless told. */
  keepFreeBytes?: number;
};

/** `holder` see `holderOf`; `place` null where its requests are not counted. */
export type Uploader = {
  holder: string;
  place: Place | null;
  /** Whether the account was deleted since the request came. */
  isEnded: () => boolean;
};

type Begun = { id: string; idHash: string; file: string };

export type UploadCalls = {
  contents: Contents;
  slots: UploadSlots;
  diskRoom: DiskRoom;
  /** Hashes of the ids of uploads that have a request now: they neither give way nor expire. */
  busy: Set<string>;
  /** The upload is busy then, until the caller says otherwise. @throws as `beginUpload`, StorageBusyError without a place */
  begin(
    access: Access,
    uploader: Uploader,
    upload: { head: UploadHead; sizeBytes: number; isResumable: boolean },
  ): Promise<Begun>;
  find(access: Access, idHash: string): Promise<KnownUpload | null>;
  /** What the rules let the caller read. @throws OperationError */
  read(access: Access, name: string): Promise<StoredObject>;
  /** False when the upload is gone. @throws OperationError SITE_FULL */
  saveProgress(idHash: string, receivedBytes: number): Promise<boolean>;
  /** The content becomes the object. @throws as `putObject`; then the upload is as it was. */
  commit(
    access: Access,
    upload: Omit<Begun, "id">,
    head: UploadHead,
    received: ReceivedFile,
  ): Promise<StoredObject>;
  /** The row and then the file. Never throws: what stays expires. */
  forget(upload: GoneUpload): Promise<void>;
};

export function createUploadCalls(deps: {
  sqlite: SqlitePort<StorageOperations>;
  contents: Contents;
  /** Whole milliseconds since 1970. */
  nowMs: () => number;
  log: Log;
  space: SpaceOptions;
  /** Awaited after each commit. */
  onPut: (object: StoredObject) => Promise<void>;
}): UploadCalls {
  const { sqlite, contents, nowMs, log, space } = deps;
  const busy = new Set<string>();

  async function siteLimits(): Promise<{ siteBytes: number | null; freeBytes: number }> {
    const { keepFreeBytes = DEFAULT_KEEP_FREE_BYTES, siteBytes = null } = space;
    return { siteBytes, freeBytes: (await contents.freeBytes()) - keepFreeBytes };
  }

  async function forget(upload: GoneUpload): Promise<void> {
    try {
      await sqlite.write("storage.forgetUpload", { idHash: upload.idHash });
    } catch (error) {
      // Its row may still be there, and then its file must be.
      log.warn({ err: error, file: upload.file }, "An upload could not be forgotten");
      return;
    }
    await contents.discard(upload.file);
  }

  return {
    contents,
    slots: createUploadSlots({ nowMs }),
    diskRoom: createDiskRoom(async () => (await siteLimits()).freeBytes),
    busy,
    async begin(access, { holder, isEnded }, upload) {
      const id = randomUUID();
      const begun = { idHash: hashOf(id), file: randomUUID() };
      const limits = { ...usualLimits(space, access.caller), ...(await siteLimits()) };
      const more = { ...begun, holder, callerName: nameOf(access.caller), limits };
      // Before there is a row, so that no sweep takes it for one that a request has left.
      busy.add(begun.idHash);
      try {
        const input = { ...access, ...upload, ...more, busy: [...busy] };
        const { isFull, gone } = await sqlite.write("storage.beginUpload", input, ASSUMED_WRITE);
        if (isFull) throw new StorageBusyError("Too many uploads are under way; try again later.");
        for (const { file } of gone) await contents.discard(file);
        // From now on the end of the account finds the row.
        if (isEnded()) {
          await forget(begun);
          throw unauthenticated("There is no such account any more.");
        }
        return { id, ...begun };
      } catch (error) {
        if (mayBeSaved(error)) await forget(begun);
        busy.delete(begun.idHash);
        throw error;
      }
    },
    find: (access, idHash) => sqlite.read("storage.findUpload", { idHash, nowMs: access.nowMs }),
    read: (access, name) => sqlite.read("storage.read", { ...access, name, downloadToken: null }),
    async saveProgress(idHash, receivedBytes) {
      const progress = { idHash, receivedBytes, nowMs: nowMs(), limits: await siteLimits() };
      return sqlite.write("storage.saveProgress", progress);
    },
    async commit(access, { idHash, file }, head, received) {
      const { content } = received;
      if (head.md5Hash !== null && head.md5Hash !== content.md5) {
        throw invalidArgument("The content is not what its md5Hash says.");
      }
      const sniffedType = await sniffType(received.firstBytes);
      const limits = { siteBytes: space.siteBytes ?? null };
      const { object, unusedSha256 } = await contents.commit(
        received,
        () => {
          const newDownloadToken = randomUUID();
          const more = { idHash, content, sniffedType, newDownloadToken, limits };
          // The body may have taken minutes.
          const input = { ...access, ...head, ...more, nowMs: nowMs() };
          return sqlite.write("storage.put", input, ASSUMED_WRITE);
        },
        mayBeSaved,
      );
      contents.discardLater(file);
      if (unusedSha256 !== null) contents.removeUnusedLater(unusedSha256);
      await deps.onPut(object);
      return object;
    },
    forget,
  };
}

/** Then nobody knows whether it was: the content of an object must stay, and a row be forgotten. */
function mayBeSaved(error: unknown): boolean {
  return error instanceof StoreError && error.code === "store-failed";
}

/** What an account may keep that has no limit of its own. */
export function usualLimits(
  { siteBytes, quotaOf }: SpaceOptions,
  caller: Caller,
): Omit<SpaceLimits, "freeBytes"> {
  const isAccount = caller !== null && caller !== "admin";
  const usualBytes = isAccount && quotaOf !== undefined ? quotaOf(caller) : null;
  return { usualBytes, siteBytes: siteBytes ?? null };
}

/** The id is a secret: who reads the database cannot go on with an upload. */
export function hashOf(uploadId: string): string {
  return createHash("sha256").update(uploadId).digest("hex");
}

/** Whom an upload is counted for: the account, or the address of who has none. */
export function holderOf(caller: Caller, client: string): string {
  return caller === null ? `address ${client}` : nameOf(caller);
}

export function nameOf(caller: Caller): string {
  if (caller === null) return "nobody";
  return caller === "admin" ? "admin" : `account ${caller.uid}`;
}
