/** The unmodified Lite SDK against the service: count, sum and average. */
import {
  AggregateField,
  AggregateQuerySnapshot,
  aggregateFieldEqual,
  aggregateQuerySnapshotEqual,
  average,
  collection,
  collectionGroup,
  count,
  doc,
  getAggregate,
  getCount,
  limit,
  limitToLast,
  or,
  orderBy,
  query,
  setLogLevel,
  startAfter,
  sum,
  where,
  writeBatch,
} from "firebase/firestore/lite";
import { expect, test } from "vitest";
import { openSdk, refusalOf } from "./testing/open-sdk.ts";

setLogLevel("silent");

async function openNumbers(documents: Record<string, object>) {
  const sdk = await openSdk({ addsIndexes: true });
  const batch = writeBatch(sdk.db);
  for (const [path, data] of Object.entries(documents)) batch.set(doc(sdk.db, path), data);
  await batch.commit();
  return { sdk, c: collection(sdk.db, "c") };
}

/** Documents `c/0`, `c/1`, … with these values of `n`. */
const withN = (values: unknown[]) =>
  openNumbers(Object.fromEntries(values.map((n, index) => [`c/${index}`, { n }])));

test("count, sum and average come together, under any alias", async () => {
  const { sdk, c } = await withN([1, 2, 6]);
  await using _ = sdk;
  const spec = {
    total: sum("n"),
    "a mean.": average("n"),
    "`n\\": count(),
    ["x".repeat(2_000)]: count(),
  };
  const snapshot = await getAggregate(c, spec);
  expect(snapshot).toBeInstanceOf(AggregateQuerySnapshot);
  expect(spec.total).toBeInstanceOf(AggregateField);
  expect(Object.values(snapshot.data())).toEqual([9, 3, 3, 3]);
  expect(snapshot.data()).toMatchObject({ total: 9, "a mean.": 3, "`n\\": 3 });
  const counted = await getCount(c);
  expect(counted.data()).toEqual({ count: 3 });
  expect(counted.query).toBe(c);
});

test("of no documents the count and the sum are 0, and there is no average", async () => {
  const { sdk, c } = await withN([1]);
  await using _ = sdk;
  const none = query(c, where("n", ">", 5));
  const spec = { count: count(), sum: sum("n"), average: average("n") };
  expect((await getAggregate(none, spec)).data()).toEqual({ count: 0, sum: 0, average: null });
  const nowhere = await getAggregate(collection(sdk.db, "nowhere"), spec);
  expect(nowhere.data()).toEqual({ count: 0, sum: 0, average: null });
});

test("sums and averages are of numbers alone, and go by the rules of doubles where one is a double", async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const cases: [values: unknown[], sum: number, average: number][] = [
    [[5, 4.5, 3], 12.5, 12.5 / 3],
    [[5, 4.5, 3.5], 13, 13 / 3],
    [[10, 9], 19, 9.5],
    [["3", null, [7], true, 1], 1, 1],
    [[most, 1, -101], most - 100, (most - 100) / 3],
    [[most, Number.MIN_SAFE_INTEGER, -101, -10_000], -10_101, -10_101 / 4],
    [[Number.MAX_VALUE, Number.MAX_VALUE], Infinity, Infinity],
    [[-Number.MAX_VALUE, -Number.MAX_VALUE], -Infinity, -Infinity],
    [[5, NaN, 4], NaN, NaN],
    [[Infinity, -Infinity], NaN, NaN],
    [[5e-324], 5e-324, 5e-324],
    [[5e-324, 0], 5e-324, 0],
    [[-0], -0, -0],
    [[0.25, 0.5, -0.75], 0, 0],
  ];
  const documents = cases.flatMap(([values], at) =>
    values.map((n, index) => [`c/${at}/n/${index}`, { n }] as const),
  );
  const { sdk } = await openNumbers(Object.fromEntries(documents));
  await using _ = sdk;
  for (const [at, [values, total, mean]] of cases.entries()) {
    const numbers = collection(sdk.db, "c", String(at), "n");
    const got = (await getAggregate(numbers, { total: sum("n"), mean: average("n") })).data();
    // -0 and 0 are the same sum.
    expect([got.total + 0, Number(got.mean) + 0], String(values)).toEqual([total + 0, mean + 0]);
  }
});

test("integers are added to the last bit, and only beyond 64 bits the sum is a double", async () => {
  const { sdk } = await withN([]);
  await using _ = sdk;
  const int = (value: string) => ({ n: { integerValue: value } });
  const total = async () => {
    const { body } = await sdk.post(":runAggregationQuery", {
      structuredAggregationQuery: {
        structuredQuery: { from: [{ collectionId: "c" }] },
        aggregations: [{ alias: "s", sum: { field: { fieldPath: "n" } } }],
      },
    });
    return body[0].result.aggregateFields.s;
  };
  await sdk.put("c/1", int("9223372036854775806"));
  await sdk.put("c/2", int("1"));
  expect(await total()).toEqual({ integerValue: "9223372036854775807" });
  await sdk.put("c/3", int("1"));
  expect(await total()).toEqual({ doubleValue: 2 ** 63 });
  await sdk.put("c/4", int("-9223372036854775808"));
  expect(await total()).toEqual({ integerValue: "0" });
  await sdk.put("c/5", { n: { doubleValue: 0 } });
  expect(await total()).toEqual({ doubleValue: 0 });
});

test("a document that lacks a field is in no aggregation beside it", async () => {
  const { sdk, c } = await openNumbers({
    "c/a": { pages: 100, year: 1980 },
    "c/b": { pages: 50, year: 2020 },
    "c/c": { pages: 150, year: 2021 },
    "c/d": { pages: 50 },
    "c/e": { pages: null, year: "long ago" },
  });
  await using _ = sdk;
  const spec = {
    pages: sum("pages"),
    mean: average("pages"),
    year: average("year"),
    count: count(),
  };
  expect((await getAggregate(c, spec)).data()).toEqual({
    pages: 300,
    mean: 100,
    year: 2007,
    count: 4,
  });
  expect((await getAggregate(c, { pages: sum("pages"), count: count() })).data()).toEqual({
    pages: 350,
    count: 5,
  });
  expect((await getCount(c)).data().count).toBe(5);
});

test("an aggregation is of what the query finds: filters, orders, cursors, limits", async () => {
  const { sdk, c } = await openNumbers({
    "c/a": { n: 1, tags: ["x"], in: { m: 10 } },
    "c/b": { n: 2, tags: ["x", "y"], in: { m: 20 } },
    "c/c": { n: 3, tags: [], in: { m: 30 } },
    "c/d": { n: 4, in: { m: "40" } },
    "c/e": { other: 1 },
    "a/1/c/f": { n: 10, in: { m: 50 } },
  });
  await using _ = sdk;
  const spec = { count: count(), n: sum("n"), m: average("in.m") };
  const cases: [Parameters<typeof getCount>[0], { count: number; n: number; m: number | null }][] =
    [
      [c, { count: 4, n: 10, m: 20 }],
      [query(c, where("n", ">", 1)), { count: 3, n: 9, m: 25 }],
      [query(c, where("n", "in", [1, 4, 7])), { count: 2, n: 5, m: 10 }],
      [query(c, where("tags", "array-contains", "x")), { count: 2, n: 3, m: 15 }],
      [query(c, where("tags", "array-contains-any", ["x", "y"])), { count: 2, n: 3, m: 15 }],
      [
        query(c, or(where("n", "==", 4), where("tags", "array-contains", "y"))),
        { count: 2, n: 6, m: 20 },
      ],
      [query(c, orderBy("n"), limit(2)), { count: 2, n: 3, m: 15 }],
      [query(c, orderBy("n"), limitToLast(2)), { count: 2, n: 7, m: 30 }],
      [query(c, orderBy("n", "desc"), startAfter(3)), { count: 2, n: 3, m: 15 }],
      [query(c, limit(100)), { count: 4, n: 10, m: 20 }],
      [collectionGroup(sdk.db, "c"), { count: 5, n: 20, m: 27.5 }],
    ];
  for (const [asked, right] of cases) {
    expect((await getAggregate(asked, spec)).data(), JSON.stringify(right)).toEqual(right);
  }
  expect((await getCount(query(c, limit(3)))).data().count).toBe(3);
  expect((await getCount(collectionGroup(sdk.db, "c"))).data().count).toBe(6);
});

test("more than five aggregations are refused", async () => {
  const { sdk, c } = await withN([1]);
  await using _ = sdk;
  const five = { a: count(), b: sum("n"), c: average("n"), d: sum("m"), e: average("m") };
  expect((await getAggregate(c, five)).data()).toMatchObject({ a: 0 });
  const refusal = await refusalOf(getAggregate(c, { ...five, f: sum("o") }));
  expect(refusal.message).toMatch(/aggregations must have 1 to 5/);
});

test("aggregations and their results are compared by value", async () => {
  const { sdk, c } = await withN([1, 2]);
  await using _ = sdk;
  expect(aggregateFieldEqual(sum("n"), sum("n"))).toBe(true);
  expect(aggregateFieldEqual(sum("n"), average("n"))).toBe(false);
  expect(aggregateFieldEqual(count(), count())).toBe(true);
  const [one, same, other] = [
    await getCount(c),
    await getCount(c),
    await getCount(query(c, limit(1))),
  ];
  expect(aggregateQuerySnapshotEqual(one, same)).toBe(true);
  expect(aggregateQuerySnapshotEqual(one, other)).toBe(false);
});
