/** What rules are told of a query: never more than what holds for all that it finds. */
import { expect, test } from "vitest";
import { toRulesQuery } from "./rules-query.ts";
import { nameOf } from "./testing/open-documents.ts";

const from = [{ collectionId: "c" }];
const int = (value: number) => ({ integerValue: String(value) });
const text = (stringValue: string) => ({ stringValue });
const list = (...values: object[]) => ({ arrayValue: { values } });
const reference = (path: string) => ({ referenceValue: nameOf(path) });
const where = (fieldPath: string, op: string, value: object) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const is = (fieldPath: string, op: string) => ({ unaryFilter: { field: { fieldPath }, op } });
const composite = (op: string, ...filters: object[]) => ({ compositeFilter: { op, filters } });

const conditionsOf = (filter: object) => {
  const { alternatives } = toRulesQuery({ from, where: filter });
  return alternatives.map(({ conditions }) =>
    conditions.map((one) => [
      one.path.join("/"),
      one.operator,
      ...("value" in one ? Object.values(one.value) : []),
    ]),
  );
};

const filters: [name: string, filter: object, expected: unknown[][][]][] = [
  ["EQUAL", where("a", "EQUAL", int(1)), [[["a", "==", "1"]]]],
  ["IS_NULL", is("a", "IS_NULL"), [[["a", "==", null]]]],
  ["IS_NAN", is("a", "IS_NAN"), [[["a", "==", "NaN"]]]],
  ["ARRAY_CONTAINS", where("a", "ARRAY_CONTAINS", int(1)), [[["a", "array-contains", "1"]]]],
  ["a nested field", where("a.`b.c`", "EQUAL", int(1)), [[["a/b.c", "==", "1"]]]],
  ["IN", where("a", "IN", list(int(1), int(2))), [[["a", "==", "1"]], [["a", "==", "2"]]]],
  [
    "ARRAY_CONTAINS_ANY",
    where("a", "ARRAY_CONTAINS_ANY", list(int(1), int(2))),
    [[["a", "array-contains", "1"]], [["a", "array-contains", "2"]]],
  ],
  [
    "OR within AND",
    composite(
      "AND",
      composite("OR", where("a", "EQUAL", int(1)), is("a", "IS_NULL")),
      is("b", "IS_NAN"),
    ),
    [
      [
        ["a", "==", "1"],
        ["b", "==", "NaN"],
      ],
      [
        ["a", "==", null],
        ["b", "==", "NaN"],
      ],
    ],
  ],
  [
    "an inequality, which orders",
    where("a", "LESS_THAN", int(1)),
    [
      [
        ["a", "<", "1"],
        ["a", "exists"],
      ],
    ],
  ],
  [
    "IS_NOT_NULL",
    is("a", "IS_NOT_NULL"),
    [
      [
        ["a", "!=", null],
        ["a", "exists"],
      ],
    ],
  ],
  [
    "IS_NOT_NAN",
    is("a", "IS_NOT_NAN"),
    [
      [
        ["a", "!=", "NaN"],
        ["a", "exists"],
      ],
    ],
  ],
  [
    "NOT_IN",
    where("a", "NOT_IN", list(int(1), text("x"))),
    [
      [
        ["a", "!=", "1"],
        ["a", "!=", "x"],
        ["a", "exists"],
      ],
    ],
  ],
  [
    "OR of inequalities, which order all that it finds",
    composite("OR", where("a", "GREATER_THAN_OR_EQUAL", int(1)), where("b", "NOT_EQUAL", int(2))),
    [
      [
        ["a", ">=", "1"],
        ["a", "exists"],
        ["b", "exists"],
      ],
      [
        ["b", "!=", "2"],
        ["a", "exists"],
        ["b", "exists"],
      ],
    ],
  ],
  [
    "a bound that is longer than what indexes hold",
    where("a", "GREATER_THAN", text("x".repeat(1_500))),
    [
      [
        ["a", "exists"],
        ["a", "exists"],
      ],
    ],
  ],
  ["IN with nothing that can be found", where("a", "IN", list({ nullValue: null })), []],
];

test.each(filters)("%s", (_, filter, expected) => {
  expect(conditionsOf(filter)).toEqual(expected);
});

test("a query for names has their ids, as far as they are of its collection", () => {
  const idsOf = (filter: object, collectionId = "c") =>
    toRulesQuery({ from: [{ collectionId }], where: filter }).alternatives.map(({ id }) => id);
  const a = where("__name__", "EQUAL", reference("c/a"));
  expect(idsOf(a)).toEqual(["a"]);
  expect(idsOf(where("__name__", "EQUAL", reference("x/y/c/a")))).toEqual(["a"]);
  expect(idsOf(where("__name__", "IN", list(reference("c/a"), reference("c/b"))))).toEqual([
    "a",
    "b",
  ]);
  expect(idsOf(composite("AND", a, where("x", "EQUAL", int(1))))).toEqual(["a"]);
  expect(idsOf(a, "d")).toEqual([null]);
  expect(idsOf(composite("AND", a, where("__name__", "EQUAL", reference("c/b"))))).toEqual([null]);
  expect(idsOf(where("__name__", "GREATER_THAN_OR_EQUAL", reference("c/a")))).toEqual([null]);
  expect(idsOf(where("__name__", "NOT_IN", list(reference("c/a"))))).toEqual([null]);
  expect(conditionsOf(a)).toEqual([[]]);
});

test("limit, offset and order are told, and nothing of cursors", () => {
  const order = (fieldPath: string, direction?: string) => ({
    field: { fieldPath },
    ...(direction !== undefined && { direction }),
  });
  expect(toRulesQuery({ from })).toEqual({
    alternatives: [{ id: null, conditions: [] }],
    limit: null,
    offset: null,
    orderBy: new Map(),
  });
  const orderBy = [order("a", "DESCENDING"), order("b.`c-d`"), order("__name__")];
  const startAt = { values: [int(1)], before: true };
  expect(toRulesQuery({ from, orderBy, startAt, endAt: startAt, limit: 5, offset: 2 })).toEqual({
    alternatives: [
      {
        id: null,
        conditions: [
          { path: ["a"], operator: "exists" },
          { path: ["b", "c-d"], operator: "exists" },
        ],
      },
    ],
    limit: 5,
    offset: 2,
    orderBy: new Map([
      ["a", "DESC"],
      ["b.`c-d`", "ASC"],
    ]),
  });
});

test("no rule can speak of the documents of all collections", () => {
  expect(toRulesQuery({ from: [{ allDescendants: true }] }).alternatives).toEqual([]);
});
