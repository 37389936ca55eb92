import { copyFile, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import { indexesPath } from "../config/rules-files.ts";
import { createIndexAdder } from "./add-indexes.ts";

const ROOT = "/v1/projects/foyer/databases/(default)/documents";
const orderBy = (...paths: string[]) => paths.map((fieldPath) => ({ field: { fieldPath } }));
const ascending = (...paths: string[]) =>
  paths.map((fieldPath) => ({ fieldPath, order: "ASCENDING" }));
const notes = (query: object, from: object = {}) => ({
  from: [{ collectionId: "notes", ...from }],
  ...query,
});

async function openDevelopment() {
  const site = await openSite();
  // Beside the data, which is gone at the end.
  const path = join(site.dataDir, "firestore.indexes.json");
  await copyFile(indexesPath, path);
  const { log, entries } = recordingLog();
  const adder = createIndexAdder({ path, setIndexes: site.backend.setIndexes, log });
  site.backend.onMissingIndex(adder.add);
  const post = (verb: string, body: object) =>
    site.backend.adminFetch(
      new Request(`http://x${ROOT}:${verb}`, { method: "POST", body: JSON.stringify(body) }),
    );
  const fields = { x: { integerValue: "1" }, y: { integerValue: "2" } };
  const name = `${ROOT.slice(4)}/notes/1`;
  await post("commit", { writes: [{ update: { name, fields } }] });
  return {
    path,
    adder,
    logged: () => entries.map(({ msg }) => msg),
    text: () => readFile(path, "utf8"),
    json: async () => JSON.parse(await readFile(path, "utf8")) as object,
    /** The status, and the number of documents that were found. */
    async query(structuredQuery: object) {
      const answer = await post("runQuery", { structuredQuery });
      const rows = (await answer.json()) as { document?: object }[];
      return [answer.status, rows.filter(({ document }) => document !== undefined).length];
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test("an index that a query lacks is built and added to the file, and the next query is answered", async () => {
  await using development = await openDevelopment();
  const query = notes({ orderBy: orderBy("x", "y") });
  const before = (await development.json()) as { indexes: object[] };
  expect(await development.query(query)).toEqual([400, 0]);
  await development.adder.settled();
  expect(await development.query(query)).toEqual([200, 1]);
  const index = {
    collectionGroup: "notes",
    queryScope: "COLLECTION",
    fields: ascending("x", "y"),
  };
  expect(await development.text()).toBe(
    `${JSON.stringify({ ...before, indexes: [...before.indexes, index] }, null, 2)}\n`,
  );
  expect(development.logged()).toEqual([
    "a query lacked an index: it was built, and added to firestore.indexes.json; ask again",
  ]);
  expect(await readdir(join(development.path, ".."))).not.toContain("firestore.indexes.json.new");
});

test("queries that lack indexes at once get all of them, once each, and what was there stays as it was", async () => {
  await using development = await openDevelopment();
  const own = {
    queryScope: "COLLECTION",
    collectionGroup: "others",
    fields: [...ascending("a", "b"), { fieldPath: "__name__", order: "ASCENDING" }],
  };
  await writeFile(development.path, JSON.stringify({ indexes: [own] }));
  const queries = [
    notes({ orderBy: orderBy("x", "y") }),
    notes({ orderBy: orderBy("y", "x") }),
    notes({ orderBy: orderBy("x", "y") }),
    notes({ orderBy: orderBy("x") }, { allDescendants: true }),
    notes(
      { orderBy: [{ field: { fieldPath: "x" }, direction: "DESCENDING" }] },
      { allDescendants: true },
    ),
  ];
  for (const answer of await Promise.all(queries.map((query) => development.query(query)))) {
    expect(answer).toEqual([400, 0]);
  }
  await development.adder.settled();
  for (const answer of await Promise.all(queries.map((query) => development.query(query)))) {
    expect(answer).toEqual([200, 1]);
  }
  const { indexes, fieldOverrides } = (await development.json()) as {
    indexes: object[];
    fieldOverrides: object[];
  };
  expect(indexes).toHaveLength(3);
  expect(JSON.stringify(indexes[0])).toBe(JSON.stringify(own));
  expect(fieldOverrides).toMatchObject([{ collectionGroup: "notes", fieldPath: "x" }]);
});

test("a file with comments is left to its author", async () => {
  await using development = await openDevelopment();
  const text = '{ // mine\n"indexes": [] }\n';
  await writeFile(development.path, text);
  expect(await development.query(notes({ orderBy: orderBy("x", "y") }))).toEqual([400, 0]);
  await development.adder.settled();
  expect(await development.text()).toBe(text);
  expect(development.logged()).toEqual([
    "a query lacks an index: firestore.indexes.json has comments, so add it by hand",
  ]);
});

test("a file that says something unknown is left as it is, and the fault is logged", async () => {
  await using development = await openDevelopment();
  const text = '{"indexes": [{"collectionGroup": 7}]}';
  await writeFile(development.path, text);
  await development.query(notes({ orderBy: orderBy("x", "y") }));
  await development.adder.settled();
  expect(await development.text()).toBe(text);
  expect(development.logged()).toEqual(["an index could not be added to firestore.indexes.json"]);
});

test("an index that was added to the file by hand is built when a query needs it", async () => {
  await using development = await openDevelopment();
  // Without the scope that it has by default.
  const index = { collectionGroup: "notes", fields: ascending("x", "y") };
  const text = JSON.stringify({ indexes: [index] });
  await writeFile(development.path, text);
  const query = notes({ orderBy: orderBy("x", "y") });
  expect(await development.query(query)).toEqual([400, 0]);
  await development.adder.settled();
  expect(await development.query(query)).toEqual([200, 1]);
  expect(await development.text()).toBe(text);
});
