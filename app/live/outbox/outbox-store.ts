/** Where an account's outbox is kept: IndexedDB in a browser, memory where there is none. */
import type { DBSchema } from "idb";
import { connectionTo } from "../connection.ts";
import type { OutboxEntry, Which } from "./outbox.ts";

const databaseName = "foyer-outbox";

export type NewEntry = Omit<OutboxEntry, "order">;
export type Join = (waiting: unknown, added: unknown) => unknown;

export type OutboxStore = {
  /** In their order. */
  read(): Promise<OutboxEntry[]>;
  /** Whether it was away, since this was asked the last time: somebody may have taken what was in it. */
  wasLost(): boolean;
  /** Called when it goes away. */
  onLost(call: () => void): void;
  /** Behind all others. Told before this returns: it outlives the tab from then on. @throws when there is no room */
  add(added: NewEntry): Promise<void>;
  /** Each of one key that was never tried takes up what comes after it, as far as `join` makes one of the two. */
  joinAll(which: Required<Which>, join: Join): Promise<void>;
  /** Marks it as tried and gives it as it is sent. Undefined when it is gone. */
  take(id: string): Promise<OutboxEntry | undefined>;
  /** One that is gone meanwhile stays away. */
  change(id: string, change: Partial<OutboxEntry>): Promise<void>;
  remove(id: string): Promise<void>;
  /** All of this account. */
  clear(): Promise<void>;
  /** Of what is sealed: whether it can be. */
  isOpen?(tool: string): boolean;
  close(): void;
};

/** Gone with the tab. */
export type MemoryStore = OutboxStore & {
  /** Before all others, at once. */
  addFirst(added: readonly NewEntry[]): void;
};

type Stored = NewEntry & { order?: number };

type Schema = DBSchema & {
  entries: { key: number; value: Stored; indexes: { byUid: string; byId: string } };
};

/** @throws DOMException when this browser keeps nothing */
export async function openOutboxStore(uid: string): Promise<OutboxStore> {
  const { using, wasLost, onLost, close } = connectionTo<Schema>(databaseName, 1, (made) => {
    const store = made.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
    store.createIndex("byUid", "uid");
    store.createIndex("byId", "id", { unique: true });
  });
  await using(async () => {});

  function update(
    id: string,
    next: (entry: OutboxEntry) => OutboxEntry | undefined,
  ): Promise<OutboxEntry | undefined> {
    return using(async (database) => {
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
    });
  }

  const read = () =>
    using(async (database) => {
      const transaction = database.transaction("entries");
      const reading = transaction.store.index("byUid").getAll(uid);
      // Else what is added next would wait for this tab to hear of it.
      transaction.commit();
      const [all] = await Promise.all([reading, transaction.done]);
      return all as OutboxEntry[];
    });

  return {
    // A connection may be lost in the middle of it.
    read: () => read().catch(read),
    wasLost,
    onLost,
    add: (added) =>
      using(async (database) => {
        // Nothing is waited for, not even the answer to the first request: the tab may be killed at the next moment.
        const transaction = database.transaction("entries", "readwrite", { durability: "relaxed" });
        const adding = transaction.store.add(added);
        transaction.commit();
        await Promise.all([adding, transaction.done]);
      }),
    joinAll: (which, join) =>
      using(async (database) => {
        const transaction = database.transaction("entries", "readwrite", { durability: "relaxed" });
        const all = (await transaction.store.index("byUid").getAll(uid)) as OutboxEntry[];
        const { changed, gone } = joined(all, which, join);
        await Promise.all([
          ...changed.map((entry) => transaction.store.put(entry)),
          ...gone.map(({ order }) => transaction.store.delete(order)),
          transaction.done,
        ]);
      }),
    take: (id) => update(id, (entry) => ({ ...entry, isTried: true, refused: null })),
    async change(id, change) {
      await update(id, (entry) => ({ ...entry, ...change }));
    },
    async remove(id) {
      await update(id, () => undefined);
    },
    clear: () =>
      using(async (database) => {
        const transaction = database.transaction("entries", "readwrite");
        const orders = await transaction.store.index("byUid").getAllKeys(uid);
        await Promise.all([
          ...orders.map((order) => transaction.store.delete(order)),
          transaction.done,
        ]);
      }),
    close,
  };
}

export function createMemoryStore(): MemoryStore {
  let entries: OutboxEntry[] = [];
  let last = 0;
  let first = 1;
  const change = (id: string, changed: Partial<OutboxEntry>) => {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, ...changed } : entry));
  };
  return {
    read: async () => entries,
    wasLost: () => false,
    onLost: () => undefined,
    async add(added) {
      last += 1;
      entries = [...entries, { ...added, order: last }];
    },
    addFirst(added) {
      first -= added.length;
      entries = [...added.map((entry, at) => ({ ...entry, order: first + at })), ...entries];
    },
    async joinAll(which, join) {
      const { changed, gone } = joined(entries, which, join);
      for (const entry of changed) change(entry.id, entry);
      entries = entries.filter((entry) => !gone.some(({ id }) => id === entry.id));
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

export const mayJoin = (waiting: OutboxEntry, added: OutboxEntry): boolean =>
  !waiting.isTried && !added.isTried && added.refused === null;

/** What `joinAll` makes of them. */
function joined(
  entries: readonly OutboxEntry[],
  { tool, key }: Required<Which>,
  join: Join,
): { changed: OutboxEntry[]; gone: OutboxEntry[] } {
  const kept: OutboxEntry[] = [];
  const changed = new Set<number>();
  const gone: OutboxEntry[] = [];
  for (const entry of entries) {
    if (entry.tool !== tool || entry.key !== key) continue;
    const last = kept.at(-1);
    const data = last && mayJoin(last, entry) ? join(last.data, entry.data) : undefined;
    if (last === undefined || data === undefined) kept.push(entry);
    else {
      const refused = last.refused?.again === "changed" ? null : last.refused;
      kept[kept.length - 1] = { ...last, data, refused };
      changed.add(last.order);
      gone.push(entry);
    }
  }
  return { changed: kept.filter(({ order }) => changed.has(order)), gone };
}
