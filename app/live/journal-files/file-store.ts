/**
 * Where files of journals lie in this browser: those that wait to be sent, whole, and small pictures that were shown.
 * Of sealed journals all bytes are sealed before they come here.
 */
import type { DBSchema } from "idb";
import { connectionTo } from "../connection.ts";
import { journalFilesDatabase } from "../journals/journals-tool.ts";
import type { UploadRecord } from "../uploads/upload-record.ts";

/** Names of objects, as at the server. */
export type FileKey = { journal: string; name: string };

export type WaitingFile = FileKey & {
  /** Rises with each that is added. */
  order: number;
  /** What was chosen: its smaller pictures have the same. */
  group: string;
  /** Stays here once it is sent, as long as there is room. */
  isSmall: boolean;
  upload: UploadRecord;
};

type Waiting = Pick<WaitingFile, "journal" | "name" | "upload">;
export type NewFile = WaitingFile & { blob: Blob };

export type FileStore = {
  /** In the order in which they were added. */
  waiting(): Promise<WaitingFile[]>;
  find(key: FileKey): Promise<WaitingFile | undefined>;
  /** All or none. @throws DOMException QuotaExceededError */
  add(files: readonly NewFile[]): Promise<void>;
  /** One that is gone meanwhile stays away, and so does one that was put in its place: its bytes are others. */
  changeUpload(of: Waiting, change: Partial<UploadRecord>): Promise<void>;
  /** It need not wait any more, unless another one was put in its place. */
  sent(of: Waiting): Promise<void>;
  blob(key: FileKey): Promise<Blob | undefined>;
  /** Keeps what the server has, too. */
  cache(key: FileKey, blob: Blob): Promise<void>;
  /** Of what does not wait the part that was used longest ago goes, until no more is left than that. */
  trim(mostBytes: number): Promise<void>;
  remove(keys: readonly FileKey[]): Promise<void>;
  removeJournal(journal: string): Promise<void>;
  /** When its objects were looked through, milliseconds since 1970; undefined: never, by this browser. */
  sweptAt(journal: string): Promise<number | undefined>;
  noteSwept(journal: string, at: number): Promise<void>;
  /** All of this account. */
  clear(): Promise<void>;
  close(): void;
};

type StoredBlob = FileKey & {
  uid: string;
  blob: Blob;
  /** 1: the server does not have it yet. */
  waits: 0 | 1;
  /** Milliseconds since 1970. */
  usedAt: number;
  size: number;
};
type Key = [uid: string, journal: string, name: string];
type Schema = DBSchema & {
  swept: {
    key: [uid: string, journal: string];
    value: { uid: string; journal: string; at: number };
  };
  waiting: { key: Key; value: WaitingFile & { uid: string } };
  blobs: {
    key: Key;
    value: StoredBlob;
    /** With the size, so that nothing is read to add up sizes. */
    indexes: { byUse: [uid: string, waits: 0 | 1, usedAt: number, size: number] };
  };
};

/** When it was used is noted no more often. */
const dayMs = 86_400_000;

const connect = () =>
  connectionTo<Schema>(journalFilesDatabase, 1, (made) => {
    made.createObjectStore("swept", { keyPath: ["uid", "journal"] });
    made.createObjectStore("waiting", { keyPath: ["uid", "journal", "name"] });
    const blobs = made.createObjectStore("blobs", { keyPath: ["uid", "journal", "name"] });
    blobs.createIndex("byUse", ["uid", "waits", "usedAt", "size"]);
  });

/** @throws DOMException when this browser keeps nothing */
export async function openFileStore(uid: string): Promise<FileStore> {
  const { using, close } = connect();
  await using(async () => {});
  const keyOf = ({ journal, name }: FileKey): Key => [uid, journal, name];
  const all = (journal?: string) =>
    journal === undefined
      ? IDBKeyRange.bound([uid], [uid, []])
      : IDBKeyRange.bound([uid, journal], [uid, journal, []]);

  const removeAll = (range: IDBKeyRange) =>
    using(async (database) => {
      const transaction = database.transaction(["waiting", "blobs", "swept"], "readwrite");
      await Promise.all([
        transaction.objectStore("waiting").delete(range),
        transaction.objectStore("blobs").delete(range),
        transaction.objectStore("swept").delete(range),
        transaction.done,
      ]);
    });

  return {
    waiting: () =>
      using(async (database) => {
        const found = await database.getAll("waiting", all());
        return found.toSorted((one, other) => one.order - other.order);
      }),
    find: (key) => using((database) => database.get("waiting", keyOf(key))),
    add: (files) =>
      using(async (database) => {
        const transaction = database.transaction(["waiting", "blobs"], "readwrite");
        const [waiting, blobs] = [
          transaction.objectStore("waiting"),
          transaction.objectStore("blobs"),
        ];
        const usedAt = Date.now();
        const writing = files.flatMap(({ blob, ...file }) => {
          const { journal, name } = file;
          return [
            waiting.put({ ...file, uid }),
            blobs.put({ uid, journal, name, blob, waits: 1, usedAt, size: blob.size }),
          ];
        });
        await Promise.all([...writing, transaction.done]);
      }),
    changeUpload: (of, change) =>
      using(async (database) => {
        const transaction = database.transaction("waiting", "readwrite");
        const before = await transaction.store.get(keyOf(of));
        if (isSame(before, of)) {
          await transaction.store.put({ ...before, upload: { ...before.upload, ...change } });
        }
        await transaction.done;
      }),
    sent: (of) =>
      using(async (database) => {
        const transaction = database.transaction(["waiting", "blobs"], "readwrite");
        const [waiting, blobs] = [
          transaction.objectStore("waiting"),
          transaction.objectStore("blobs"),
        ];
        const [file, kept] = await Promise.all([waiting.get(keyOf(of)), blobs.get(keyOf(of))]);
        if (isSame(file, of)) {
          await waiting.delete(keyOf(of));
          if (!file.isSmall) await blobs.delete(keyOf(of));
          else if (kept) await blobs.put({ ...kept, waits: 0, usedAt: Date.now() });
        }
        await transaction.done;
      }),
    blob: (key) =>
      using(async (database) => {
        const kept = await database.get("blobs", keyOf(key));
        if (kept?.waits === 0 && Math.abs(Date.now() - kept.usedAt) > dayMs) {
          const transaction = database.transaction("blobs", "readwrite");
          const now = await transaction.store.get(keyOf(key));
          if (now) await transaction.store.put({ ...now, usedAt: Date.now() });
          await transaction.done;
        }
        return kept?.blob;
      }),
    cache: (key, blob) =>
      using(async (database) => {
        const transaction = database.transaction("blobs", "readwrite");
        const before = await transaction.store.get(keyOf(key));
        if (before?.waits !== 1) {
          const { journal, name } = key;
          const usedAt = Date.now();
          await transaction.store.put({
            uid,
            journal,
            name,
            blob,
            waits: 0,
            usedAt,
            size: blob.size,
          });
        }
        await transaction.done;
      }),
    trim: (mostBytes) =>
      using(async (database) => {
        const transaction = database.transaction("blobs", "readwrite");
        const range = IDBKeyRange.bound([uid, 0], [uid, 0, []]);
        let bytes = 0;
        let cursor = await transaction.store.index("byUse").openKeyCursor(range, "prev");
        while (cursor) {
          bytes += cursor.key[3];
          // oxlint-disable-next-line no-await-in-loop -- one after the other, in one transaction
          if (bytes > mostBytes) await transaction.store.delete(cursor.primaryKey);
          // oxlint-disable-next-line no-await-in-loop
          cursor = await cursor.continue();
        }
        await transaction.done;
      }),
    remove: (keys) =>
      using(async (database) => {
        const transaction = database.transaction(["waiting", "blobs"], "readwrite");
        const deleting = keys.flatMap((key) => [
          transaction.objectStore("waiting").delete(keyOf(key)),
          transaction.objectStore("blobs").delete(keyOf(key)),
        ]);
        await Promise.all([...deleting, transaction.done]);
      }),
    removeJournal: (journal) => removeAll(all(journal)),
    async sweptAt(journal) {
      const noted = await using((database) => database.get("swept", [uid, journal]));
      return noted?.at;
    },
    async noteSwept(journal, at) {
      await using((database) => database.put("swept", { uid, journal, at }));
    },
    clear: () => removeAll(all()),
    close,
  };
}

/** Gone with the tab: for browsers that keep nothing. */
export function createMemoryFileStore(): FileStore {
  const waiting = new Map<string, WaitingFile>();
  const blobs = new Map<string, FileKey & { blob: Blob }>();
  const swept = new Map<string, number>();
  const nameOf = ({ journal, name }: FileKey) => `${journal}/${name}`;
  return {
    waiting: async () => [...waiting.values()],
    find: async (key) => waiting.get(nameOf(key)),
    async add(files) {
      for (const { blob, ...file } of files) {
        waiting.set(nameOf(file), file);
        blobs.set(nameOf(file), { journal: file.journal, name: file.name, blob });
      }
    },
    async changeUpload(of, change) {
      const before = waiting.get(nameOf(of));
      if (isSame(before, of)) {
        waiting.set(nameOf(of), { ...before, upload: { ...before.upload, ...change } });
      }
    },
    async sent(of) {
      const file = waiting.get(nameOf(of));
      if (!isSame(file, of)) return;
      waiting.delete(nameOf(of));
      if (!file.isSmall) blobs.delete(nameOf(of));
    },
    blob: async (key) => blobs.get(nameOf(key))?.blob,
    async cache(key, blob) {
      if (!waiting.has(nameOf(key))) blobs.set(nameOf(key), { ...key, blob });
    },
    async trim(mostBytes) {
      let bytes = 0;
      for (const [name, { blob }] of [...blobs].toReversed()) {
        if (waiting.has(name)) continue;
        bytes += blob.size;
        if (bytes > mostBytes) blobs.delete(name);
      }
    },
    async remove(keys) {
      for (const key of keys) {
        waiting.delete(nameOf(key));
        blobs.delete(nameOf(key));
      }
    },
    async removeJournal(journal) {
      for (const [name, file] of blobs) if (file.journal === journal) blobs.delete(name);
      for (const [name, file] of waiting) if (file.journal === journal) waiting.delete(name);
    },
    sweptAt: async (journal) => swept.get(journal),
    async noteSwept(journal, at) {
      swept.set(journal, at);
    },
    async clear() {
      swept.clear();
      blobs.clear();
      waiting.clear();
    },
    close: () => undefined,
  };
}

function isSame(file: WaitingFile | undefined, of: Waiting): file is WaitingFile {
  return file?.upload.id === of.upload.id;
}
