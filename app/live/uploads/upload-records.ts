/** The uploads of one account that are not done, in IndexedDB: what a reload or a crash of the tab leaves. */
import { type DBSchema, openDB } from "idb";
import type { UploadRecord } from "./upload-record.ts";

const databaseName = "foyer-uploads";
/** Of one account in one browser. */
const MAX_RECORDS = 10_000;
const PUT_AT_ONCE = 100;

type Schema = DBSchema & {
  uploads: { key: string; value: UploadRecord; indexes: { byUid: string } };
};

export type UploadRecords = {
  /** In the order in which they were added. */
  read(): Promise<UploadRecord[]>;
  /** Undefined when it is done or forgotten. */
  find(id: string): Promise<UploadRecord | undefined>;
  /** All or none. @throws RangeError when there would be more than MAX_RECORDS */
  add(records: readonly UploadRecord[]): Promise<void>;
  /** One that is gone meanwhile stays away. */
  change(id: string, change: Partial<UploadRecord>): Promise<void>;
  /** Gives the upload of the tab `from` to another; of two that ask at once, one gets undefined. */
  take(id: string, from: string, to: string): Promise<UploadRecord | undefined>;
  remove(ids: readonly string[]): Promise<void>;
  close(): void;
};

/** @throws DOMException when this browser keeps nothing */
export async function openRecords(uid: string): Promise<UploadRecords> {
  const database = await openDB<Schema>(databaseName, 1, {
    upgrade(made) {
      made.createObjectStore("uploads", { keyPath: "id" }).createIndex("byUid", "uid");
    },
    // A newer page must not wait for this one.
    blocking: () => database.close(),
  });

  async function update(
    id: string,
    next: (record: UploadRecord) => UploadRecord | undefined,
  ): Promise<UploadRecord | undefined> {
    const transaction = database.transaction("uploads", "readwrite");
    const before = await transaction.store.get(id);
    const after = before?.uid === uid ? next(before) : undefined;
    if (after) await transaction.store.put(after);
    await transaction.done;
    return after;
  }

  return {
    async read() {
      const records = await database.getAllFromIndex("uploads", "byUid", uid);
      return records.toSorted((a, b) => a.order - b.order);
    },
    async find(id) {
      const record = await database.get("uploads", id);
      return record?.uid === uid ? record : undefined;
    },
    async add(records) {
      const transaction = database.transaction("uploads", "readwrite");
      const kept = await transaction.store.index("byUid").count(uid);
      if (kept + records.length > MAX_RECORDS) {
        transaction.abort();
        await transaction.done.catch(() => undefined);
        throw new RangeError(`At most ${MAX_RECORDS} files can wait at once.`);
      }
      const putAll = async () => {
        for (let from = 0; from < records.length; from += PUT_AT_ONCE) {
          const some = records.slice(from, from + PUT_AT_ONCE);
          // One after the other, so that the page answers meanwhile.
          // oxlint-disable-next-line no-await-in-loop
          await Promise.all(some.map((record) => transaction.store.put(record)));
        }
      };
      await Promise.all([putAll(), transaction.done]);
    },
    async change(id, change) {
      await update(id, (record) => ({ ...record, ...change }));
    },
    take: (id, from, to) =>
      update(id, (record) => (record.tab === from ? { ...record, tab: to } : undefined)),
    async remove(ids) {
      const transaction = database.transaction("uploads", "readwrite");
      await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
    },
    close: () => database.close(),
  };
}
