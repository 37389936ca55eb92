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
  /** By this device's clock, milliseconds: when all was read, and when it was looked last. */
  wholeAt: number;
  lookedAt: number;
};

export type DriveCache = {
  read(): Promise<{ head: DriveHead | undefined; nodes: KeptNode[] }>;
  /** @param whole nothing else is there */
  write(batch: {
    put: readonly KeptNode[];
    gone: readonly string[];
    head?: DriveHead;
    whole?: boolean;
  }): Promise<void>;
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

/** Its methods throw DOMException where this browser keeps nothing. */
export function openDriveCache(uid: string): DriveCache {
  const { using, close } = connect();
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
    write: ({ put, gone, head, whole }) =>
      using(async (database) => {
        const transaction = database.transaction(["nodes", "heads"], "readwrite", {
          durability: "relaxed",
        });
        const nodes = transaction.objectStore("nodes");
        if (whole) await nodes.delete(allOf(uid));
        const putOne = async (kept: KeptNode) => {
          // Another tab may have read it later than this one.
          const there = whole ? undefined : await nodes.get([uid, kept.id]);
          if (there === undefined || there.at <= kept.at) await nodes.put({ ...kept, uid });
        };
        await Promise.all([
          ...put.map(putOne),
          ...gone.map((id) => nodes.delete([uid, id])),
          head && transaction.objectStore("heads").put({ ...head, uid }),
          transaction.done,
        ]);
      }),
    close,
  };
}

/** All of an account. @throws DOMException */
export async function forgetDrive(uid: string): Promise<void> {
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
