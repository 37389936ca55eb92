import { expect, test } from "vitest";
import { parseIndexDefinitions } from "./index-definition.ts";
import { nameOf, openDocuments } from "./testing/open-documents.ts";

const int = (value: number) => ({ integerValue: String(value) });
const double = (value: unknown) => ({ doubleValue: value });
const text = (value: string) => ({ stringValue: value });
const list = (...values: object[]) => ({ arrayValue: { values } });
const ref = (path: string) => ({ referenceValue: nameOf(path) });
const NULL = { nullValue: null };
const from = [{ collectionId: "c" }];
const where = (fieldPath: string, op: string, value: object) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const unary = (fieldPath: string, op: string) => ({ unaryFilter: { field: { fieldPath }, op } });
const and = (...filters: object[]) => ({ compositeFilter: { op: "AND", filters } });
const or = (...filters: object[]) => ({ compositeFilter: { op: "OR", filters } });
const by = (fieldPath: string, direction = "ASCENDING") => ({ field: { fieldPath }, direction });

/** Composite indexes of the collection c: two fields and their direction. */
function indexesOf(...pairs: [first: string, second: string, direction: string][]) {
  const indexes = pairs.map(([first, second, order]) => ({
    collectionGroup: "c",
    queryScope: "COLLECTION",
    fields: [first, second].map((fieldPath) => ({ fieldPath, order })),
  }));
  return parseIndexDefinitions({ file: "test.json", text: JSON.stringify({ indexes }) });
}

/** One document per type; `none` has no field v. */
const MIXED: Record<string, object> = {
  none: {},
  null: { v: NULL },
  true: { v: { booleanValue: true } },
  nan: { v: double("NaN") },
  one: { v: int(1) },
  half: { v: double(1.5) },
  two: { v: double(2) },
  when: { v: { timestampValue: "2026-01-01T00:00:00Z" } },
  word: { v: text("b") },
  words: { v: text("c") },
  bytes: { v: { bytesValue: "AA==" } },
  ref: { v: ref("c/one") },
  point: { v: { geoPointValue: { latitude: 1, longitude: 1 } } },
  list: { v: list(int(1), text("b"), NULL, double("NaN")) },
  map: { v: { mapValue: { fields: { a: int(1) } } } },
};
const VALUE_ORDER = [
  "null",
  "true",
  "nan",
  "one",
  "half",
  "two",
  "when",
  "word",
  "words",
  "bytes",
  "ref",
  "point",
  "list",
  "map",
];

async function openMixed() {
  const documents = await openDocuments();
  await documents.commit(
    ...Object.entries(MIXED).map(([id, fields]) => ({
      update: { name: nameOf(`c/${id}`), fields },
    })),
  );
  return documents;
}

test("every operator finds what Firestore finds in mixed data", async () => {
  await using documents = await openMixed();
  const isNot = (...ids: string[]) =>
    VALUE_ORDER.filter((id) => id !== "null" && !ids.includes(id));
  const cases: [filter: object, ids: string[]][] = [
    [where("v", "EQUAL", int(2)), ["two"]],
    [where("v", "EQUAL", text("b")), ["word"]],
    [where("v", "EQUAL", NULL), ["null"]],
    [where("v", "EQUAL", ref("c/one")), ["ref"]],
    [where("v", "EQUAL", { mapValue: { fields: { a: double(1) } } }), ["map"]],
    [where("v", "NOT_EQUAL", int(2)), isNot("two")],
    [where("v", "LESS_THAN", double(2)), ["one", "half"]],
    [where("v", "LESS_THAN_OR_EQUAL", int(2)), ["one", "half", "two"]],
    [where("v", "LESS_THAN_OR_EQUAL", NULL), []],
    [where("v", "GREATER_THAN_OR_EQUAL", double("NaN")), []],
    [where("v", "GREATER_THAN", int(1)), ["half", "two"]],
    [where("v", "GREATER_THAN_OR_EQUAL", int(1)), ["one", "half", "two"]],
    [where("v", "GREATER_THAN", text("b")), ["words"]],
    [where("v", "GREATER_THAN", { booleanValue: false }), ["true"]],
    [where("v", "ARRAY_CONTAINS", double(1)), ["list"]],
    [where("v", "ARRAY_CONTAINS", NULL), []],
    [where("v", "ARRAY_CONTAINS", double("NaN")), []],
    [where("v", "ARRAY_CONTAINS_ANY", list(int(7), text("b"))), ["list"]],
    [where("v", "ARRAY_CONTAINS_ANY", list(NULL, double("NaN"))), []],
    [where("v", "IN", list(int(1), text("c"), NULL, double("NaN"))), ["one", "words"]],
    [where("v", "NOT_IN", list(int(1), double("NaN"))), isNot("one", "nan")],
    [where("v", "NOT_IN", list(int(1), NULL)), []],
    [unary("v", "IS_NULL"), ["null"]],
    [unary("v", "IS_NAN"), ["nan"]],
    [unary("v", "IS_NOT_NULL"), isNot()],
    [unary("v", "IS_NOT_NAN"), isNot("nan")],
    [and(where("v", "GREATER_THAN", int(1)), where("v", "LESS_THAN", int(2))), ["half"]],
    [
      or(where("v", "EQUAL", int(1)), where("v", "EQUAL", int(2)), where("v", "EQUAL", double(1))),
      ["one", "two"],
    ],
    [
      or(
        unary("v", "IS_NULL"),
        and(where("v", "GREATER_THAN", text("")), where("v", "NOT_EQUAL", text("b"))),
      ),
      ["null", "words"],
    ],
  ];
  for (const [filter, ids] of cases) {
    // No index has an array's elements and the array's order.
    const orderBy = JSON.stringify(filter).includes("ARRAY_CONTAINS") ? [] : [by("v")];
    const found = await documents.query({ from, where: filter, orderBy });
    expect(found, JSON.stringify(filter)).toEqual(ids);
  }
});

test("filters on the name, inside a map and on odd field names need no order", async () => {
  await using documents = await openMixed();
  const cases: [filter: object, ids: string[]][] = [
    [where("v.a", "EQUAL", int(1)), ["map"]],
    [where("__name__", "GREATER_THAN", ref("c/when")), ["word", "words"]],
    [where("__name__", "IN", list(ref("c/two"), ref("c/one"), ref("c/zzz"))), ["one", "two"]],
    [where("constructor", "EQUAL", int(1)), []],
    [where("v.toString", "NOT_EQUAL", NULL), []],
  ];
  for (const [filter, ids] of cases) {
    expect(await documents.query({ from, where: filter }), JSON.stringify(filter)).toEqual(ids);
  }
});

test("an order drops documents without the field and puts types in Firestore's order, both ways", async () => {
  await using documents = await openMixed();
  expect(await documents.query({ from, orderBy: [by("v")] })).toEqual(VALUE_ORDER);
  expect(await documents.query({ from, orderBy: [by("v", "DESCENDING")] })).toEqual(
    VALUE_ORDER.toReversed(),
  );
  expect(await documents.query({ from })).toEqual(Object.keys(MIXED).toSorted());
});

test("an inequality orders by its field, and ties go by name in the last direction", async () => {
  await using documents = await openDocuments({
    indexes: indexesOf(["m", "n", "ASCENDING"], ["n", "m", "DESCENDING"]),
  });
  for (const [id, n, m] of [
    ["a", 2, 1],
    ["b", 1, 1],
    ["d", 2, 3],
    ["e", 2, 3],
  ] as const) {
    await documents.put(`c/${id}`, { n: int(n), m: int(m) });
  }
  const atLeast = (field: string) => where(field, "GREATER_THAN", int(0));
  expect(await documents.query({ from, where: atLeast("n") })).toEqual(["b", "a", "d", "e"]);
  expect(await documents.query({ from, orderBy: [by("n", "DESCENDING")] })).toEqual([
    "e",
    "d",
    "a",
    "b",
  ]);
  const both = { from, where: and(atLeast("n"), atLeast("m")) };
  expect(await documents.query(both)).toEqual(["b", "a", "d", "e"]);
  expect(await documents.query({ ...both, orderBy: [by("n", "DESCENDING")] })).toEqual([
    "e",
    "d",
    "a",
    "b",
  ]);
  expect(await documents.query({ from, orderBy: [by("__name__", "DESCENDING")] })).toEqual([
    "e",
    "d",
    "b",
    "a",
  ]);
});

test("cursors, offset and limit cut the ordered result", async () => {
  await using documents = await openDocuments();
  for (const [id, n] of [
    ["a", 1],
    ["b", 2],
    ["d", 2],
    ["e", 3],
    ["f", 4],
  ] as const) {
    await documents.put(`c/${id}`, { n: int(n) });
  }
  const orderBy = [by("n")];
  const cut = (more: object) => documents.query({ from, orderBy, ...more });
  const at = (n: number, before: boolean) => ({ values: [int(n)], before });
  expect(await cut({ startAt: at(2, true) })).toEqual(["b", "d", "e", "f"]);
  expect(await cut({ startAt: at(2, false) })).toEqual(["e", "f"]);
  expect(await cut({ endAt: at(2, true) })).toEqual(["a"]);
  expect(await cut({ endAt: at(2, false) })).toEqual(["a", "b", "d"]);
  expect(await cut({ startAt: { values: [int(2), ref("c/b")] } })).toEqual(["d", "e", "f"]);
  expect(await cut({ startAt: at(2, true), endAt: at(3, false), offset: 1, limit: 1 })).toEqual([
    "d",
  ]);
  expect(await cut({ limit: { value: 2 } })).toEqual(["a", "b"]);
  expect(await cut({ limit: 0 })).toEqual([]);
  expect(await cut({ orderBy: [by("n", "DESCENDING")], startAt: at(2, true) })).toEqual([
    "d",
    "b",
    "a",
  ]);
  expect((await cut({ startAt: { values: [int(1), ref("c/b"), int(1)] } })).message).toContain(
    "more values",
  );
  expect((await cut({ startAt: { values: [int(1), int(1)] } })).message).toContain(
    "must be a reference",
  );
});

test("a collection is found below its parent only, a collection group everywhere below", async () => {
  await using documents = await openDocuments();
  for (const path of ["c/1", "c/1/c/2", "x/1/c/3", "x/1/y/2/c/4", "x/10/c/5", "cc/6"]) {
    await documents.put(path, { path: text(path) });
  }
  const group = { from: [{ collectionId: "c", allDescendants: true }] };
  expect(await documents.query({ from })).toEqual(["1"]);
  expect(await documents.query({ from }, "/x/1")).toEqual(["3"]);
  expect(await documents.query(group)).toEqual(["1", "2", "3", "4", "5"]);
  expect(await documents.query(group, "/x/1")).toEqual(["3", "4"]);
});

test("documents go by the bytes of their names, numeric ids first", async () => {
  await using documents = await openDocuments();
  const ids = ["__id-5__", "__id7__", "__id10__", "!", "A", "a", "a!", "é", "\uffee", "😀"];
  for (const id of ids.toReversed()) await documents.put(`c/${id}`, {});
  expect(await documents.query({ from })).toEqual(ids);
});

test("select answers the named fields alone", async () => {
  await using documents = await openDocuments();
  await documents.put("c/1", { a: int(1), m: { mapValue: { fields: { x: int(2), y: int(3) } } } });
  const select = (...fields: object[]) =>
    documents.post(":runQuery", { structuredQuery: { from, select: { fields } } });
  const nested = await select({ fieldPath: "m.x" }, { fieldPath: "none" });
  expect(nested.body[0].document.fields).toEqual({ m: { mapValue: { fields: { x: int(2) } } } });
  expect((await select({ fieldPath: "__name__" })).body[0].document.fields).toEqual({});
});

test("an empty result is one message with the read time", async () => {
  await using documents = await openDocuments({ clock: () => 0 });
  const { body } = await documents.post(":runQuery", { structuredQuery: { from } });
  expect(body).toEqual([{ readTime: "1970-01-01T00:00:00.000000Z" }]);
});

test("a query that Firestore would refuse is refused, as a list of one error", async () => {
  await using documents = await openDocuments();
  const many = (n: number) => list(...Array.from({ length: n }, (_, i) => int(i)));
  const nested = (levels: number): object =>
    levels === 0 ? unary("v", "IS_NULL") : and(nested(levels - 1));
  const cases: [query: object, status: string, reason: string][] = [
    [{ from, where: where("v", "IN", many(31)) }, "INVALID_ARGUMENT", "1 to 30 values"],
    [{ from, where: where("v", "NOT_IN", many(11)) }, "INVALID_ARGUMENT", "1 to 10 values"],
    [{ from, where: where("v", "IN", int(1)) }, "INVALID_ARGUMENT", "must be a list"],
    [
      { from, where: and(where("a", "IN", many(6)), where("b", "IN", many(6))) },
      "INVALID_ARGUMENT",
      "more than 30 alternatives",
    ],
    [
      { from, where: and(where("a", "NOT_IN", many(1)), where("a", "NOT_EQUAL", int(1))) },
      "INVALID_ARGUMENT",
      "NOT_IN cannot",
    ],
    [
      { from, where: or(where("a", "NOT_IN", many(1)), unary("b", "IS_NAN")) },
      "INVALID_ARGUMENT",
      "NOT_IN cannot",
    ],
    [
      { from, where: where("__name__", "EQUAL", text("a")) },
      "INVALID_ARGUMENT",
      "must be a reference",
    ],
    [{ from, where: where("v", "LIKE", int(1)) }, "INVALID_ARGUMENT", "op must be one of"],
    [{ from, where: nested(30) }, "INVALID_ARGUMENT", "nested too deeply"],
    [{ from, where: and() }, "INVALID_ARGUMENT", "must not be empty"],
    [
      { from, where: { ...unary("v", "IS_NULL"), ...where("v", "EQUAL", int(1)) } },
      "INVALID_ARGUMENT",
      "exactly one of",
    ],
    [{ from, orderBy: [by("v"), by("v")] }, "INVALID_ARGUMENT", "named twice"],
    [{ from, orderBy: [by("v-w")] }, "INVALID_ARGUMENT", "not a field path"],
    [{ from, limit: -1 }, "INVALID_ARGUMENT", "structuredQuery.limit"],
    [{ from, limit: 1e99 }, "INVALID_ARGUMENT", "structuredQuery.limit"],
    [{ from: [...from, ...from] }, "INVALID_ARGUMENT", "one collection"],
    [{ from: [{ collectionId: "a/b" }] }, "INVALID_ARGUMENT", "must not contain"],
    [{ from, wher: {} }, "INVALID_ARGUMENT", 'Unknown name "wher" at structuredQuery'],
    [{ from, findNearest: {} }, "UNIMPLEMENTED", "findNearest is not supported"],
  ];
  for (const [query, status, reason] of cases) {
    const error = await documents.query(query);
    expect(error, reason).toMatchObject({ status, message: expect.stringContaining(reason) });
  }
});
