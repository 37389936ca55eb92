import { expect, test } from "vitest";
import { OperationError } from "../sqlite/index.ts";
import { encodeValue } from "./encode-value.ts";
import { type ActiveIndexes, parseIndexDefinitions } from "./index-definition.ts";
import { compositePrefix, containsPrefix, fieldPrefix, namePrefix } from "./index-entries.ts";
import { nameSpace } from "./names.ts";
import { parseRunQuery } from "./parse-query.ts";
import { type WalkPlan, planQuery } from "./plan-query.ts";
import { databaseName } from "./resource-name.ts";

const database = databaseName("p");
const int = (value: number) => ({ integerValue: String(value) });
const where = (fieldPath: string, op: string, value: object = int(1)) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const and = (...filters: object[]) => ({ compositeFilter: { op: "AND", filters } });
const or = (...filters: object[]) => ({ compositeFilter: { op: "OR", filters } });
const by = (fieldPath: string, direction = "ASCENDING") => ({ field: { fieldPath }, direction });
const index = (...fields: [fieldPath: string, kind: string][]) => ({
  collectionGroup: "c",
  queryScope: "COLLECTION",
  fields: fields.map(([fieldPath, kind]) =>
    kind === "CONTAINS" ? { fieldPath, arrayConfig: kind } : { fieldPath, order: kind },
  ),
});
const [up, down] = ["ASCENDING", "DESCENDING"];

/** Composite indexes have the numbers 1, 2, …, in their order. */
function activeOf(file: { indexes?: object[]; fieldOverrides?: object[] }): ActiveIndexes {
  const { composites, overrides } = parseIndexDefinitions({
    file: "test.json",
    text: JSON.stringify(file),
  });
  return {
    composites: composites.map((one, place) => ({ ...one, number: place + 1 })),
    overrides,
  };
}

function plan(
  structuredQuery: object,
  file: { indexes?: object[]; fieldOverrides?: object[] } = {},
  allDescendants = false,
): WalkPlan[] {
  const from = [{ collectionId: "c", allDescendants }];
  const { query } = parseRunQuery({ structuredQuery: { from, ...structuredQuery } });
  return planQuery({
    query: query.query,
    collectionId: "c",
    scope: allDescendants ? "group" : "collection",
    space: nameSpace(database, allDescendants ? undefined : "c"),
    below: undefined,
    active: activeOf(file),
  });
}

/** What the refusal says is to be added. */
function missing(...asked: Parameters<typeof plan>): unknown {
  try {
    plan(...asked);
  } catch (error) {
    if (error instanceof OperationError && error.code === "FAILED_PRECONDITION") {
      return error.details;
    }
    throw error;
  }
  throw new Error("No index was missing.");
}

const exact = (prefix: Uint8Array, ...values: object[]) =>
  Buffer.concat([prefix, ...values.map((value) => encodeValue(value as never))]).toString("hex");
const prefixes = (plans: WalkPlan[]) =>
  plans.map(({ walks }) => walks.map(({ prefix }) => Buffer.from(prefix).toString("hex")));

test("a collection in its order is walked by name, in either direction", () => {
  for (const [direction, isBackward] of [
    [up, false],
    [down, true],
  ] as const) {
    const plans = plan({ orderBy: [by("__name__", direction)] });
    expect(plans).toMatchObject([{ walks: [{ prefix: namePrefix(), isBackward }] }]);
  }
});

test("an order alone leaves nothing to be checked, so that SQLite can count", () => {
  for (const direction of [up, down]) {
    expect(plan({ orderBy: [by("a", direction)] })).toMatchObject([{ filters: [] }]);
  }
});

test("equalities meet in the entries of their fields, without a composite index", () => {
  const filter = and(where("a", "EQUAL"), where("b", "EQUAL"), where("t", "ARRAY_CONTAINS"));
  expect(prefixes(plan({ where: filter }))).toEqual([
    [
      exact(fieldPrefix(["a"]), int(1)),
      exact(fieldPrefix(["b"]), int(1)),
      exact(containsPrefix(["t"]), int(1)),
    ],
  ]);
});

test("a composite index takes the place of as many fields as it has", () => {
  const filter = and(where("a", "EQUAL"), where("b", "EQUAL", int(2)), where("d", "EQUAL"));
  const indexes = [index(["b", down], ["a", up])];
  const inverted = Buffer.from(encodeValue({ integerValue: "2" }).map((byte) => byte ^ 0xff));
  // Its last field ascends, so do its names: it meets the entries of d.
  expect(prefixes(plan({ where: filter }, { indexes }))).toEqual([
    [
      exact(Buffer.concat([compositePrefix(1), inverted]), int(1)),
      exact(fieldPrefix(["d"]), int(1)),
    ],
  ]);
});

test("an order beside an equality needs a composite index and then walks it alone", () => {
  const asked = { where: where("a", "EQUAL"), orderBy: [by("b", down)] };
  const wanted = index(["a", up], ["b", down]);
  expect(missing(asked)).toEqual({ index: wanted });
  expect(prefixes(plan(asked, { indexes: [wanted] }))).toEqual([
    [exact(compositePrefix(1), int(1))],
  ]);
});

test("an index serves only the directions that it names", () => {
  const indexes = [index(["a", up], ["b", up])];
  const orders = (...directions: string[]) => ({
    orderBy: [by("a", directions[0]), by("b", directions[1])],
  });
  expect(plan(orders(up, up), { indexes })).toHaveLength(1);
  for (const directions of [
    [down, down],
    [up, down],
  ] as [string, string][]) {
    const wanted = index(["a", directions[0]], ["b", directions[1]]);
    expect(missing(orders(...directions), { indexes })).toEqual({ index: wanted });
  }
});

test("a name in another direction than the last field is part of the index", () => {
  const asked = { orderBy: [by("a", up), by("__name__", down)] };
  const wanted = index(["a", up], ["__name__", down]);
  expect(missing(asked)).toEqual({ index: wanted });
  expect(plan(asked, { indexes: [wanted] })).toHaveLength(1);
});

test("two indexes that end with the same order meet", () => {
  const asked = {
    where: and(where("a", "EQUAL"), where("b", "EQUAL", int(2))),
    orderBy: [by("d")],
  };
  const indexes = [index(["a", up], ["d", up])];
  expect(missing(asked, { indexes })).toEqual({
    index: index(["a", up], ["b", up], ["d", up]),
  });
  indexes.push(index(["b", up], ["d", up]));
  expect(prefixes(plan(asked, { indexes }))).toEqual([
    [exact(compositePrefix(1), int(1)), exact(compositePrefix(2), int(2))],
  ]);
});

test("each alternative is planned for itself, and needs its own index", () => {
  const asked = { where: or(where("a", "EQUAL"), where("b", "GREATER_THAN")) };
  // The order by b holds for both.
  expect(missing(asked)).toEqual({ index: index(["a", up], ["b", up]) });
  const plans = plan(asked, { indexes: [index(["a", up], ["b", up])] });
  expect(prefixes(plans)).toEqual([
    [exact(compositePrefix(1), int(1))],
    [fieldPrefix(["b"]).toString("hex")],
  ]);
});

test("`in` is one walk for each value, and none for null and NaN", () => {
  const values = [int(1), int(2), { nullValue: null }, { doubleValue: "NaN" }];
  const plans = plan({ where: where("a", "IN", { arrayValue: { values } }) });
  expect(prefixes(plans)).toEqual([
    [exact(fieldPrefix(["a"]), int(1))],
    [exact(fieldPrefix(["a"]), int(2))],
  ]);
});

test("inequalities are ranges of the first field and filters of the others", () => {
  const asked = { where: and(where("a", "GREATER_THAN"), where("b", "NOT_EQUAL")) };
  const [only] = plan(asked, { indexes: [index(["a", up], ["b", up])] });
  expect(only?.ranges).toHaveLength(1);
  expect(only?.filters).toMatchObject([{ component: 1, ranges: [{}, {}] }]);
});

test("what contradicts itself looks at nothing", () => {
  for (const filter of [
    and(where("a", "EQUAL", int(1)), where("a", "EQUAL", int(2))),
    and(where("a", "EQUAL", int(1)), where("a", "GREATER_THAN", int(1))),
    and(where("a", "LESS_THAN", int(1)), where("a", "GREATER_THAN", int(1))),
    where("a", "LESS_THAN", { nullValue: null }),
    where("a", "GREATER_THAN_OR_EQUAL", { doubleValue: "NaN" }),
    where("t", "ARRAY_CONTAINS", { nullValue: null }),
  ]) {
    expect(plan({ where: filter }), JSON.stringify(filter)).toEqual([]);
  }
});

test("a group of collections needs an index of its own scope", () => {
  const asked = { where: where("a", "EQUAL") };
  const fieldOverride = {
    collectionGroup: "c",
    fieldPath: "a",
    indexes: [
      { queryScope: "COLLECTION", order: "ASCENDING" },
      { queryScope: "COLLECTION", order: "DESCENDING" },
      { queryScope: "COLLECTION", arrayConfig: "CONTAINS" },
      { queryScope: "COLLECTION_GROUP", order: "ASCENDING" },
    ],
  };
  expect(missing(asked, {}, true)).toEqual({ fieldOverride });
  expect(plan(asked, { fieldOverrides: [fieldOverride] }, true)).toHaveLength(1);
  // By name, every group is in order.
  expect(plan({}, {}, true)).toHaveLength(1);
});

test("a field that is exempt from indexes cannot be asked for", () => {
  const fieldOverrides = [{ collectionGroup: "c", fieldPath: "a", indexes: [] }];
  expect(missing({ where: where("a.`b-c`", "EQUAL") }, { fieldOverrides })).toEqual({
    fieldOverride: {
      collectionGroup: "c",
      fieldPath: "a.`b-c`",
      indexes: [{ queryScope: "COLLECTION", order: "ASCENDING" }],
    },
  });
});

test("what no index of Firestore can answer is refused", () => {
  const after = { orderBy: [by("__name__"), by("a")] };
  expect(() => plan(after)).toThrow("more fields after __name__");
  const name = { referenceValue: `${database.prefix}/c/x` };
  const beside = { where: and(where("__name__", "EQUAL", name), where("a", "GREATER_THAN")) };
  expect(() => plan(beside)).toThrow("Equality on __name__");
  const both = { where: where("t", "ARRAY_CONTAINS"), orderBy: [by("t")] };
  expect(() => plan(both)).toThrow("no index can serve both");
});
