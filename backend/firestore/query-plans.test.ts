/** What is asked costs as much as what is found: no statement goes over a table, no query over its collection. */
import { expect, test } from "vitest";
import { parseIndexDefinitions } from "./index-definition.ts";
import { DOCUMENT_COST } from "./scan-budget.ts";
import { ROOT, nameOf } from "./testing/open-documents.ts";
import { openInProcess } from "./testing/open-in-process.ts";

type Service = Awaited<ReturnType<typeof openInProcess>>["service"];

const int = (value: number) => ({ integerValue: String(value) });
const text = (stringValue: string) => ({ stringValue });
const list = (...values: object[]) => ({ arrayValue: { values } });
const where = (fieldPath: string, op: string, value: object) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const and = (...filters: object[]) => ({ compositeFilter: { op: "AND", filters } });
const or = (...filters: object[]) => ({ compositeFilter: { op: "OR", filters } });
const by = (fieldPath: string, direction = "ASCENDING") => ({ field: { fieldPath }, direction });

const index = (queryScope: string, ...fields: object[]) => ({
  collectionGroup: "c",
  queryScope,
  fields,
});
const ascending = (fieldPath: string) => ({ fieldPath, order: "ASCENDING" });
const INDEXES = parseIndexDefinitions({
  file: "test.indexes.json",
  text: JSON.stringify({
    indexes: [
      index("COLLECTION", ascending("kind"), ascending("rank")),
      index("COLLECTION_GROUP", ascending("kind"), ascending("rank")),
      index("COLLECTION", { fieldPath: "tags", arrayConfig: "CONTAINS" }, ascending("rank")),
    ],
    fieldOverrides: [],
  }),
});

async function ask(service: Service, method: string, path: string, body?: object) {
  const response = await service.adminFetch(
    new Request(`http://test/v1/${ROOT}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  const answer: unknown = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
}

/** `c` has so many documents; a tenth of them is of kind "a", and a tenth of those has a neighbour below it. */
async function fill(service: Service, count: number): Promise<void> {
  for (let first = 0; first < count; first += 400) {
    const numbers = Array.from({ length: Math.min(400, count - first) }, (_, n) => first + n);
    const writes = numbers.flatMap((n) => {
      const id = String(n).padStart(7, "0");
      const fields = {
        rank: int(n),
        kind: text("abcdefghij"[n % 10] ?? ""),
        tags: list(text(`t${n % 10}`), text("all")),
      };
      const name = nameOf(`c/${id}`);
      const below = { update: { name: `${name}/c/x`, fields } };
      return [{ update: { name, fields } }, ...(n % 100 === 0 ? [below] : [])];
    });
    await ask(service, "POST", ":commit", { writes });
  }
}

const c = { from: [{ collectionId: "c" }] };
const group = { from: [{ collectionId: "c", allDescendants: true }] };
const kindA = where("kind", "EQUAL", text("a"));
const byRank = { orderBy: [by("rank")] };
const QUERIES: Record<string, object> = {
  "by name": c,
  "by name, backwards": { ...c, orderBy: [by("__name__", "DESCENDING")] },
  "of a group": group,
  "of all collections": { from: [{ allDescendants: true }] },
  "by a field": { ...c, ...byRank },
  "by a field, backwards": { ...c, orderBy: [by("rank", "DESCENDING")] },
  "a range": { ...c, where: where("rank", "GREATER_THAN", int(50)) },
  "not equal": { ...c, where: where("rank", "NOT_EQUAL", int(5)) },
  equal: { ...c, where: kindA },
  "equal, by a field": { ...c, where: kindA, ...byRank },
  "equal, a range of another": { ...c, where: and(kindA, where("rank", "GREATER_THAN", int(30))) },
  "equal, by a field, of a group": { ...group, where: kindA, ...byRank },
  "one of three": {
    ...c,
    where: where("kind", "IN", list(text("a"), text("b"), text("c"))),
    ...byRank,
  },
  "in an array": { ...c, where: where("tags", "ARRAY_CONTAINS", text("t1")), ...byRank },
  "equal and in an array that all have": {
    ...c,
    where: and(kindA, where("tags", "ARRAY_CONTAINS", text("all"))),
    ...byRank,
  },
  either: { ...c, where: or(kindA, where("tags", "ARRAY_CONTAINS", text("t1"))), ...byRank },
  "after a value": { ...c, ...byRank, startAt: { values: [int(70)] } },
};
const LIMIT = 10;

test("a query with a limit costs the same in a collection of 100 documents and of 3,000", async () => {
  using small = await openInProcess();
  using large = await openInProcess();
  for (const [{ service }, count] of [
    [small, 100],
    [large, 3_000],
  ] as const) {
    await service.setIndexes(INDEXES);
    await fill(service, count);
  }
  for (const [name, query] of Object.entries(QUERIES)) {
    const structuredQuery = { ...query, limit: LIMIT };
    const answers = [];
    for (const { service } of [small, large]) {
      answers.push(await ask(service, "POST", ":runQuery", { structuredQuery }));
    }
    expect(answers[1], name).toHaveLength(LIMIT);
    const [few = 0, many = 0] = [small.costs.at(-1), large.costs.at(-1)];
    // A batch of entries is a little more than what is wanted of it.
    expect(many, name).toBeLessThan(LIMIT * DOCUMENT_COST + 250);
    // In the small collection some find fewer documents than they may.
    expect(many, name).toBeLessThanOrEqual(few + LIMIT * DOCUMENT_COST + 60);
  }
});

test("a query deep in a large collection costs no more than at its beginning, an empty one next to nothing", async () => {
  using large = await openInProcess();
  const { service, costs } = large;
  await service.setIndexes(INDEXES);
  await fill(service, 3_000);
  const costOf = async (query: object) => {
    await ask(service, "POST", ":runQuery", { structuredQuery: query });
    return costs.at(-1);
  };
  const page = { ...c, where: kindA, ...byRank, limit: LIMIT };
  const first = await costOf(page);
  const deep = await costOf({ ...page, startAt: { values: [int(2_800)] } });
  expect(deep).toBeLessThanOrEqual(first ?? 0);
  const none = [
    where("kind", "EQUAL", text("none")),
    and(kindA, where("tags", "ARRAY_CONTAINS", text("none"))),
    where("rank", "GREATER_THAN", int(9_999)),
    where("rank", "LESS_THAN", text("")),
    where("__name__", "EQUAL", { referenceValue: nameOf("c/none") }),
  ];
  for (const filter of none) {
    expect(await costOf({ ...c, where: filter }), JSON.stringify(filter)).toBeLessThan(60);
  }
});

test("a count is of entries, far cheaper than the documents", async () => {
  using large = await openInProcess();
  await large.service.setIndexes(INDEXES);
  await fill(large.service, 3_000);
  const counts: [query: object, count: number][] = [
    [c, 3_000],
    [{ ...c, where: kindA }, 300],
    [{ ...c, where: and(kindA, where("rank", "GREATER_THAN", int(1_500))) }, 149],
    [group, 3_030],
  ];
  for (const [structuredQuery, count] of counts) {
    const structuredAggregationQuery = {
      structuredQuery,
      aggregations: [{ alias: "n", count: {} }],
    };
    const answer = await ask(large.service, "POST", ":runAggregationQuery", {
      structuredAggregationQuery,
    });
    expect(answer).toMatchObject([{ result: { aggregateFields: { n: int(count) } } }]);
    expect(large.costs.at(-1)).toBeLessThanOrEqual(count / 5 + 10);
  }
});

test("SQLite searches its tables by a key in every statement, and never goes over one or sorts", async () => {
  using small = await openInProcess();
  const { service, statements, planOf } = small;
  const send = (method: string, path: string, body?: object) => ask(service, method, path, body);
  await fill(service, 60);
  await service.setIndexes(INDEXES);
  for (const query of Object.values(QUERIES)) {
    await send("POST", ":runQuery", { structuredQuery: query });
    const structuredAggregationQuery = {
      structuredQuery: query,
      aggregations: [{ alias: "n", count: {} }],
    };
    await send("POST", ":runAggregationQuery", { structuredAggregationQuery });
  }
  await send("POST", ":batchGet", { documents: [nameOf("c/0000001"), nameOf("c/none")] });
  await send("GET", "/c/0000001");
  await send("GET", "/c?pageSize=5&showMissing=true");
  await send("GET", "/c?pageSize=5&orderBy=rank%20desc");
  await send("POST", ":listCollectionIds", {});
  await send("PATCH", "/d/1/e/2", { fields: { a: int(1) } });
  await send("DELETE", "/d/1/e/2");
  await service.setIndexes({ composites: [], overrides: [] });
  expect(statements.size).toBeGreaterThan(25);
  const faults = [...statements.keys()]
    .map((sql) => ({ sql, plan: planOf(sql) }))
    // Definitions are read whole: they are a file's worth, not data.
    .filter(
      ({ sql }) => !/FROM firestore_(?:indexes|index_work)|UPDATE firestore_indexes/.test(sql),
    )
    // What a search has found is counted row by row.
    .filter(({ plan }) =>
      plan.some((step) => !/^SEARCH|^CONSTANT|^CO-ROUTINE|^SCAN \(subquery/.test(step)),
    );
  expect(faults).toEqual([]);
});
