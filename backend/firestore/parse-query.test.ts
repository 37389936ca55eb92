import { expect, test } from "vitest";
import { parseRunAggregation } from "./parse-aggregation.ts";
import { parseRunQuery } from "./parse-query.ts";

const INT = { integerValue: "1" };
const NAME = { referenceValue: "projects/p/databases/(default)/documents/a/1" };
const field = (fieldPath: string) => ({ field: { fieldPath } });
const filter = (op: string, fieldPath = "x", value: object = INT) => ({
  fieldFilter: { ...field(fieldPath), op, value },
});
const list = (...values: object[]) => ({ arrayValue: { values } });
const composite = (op: "AND" | "OR", ...filters: object[]) => ({
  compositeFilter: { op, filters },
});
const from = [{ collectionId: "a" }];
const everywhere = [{ allDescendants: true }];
const parse = (structuredQuery: object) => parseRunQuery({ structuredQuery }).query;
const refusalOf = (act: () => unknown): string => {
  try {
    act();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("a query names a collection, or asks for all of them below its parent", () => {
  expect(parse({ from })).toMatchObject({ collectionId: "a", allDescendants: false });
  expect(parse({ from: everywhere })).toMatchObject({
    collectionId: undefined,
    allDescendants: true,
  });
  for (const wrong of [[], undefined, [{}], [{ collectionId: "" }], [{ allDescendants: false }]]) {
    expect(refusalOf(() => parse({ from: wrong }))).toContain("must name a collection");
  }
  expect(refusalOf(() => parse({ from: [...from, ...from] }))).toContain("one collection only");
  expect(refusalOf(() => parse({ from: [{ collectionId: "a/b" }] }))).toContain("must not contain");
});

test("a query of all collections filters and orders by name only", () => {
  const where = filter("GREATER_THAN", "__name__", NAME);
  const orderBy = [{ ...field("__name__"), direction: "ASCENDING" }];
  const startAt = { values: [NAME], before: false };
  expect(parse({ from: everywhere, where, orderBy, startAt }).query.orderBy).toHaveLength(1);
  for (const wrong of [
    { where: filter("EQUAL") },
    { where: composite("AND", where, filter("EQUAL")) },
    { orderBy: [field("x")] },
  ]) {
    const reason = refusalOf(() => parse({ from: everywhere, ...wrong }));
    expect(reason).toContain("by __name__ only, not by x");
  }
});

test("a selection of no fields selects all, one of __name__ none", () => {
  expect(parse({ from }).select).toBeUndefined();
  expect(parse({ from, select: {} }).select).toBeUndefined();
  expect(parse({ from, select: { fields: [] } }).select).toBeUndefined();
  expect(parse({ from, select: { fields: [{ fieldPath: "__name__" }] } }).select).toEqual([]);
  const fields = [{ fieldPath: "a.b" }, { fieldPath: "__name__" }];
  expect(parse({ from, select: { fields } }).select).toEqual([["a", "b"]]);
});

const CONTAINS = filter("ARRAY_CONTAINS");
const CONTAINS_ANY = filter("ARRAY_CONTAINS_ANY", "y", list(INT, { nullValue: null }));

test.each([
  composite("AND", CONTAINS, CONTAINS),
  composite("AND", CONTAINS, CONTAINS_ANY),
  composite("AND", CONTAINS_ANY, CONTAINS_ANY),
  composite("OR", filter("EQUAL"), composite("AND", CONTAINS, CONTAINS_ANY)),
  composite("AND", composite("OR", CONTAINS, filter("EQUAL")), composite("OR", CONTAINS_ANY)),
])("an alternative with two filters on members of arrays is refused (%#)", (where) => {
  expect(refusalOf(() => parse({ from, where }))).toContain("a maximum of 1 ARRAY_CONTAINS");
});

test.each([
  CONTAINS,
  composite("OR", CONTAINS, CONTAINS_ANY, CONTAINS),
  composite("AND", filter("IN", "z", list(INT)), CONTAINS_ANY),
  composite("OR", composite("AND", CONTAINS, filter("EQUAL")), composite("AND", CONTAINS)),
])("alternatives with one such filter each are taken (%#)", (where) => {
  expect(parse({ from, where }).query.where).toBeDefined();
});

test("names are compared with references only, in filters and in cursors", () => {
  const text = { stringValue: "1" };
  for (const where of [
    filter("EQUAL", "__name__", text),
    filter("IN", "__name__", list(NAME, text)),
    filter("ARRAY_CONTAINS", "__name__", NAME),
    { unaryFilter: { ...field("__name__"), op: "IS_NULL" } },
  ]) {
    expect(refusalOf(() => parse({ from, where }))).toMatch(/reference|asked of|null or NaN/);
  }
  expect(refusalOf(() => parse({ from, startAt: { values: [text] } }))).toContain("a reference");
  const orderBy = [field("x")];
  expect(parse({ from, orderBy, endAt: { values: [text, NAME] } }).query.endAt).toBeDefined();
  const values = [text, NAME, text];
  expect(refusalOf(() => parse({ from, orderBy, endAt: { values } }))).toContain("more values");
});

const aggregate = (...aggregations: unknown[]) =>
  parseRunAggregation({
    structuredAggregationQuery: { structuredQuery: { from }, aggregations },
  }).aggregations;

test("aggregations are named as they say, the others field_1, field_2, …", () => {
  expect(
    aggregate(
      { count: {} },
      { alias: "é-x", count: { upTo: "10" } },
      { sum: field("a.b") },
      { alias: "mean", avg: field("`c-d`") },
      { alias: "", count: { upTo: 3 } },
    ),
  ).toEqual([
    { alias: "field_1", kind: "count", upTo: undefined },
    { alias: "é-x", kind: "count", upTo: 10 },
    { alias: "field_2", kind: "sum", path: ["a", "b"] },
    { alias: "mean", kind: "average", path: ["c-d"] },
    { alias: "field_3", kind: "count", upTo: 3 },
  ]);
});

test.each<[aggregations: unknown[], reason: string]>([
  [[], "1 to 5"],
  [Array.from({ length: 6 }, () => ({ count: {} })), "1 to 5"],
  [[null], "must be an object"],
  [[{}], "exactly one of count, sum, avg"],
  [[{ count: {}, sum: field("x") }], "exactly one of count, sum, avg"],
  [[{ max: field("x") }], "Unknown name"],
  [[{ sum: {} }], "must be an object"],
  [[{ sum: { field: {} } }], "must be a string"],
  [[{ avg: field("__name__") }], "is no number"],
  [[{ alias: "__a__", count: {} }], "reserved"],
  [[{ alias: "a".repeat(1_501), count: {} }], "longer than 1500 bytes"],
  [
    [
      { alias: "a", count: {} },
      { alias: "a", sum: field("x") },
    ],
    "named twice",
  ],
  [[{ alias: "field_1", count: {} }, { count: {} }], "named twice"],
  [[{ count: { upTo: 0 } }], "greater than zero"],
  [[{ count: { upTo: "-1" } }], "greater than zero"],
  [[{ count: { upTo: 1.5 } }], "greater than zero"],
  [[{ count: { upTo: "9223372036854775808" } }], "greater than zero"],
])("the aggregations %j are refused", (aggregations, reason) => {
  expect(refusalOf(() => aggregate(...aggregations))).toContain(reason);
});
