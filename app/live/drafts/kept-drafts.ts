/** What was last read of the drafts that an account has open, in this browser: shown while the server is out of reach. */
import { type DBSchema, openDB } from "idb";
import { once } from "../once.ts";
import { type DraftPlace, type StoredDraft, keyOf } from "./stored-draft.ts";

const databaseName = "foyer-drafts";
/** Of one account; those that were read longest ago go first. */
const MAX_KEPT = 50;

type Kept = { uid: string; key: string; stored: StoredDraft; keptAt: number };

type Schema = DBSchema & {
  drafts: { key: [string, string]; value: Kept; indexes: { byUid: string } };
};

const open = once(async () => {
  const database = await openDB<Schema>(databaseName, 1, {
    upgrade(made) {
      made.createObjectStore("drafts", { keyPath: ["uid", "key"] }).createIndex("byUid", "uid");
    },
    // A newer page must not wait for this one.
    blocking: () => database.close(),
  });
  return database;
});

/** @throws DOMException when this browser keeps nothing */
export async function readKept(uid: string, place: DraftPlace): Promise<StoredDraft | undefined> {
  const database = await open();
  return (await database.get("drafts", [uid, keyOf(place)]))?.stored;
}

/** @throws DOMException when there is no room */
export async function keep(uid: string, place: DraftPlace, stored: StoredDraft): Promise<void> {
  const database = await open();
  const transaction = database.transaction("drafts", "readwrite");
  await transaction.store.put({ uid, key: keyOf(place), stored, keptAt: Date.now() });
  const all = await transaction.store.index("byUid").getAll(uid);
  const tooMany = all.toSorted((a, b) => b.keptAt - a.keptAt).slice(MAX_KEPT);
  await Promise.all(tooMany.map(({ key }) => transaction.store.delete([uid, key])));
  await transaction.done;
}

/** All of an account. @throws DOMException */
export async function forgetKept(uid: string): Promise<void> {
  const database = await open();
  const transaction = database.transaction("drafts", "readwrite");
  const keys = await transaction.store.index("byUid").getAllKeys(uid);
  await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
}
