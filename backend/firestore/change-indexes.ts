/**
 * Changes what is indexed, in slices that the writer does between other writes:
 *
 *   setIndexes     notes what is new and what is gone; from now on writes keep the entries of what is new
 *   builds         add what the documents of a collection id lack
 *   sweeps         delete what nothing keeps any more
 *   at the end     what is new is ready: only now queries use it
 *
 * All of it is in the database, so it goes on after a stop where it was.
 */
import { randomUUID } from "node:crypto";
import { OperationError, type StoreDatabase } from "../sqlite/index.ts";
import { fieldsOf } from "./document.ts";
import { getDocumentByNumber } from "./firestore-store.ts";
import {
  type FieldOverride,
  type IndexDefinition,
  type IndexDefinitions,
  definitionText,
  singleFieldModes,
} from "./index-definition.ts";
import {
  AFTER_NAMES,
  FIRST_NAME,
  type IndexEntry,
  compositeOf,
  entriesOf,
} from "./index-entries.ts";
import {
  type Overrides,
  findScope,
  getIndexRows,
  getOverrides,
  insertEntry,
  keptIndexes,
  openScopes,
  scanEntries,
} from "./index-store.ts";
import { type SweptSlice, justAfter, sweep } from "./sweep-entries.ts";

/** Documents of a build; a sweep takes more of its steps, which are smaller. */
const SLICE = 500;
const SWEEP_STEPS = 4;
/** Documents may be large, and have many entries: a slice ends with the document that is too much. */
const CHARS_OF_A_SLICE = 4_000_000;
const ENTRIES_OF_A_SLICE = 20_000;

const NOTHING = new Uint8Array();

/** Returns whether there is something to build. What an earlier change has left must be done before. */
export function setIndexes(
  db: StoreDatabase,
  { definitions }: { definitions: IndexDefinitions },
): boolean {
  if (nextWork(db) !== undefined) throw new Error("The indexes are still being changed.");
  const changed = { builds: new Set<string>(), sweeps: new Set<string>() };
  changeComposites(db, definitions.composites, changed);
  const before = getOverrides(db).kept;
  const overrides = changeOverrides(before, definitions.overrides, changed);
  if (changed.builds.size === 0 && changed.sweeps.size === 0) return false;
  putSettings(db, overrides);
  for (const kind of ["builds", "sweeps"] as const) {
    for (const id of changed[kind]) insertWork(db, kind === "builds" ? "build" : "sweep", id);
  }
  return true;
}

/** The ids of the collections whose entries are to be built or swept. */
type Changed = { builds: Set<string>; sweeps: Set<string> };

function changeComposites(
  db: StoreDatabase,
  composites: readonly IndexDefinition[],
  { builds, sweeps }: Changed,
): void {
  const wanted = new Map(composites.map((definition) => [definitionText(definition), definition]));
  for (const { number, definition } of getIndexRows(db)) {
    if (wanted.delete(definitionText(definition))) continue;
    db.prepare("UPDATE firestore_indexes SET state = 'dropping' WHERE number = ?").run(number);
    sweeps.add(definition.collectionId);
  }
  const insert = "INSERT INTO firestore_indexes (definition, state) VALUES (?, 'building')";
  for (const definition of wanted.values()) {
    db.prepare(insert).run(JSON.stringify(definition));
    builds.add(definition.collectionId);
  }
}

function changeOverrides(
  before: readonly FieldOverride[],
  kept: readonly FieldOverride[],
  { builds, sweeps }: Changed,
): Overrides {
  const ids = new Set([...before, ...kept].map(({ collectionId }) => collectionId));
  const usable = [...ids].flatMap((id) => {
    const [old, now] = [overridesOf(before, id), overridesOf(kept, id)];
    if (isSame(old, now)) return now;
    const both = inBoth(id, old, now);
    if (!isSame(both, now)) builds.add(id);
    if (!isSame(both, old)) sweeps.add(id);
    return both;
  });
  return { kept, usable };
}

function overridesOf(overrides: readonly FieldOverride[], id: string): FieldOverride[] {
  return overrides.filter(({ collectionId }) => collectionId === id);
}

/** What is indexed before and after. Every path that one of them names is named, so fields below it are right, too. */
function inBoth(id: string, before: FieldOverride[], after: FieldOverride[]): FieldOverride[] {
  const modesOf = (overrides: FieldOverride[], { path }: FieldOverride) =>
    singleFieldModes({ overrides }, id, path);
  const named = new Map([...before, ...after].map((one) => [JSON.stringify(one.path), one]));
  return [...named.values()].map((one) => {
    const now = modesOf(after, one);
    const indexes = modesOf(before, one).filter(({ scope, mode }) =>
      now.some((other) => other.scope === scope && other.mode === mode),
    );
    return { collectionId: id, path: one.path, indexes };
  });
}

function isSame(a: readonly FieldOverride[], b: readonly FieldOverride[]): boolean {
  const [textsA, textsB] = [a.map(textOfOverride), b.map(textOfOverride)];
  return a.length === b.length && textsA.every((text) => textsB.includes(text));
}

function textOfOverride({ path, indexes }: FieldOverride): string {
  return JSON.stringify([path, indexes.map(({ scope, mode }) => `${scope} ${mode}`).toSorted()]);
}

function putSettings(db: StoreDatabase, { kept, usable }: Overrides): void {
  const sql = `UPDATE firestore_index_settings
    SET version = ?, kept_overrides = ?, usable_overrides = ? WHERE only_row = 1`;
  db.prepare(sql).run(randomUUID(), JSON.stringify(kept), JSON.stringify(usable));
}

/** The numbers are those of this slice. */
export type BuiltSlice = {
  /** Nothing is left. */
  isDone: boolean;
  documents: number;
  added: number;
  removed: number;
  /** Why what is new for a collection id was given up. */
  refused?: string;
};

/** Does one slice of what is left; undefined when nothing was. */
export function buildIndexes(
  db: StoreDatabase,
  { size = SLICE }: { size?: number },
): BuiltSlice | undefined {
  const work = nextWork(db);
  if (work === undefined) return undefined;
  const { next, ...counts } =
    work.kind === "build" ? buildOrGiveUp(db, work, size) : sweep(db, work, size * SWEEP_STEPS);
  if (next !== undefined) {
    db.prepare("UPDATE firestore_index_work SET scope = ?, entry = ? WHERE number = ?").run(
      next.scope,
      next.entry,
      work.number,
    );
  } else {
    db.prepare("DELETE FROM firestore_index_work WHERE number = ?").run(work.number);
  }
  const isDone = nextWork(db) === undefined;
  if (isDone) finish(db);
  return { isDone, documents: 0, added: 0, removed: 0, ...counts };
}

function finish(db: StoreDatabase): void {
  db.prepare("DELETE FROM firestore_indexes WHERE state = 'dropping'").run();
  db.prepare("UPDATE firestore_indexes SET state = 'ready' WHERE state = 'building'").run();
  const { kept } = getOverrides(db);
  putSettings(db, { kept, usable: kept });
}

type Work = {
  number: number;
  kind: "build" | "sweep";
  collectionId: string;
  scope: Uint8Array;
  entry: Uint8Array;
};

function nextWork(db: StoreDatabase): Work | undefined {
  const sql = `SELECT number, kind, collection_id AS "collectionId", scope, entry
    FROM firestore_index_work ORDER BY number LIMIT 1`;
  return db.prepare(sql).get() as Work | undefined;
}

function insertWork(db: StoreDatabase, kind: Work["kind"], id: string): void {
  const sql =
    "INSERT INTO firestore_index_work (kind, collection_id, scope, entry) VALUES (?, ?, ?, ?)";
  db.prepare(sql).run(kind, id, NOTHING, NOTHING);
}

type BuildSlice = Pick<SweptSlice, "next"> & {
  documents: number;
  added: number;
  refused?: string;
};

/** A document that would have too many entries keeps its own: it must stay possible to change and to delete it. */
function buildOrGiveUp(db: StoreDatabase, work: Work, size: number): BuildSlice {
  try {
    return build(db, work, size);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    giveUp(db, work.collectionId);
    const refused = `The indexes of "${work.collectionId}" cannot be built. ${error.message}`;
    return { next: undefined, documents: 0, added: 0, refused };
  }
}

/** Back to what was there before and stays; a sweep deletes what was added. */
function giveUp(db: StoreDatabase, id: string): void {
  for (const { number, state, definition } of getIndexRows(db)) {
    if (definition.collectionId !== id || state !== "building") continue;
    db.prepare("UPDATE firestore_indexes SET state = 'dropping' WHERE number = ?").run(number);
  }
  const { kept, usable } = getOverrides(db);
  const others = kept.filter(({ collectionId }) => collectionId !== id);
  putSettings(db, { kept: [...others, ...overridesOf(usable, id)], usable });
  insertWork(db, "sweep", id);
}

function build(db: StoreDatabase, { collectionId, entry }: Work, size: number): BuildSlice {
  const scope = findScope(db, "group", collectionId);
  if (scope === undefined) return { next: undefined, documents: 0, added: 0 };
  const from = entry.length === 0 ? FIRST_NAME : entry;
  const names = scanEntries(db, scope, from, AFTER_NAMES, { limit: size });
  const isNew = newEntriesOf(db, collectionId);
  let documents = 0;
  let added = 0;
  let chars = 0;
  for (const { document: number } of names) {
    if (chars > CHARS_OF_A_SLICE || added > ENTRIES_OF_A_SLICE) break;
    const document = getDocumentByNumber(db, number);
    const { path, fieldsText } = document;
    const entries = entriesOf(path, fieldsOf(document), keptIndexes(db)).filter(isNew);
    if (entries.length > 0) {
      const scopes = openScopes(db, path);
      for (const one of entries) insertEntry(db, scopes, one, number);
    }
    documents += 1;
    added += entries.length;
    chars += fieldsText.length + entries.reduce((sum, { key }) => sum + key.length, 0);
  }
  const isLast = documents === names.length && documents < size;
  const last = names[documents - 1];
  const next =
    isLast || last === undefined ? undefined : { scope: NOTHING, entry: justAfter(last.key) };
  return { next, documents, added };
}

/** Which entries the documents of a collection id may lack. */
function newEntriesOf(db: StoreDatabase, id: string): (entry: IndexEntry) => boolean {
  const { kept, usable } = getOverrides(db);
  const hasNewFields = !isSame(overridesOf(kept, id), overridesOf(usable, id));
  const building = getIndexRows(db).filter(({ state }) => state === "building");
  const numbers = new Set(building.map(({ number }) => number));
  return ({ key }) => {
    const composite = compositeOf(key);
    return composite === undefined ? hasNewFields : numbers.has(composite);
  };
}
