/** Where an account's outbox is kept: IndexedDB in a browser, memory where there is none. */
import { type DBSchema, openDB } from "idb";
import type { OutboxEntry } from "./outbox.ts";

const databaseName = "foyer-outbox";
/** Of one account in one browser: what does not fit stays in its tab, and is said. */
const MAX_ENTRIES = 10_000;

type NewEntry = Pick<OutboxEntry, "id" | "tool" | "key" | "data" | "addedAt">;
export type Join = (waiting: unknown, added: unknown) => unknown;

export type OutboxStore = {
  /** In their order. */
  read(): Promise<OutboxEntry[]>;
  /** Joined to the last of its key, which was never tried, or behind it. @throws when there is no room */
  add(added: NewEntry, join: Join | undefined): Promise<void>;
  /** Marks it as tried and gives it as it is sent. Undefined when it is gone. */
  take(id: string): Promise<OutboxEntry | undefined>;
  /** One that is gone meanwhile stays away. */
  change(id: string, change: Partial<OutboxEntry>): Promise<void>;
  remove(id: string): Promise<void>;
  /** All of this account. */
  clear(): Promise<void>;
  close(): void;
};

type Stored = Omit<OutboxEntry, "order"> & { order?: number };

type Schema = DBSchema & {
  entries: { key: number; value: Stored; indexes: { byUid: string; byId: string } };
};

/** @throws DOMException when this browser keeps nothing */
export async function openOutboxStore(uid: string): Promise<OutboxStore> {
  const database = await openDB<Schema>(databaseName, 1, {
    upgrade(made) {
      const store = made.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
      store.createIndex("byUid", "uid");
      store.createIndex("byId", "id", { unique: true });
    },
    // A newer page must not wait for this one.
    blocking: () => database.close(),
  });

  async function update(
    id: string,
    next: (entry: OutboxEntry) => OutboxEntry | undefined,
  ): Promise<OutboxEntry | undefined> {
    const transaction = database.transaction("entries", "readwrite");
    const found = (await transaction.store.index("byId").get(id)) as OutboxEntry | undefined;
    let after: OutboxEntry | undefined;
    if (found?.uid === uid) {
      after = next(found);
      if (after) await transaction.store.put(after);
      else await transaction.store.delete(found.order);
    }
    await transaction.done;
    return after;
  }

  return {
    read: async () => (await database.getAllFromIndex("entries", "byUid", uid)) as OutboxEntry[],
    async add(added, join) {
      // Not waiting for the disk: a letter would hold back the next ones, and a killed tab lose them.
      const transaction = database.transaction("entries", "readwrite", { durability: "relaxed" });
      const all = (await transaction.store.index("byUid").getAll(uid)) as OutboxEntry[];
      try {
        await transaction.store.put(placed(all, added, uid, join));
        await transaction.done;
      } catch (error) {
        await transaction.done.catch(() => undefined);
        throw error;
      }
    },
    take: (id) => update(id, (entry) => ({ ...entry, isTried: true, refused: null })),
    async change(id, change) {
      await update(id, (entry) => ({ ...entry, ...change }));
    },
    async remove(id) {
      await update(id, () => undefined);
    },
    async clear() {
      const transaction = database.transaction("entries", "readwrite");
      const orders = await transaction.store.index("byUid").getAllKeys(uid);
      await Promise.all([
        ...orders.map((order) => transaction.store.delete(order)),
        transaction.done,
      ]);
    },
    close: () => database.close(),
  };
}

/** Gone with the tab. `before` goes on with what another one held. */
export function createMemoryStore(uid: string): OutboxStore {
  let entries: OutboxEntry[] = [];
  let last = 0;
  const change = (id: string, changed: Partial<OutboxEntry>) => {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, ...changed } : entry));
  };
  return {
    read: async () => entries,
    async add(added, join) {
      const next = placed(entries, added, uid, join);
      last += 1;
      const order = next.order ?? last;
      entries = [...entries.filter(({ id }) => id !== next.id), { ...next, order }].toSorted(
        (a, b) => a.order - b.order,
      );
    },
    async take(id) {
      change(id, { isTried: true, refused: null });
      return entries.find((entry) => entry.id === id);
    },
    change: async (id, changed) => change(id, changed),
    async remove(id) {
      entries = entries.filter((entry) => entry.id !== id);
    },
    async clear() {
      entries = [];
    },
    close: () => undefined,
  };
}

/** The entry that takes `added` up. @throws RangeError when there would be more than MAX_ENTRIES */
function placed(
  entries: readonly OutboxEntry[],
  added: NewEntry,
  uid: string,
  join: Join | undefined,
): Stored {
  const last = entries.findLast(({ tool, key }) => tool === added.tool && key === added.key);
  if (last && !last.isTried && join) {
    const data = join(last.data, added.data);
    const refused = last.refused?.again === "changed" ? null : last.refused;
    if (data !== undefined) return { ...last, data, refused };
  }
  if (entries.length >= MAX_ENTRIES) {
    throw new RangeError(`At most ${MAX_ENTRIES} changes can wait at once.`);
  }
  return { ...added, uid, isTried: false, refused: null };
}
