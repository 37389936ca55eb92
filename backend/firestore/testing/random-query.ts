/**
 * Random documents and random valid queries over them. Values are few and close to each other, so that most queries find
 * something, and everything that is equal under two spellings (3 and 3.0) is there in both.
 */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import {
  type NaiveDocument,
  type WireAggregation,
  type WireCursor,
  type WireFilter,
  type WireOrder,
  type WireQuery,
  completeOrders,
} from "./naive-query.ts";
import { nameOf } from "./open-documents.ts";

export type Random = {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

export type RandomQuery = { query: WireQuery; parent: string };

/** `c` lives in several places, `d` in one. */
const COLLECTIONS = ["c", "c", "c", "a/1/c", "a/2/c", "a/1/b/2/c", "c/1/c", "d"];
const PARENTS = ["", "", "", "a/1", "c/1"];
const IDS = ["1", "2", "10", "__id7__", "__id-12__", "A", "a", "a!", "b", "é", "\uffee", "😀", "z"];
const FIELDS = ["a", "b", "v", "n.x", "n.y", "`b-c`", "n", "t"];
const LIST_FIELDS = ["t", "t", "t", "v", "n.x"];

const int = (value: number | string): FirestoreValue => ({ integerValue: String(value) });
const double = (doubleValue: number | "NaN" | "Infinity" | "-Infinity" | "-0"): FirestoreValue => ({
  doubleValue,
});
const text = (stringValue: string): FirestoreValue => ({ stringValue });
const list = (...values: FirestoreValue[]): FirestoreValue => ({ arrayValue: { values } });
const map = (fields: FirestoreFields): FirestoreValue => ({ mapValue: { fields } });
const vector = (...values: number[]): FirestoreValue =>
  map({ __type__: text("__vector__"), value: list(...values.map((value) => double(value))) });

const NUMBERS = [int(0), int(1), int(2), int(3), double(1), double(2), double(0.5), double(1.5)];
const ODD_NUMBERS = [
  double("NaN"),
  double("NaN"),
  double("NaN"),
  double("-0"),
  double("Infinity"),
  double("-Infinity"),
  double(5e-324),
  int("9007199254740992"),
  int("9007199254740993"),
  double(9007199254740992),
  int("9223372036854775807"),
  int("-9223372036854775808"),
  double(2 ** 63),
];
const TEXTS = ["", "a", "ab", "b", "é", "a\0", "\uffee", "😀"].map(text);
const OTHERS: FirestoreValue[] = [
  { nullValue: null },
  { booleanValue: false },
  { booleanValue: true },
  { timestampValue: "2026-01-01T00:00:00Z" },
  { timestampValue: "2026-01-01T00:00:00.000001Z" },
  { timestampValue: "1969-12-31T23:59:59.999Z" },
  { bytesValue: "" },
  { bytesValue: "AA==" },
  { bytesValue: "AAE=" },
  { referenceValue: nameOf("c/1") },
  { referenceValue: nameOf("c/10") },
  { referenceValue: nameOf("c/__id7__") },
  { referenceValue: nameOf("c/1/c/2") },
  { geoPointValue: { latitude: 1, longitude: 2 } },
  { geoPointValue: { latitude: 1, longitude: -2 } },
  { geoPointValue: { latitude: -1, longitude: 0 } },
  vector(1, 2),
  vector(0, 5),
  vector(9),
  map({}),
  map({ a: int(1) }),
  map({ a: double(1), b: int(0) }),
  map({ b: int(0) }),
];

function randomScalar(random: Random): FirestoreValue {
  const sort = random.below(20);
  if (sort < 10) return random.pick(NUMBERS);
  if (sort < 14) return random.pick(TEXTS);
  return random.pick(sort < 16 ? ODD_NUMBERS : OTHERS);
}

/** Some of them often, so that documents and queries have the same. */
function randomList(random: Random): FirestoreValue {
  if (random.below(2) === 0) return random.pick([list(), list(int(1)), list(int(1), int(2))]);
  return list(...Array.from({ length: random.below(4) }, () => randomScalar(random)));
}

function randomAny(random: Random): FirestoreValue {
  return random.below(8) === 0 ? randomList(random) : randomScalar(random);
}

function randomFields(random: Random): FirestoreFields {
  const fields: FirestoreFields = {};
  if (random.below(8) > 0) {
    fields["a"] = random.pick(random.below(8) === 0 ? ODD_NUMBERS : NUMBERS);
  }
  if (random.below(4) > 0) fields["b"] = random.below(3) > 0 ? random.pick(TEXTS) : int(1);
  if (random.below(6) > 0) fields["v"] = randomAny(random);
  if (random.below(4) > 0) fields["b-c"] = random.pick(NUMBERS);
  if (random.below(4) > 0) fields["t"] = randomList(random);
  if (random.below(10) === 0) fields["n"] = randomAny(random);
  else if (random.below(5) > 0) {
    const inner: FirestoreFields = {};
    if (random.below(6) > 0) inner["x"] = randomAny(random);
    if (random.below(4) > 0) inner["y"] = random.pick(NUMBERS);
    fields["n"] = map(inner);
  }
  return fields;
}

export function randomDocument(random: Random): NaiveDocument {
  return { path: randomPath(random), fields: randomFields(random) };
}

function randomPath(random: Random): string {
  const id = random.below(2) === 0 ? random.pick(IDS) : `n${random.below(200)}`;
  return `${random.pick(COLLECTIONS)}/${id}`;
}

/** One that Firestore answers: what it refuses (too many alternatives, two array operators in one) is not made. */
export function randomQuery(random: Random, documents: readonly NaiveDocument[]): RandomQuery {
  const parent = random.pick(PARENTS);
  const sort = random.below(12);
  // Without a collection id only names can be asked for.
  if (sort === 0) return { parent, query: cut(random, documents, kindless(random)) };
  const from = [
    { collectionId: random.below(8) === 0 ? "d" : "c", ...(sort < 5 && { allDescendants: true }) },
  ];
  const where = random.below(7) === 0 ? undefined : randomWhere(random);
  const orderBy = randomOrders(random, where).filter(
    ({ field }) => !searchedArrays(where).includes(field.fieldPath),
  );
  const query: WireQuery = {
    from,
    ...(where === undefined ? {} : { where }),
    ...(orderBy.length === 0 && random.below(2) === 0 ? {} : { orderBy }),
    ...(random.below(6) === 0 && {
      select: { fields: sample(random, FIELDS, 3).map((fieldPath) => ({ fieldPath })) },
    }),
  };
  return { parent, query: cut(random, documents, query) };
}

function kindless(random: Random): WireQuery {
  const byName: WireOrder = { field: { fieldPath: "__name__" }, direction: direction(random) };
  return {
    from: [{ allDescendants: true }],
    ...(random.below(2) === 0 && { where: nameFilter(random, INEQUALITIES) }),
    ...(random.below(2) === 0 && { orderBy: [byName] }),
  };
}

const INEQUALITIES = ["LESS_THAN", "LESS_THAN_OR_EQUAL", "GREATER_THAN", "GREATER_THAN_OR_EQUAL"];

function randomWhere(random: Random): WireFilter {
  for (;;) {
    const filter = randomFilter(random, random.below(5) === 0 ? 3 : random.below(3));
    if (isValid(filter)) return filter;
  }
}

function randomFilter(random: Random, depth: number): WireFilter {
  if (depth === 0) return leaf(random);
  const filters = Array.from({ length: 1 + random.below(3) }, () =>
    randomFilter(random, random.below(depth)),
  );
  return { compositeFilter: { op: random.below(3) > 0 ? "AND" : "OR", filters } };
}

function leaf(random: Random): WireFilter {
  const fieldPath = random.pick(FIELDS);
  const field = { fieldPath };
  const sort = random.below(24);
  if (sort === 0)
    return nameFilter(random, [...INEQUALITIES, "EQUAL", "NOT_EQUAL", "IN", "NOT_IN"]);
  if (sort < 3) {
    const op = random.pick(["IS_NULL", "IS_NAN", "IS_NOT_NULL", "IS_NOT_NAN"]);
    return { unaryFilter: { field, op } };
  }
  if (sort < 6) {
    const op = random.pick(["ARRAY_CONTAINS", "ARRAY_CONTAINS_ANY"]);
    const of = { fieldPath: random.pick(LIST_FIELDS) };
    const value = op === "ARRAY_CONTAINS" ? randomScalar(random) : operands(random, fieldPath, 4);
    return { fieldFilter: { field: of, op, value } };
  }
  if (sort < 9) {
    const op = random.pick(["IN", "IN", "NOT_IN"]);
    const most = random.below(6) === 0 ? 10 : 5;
    return { fieldFilter: { field, op, value: operands(random, fieldPath, most) } };
  }
  const op = random.pick([...INEQUALITIES, "EQUAL", "EQUAL", "EQUAL", "NOT_EQUAL"]);
  return { fieldFilter: { field, op, value: operand(random, fieldPath) } };
}

function operands(random: Random, fieldPath: string, most: number): FirestoreValue {
  return list(
    ...Array.from({ length: 1 + random.below(most) }, () => {
      if (random.below(12) === 0) return random.pick([double("NaN"), { nullValue: null }]);
      const value = operand(random, fieldPath);
      return "arrayValue" in value ? int(1) : value;
    }),
  );
}

/** Mostly of the type that the field mostly has. */
function operand(random: Random, fieldPath: string): FirestoreValue {
  if (random.below(5) === 0) return randomAny(random);
  if (fieldPath === "b") return random.pick(TEXTS);
  if (fieldPath === "t") return randomList(random);
  return random.pick(NUMBERS);
}

function nameFilter(random: Random, operators: readonly string[]): WireFilter {
  const op = random.pick(operators);
  const one = (): FirestoreValue => ({ referenceValue: nameOf(randomPath(random)) });
  const value = op === "IN" || op === "NOT_IN" ? list(one(), one(), one()) : one();
  return { fieldFilter: { field: { fieldPath: "__name__" }, op, value } };
}

function direction(random: Random): "ASCENDING" | "DESCENDING" {
  return random.below(3) === 0 ? "DESCENDING" : "ASCENDING";
}

/** The name comes last, where Firestore wants it. */
function randomOrders(random: Random, where: WireFilter | undefined): WireOrder[] {
  const leaves = where === undefined ? [] : leavesOf(where);
  const ranged = leaves.filter(isRange).map(pathOf);
  const wanted = random.below(2) === 0 ? ranged : [];
  const filtered = leaves.map(pathOf);
  const from = random.below(3) === 0 && filtered.length > 0 ? filtered : FIELDS;
  const paths = [...sample(random, from, random.below(3)), ...wanted];
  const orders = [...new Set(paths)]
    .filter((fieldPath) => fieldPath !== "__name__")
    .map((fieldPath): WireOrder => ({ field: { fieldPath }, direction: direction(random) }));
  const isComplete = ranged.every((path) => path === "__name__" || paths.includes(path));
  if (!isComplete || random.below(3) > 0) return orders;
  return [...orders, { field: { fieldPath: "__name__" }, direction: direction(random) }];
}

function cut(random: Random, documents: readonly NaiveDocument[], query: WireQuery): WireQuery {
  const startAt = random.below(4) === 0 ? cursor(random, documents, query) : undefined;
  const endAt = random.below(6) === 0 ? cursor(random, documents, query) : undefined;
  return {
    ...query,
    ...(startAt && { startAt }),
    ...(endAt && { endAt }),
    ...(random.below(6) === 0 && { offset: random.below(4) }),
    ...(random.below(3) === 0 && { limit: random.below(6) }),
  };
}

/** At a value of a document or at any other, for as many of the orders as it likes, given or implied. */
function cursor(random: Random, documents: readonly NaiveDocument[], query: WireQuery): WireCursor {
  const paths = completeOrders(query).map(({ field }) => field.fieldPath);
  const document = random.pick(documents);
  const values = paths.slice(0, 1 + random.below(paths.length)).map((path): FirestoreValue => {
    const isThere = random.below(2) === 0;
    if (path === "__name__") {
      return { referenceValue: nameOf(isThere ? document.path : randomPath(random)) };
    }
    const there = isThere && /^[a-z]$/.test(path) ? document.fields[path] : undefined;
    return there ?? operand(random, path);
  });
  return { values, before: random.below(2) === 0 };
}

/**
 * False for what the automatic indexes answer: in one collection, exact values alone, or one field's order and ranges.
 * https://firebase.google.com/docs/firestore/query-data/index-overview#queries_supported_by_single-field_indexes
 */
export function mayNeedIndex({ from, where, orderBy = [] }: WireQuery): boolean {
  const [collection] = from;
  if (collection?.collectionId === undefined) return false;
  if (collection.allDescendants === true) return where !== undefined || orderBy.length > 0;
  const leaves = where === undefined ? [] : leavesOf(where);
  const orders = orderBy.map(({ field }) => field.fieldPath);
  const ordered = new Set([...leaves.filter(isRange).map(pathOf), ...orders]);
  ordered.delete("__name__");
  if (ordered.size === 0) return false;
  const directions = new Set(orderBy.map((order) => order.direction ?? "ASCENDING"));
  return ordered.size > 1 || directions.size > 1 || !leaves.every(isRange);
}

export function randomAggregations(random: Random): WireAggregation[] {
  if (random.below(3) === 0) return [{ count: {} }];
  return Array.from({ length: 1 + random.below(3) }, (): WireAggregation => {
    const sort = random.below(4);
    if (sort === 0) return { count: {} };
    if (sort === 1) return { count: { upTo: String(1 + random.below(5)) } };
    const field = { fieldPath: random.pick(["a", "v", "n.y", "`b-c`", "n.x"]) };
    return sort === 2 ? { sum: { field } } : { avg: { field } };
  });
}

type Leaf = Exclude<WireFilter, { compositeFilter: unknown }>;

function leavesOf(filter: WireFilter): Leaf[] {
  return "compositeFilter" in filter ? filter.compositeFilter.filters.flatMap(leavesOf) : [filter];
}

function operatorOf(leaf: Leaf): string {
  return "fieldFilter" in leaf ? leaf.fieldFilter.op : leaf.unaryFilter.op;
}

function pathOf(leaf: Leaf): string {
  return ("fieldFilter" in leaf ? leaf.fieldFilter : leaf.unaryFilter).field.fieldPath;
}

function isRange(leaf: Leaf): boolean {
  const ranges = [...INEQUALITIES, "NOT_EQUAL", "NOT_IN", "IS_NOT_NULL", "IS_NOT_NAN"];
  return ranges.includes(operatorOf(leaf));
}

/** https://firebase.google.com/docs/firestore/query-data/queries#query_limitations */
function isValid(filter: WireFilter): boolean {
  const leaves = leavesOf(filter);
  const operators = leaves.map(operatorOf);
  const notIns = operators.filter((op) => op === "NOT_IN").length;
  const beside = ["IN", "ARRAY_CONTAINS_ANY", "NOT_EQUAL", "IS_NOT_NULL", "IS_NOT_NAN"];
  if (notIns > 1 || (notIns === 1 && operators.some((op) => beside.includes(op)))) return false;
  const conjunctions = conjunctionsOf(filter);
  if (notIns === 1 && hasOr(filter)) return false;
  if (conjunctions.length > 30) return false;
  if (conjunctions.some((leaves) => leaves.filter(isContains).length > 1)) return false;
  if (leaves.some((leaf) => isRange(leaf) && searchedArrays(filter).includes(pathOf(leaf)))) {
    return false;
  }
  // A document that is known by its name has no range of another field.
  const ranged = leaves.filter(isRange).map(pathOf);
  const isNamed = leaves.some((leaf) => pathOf(leaf) === "__name__" && !isRange(leaf));
  return !isNamed || ranged.length === 0 || ranged.includes("__name__");
}

/** No index can order by an array and find what is in it. */
function searchedArrays(where: WireFilter | undefined): string[] {
  return where === undefined ? [] : leavesOf(where).filter(isContains).map(pathOf);
}

function isContains(leaf: Leaf): boolean {
  return operatorOf(leaf).startsWith("ARRAY_CONTAINS");
}

function hasOr(filter: WireFilter): boolean {
  if (!("compositeFilter" in filter)) return false;
  return filter.compositeFilter.op === "OR" || filter.compositeFilter.filters.some(hasOr);
}

/** The disjunctive normal form; a list operator is as many alternatives as it has values. */
function conjunctionsOf(filter: WireFilter): Leaf[][] {
  if ("fieldFilter" in filter) {
    const { op, value } = filter.fieldFilter;
    const isList = op === "IN" || op === "ARRAY_CONTAINS_ANY";
    const times = isList && "arrayValue" in value ? (value.arrayValue.values?.length ?? 1) : 1;
    return Array.from({ length: times }, () => [filter]);
  }
  if (!("compositeFilter" in filter)) return [[filter]];
  const parts = filter.compositeFilter.filters.map(conjunctionsOf);
  if (filter.compositeFilter.op === "OR") return parts.flat();
  return parts.reduce(
    (all, part) =>
      // Beyond what is allowed it does not matter how many there are.
      all.length * part.length > 100
        ? Array.from({ length: 101 }, () => [])
        : all.flatMap((one) => part.map((other) => [...one, ...other])),
    [[]],
  );
}

function sample<Item>(random: Random, items: readonly Item[], most: number): Item[] {
  return Array.from({ length: most }, () => random.pick(items)).filter(
    (item, index, all) => all.indexOf(item) === index,
  );
}
