/**
 * Every operator with an operand of every type, over a document of every type and one without the field: what the
 * unmodified SDK gets is what the naive evaluation says.
 */
import {
  Bytes,
  type DocumentReference,
  GeoPoint,
  Timestamp,
  type WhereFilterOp,
  collection,
  doc,
  getCount,
  getDocs,
  limitToLast,
  orderBy,
  query,
  setLogLevel,
  startAfter,
  endAt,
  vector,
  where,
  writeBatch,
} from "firebase/firestore/lite";
import { expect, test } from "vitest";
import { type NaiveDocument, type WireQuery, naiveQuery } from "./testing/naive-query.ts";
import { type OpenSdk, openSdk } from "./testing/open-sdk.ts";

setLogLevel("silent");

/** Two or more values of each type, equal ones under two spellings among them. */
function valuesOf({ db }: OpenSdk): Record<string, unknown> {
  const reference = (path: string): DocumentReference => doc(db, path);
  return {
    null: null,
    false: false,
    true: true,
    nan: NaN,
    down: -Infinity,
    minusOne: -1,
    minusZero: -0,
    zero: 0,
    half: 0.5,
    one: 1,
    wide: 2 ** 53,
    up: Infinity,
    time: new Timestamp(5, 0),
    later: new Timestamp(5, 1_000),
    noText: "",
    text: "a",
    longer: "a\0",
    star: "\uffee",
    smile: "😀",
    noBytes: Bytes.fromBase64String(""),
    bytes: Bytes.fromBase64String("YQ=="),
    ref: reference("c/one"),
    refBelow: reference("c/one/below/it"),
    point: new GeoPoint(1, 2),
    pointWest: new GeoPoint(1, -2),
    noList: [],
    list: [1],
    mixed: [1, "a", null, NaN, { a: 1 }],
    lists: [{ list: [1] }, false],
    vector: vector([1, 2]),
    vectorShort: vector([9]),
    noMap: {},
    map: { a: 1 },
    mapDeep: { a: { b: [1] } },
    mapNull: { a: null },
  };
}

async function openMixed() {
  const sdk = await openSdk();
  const values = valuesOf(sdk);
  const c = collection(sdk.db, "c");
  const batch = writeBatch(sdk.db);
  for (const [id, v] of Object.entries(values)) batch.set(doc(c, id), { v });
  batch.set(doc(c, "none"), { w: 1 }).set(doc(c, "inside"), { v: { a: { v: 1 } } });
  await batch.commit();
  type Sent = { writes: { update: { fields: NaiveDocument["fields"]; name: string } }[] };
  const { writes } = sdk.lastBody() as Sent;
  const documents = writes.map(({ update: { name, fields } }): NaiveDocument => {
    return { path: `c/${name.split("/").at(-1)}`, fields: canonical(fields) };
  });
  return { sdk, c, values, documents };
}

/** The SDK spells what it sends otherwise than the service stores it: "1970-01-01T00:00:05.000000000Z", -0 as a text. */
function canonical<Json>(json: Json): Json {
  const text = JSON.stringify(json).replaceAll(
    /"timestampValue":\{?"?([^"]*?)\.(\d{6})000Z"/g,
    (_, seconds: string, micros: string) => {
      const short = micros.replace(/000$/, "").replace(/^000$/, "");
      return `"timestampValue":"${seconds}${short === "" ? "" : `.${short}`}Z"`;
    },
  );
  return JSON.parse(text) as Json;
}

/** What the SDK sent last, answered by the naive evaluation. */
function rightIds(sdk: OpenSdk, documents: readonly NaiveDocument[]): string[] {
  const { structuredQuery } = sdk.lastBody() as { structuredQuery: WireQuery };
  return naiveQuery(documents, canonical(structuredQuery)).map(({ path }) => path.slice(2));
}

const SIMPLE: WhereFilterOp[] = ["==", "!=", "<", "<=", ">", ">=", "array-contains"];
const LISTS: WhereFilterOp[] = ["in", "not-in", "array-contains-any"];

test("each operator finds of mixed values what it should, whatever the operand", async () => {
  const { sdk, c, values, documents } = await openMixed();
  await using _ = sdk;
  let found = 0;
  for (const [name, value] of Object.entries(values)) {
    for (const op of [...SIMPLE, ...LISTS]) {
      // A list of lists is none in Firestore: as an operand of these it is refused by the SDK.
      if (LISTS.includes(op) && Array.isArray(value)) continue;
      const filter = where("v", op, LISTS.includes(op) ? [value, "no such value"] : value);
      const { docs } = await getDocs(query(c, filter));
      const right = rightIds(sdk, documents);
      expect(
        docs.map((one) => one.id),
        `v ${op} ${name}`,
      ).toEqual(right);
      found += right.length;
    }
  }
  expect(found).toBeGreaterThan(500);
});

test("all values are in one order, both ways, and a cursor at each of them cuts there", async () => {
  const { sdk, c, values, documents } = await openMixed();
  await using _ = sdk;
  for (const direction of ["asc", "desc"] as const) {
    const all = query(c, orderBy("v", direction));
    const ids = (await getDocs(all)).docs.map((one) => one.id);
    expect(ids).toEqual(rightIds(sdk, documents));
    expect(ids).toHaveLength(Object.keys(values).length + 1);
    for (const [name, value] of Object.entries(values)) {
      for (const part of [startAfter(value), endAt(value)]) {
        const { docs } = await getDocs(query(all, part));
        expect(
          docs.map((one) => one.id),
          `${direction} at ${name}`,
        ).toEqual(rightIds(sdk, documents));
      }
    }
    const last = await getDocs(query(all, endAt(1), limitToLast(3)));
    const right = rightIds(sdk, documents).toReversed();
    expect(last.docs.map((one) => one.id)).toEqual(right);
  }
});

test("a count is the number of documents that the query finds", async () => {
  const { sdk, c, values } = await openMixed();
  await using _ = sdk;
  for (const [name, value] of Object.entries(values)) {
    for (const op of SIMPLE) {
      const asked = query(c, where("v", op, value));
      const count = (await getCount(asked)).data().count;
      expect(count, `v ${op} ${name}`).toBe((await getDocs(asked)).size);
    }
  }
});
