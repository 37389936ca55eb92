// :runAggregationQuery on the wire; what the values are is of run-aggregation.ts.
import { expect, test } from "vitest";
import { nameOf, openDocuments } from "./testing/open-documents.ts";

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const from = [{ collectionId: "a" }];
const field = { fieldPath: "n" };
const body = (aggregations: object[], structuredQuery: object = { from }) => ({
  structuredAggregationQuery: { aggregations, structuredQuery },
});

test("aggregations are answered in one message, each under its name", async () => {
  await using documents = await openDocuments();
  for (const n of [1, 2, 6]) await documents.put(`a/${n}`, { n: { integerValue: String(n) } });
  await documents.put("b/1/a/1", { n: { integerValue: "5" } });
  const all = [{ alias: "all", count: {} }, { count: { upTo: "2" } }];
  const numbers = [
    { alias: "sum", sum: { field } },
    { alias: "mean", avg: { field } },
  ];
  expect(await documents.post(":runAggregationQuery", body([...all, ...numbers]))).toEqual({
    status: 200,
    body: [
      {
        result: {
          aggregateFields: {
            all: { integerValue: "3" },
            field_1: { integerValue: "2" },
            sum: { integerValue: "9" },
            mean: { doubleValue: 3 },
          },
        },
        readTime: TIME,
      },
    ],
  });
  const counted = async (path: string, query: object) => {
    const answer = await documents.post(
      `${path}:runAggregationQuery`,
      body([{ count: {} }], query),
    );
    return answer.body[0].result.aggregateFields.field_1.integerValue;
  };
  expect(await counted("/b/1", { from })).toBe("1");
  expect(await counted("", { from: [{ collectionId: "a", allDescendants: true }] })).toBe("4");
  expect(await counted("", { from: [{ allDescendants: true }] })).toBe("4");
  expect(await counted("/b/1", { from: [{ allDescendants: true }] })).toBe("1");
  expect(await counted("", { from, limit: 2 })).toBe("2");
});

test("rules decide on an aggregation as on the query", async () => {
  await using documents = await openDocuments({
    rules: `rules_version = '2'; service cloud.firestore {
      match /databases/{database}/documents { match /a/{id} { allow list; } } }`,
  });
  const ask = (collectionId: string) =>
    documents.ask(
      null,
      ":runAggregationQuery",
      body([{ count: {} }], { from: [{ collectionId }] }),
    );
  expect((await ask("a")).status).toBe(200);
  const denied = await ask("b");
  expect([denied.status, denied.body[0].error.status]).toEqual([403, "PERMISSION_DENIED"]);
  const everywhere = body([{ count: {} }], { from: [{ allDescendants: true }] });
  expect((await documents.ask(null, ":runAggregationQuery", everywhere)).status).toBe(403);
});

test("a query of all collections finds every document below its parent, by name", async () => {
  await using documents = await openDocuments();
  for (const path of ["b/1", "a/2", "a/1/c/9", "a/1", "a/1/b/3/c/1", "a/10"]) {
    await documents.put(path, {});
  }
  const find = async (parent: string, more: object = {}) => {
    const structuredQuery = { from: [{ allDescendants: true }], ...more };
    const answer = await documents.post(`${parent}:runQuery`, { structuredQuery });
    return answer.body.flatMap(({ document }: { document?: { name: string } }) =>
      document === undefined ? [] : [document.name.slice(nameOf("").length)],
    );
  };
  const all = ["a/1", "a/1/b/3/c/1", "a/1/c/9", "a/10", "a/2", "b/1"];
  expect(await find("")).toEqual(all);
  expect(await find("/a/1")).toEqual(["a/1/b/3/c/1", "a/1/c/9"]);
  const startAt = { values: [{ referenceValue: nameOf("a/1/b/3/c/1") }], before: false };
  expect(await find("", { startAt, limit: 2 })).toEqual(["a/1/c/9", "a/10"]);
});

test("a missing index is said with the entry to add", async () => {
  await using documents = await openDocuments();
  await documents.put("a/1", { x: { integerValue: "1" }, y: { integerValue: "1" } });
  const orderBy = ["x", "y"].map((fieldPath) => ({ field: { fieldPath } }));
  const answer = await documents.post(":runQuery", { structuredQuery: { from, orderBy } });
  const [{ error }] = answer.body;
  expect([answer.status, error.status]).toEqual([400, "FAILED_PRECONDITION"]);
  expect(error.message).toContain("The query requires an index");
  expect(error.details[0]).toMatchObject({
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: "MISSING_INDEX",
  });
  expect(JSON.parse(error.details[0].metadata.index)).toEqual({
    collectionGroup: "a",
    queryScope: "COLLECTION",
    fields: [
      { fieldPath: "x", order: "ASCENDING" },
      { fieldPath: "y", order: "ASCENDING" },
    ],
  });
});
