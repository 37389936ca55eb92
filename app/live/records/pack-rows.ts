/** Where packs lie: IndexedDB in a browser, memory where there is none. Knows nothing of what is in them. */
import type { DBSchema, IDBPDatabase } from "idb";
import { connectionTo } from "../connection.ts";
import type { Head } from "./base-store.ts";

const databaseName = "foyer-journals";

type Bytes = Uint8Array<ArrayBuffer>;

/** Each write of a tool makes its `rev` one more. */
export type HeadRow = Head & { rev: number };
/** `rev` is the head's when it was written. */
export type PackRow = { n: number; rev: number; bytes: Bytes };
/** An item of a lazy kind, with its own `at`. */
export type LazyRow = { name: string; at: number; bytes: Bytes };

export type FoundRows = { head: HeadRow | undefined; packs: PackRow[]; rows: LazyRow[] };

export type RowsWrite = {
  head: HeadRow;
  packs: readonly PackRow[];
  rows: readonly LazyRow[];
  /** Names of rows. */
  gone: readonly string[];
};

export type PackRows = {
  /** Those packs, or all without `packs`, and the rows of those names. */
  find(asked: { packs?: readonly number[]; names?: readonly string[] }): Promise<FoundRows>;
  /** All or nothing. False: the head that is there is not the one before that of the batch. */
  write(batch: RowsWrite): Promise<boolean>;
  /** In the order of their names, from the one behind this one on. */
  rowsAfter(name: string, count: number): Promise<LazyRow[]>;
  drop(): Promise<void>;
  close(): void;
};

type Place = { uid: string; tool: string };
type Schema = DBSchema & {
  heads: { key: [uid: string, tool: string]; value: HeadRow & Place };
  packs: { key: [uid: string, tool: string, n: number]; value: PackRow & Place };
  rows: { key: [uid: string, tool: string, name: string]; value: LazyRow & Place };
};

const stores: ("heads" | "packs" | "rows")[] = ["heads", "packs", "rows"];

const connect = () =>
  connectionTo<Schema>(databaseName, 1, (made) => {
    made.createObjectStore("heads", { keyPath: ["uid", "tool"] });
    made.createObjectStore("packs", { keyPath: ["uid", "tool", "n"] });
    made.createObjectStore("rows", { keyPath: ["uid", "tool", "name"] });
  });

/** All keys that begin so. */
const below = (...begin: string[]) => IDBKeyRange.bound(begin, [...begin, []]);

/** What was read ahead is so old at most: later it is not used, and no memory is. Milliseconds. */
const aheadMs = 5000;
const ahead = new Map<string, Promise<FoundRows>>();
const aheadName = (uid: string, tool: string) => `${uid} ${tool}`;

/**
 * Reads all that is not lazy before somebody opens it: who asks for that first has this answer, as if they had opened it
 * then.
 */
export function readAhead(uid: string, tool: string): void {
  const name = aheadName(uid, tool);
  if (!("indexedDB" in globalThis) || ahead.has(name)) return;
  const rows = openPackRows(uid, tool);
  const found = rows.find({}).finally(() => rows.close());
  ahead.set(name, found);
  const forget = () => {
    if (ahead.get(name) === found) ahead.delete(name);
  };
  setTimeout(forget, aheadMs);
  // Who opens it has the same answer, and compares all.
  found.catch(forget);
}

function takeAhead(uid: string, tool: string): Promise<FoundRows> | undefined {
  const name = aheadName(uid, tool);
  const found = ahead.get(name);
  ahead.delete(name);
  return found;
}

/** Its methods throw DOMException where this browser keeps nothing. */
export function openPackRows(uid: string, tool: string): PackRows {
  const { using, close } = connect();
  return {
    find: ({ packs: numbers, names = [] }) =>
      (numbers === undefined && names.length === 0 ? takeAhead(uid, tool) : undefined) ??
      using(async (database) => {
        const transaction = database.transaction(stores);
        const packs = transaction.objectStore("packs");
        const rows = transaction.objectStore("rows");
        const [head, ofPacks, ofRows] = await Promise.all([
          transaction.objectStore("heads").get([uid, tool]),
          numbers
            ? Promise.all(numbers.map((n) => packs.get([uid, tool, n])))
            : packs.getAll(below(uid, tool)),
          Promise.all(names.map((name) => rows.get([uid, tool, name]))),
          transaction.done,
        ]);
        return { head, packs: ofPacks.filter(isThere), rows: ofRows.filter(isThere) };
      }),
    write: ({ head, packs, rows, gone }) =>
      using(async (database) => {
        ahead.delete(aheadName(uid, tool));
        const transaction = database.transaction(stores, "readwrite", { durability: "relaxed" });
        const heads = transaction.objectStore("heads");
        const there = await heads.get([uid, tool]);
        if ((there?.rev ?? 0) + 1 !== head.rev) return false;
        const ofPacks = transaction.objectStore("packs");
        const ofRows = transaction.objectStore("rows");
        await Promise.all([
          heads.put({ ...head, uid, tool }),
          ...packs.map((pack) => ofPacks.put({ ...pack, uid, tool })),
          ...rows.map((row) => ofRows.put({ ...row, uid, tool })),
          ...gone.map((name) => ofRows.delete([uid, tool, name])),
          transaction.done,
        ]);
        return true;
      }),
    rowsAfter: (name, count) =>
      using((database) => {
        const range = IDBKeyRange.bound([uid, tool, name], [uid, tool, []], true);
        return database.getAll("rows", range, count);
      }),
    drop: () => using((database) => forget(database, [uid, tool])),
    close,
  };
}

/** Gone with the tab. */
export function createMemoryRows(): PackRows {
  let head: HeadRow | undefined;
  const packs = new Map<number, PackRow>();
  const rows = new Map<string, LazyRow>();
  return {
    find: async ({ packs: numbers, names = [] }) => ({
      head,
      packs: (numbers ?? [...packs.keys()]).map((n) => packs.get(n)).filter(isThere),
      rows: names.map((name) => rows.get(name)).filter(isThere),
    }),
    async write(batch) {
      if ((head?.rev ?? 0) + 1 !== batch.head.rev) return false;
      head = batch.head;
      for (const pack of batch.packs) packs.set(pack.n, pack);
      for (const row of batch.rows) rows.set(row.name, row);
      for (const name of batch.gone) rows.delete(name);
      return true;
    },
    async rowsAfter(after, count) {
      const names = [...rows.keys()].toSorted().filter((name) => name > after);
      return names
        .slice(0, count)
        .map((name) => rows.get(name))
        .filter(isThere);
    },
    async drop() {
      head = undefined;
      packs.clear();
      rows.clear();
    },
    close: () => undefined,
  };
}

/** All of an account. @throws DOMException */
export const forgetJournals = (uid: string): Promise<void> =>
  apart((database) => forget(database, [uid]));

/** Of one that nobody has open. @throws DOMException */
export const forgetJournal = (uid: string, tool: string): Promise<void> =>
  apart((database) => forget(database, [uid, tool]));

/** Tools of an account of which something is here. @throws DOMException */
export const keptTools = (uid: string): Promise<string[]> =>
  apart(async (database) => {
    const keys = await database.getAllKeys("heads", below(uid));
    return keys.map(([, tool]) => tool);
  });

async function apart<Done>(work: (database: IDBPDatabase<Schema>) => Promise<Done>): Promise<Done> {
  const { using, close } = connect();
  try {
    return await using(work);
  } finally {
    close();
  }
}

async function forget(database: IDBPDatabase<Schema>, begin: string[]): Promise<void> {
  ahead.clear();
  const transaction = database.transaction(stores, "readwrite");
  await Promise.all([
    ...stores.map((store) => transaction.objectStore(store).delete(below(...begin))),
    transaction.done,
  ]);
}

const isThere = <Value>(value: Value | undefined): value is Value => value !== undefined;
