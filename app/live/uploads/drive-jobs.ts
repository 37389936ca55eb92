/**
 * The uploads of one account into drives, in IndexedDB: what a reload or a crash of the tab leaves, and the last report.
 * A record is there before its first byte goes, and says that it is done only once the drive has it.
 */
import type { DBSchema, IDBPDatabase } from "idb";
import { objectNameOf } from "#lib/drive/node.ts";
import { connectionTo } from "../connection.ts";
import type { JobRecord } from "./drive-job.ts";
import { driveJobsDatabase } from "./drive-jobs-database.ts";

const mostRecords = 20_000;

type Schema = DBSchema & {
  jobs: { key: string; value: JobRecord; indexes: { byUid: string } };
};

export type JobRecords = {
  /** In the order in which they were added. */
  read(): Promise<JobRecord[]>;
  /** All or none. @throws RangeError when there are too many; DOMException when the browser has no room */
  add(records: readonly JobRecord[]): Promise<void>;
  /** Those that are gone meanwhile stay away. */
  change(records: readonly JobRecord[]): Promise<void>;
  /** Gives all of a tab to another; of two that ask at once, one gets none. In the order in which they were added. */
  take(from: string, to: string): Promise<JobRecord[]>;
  remove(ids: readonly string[]): Promise<void>;
  close(): void;
};

/** @throws DOMException when this browser keeps nothing */
export async function openJobRecords(uid: string): Promise<JobRecords> {
  const { using, close } = connectionTo<Schema>(driveJobsDatabase, 1, (made) => {
    made.createObjectStore("jobs", { keyPath: "id" }).createIndex("byUid", "uid");
  });
  await using(async () => {});
  return {
    read: () =>
      using(async (database) => {
        const records = await database.getAllFromIndex("jobs", "byUid", uid);
        return records.toSorted((a, b) => a.order - b.order);
      }),
    add: (records) =>
      using(async (database) => {
        const kept = await database.countFromIndex("jobs", "byUid", uid);
        if (kept + records.length > mostRecords)
          throw new RangeError(`At most ${mostRecords} files can be in the list at once.`);
        await putAll(database, records);
      }),
    change: (records) =>
      using(async (database) => {
        const transaction = database.transaction("jobs", "readwrite");
        const changeOne = async (record: JobRecord) => {
          const there = await transaction.store.getKey(record.id);
          if (there !== undefined) await transaction.store.put(record);
        };
        await Promise.all([...records.map(changeOne), transaction.done]);
      }),
    take: (from, to) =>
      using(async (database) => {
        const transaction = database.transaction("jobs", "readwrite");
        const all = await transaction.store.index("byUid").getAll(uid);
        const taken = all.filter(({ tab }) => tab === from).map((job) => ({ ...job, tab: to }));
        const put = taken.map((job) => transaction.store.put(job));
        await Promise.all([...put, transaction.done]);
        return taken.toSorted((a, b) => a.order - b.order);
      }),
    remove: (ids) =>
      using(async (database) => {
        const transaction = database.transaction("jobs", "readwrite");
        await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
      }),
    close,
  };
}

async function putAll(
  database: IDBPDatabase<Schema>,
  records: readonly JobRecord[],
): Promise<void> {
  const transaction = database.transaction("jobs", "readwrite");
  const put = records.map((record) => transaction.store.put(record));
  await Promise.all([...put, transaction.done]);
}

/** What no drive has yet. @returns the names of their objects, stored or not */
export async function comingObjects(uid: string): Promise<string[]> {
  return withJobs(uid, async (records) => {
    const all = await records.read();
    return all.filter(({ state }) => state !== "done" && state !== "failed").map(objectOf);
  });
}

/** Nothing of the account is left here. */
export async function forgetDriveJobs(uid: string): Promise<void> {
  await withJobs(uid, async (records) => {
    await records.remove((await records.read()).map(({ id }) => id));
  });
}

const objectOf = ({ uid, object }: JobRecord): string => objectNameOf(uid, object);

async function withJobs<Done>(
  uid: string,
  work: (records: JobRecords) => Promise<Done>,
): Promise<Done> {
  const records = await openJobRecords(uid);
  try {
    return await work(records);
  } finally {
    records.close();
  }
}
