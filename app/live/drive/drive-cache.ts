/** What this browser keeps of drives, so that one is there at once and without a connection: IndexedDB. */
import type { DBSchema } from "idb";
import type { DriveNode } from "#lib/drive/node.ts";
import { connectionTo } from "../connection.ts";

/**
 * `node` is null of one that is gone for good, undefined of one that only a later build of the site can read. `at` is the
 * server's time of its last change, ISO: within a drive it rises with each change.
 */
export type KeptNode = { id: string; at: string; node: DriveNode | null | undefined };

export type DriveHead = {
  /** The last `at` that was read. */
  since: string;
  /** By this device's clock, milliseconds: when all was read. */
  wholeAt: number;
};

export type DriveBatch = {
  put: readonly KeptNode[];
  gone: readonly string[];
  head: DriveHead;
  /** Nothing else is there: all was read, by who had read as far as this. */
  wholeAfter?: string;
};

export type DriveCache = {
  read(): Promise<{ head: DriveHead | undefined; nodes: KeptNode[] }>;
  /** See `fits`. */
  write(batch: DriveBatch): Promise<void>;
  close(): void;
};

type Schema = DBSchema & {
  nodes: { key: [uid: string, id: string]; value: KeptNode & { uid: string } };
  heads: { key: string; value: DriveHead & { uid: string } };
};

const connect = () =>
  connectionTo<Schema>("foyer-drive", 1, (made) => {
    made.createObjectStore("nodes", { keyPath: ["uid", "id"] });
    made.createObjectStore("heads", { keyPath: "uid" });
  });

const allOf = (uid: string) => IDBKeyRange.bound([uid], [uid, []]);

/**
 * Whether what is kept is whole with it. Some of a drive is of no use where the rest was cleared meanwhile; and of two tabs
 * that read all at once the one that has read less must not take away what the other will not read again.
 * @param there what is kept says now
 */
export function fits({ head, wholeAfter }: DriveBatch, there: DriveHead | undefined): boolean {
  if (wholeAfter === undefined) return there !== undefined;
  return there === undefined || there.since <= head.since || there.since === wholeAfter;
}

/** Who is just going: nothing is kept of them any more. */
const leaving = new Set<string>();

/** Its methods throw DOMException where this browser keeps nothing. */
export function openDriveCache(uid: string): DriveCache {
  const { using, close } = connect();
  leaving.delete(uid);
  return {
    read: () =>
      using(async (database) => {
        const transaction = database.transaction(["nodes", "heads"]);
        const [head, nodes] = await Promise.all([
          transaction.objectStore("heads").get(uid),
          transaction.objectStore("nodes").getAll(allOf(uid)),
          transaction.done,
        ]);
        return { head, nodes };
      }),
    write: (batch) =>
      using(async (database) => {
        const { put, gone, head, wholeAfter } = batch;
        const transaction = database.transaction(["nodes", "heads"], "readwrite", {
          durability: "relaxed",
        });
        const [nodes, heads] = [transaction.objectStore("nodes"), transaction.objectStore("heads")];
        if (leaving.has(uid) || !fits(batch, await heads.get(uid))) return transaction.done;
        const isWhole = wholeAfter !== undefined;
        if (isWhole) await nodes.delete(allOf(uid));
        const putOne = async (kept: KeptNode) => {
          // Another tab may have read it later than this one.
          const there = isWhole ? undefined : await nodes.get([uid, kept.id]);
          if (there === undefined || there.at <= kept.at) await nodes.put({ ...kept, uid });
        };
        await Promise.all([
          ...put.map(putOne),
          ...gone.map((id) => nodes.delete([uid, id])),
          heads.put({ ...head, uid }),
          transaction.done,
        ]);
      }),
    close,
  };
}

/** All of an account. @throws DOMException */
export async function forgetDrive(uid: string): Promise<void> {
  leaving.add(uid);
  const { using, close } = connect();
  try {
    await using(async (database) => {
      const transaction = database.transaction(["nodes", "heads"], "readwrite");
      await Promise.all([
        transaction.objectStore("nodes").delete(allOf(uid)),
        transaction.objectStore("heads").delete(uid),
        transaction.done,
      ]);
    });
  } finally {
    close();
  }
}
