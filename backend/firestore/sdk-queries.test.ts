/** The unmodified Lite SDK against the service: every form of query. `sdk-operators.test.ts` has every type of value. */
import {
  type CollectionReference,
  type Query,
  Query as SdkQuery,
  QueryCompositeFilterConstraint,
  QueryConstraint,
  QueryDocumentSnapshot,
  QueryEndAtConstraint,
  QueryFieldFilterConstraint,
  QueryLimitConstraint,
  QueryOrderByConstraint,
  QuerySnapshot,
  QueryStartAtConstraint,
  and,
  collection,
  collectionGroup,
  doc,
  documentId,
  endAt,
  endBefore,
  getDoc,
  getDocs,
  limit,
  limitToLast,
  or,
  orderBy,
  query,
  setDoc,
  setLogLevel,
  startAfter,
  startAt,
  where,
  writeBatch,
} from "firebase/firestore/lite";
import { afterAll, expect, test } from "vitest";
import { openSdk, refusalOf } from "./testing/open-sdk.ts";

setLogLevel("silent");

const sdk = await openSdk();
/** Queries here get the indexes that they need. */
const indexed = await openSdk({ addsIndexes: true });
afterAll(async () => {
  await sdk[Symbol.asyncDispose]();
  await indexed[Symbol.asyncDispose]();
});

async function idsOf(target: Query): Promise<string[]> {
  return (await getDocs(target)).docs.map((one) => one.id);
}

async function put(target: CollectionReference, documents: Record<string, object>): Promise<void> {
  const batch = writeBatch(target.firestore);
  for (const [id, data] of Object.entries(documents)) batch.set(doc(target, id), data);
  await batch.commit();
}

const CITIES = {
  bj: { name: "Beijing", country: "CN", size: 21, tags: ["capital", "big"] },
  dc: { name: "Washington", country: "US", size: 1, tags: ["capital"] },
  la: { name: "Los Angeles", country: "US", size: 4, tags: ["coast", "big"] },
  sf: { name: "San Francisco", country: "US", size: 1, tags: ["coast"] },
  tok: { name: "Tokyo", country: "JP", size: 9, tags: ["capital", "coast", "big"] },
};

const cities = collection(indexed.db, "cities");
await put(cities, CITIES);

test("the whole collection comes by name, with its data", async () => {
  const snapshot = await getDocs(cities);
  expect(snapshot).toBeInstanceOf(QuerySnapshot);
  expect([snapshot.size, snapshot.empty, snapshot.query === cities]).toEqual([5, false, true]);
  const seen: string[] = [];
  snapshot.forEach((one) => {
    expect(one).toBeInstanceOf(QueryDocumentSnapshot);
    seen.push(one.ref.path);
  });
  expect(seen).toEqual(Object.keys(CITIES).map((id) => `cities/${id}`));
  expect(snapshot.docs[0]?.data()).toEqual(CITIES.bj);
  const none = await getDocs(collection(indexed.db, "nothing"));
  expect([none.size, none.empty, none.docs]).toEqual([0, true, []]);
});

test("every operator filters", async () => {
  const cases: [QueryFieldFilterConstraint, string[]][] = [
    [where("country", "==", "US"), ["dc", "la", "sf"]],
    [where("country", "!=", "US"), ["bj", "tok"]],
    [where("size", "<", 4), ["dc", "sf"]],
    [where("size", "<=", 4), ["dc", "sf", "la"]],
    [where("size", ">", 4), ["tok", "bj"]],
    [where("size", ">=", 4), ["la", "tok", "bj"]],
    [where("country", "in", ["JP", "CN", "DE"]), ["bj", "tok"]],
    [where("country", "not-in", ["JP", "CN"]), ["dc", "la", "sf"]],
    [where("tags", "array-contains", "coast"), ["la", "sf", "tok"]],
    [where("tags", "array-contains-any", ["coast", "capital"]), ["bj", "dc", "la", "sf", "tok"]],
    [where("tags", "==", ["coast"]), ["sf"]],
    [where(documentId(), "==", "sf"), ["sf"]],
    [where(documentId(), ">", "la"), ["sf", "tok"]],
    [where(documentId(), "in", ["tok", "bj", "x"]), ["bj", "tok"]],
    [where(documentId(), "not-in", ["tok", "bj"]), ["dc", "la", "sf"]],
    [where(documentId(), "!=", doc(cities, "sf")), ["bj", "dc", "la", "tok"]],
    [where("none", "==", 1), []],
    [where("none", "!=", 1), []],
  ];
  for (const [filter, ids] of cases) {
    expect(filter).toBeInstanceOf(QueryFieldFilterConstraint);
    expect(filter).toBeInstanceOf(QueryConstraint);
    expect(await idsOf(query(cities, filter)), JSON.stringify(filter)).toEqual(ids);
  }
});

test("filters are joined by and and or, within each other", async () => {
  const us = where("country", "==", "US");
  const big = where("tags", "array-contains", "big");
  const either = or(big, where("size", "==", 1));
  expect(either).toBeInstanceOf(QueryCompositeFilterConstraint);
  expect(await idsOf(query(cities, us, big))).toEqual(["la"]);
  expect(await idsOf(query(cities, and(us, big)))).toEqual(["la"]);
  expect(await idsOf(query(cities, either))).toEqual(["bj", "dc", "la", "sf", "tok"]);
  expect(await idsOf(query(cities, and(us, either)))).toEqual(["dc", "la", "sf"]);
  const japan = and(where("country", "==", "JP"), where("size", ">", 5));
  expect(await idsOf(query(cities, or(and(us, where("size", "<", 2)), japan)))).toEqual([
    "dc",
    "sf",
    "tok",
  ]);
  const listed = or(
    where("country", "in", ["CN", "US"]),
    where("tags", "array-contains-any", ["big"]),
  );
  expect(await idsOf(query(cities, listed, limit(4)))).toEqual(["bj", "dc", "la", "sf"]);
  expect(await idsOf(query(cities, listed, orderBy("name", "desc"), limit(2)))).toEqual([
    "dc",
    "tok",
  ]);
});

test("ranges of several fields order by those fields, by name, where no order is given", async () => {
  const c = collection(indexed.db, indexed.newRoot());
  await put(c, {
    "1": { key: "a", sort: 0, v: 5 },
    "2": { key: "aa", sort: 4, v: 4 },
    "3": { key: "b", sort: 3, v: 3 },
    "4": { key: "b", sort: 2, v: 2 },
    "5": { key: "b", sort: 2, v: 1 },
    "6": { key: "b", sort: 0, v: 0 },
    "7": { key: "c", v: 0 },
    "8": { key: "c", sort: NaN, v: null },
  });
  const filters = [where("sort", ">", 1), where("key", "!=", "a")];
  expect(await idsOf(query(c, ...filters))).toEqual(["2", "4", "5", "3"]);
  expect(await idsOf(query(c, ...filters.toReversed()))).toEqual(["2", "4", "5", "3"]);
  expect(await idsOf(query(c, ...filters, where("v", "<", 4)))).toEqual(["5", "4", "3"]);
  expect(await idsOf(query(c, ...filters, orderBy("v", "desc")))).toEqual(["2", "3", "4", "5"]);
  expect(await idsOf(query(c, ...filters, orderBy("sort", "desc")))).toEqual(["2", "3", "5", "4"]);
  expect(await idsOf(query(c, ...filters, where("v", "in", [1, 2])))).toEqual(["4", "5"]);
  const named = where(documentId(), "<", "5");
  expect(await idsOf(query(c, named, ...filters))).toEqual(["2", "4", "3"]);
  const nested = or(
    and(where("key", "==", "b"), where("sort", "<=", 2)),
    and(where("key", "!=", "b"), where("v", ">", 4)),
  );
  expect(await idsOf(query(c, nested))).toEqual(["1", "6", "5", "4"]);
  expect(await idsOf(query(c, nested, orderBy("sort", "desc"), orderBy("key")))).toEqual([
    "5",
    "4",
    "1",
    "6",
  ]);
});

test("NaN and null are found by == and != alone", async () => {
  const c = collection(sdk.db, sdk.newRoot());
  await put(c, {
    "1": { v: 1 },
    nan: { v: NaN },
    none: {},
    null: { v: null },
    text: { v: "a" },
  });
  const cases: [QueryFieldFilterConstraint, string[]][] = [
    [where("v", "==", null), ["null"]],
    [where("v", "==", NaN), ["nan"]],
    [where("v", "!=", null), ["nan", "1", "text"]],
    [where("v", "!=", NaN), ["1", "text"]],
    [where("v", "!=", 1), ["nan", "text"]],
    [where("v", "<=", 1), ["1"]],
    [where("v", ">=", -Infinity), ["1"]],
    [where("v", "<=", NaN), []],
    [where("v", ">=", NaN), []],
    [where("v", "<=", null), []],
    [where("v", ">", null), []],
    [where("v", "in", [null, NaN, 1]), ["1"]],
    [where("v", "not-in", [NaN]), ["1", "text"]],
    [where("v", "not-in", [null, 1]), []],
  ];
  for (const [filter, ids] of cases) {
    expect(await idsOf(query(c, filter)), JSON.stringify(filter)).toEqual(ids);
  }
  expect(await idsOf(query(c, orderBy("v")))).toEqual(["null", "nan", "1", "text"]);
});

test("orders go by several fields, each its own way, and ties by name in the last way", async () => {
  const bySize = orderBy("size");
  expect(bySize).toBeInstanceOf(QueryOrderByConstraint);
  expect(await idsOf(query(cities, bySize))).toEqual(["dc", "sf", "la", "tok", "bj"]);
  expect(await idsOf(query(cities, orderBy("size", "desc")))).toEqual([
    "bj",
    "tok",
    "la",
    "sf",
    "dc",
  ]);
  expect(await idsOf(query(cities, orderBy("country", "desc"), orderBy("size", "asc")))).toEqual([
    "dc",
    "sf",
    "la",
    "tok",
    "bj",
  ]);
  expect(await idsOf(query(cities, orderBy("size"), orderBy(documentId(), "desc")))).toEqual([
    "sf",
    "dc",
    "la",
    "tok",
    "bj",
  ]);
  expect(await idsOf(query(cities, orderBy(documentId(), "desc"), limit(2)))).toEqual([
    "tok",
    "sf",
  ]);
  expect(await idsOf(query(cities, orderBy("none")))).toEqual([]);
});

test("limit gives the first, limitToLast the last, in order", async () => {
  expect(limit(2)).toBeInstanceOf(QueryLimitConstraint);
  expect(await idsOf(query(cities, limit(2)))).toEqual(["bj", "dc"]);
  expect(await idsOf(query(cities, orderBy("size"), limit(2)))).toEqual(["dc", "sf"]);
  expect(await idsOf(query(cities, orderBy("size"), limitToLast(2)))).toEqual(["tok", "bj"]);
  expect(await idsOf(query(cities, orderBy("size"), limitToLast(9)))).toHaveLength(5);
  expect(await idsOf(query(cities, orderBy("size", "desc"), limitToLast(3)))).toEqual([
    "la",
    "sf",
    "dc",
  ]);
  const us = where("country", "==", "US");
  expect(await idsOf(query(cities, us, orderBy("size"), limitToLast(2)))).toEqual(["sf", "la"]);
  const noOrder = query(cities, limitToLast(2));
  expect(() => getDocs(noOrder)).toThrow(/at least one orderBy/);
});

test("cursors cut by values, all of them or the first ones", async () => {
  const size = query(cities, orderBy("size"));
  expect(startAt(1)).toBeInstanceOf(QueryStartAtConstraint);
  expect(endAt(1)).toBeInstanceOf(QueryEndAtConstraint);
  expect(await idsOf(query(size, startAt(4)))).toEqual(["la", "tok", "bj"]);
  expect(await idsOf(query(size, startAfter(4)))).toEqual(["tok", "bj"]);
  expect(await idsOf(query(size, endAt(4)))).toEqual(["dc", "sf", "la"]);
  expect(await idsOf(query(size, endBefore(4)))).toEqual(["dc", "sf"]);
  expect(await idsOf(query(size, startAt(2), endBefore(9.5)))).toEqual(["la", "tok"]);
  expect(await idsOf(query(size, startAt("text")))).toEqual([]);
  expect(await idsOf(query(size, endAt("text")))).toHaveLength(5);
  expect(await idsOf(query(size, startAt(1), limitToLast(2)))).toEqual(["tok", "bj"]);
  expect(await idsOf(query(size, endBefore(9), limitToLast(2)))).toEqual(["sf", "la"]);
  expect(await idsOf(query(size, startAfter(1), endAt(21), limitToLast(1)))).toEqual(["bj"]);
  const both = query(cities, orderBy("country"), orderBy("size", "desc"));
  expect(await idsOf(query(both, startAt("US")))).toEqual(["la", "sf", "dc"]);
  expect(await idsOf(query(both, startAfter("US", 4)))).toEqual(["sf", "dc"]);
  expect(await idsOf(query(both, endAt("US", 4)))).toEqual(["bj", "tok", "la"]);
  const named = query(cities, orderBy("size"), orderBy(documentId()));
  expect(await idsOf(query(named, startAfter(1, "dc")))).toEqual(["sf", "la", "tok", "bj"]);
  expect(await idsOf(query(cities, orderBy(documentId()), startAt("e"), endAt("sf")))).toEqual([
    "la",
    "sf",
  ]);
});

test("cursors at documents go through the whole collection page by page, ties included", async () => {
  const c = collection(sdk.db, sdk.newRoot());
  const ids = Array.from({ length: 23 }, (_, index) => `d${String(index).padStart(2, "0")}`);
  await put(c, Object.fromEntries(ids.map((id, index) => [id, { n: index % 4 }])));
  const all = await idsOf(query(c, orderBy("n")));
  const pages: string[][] = [];
  let next = query(c, orderBy("n"), limit(5));
  for (;;) {
    const { docs } = await getDocs(next);
    const last = docs.at(-1);
    if (last === undefined) break;
    pages.push(docs.map((one) => one.id));
    next = query(c, orderBy("n"), startAfter(last), limit(5));
  }
  expect(pages.map((page) => page.length)).toEqual([5, 5, 5, 5, 3]);
  expect(pages.flat()).toEqual(all);
  const middle = await getDoc(doc(c, "d10"));
  const at = all.indexOf("d10");
  const byN = query(c, orderBy("n"));
  expect(await idsOf(query(byN, startAt(middle)))).toEqual(all.slice(at));
  expect(await idsOf(query(byN, endAt(middle)))).toEqual(all.slice(0, at + 1));
  expect(await idsOf(query(byN, endBefore(middle)))).toEqual(all.slice(0, at));
  expect(await idsOf(query(byN, endBefore(middle), limitToLast(3)))).toEqual(all.slice(at - 3, at));
});

test("a collection group has the documents of every collection of that name, by their whole names", async () => {
  const paths = [
    "a/a/bg/1",
    "a/b/a/b/bg/2",
    "a/b/bg/3",
    "a/b/c/d/bg/4",
    "a/c/bg/5",
    "bg/6",
    "a/b/x/7",
  ];
  for (const [index, path] of paths.entries()) {
    await setDoc(doc(indexed.db, path), { n: index % 3 });
  }
  const group = collectionGroup(indexed.db, "bg");
  expect(group).toBeInstanceOf(SdkQuery);
  const byId = query(group, orderBy(documentId()));
  expect(await idsOf(group)).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(await idsOf(query(byId, startAt("a/b"), endAt("a/b0")))).toEqual(["2", "3", "4"]);
  expect(await idsOf(query(byId, startAfter("a/b"), endBefore("a/b/bg/3")))).toEqual(["2"]);
  expect(
    await idsOf(
      query(group, where(documentId(), ">=", "a/b/bg/3"), where(documentId(), "<", "a/c/bg/5")),
    ),
  ).toEqual(["3", "4"]);
  expect(await idsOf(query(group, where(documentId(), "in", ["bg/6", "a/a/bg/1"])))).toEqual([
    "1",
    "6",
  ]);
  expect(await idsOf(query(group, where("n", "==", 1)))).toEqual(["2", "5"]);
  expect(await idsOf(query(group, orderBy("n", "desc"), limit(3)))).toEqual(["6", "3", "5"]);
  // One without its own name is not a member of it.
  expect(await idsOf(collection(indexed.db, "a/b/bg"))).toEqual(["3"]);
});

test("texts longer than an index holds are still found exactly, and come after shorter ones", async () => {
  const c = collection(sdk.db, sdk.newRoot());
  const long = "x".repeat(1_900);
  await put(c, {
    a: { v: `${long}a`, list: [`${long}a`] },
    b: { v: `${long}b`, list: [`${long}b`, 1] },
    short: { v: "x", list: ["x"] },
    z: { v: "z", list: [long] },
  });
  expect(await idsOf(query(c, where("v", "==", `${long}b`)))).toEqual(["b"]);
  expect(await idsOf(query(c, where("v", "==", `${long}c`)))).toEqual([]);
  expect(await idsOf(query(c, where("v", "in", [`${long}a`, "z"])))).toEqual(["a", "z"]);
  expect((await idsOf(query(c, where("v", "!=", `${long}a`)))).toSorted()).toEqual([
    "b",
    "short",
    "z",
  ]);
  expect(await idsOf(query(c, where("list", "array-contains", `${long}a`)))).toEqual(["a"]);
  const ordered = await idsOf(query(c, orderBy("v")));
  // Of values that are equal as far as an index holds them, the order is not said.
  expect([ordered[0], ordered.slice(1, 3).toSorted(), ordered[3]]).toEqual([
    "short",
    ["a", "b"],
    "z",
  ]);
});

test("offset over REST and select are of the ordered result", async () => {
  const structuredQuery = {
    from: [{ collectionId: "cities" }],
    orderBy: [{ field: { fieldPath: "size" }, direction: "DESCENDING" }],
    select: { fields: [{ fieldPath: "name" }] },
    offset: 1,
    limit: 2,
  };
  const { body } = await indexed.post(":runQuery", { structuredQuery });
  expect(body.map((one: { document: { fields: object } }) => one.document.fields)).toEqual([
    { name: { stringValue: "Tokyo" } },
    { name: { stringValue: "Los Angeles" } },
  ]);
});

test("what is changed is found as it is now", async () => {
  const c = collection(sdk.db, sdk.newRoot());
  const ones = query(c, where("n", "==", 1));
  await setDoc(doc(c, "1"), { n: 1, list: ["a"] });
  expect(await idsOf(ones)).toEqual(["1"]);
  await setDoc(doc(c, "1"), { n: 2 });
  await setDoc(doc(c, "2"), { n: 1 });
  expect(await idsOf(ones)).toEqual(["2"]);
  expect(await idsOf(query(c, where("list", "array-contains", "a")))).toEqual([]);
  const batch = writeBatch(sdk.db).delete(doc(c, "2")).set(doc(c, "0"), { n: 1 });
  await batch.commit();
  expect(await idsOf(ones)).toEqual(["0"]);
});

test("a query that Firestore refuses is refused with the SDK's code for it", async () => {
  const numbers = (count: number) => Array.from({ length: count }, (__, index) => index);
  const tooMany = query(cities, where("a", "in", numbers(6)), where("b", "in", numbers(6)));
  const refusal = await refusalOf(getDocs(tooMany));
  expect(refusal).toMatchObject({ code: "failed-precondition" });
  expect(refusal.message).toMatch(/30/);
  const twice = query(cities, where("a", "array-contains", 1), where("b", "array-contains", 1));
  expect((await refusalOf(getDocs(twice))).message).toMatch(/ARRAY_CONTAINS|array-contains/i);
  const afterName = query(cities, where("size", "!=", 1), orderBy(documentId()));
  expect((await refusalOf(getDocs(afterName))).message).toMatch(/more fields after __name__/);
  const named = query(cities, where("size", "!=", 1), where(documentId(), "==", "sf"));
  expect((await refusalOf(getDocs(named))).message).toMatch(/Equality on __name__/);
  // The SDK itself refuses these.
  expect(() => query(cities, where("a", "not-in", [1]), where("b", "in", [1]))).toThrow(/not-in/);
  expect(() => query(cities, where(documentId(), "==", ""))).toThrow(/empty/);
});
