/** What a browser keeps of what the server has of some records: IndexedDB, or memory where there is none. */
import type { DBSchema, IDBPDatabase } from "idb";
import type { Item } from "#lib/records/register.ts";
import { connectionTo } from "../connection.ts";

const databaseName = "foyer-records";

export type KeptItem = { kind: string; id: string; item: Item };

/** Times are the server's, milliseconds. */
export type Head = {
  /** The largest `at` that came from the server. */
  since: number;
  /** When something was deleted for good, as far as is known. 0: never. */
  sweptAt: number;
  /** When all of it was read. 0: never. */
  fullAt: number;
  /** How far the server's clock is ahead. */
  offset: number;
  /** When all of the lazy kinds was read. None: it is being read, or there are none. */
  lazyAt?: number;
};

export type Batch = {
  put: readonly KeptItem[];
  /** With the `at` that they had. */
  gone: readonly { kind: string; id: string; at: number }[];
  /** All that there are, as `KIND/ID`: what is kept besides is gone. */
  whole?: ReadonlySet<string>;
  /** Without it, only what is there already is put. */
  head?: Head;
};

type Kept = { head: Head | undefined; items: KeptItem[] };

type LazyStore = {
  /** Some after some, in no order. */
  each(): AsyncIterable<readonly KeptItem[]>;
  /** Whether a `write` of it is not over. */
  isWriting(key: string): boolean;
  /** Once no `write` is left: whether the last one has kept what it was given. */
  written(): Promise<boolean>;
  /** Called after each `write`, once who asked for it knows. One listener. */
  onWritten(call: () => void): void;
};

export type BaseStore = {
  /** Without the lazy kinds. */
  read(): Promise<Kept>;
  find(keys: readonly { kind: string; id: string }[]): Promise<Kept>;
  /**
   * All or nothing. What another tab has kept later than this stays. False: nothing was written, as this tab has not heard
   * yet of what was deleted for good.
   */
  write(batch: Batch): Promise<boolean>;
  /** Of the lazy kinds with which it was made. */
  lazy?: LazyStore;
  /** Nothing of the tool is kept then. */
  drop(): Promise<void>;
  close(): void;
};

type Place = [uid: string, tool: string, kind: string, id: string];

type Schema = DBSchema & {
  items: { key: Place; value: KeptItem & { uid: string; tool: string } };
  heads: { key: [uid: string, tool: string]; value: Head & { uid: string; tool: string } };
};

const connect = () =>
  connectionTo<Schema>(databaseName, 1, (made) => {
    made.createObjectStore("items", { keyPath: ["uid", "tool", "kind", "id"] });
    made.createObjectStore("heads", { keyPath: ["uid", "tool"] });
  });

/** All keys that begin so. */
const below = (...begin: string[]) => IDBKeyRange.bound(begin, [...begin, []]);

/** Its methods throw DOMException where this browser keeps nothing. */
export function openBaseStore(uid: string, tool: string): BaseStore {
  const { using, close } = connect();
  return {
    read: () =>
      using(async (database) => {
        const transaction = database.transaction(["items", "heads"]);
        const [head, items] = await Promise.all([
          transaction.objectStore("heads").get([uid, tool]),
          transaction.objectStore("items").getAll(below(uid, tool)),
          transaction.done,
        ]);
        return { head, items };
      }),
    find: (keys) =>
      using(async (database) => {
        const transaction = database.transaction(["items", "heads"]);
        const store = transaction.objectStore("items");
        const [head, found] = await Promise.all([
          transaction.objectStore("heads").get([uid, tool]),
          Promise.all(keys.map(({ kind, id }) => store.get([uid, tool, kind, id]))),
        ]);
        return { head, items: found.filter((kept) => kept !== undefined) };
      }),
    write: (batch) =>
      using(async (database) => {
        const transaction = database.transaction(["items", "heads"], "readwrite", {
          durability: "relaxed",
        });
        const [items, heads] = [transaction.objectStore("items"), transaction.objectStore("heads")];
        const headThere = await heads.get([uid, tool]);
        const { put, gone, whole, head } = batch;
        if (isBehind(batch, headThere)) return false;
        const putOne = async (kept: KeptItem) => {
          const there = await items.get([uid, tool, kept.kind, kept.id]);
          if (isPut(kept, there, head)) await items.put({ ...kept, uid, tool });
        };
        const removeOne = async ({ kind, id, at }: Batch["gone"][number]) => {
          const there = await items.get([uid, tool, kind, id]);
          if (there && there.item.at <= at) await items.delete([uid, tool, kind, id]);
        };
        const removeOthers = async () => {
          const others = (await items.getAll(below(uid, tool))).filter(isOther(batch));
          await Promise.all(others.map(({ kind, id }) => items.delete([uid, tool, kind, id])));
        };
        await Promise.all([
          ...put.map(putOne),
          ...gone.map(removeOne),
          whole && removeOthers(),
          head && heads.put({ ...joinedHead(headThere, head, whole), uid, tool }),
          transaction.done,
        ]);
        return true;
      }),
    drop: () => using((database) => forget(database, [uid, tool])),
    close,
  };
}

/** All of an account. @throws DOMException */
export async function forgetRecords(uid: string): Promise<void> {
  const { using, close } = connect();
  try {
    await using((database) => forget(database, [uid]));
  } finally {
    close();
  }
}

/** Of the tools whose names begin so, those that are not in `keep`. @throws DOMException */
export async function forgetOthers(
  uid: string,
  { begin, keep }: { begin: string; keep: ReadonlySet<string> },
): Promise<void> {
  const { using, close } = connect();
  try {
    await using(async (database) => {
      const tools = (await database.getAllKeys("heads", below(uid))).map(([, tool]) => tool);
      const others = tools.filter((tool) => tool.startsWith(begin) && !keep.has(tool));
      await Promise.all(others.map((tool) => forget(database, [uid, tool])));
    });
  } finally {
    close();
  }
}

async function forget(database: IDBPDatabase<Schema>, begin: string[]): Promise<void> {
  const transaction = database.transaction(["items", "heads"], "readwrite");
  await Promise.all([
    transaction.objectStore("items").delete(below(...begin)),
    transaction.objectStore("heads").delete(below(...begin)),
    transaction.done,
  ]);
}

/** Gone with the tab. */
export function createMemoryBaseStore(): BaseStore {
  const items = new Map<string, KeptItem>();
  let head: Head | undefined;
  return {
    read: async () => ({ head, items: [...items.values()] }),
    async find(keys) {
      const found = keys.map((key) => items.get(keyOf(key)));
      return { head, items: found.filter((kept) => kept !== undefined) };
    },
    async write(batch) {
      if (isBehind(batch, head)) return false;
      for (const kept of batch.put) {
        if (isPut(kept, items.get(keyOf(kept)), batch.head)) items.set(keyOf(kept), kept);
      }
      for (const one of batch.gone) {
        if ((items.get(keyOf(one))?.item.at ?? 0) <= one.at) items.delete(keyOf(one));
      }
      const others = batch.whole ? [...items.values()].filter(isOther(batch)) : [];
      for (const other of others) items.delete(keyOf(other));
      if (batch.head) head = joinedHead(head, batch.head, batch.whole);
      return true;
    },
    async drop() {
      items.clear();
      head = undefined;
    },
    close: () => undefined,
  };
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}/${id}`;

export const isBehind = ({ head }: Batch, there: Head | undefined): boolean =>
  head !== undefined && there !== undefined && head.sweptAt < there.sweptAt;

export const isPut = (
  kept: KeptItem,
  there: KeptItem | undefined,
  head: Head | undefined,
): boolean => (there === undefined ? head !== undefined : there.item.at <= kept.item.at);

/** Which is gone, unless another tab has heard of it before this one. */
export const isOther =
  ({ whole, head }: Batch) =>
  (kept: KeptItem): boolean =>
    whole?.has(keyOf(kept)) === false && kept.item.at <= (head?.since ?? 0);

/** What another tab has received is kept, too; that all must be read is over once all of it was. */
export function joinedHead(there: Head | undefined, next: Head, whole: Batch["whole"]): Head {
  // What was there was dropped in another tab: this one keeps only what it hears from now on.
  if (there === undefined) return whole ? next : { ...next, fullAt: 0 };
  const fullAt = whole ? next.fullAt : Math.min(there.fullAt, next.fullAt);
  return { ...next, fullAt, since: Math.max(there.since, next.since) };
}
