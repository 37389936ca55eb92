import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { FirestoreFields } from "#lib/firestore-value.ts";
import { openSqlite, silentLog } from "../sqlite/index.ts";
import { createTempDir } from "../sqlite/testing/temp-dir.ts";
import { buildIndexes } from "./change-indexes.ts";
import { type FirestoreOperations, createFirestoreService, firestoreModule } from "./index.ts";
import { activeIndexes } from "./index-store.ts";
import { checkEntries } from "./testing/check-entries.ts";
import {
  type FileOfIndexes,
  definitionsOf,
  deleteWrite,
  openStore,
  setWrite,
} from "./testing/open-store.ts";
import { type Random, randomValue, seededRandom } from "./testing/random-values.ts";

const COMPOSITE = 4;
const FIELD = 2;
const CONTAINS = 3;
const int = (value: number) => ({ integerValue: String(value) });

const index = (collectionGroup: string, paths: string[], queryScope = "COLLECTION") => ({
  collectionGroup,
  queryScope,
  fields: paths.map((path) =>
    path.endsWith("[]")
      ? { fieldPath: path.slice(0, -2), arrayConfig: "CONTAINS" }
      : { fieldPath: path, order: "ASCENDING" },
  ),
});
const byXAndY = index("notes", ["x", "y"]);

test("a new index is built before queries may use it, and what is written meanwhile is in it", () => {
  using store = openStore();
  for (const id of ["1", "2", "3"]) store.commit(setWrite(`notes/${id}`, { x: int(1), y: int(2) }));
  store.commit(setWrite("notes/lacks-y", { x: int(1) }));
  expect(store.setIndexes({ indexes: [byXAndY] })).toBe(true);
  expect(activeIndexes(store.db).composites).toEqual([]);
  store.buildSlice(1);
  store.commit(
    setWrite("notes/0", { x: int(1), y: int(2) }),
    setWrite("notes/1", { x: int(5), y: int(2) }),
    deleteWrite("notes/2"),
  );
  expect(activeIndexes(store.db).composites).toEqual([]);
  store.build();
  expect(activeIndexes(store.db).composites).toHaveLength(1);
  expect(store.entries(COMPOSITE)).toHaveLength(3);
  store.check();
});

test("the same definitions in another order are no change", () => {
  using store = openStore();
  const other = index("notes", ["y", "x"], "COLLECTION_GROUP");
  const fieldOverrides = [{ collectionGroup: "notes", fieldPath: "x", indexes: [] }];
  expect(store.setIndexes({ indexes: [byXAndY, other], fieldOverrides })).toBe(true);
  store.build();
  expect(store.setIndexes({ indexes: [other, byXAndY], fieldOverrides })).toBe(false);
});

test("an index that is not defined any more leaves no entry, and its number can be another's", () => {
  using store = openStore();
  store.commit(
    setWrite("notes/1", { x: int(1), y: int(2) }),
    setWrite("users/7/notes/1", { x: int(1), y: int(2) }),
    setWrite("users/7/endnotes/1", { x: int(1), y: int(2) }),
  );
  const everywhere = index("notes", ["x", "y"], "COLLECTION_GROUP");
  store.setIndexes({ indexes: [byXAndY, everywhere, index("endnotes", ["x", "y"])] });
  store.build();
  expect(store.entries(COMPOSITE)).toHaveLength(5);
  store.setIndexes({ indexes: [index("endnotes", ["x", "y"]), index("notes", ["y", "x"])] });
  expect(activeIndexes(store.db).composites).toMatchObject([{ collectionId: "endnotes" }]);
  store.build();
  expect(store.entries(COMPOSITE)).toHaveLength(3);
  store.check();
});

test("a field that an override turns off has no entries, nor have the fields inside it", () => {
  using store = openStore();
  const inside = { mapValue: { fields: { b: int(1), c: { arrayValue: { values: [int(1)] } } } } };
  store.commit(setWrite("notes/1", { a: inside, d: int(1) }));
  const before = store.rows("SELECT key FROM firestore_index_entries");
  const off = { collectionGroup: "notes", fieldPath: "a", indexes: [] };
  store.setIndexes({ fieldOverrides: [off] });
  // Not usable from now on, although entries are there still.
  expect(activeIndexes(store.db).overrides).toMatchObject([{ path: ["a"], indexes: [] }]);
  store.build();
  expect(store.entries(FIELD)).toHaveLength(1);
  store.check();
  store.setIndexes({});
  expect(activeIndexes(store.db).overrides).toMatchObject([{ path: ["a"], indexes: [] }]);
  store.build();
  expect(activeIndexes(store.db).overrides).toEqual([]);
  expect(store.rows("SELECT key FROM firestore_index_entries")).toEqual(before);
});

test("an override that keeps one of a field's indexes takes the others, and nothing of other collections", () => {
  using store = openStore();
  const list = { arrayValue: { values: [int(1), int(2)] } };
  store.commit(setWrite("notes/1", { list }), setWrite("users/1/endnotes/1", { list }));
  expect([store.entries(FIELD).length, store.entries(CONTAINS).length]).toEqual([2, 4]);
  const ascending = { queryScope: "COLLECTION", order: "ASCENDING" };
  const contains = { queryScope: "COLLECTION", arrayConfig: "CONTAINS" };
  for (const [kept, left] of [
    [ascending, [2, 2]],
    [contains, [1, 4]],
  ] as const) {
    store.setIndexes({
      fieldOverrides: [{ collectionGroup: "notes", fieldPath: "list", indexes: [kept] }],
    });
    store.build();
    expect([store.entries(FIELD).length, store.entries(CONTAINS).length]).toEqual(left);
    store.check();
  }
});

test("an override may ask for a field in all collections of an id", () => {
  using store = openStore();
  store.commit(setWrite("users/1/notes/1", { x: int(1) }), setWrite("notes/1", { x: int(1) }));
  const everywhere = ["COLLECTION", "COLLECTION_GROUP"].map((queryScope) => {
    return { queryScope, order: "ASCENDING" };
  });
  store.setIndexes({
    fieldOverrides: [{ collectionGroup: "notes", fieldPath: "x", indexes: everywhere }],
  });
  store.build();
  expect(store.entries(FIELD)).toHaveLength(4);
  store.check();
});

test("a scope lives as long as it has documents, also while an index is being dropped", () => {
  using store = openStore();
  store.setIndexes({ indexes: [byXAndY] });
  store.build();
  store.commit(setWrite("users/1/notes/1", { x: int(1), y: int(1) }), setWrite("notes/1", {}));
  const scopes = () => store.rows("SELECT key FROM firestore_scopes").length;
  expect(scopes()).toBe(3);
  store.setIndexes({});
  store.commit(deleteWrite("users/1/notes/1"));
  expect(scopes()).toBe(2);
  store.commit(deleteWrite("notes/1"));
  expect(scopes()).toBe(0);
  expect(store.rows("SELECT * FROM firestore_index_entries")).toEqual([]);
  store.build();
  store.check();
});

test("an index that a stored document is too large for is given up, and all is as before", () => {
  using store = openStore();
  const list = { arrayValue: { values: Array.from({ length: 15_000 }, (_, n) => int(n)) } };
  store.commit(setWrite("notes/1", { list, x: int(1), y: int(1) }));
  store.commit(setWrite("notes/2", { list, x: int(1), y: int(1) }));
  const before = store.rows("SELECT key FROM firestore_index_entries");
  const indexes = [byXAndY, index("notes", ["x", "list[]"]), index("notes", ["y", "list[]"])];
  store.setIndexes({ indexes });
  expect(buildIndexes(store.db, {})?.refused).toContain("notes/1 would have more than 40000");
  store.build();
  expect(store.rows("SELECT key FROM firestore_index_entries")).toEqual(before);
  store.check();
  store.commit(deleteWrite("notes/1"));
  store.setIndexes({ indexes: [byXAndY] });
  store.build();
  expect(store.entries(COMPOSITE)).toHaveLength(1);
});

const POSSIBLE: Required<FileOfIndexes> = {
  indexes: [
    byXAndY,
    index("notes", ["x", "list[]"]),
    index("notes", ["y", "x"], "COLLECTION_GROUP"),
    index("users", ["x", "map.x"]),
    index("users", ["list[]", "map.y", "y"], "COLLECTION_GROUP"),
  ],
  fieldOverrides: [
    { collectionGroup: "notes", fieldPath: "map", indexes: [] },
    {
      collectionGroup: "notes",
      fieldPath: "map.x",
      indexes: [{ queryScope: "COLLECTION_GROUP", order: "DESCENDING" }],
    },
    {
      collectionGroup: "users",
      fieldPath: "list",
      indexes: [{ queryScope: "COLLECTION_GROUP", arrayConfig: "CONTAINS" }],
    },
    { collectionGroup: "users", fieldPath: "x", indexes: [] },
  ],
};

for (const seed of [1, 2, 3, 4]) {
  test(`after random commits, deletes and changes of the indexes every entry is as computed afresh (seed ${seed})`, () => {
    using store = openStore();
    const random = seededRandom(seed);
    for (let round = 0; round < 40; round += 1) {
      if (random.below(3) === 0) {
        const some = <Item>(items: Item[]) => items.filter(() => random.below(2) === 0);
        store.build();
        store.setIndexes({
          indexes: some(POSSIBLE.indexes),
          fieldOverrides: some(POSSIBLE.fieldOverrides),
        });
      }
      for (let step = random.below(12); step > 0; step -= 1) {
        if (random.below(3) === 0) store.buildSlice(1 + random.below(3));
        else
          store.commit(...Array.from({ length: 1 + random.below(5) }, () => randomWrite(random)));
      }
      if (random.below(4) > 0) continue;
      store.build();
      store.check();
    }
    store.build();
    expect(store.check().documents).toBeGreaterThan(5);
  });
}

function randomWrite(random: Random) {
  const path = `${random.pick(["notes", "users", "users/1/notes", "users/2/notes"])}/${random.below(6)}`;
  return random.below(4) === 0 ? deleteWrite(path) : setWrite(path, randomFields(random, 2));
}

function randomFields(random: Random, depth: number): FirestoreFields {
  const fields: FirestoreFields = {};
  for (const name of ["x", "y", "list"]) {
    if (random.below(3) > 0) fields[name] = randomValue(random, 1);
  }
  if (random.below(2) === 0) {
    fields["list"] = { arrayValue: { values: [1, 2, 3].map(() => int(random.below(4))) } };
  }
  if (depth > 0) fields["map"] = { mapValue: { fields: randomFields(random, depth - 1) } };
  return fields;
}

const manyNotes: FileOfIndexes = { indexes: [byXAndY] };

test("building goes on where it was stopped, also when it was killed between two slices", async () => {
  using dir = createTempDir();
  const path = join(dir.path, "test.sqlite");
  await using sqlite = await open(path);
  const writes = Array.from({ length: 450 }, (_, n) =>
    setWrite(`notes/${String(n).padStart(4, "0")}`, { x: int(n), y: int(n % 7) }),
  );
  for (const from of [0, 150, 300]) {
    // oxlint-disable-next-line no-await-in-loop
    await sqlite.write("firestore.commit", {
      caller: "admin",
      writes: writes.slice(from, from + 150),
      nowMicros: 1,
    });
  }
  await sqlite.write("firestore.setIndexes", { definitions: definitionsOf(manyNotes) });
  const slice = await sqlite.write("firestore.buildIndexes", { size: 200 });
  expect(slice).toMatchObject({ isDone: false, documents: 200, added: 200 });
  await sqlite.checkpoint();
  const copy = join(dir.path, "copy.sqlite");
  copyFileSync(path, copy);

  const logged: object[] = [];
  const log = { ...silentLog, info: (facts: object) => void logged.push(facts) };
  await using again = await open(copy);
  await createFirestoreService({ ...serviceOptions, sqlite: again, log });
  expect(logged.at(-1)).toEqual({ documents: 250, added: 250, removed: 0 });
  await again.close();
  using db = new DatabaseSync(copy, { readOnly: true });
  expect(checkEntries(db)).toMatchObject({ documents: 450 });
  const stored = activeIndexes({ prepare: (sql) => db.prepare(sql), run: () => undefined });
  expect(stored.composites).toHaveLength(1);
});

test("indexes that are set while commits come in are whole, whoever comes first", async () => {
  using dir = createTempDir();
  const path = join(dir.path, "test.sqlite");
  await using sqlite = await open(path);
  const service = await createFirestoreService({ ...serviceOptions, sqlite, log: silentLog });
  const random = seededRandom(9);
  const commit = () =>
    sqlite.write("firestore.commit", {
      caller: "admin",
      writes: Array.from({ length: 20 }, () => randomWrite(random)),
      nowMicros: 1,
    });
  await Promise.all(
    [POSSIBLE, {}, manyNotes, POSSIBLE].flatMap((file) => [
      commit(),
      service.setIndexes(definitionsOf(file)),
      commit(),
      commit(),
    ]),
  );
  await sqlite.close();
  using db = new DatabaseSync(path, { readOnly: true });
  expect(checkEntries(db).entries).toBeGreaterThan(50);
});

const serviceOptions = {
  projectId: "p",
  clock: Date.now,
  authenticate: () => Promise.reject(new Error("Nobody signs in here.")),
};

function open(path: string) {
  return openSqlite<FirestoreOperations>({ path, modules: [{ url: firestoreModule }] });
}
