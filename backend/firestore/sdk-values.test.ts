/** The unmodified Lite SDK against the service: what is written comes back, value by value. */
import {
  Bytes,
  FieldPath,
  GeoPoint,
  Timestamp,
  VectorValue,
  collection,
  doc,
  getDoc,
  getDocs,
  maximum,
  query,
  setDoc,
  setLogLevel,
  updateDoc,
  vector,
  where,
} from "firebase/firestore/lite";
import { expect, test } from "vitest";
import { openSdk, refusalOf } from "./testing/open-sdk.ts";

// It warns of every refusal.
setLogLevel("silent");

test("a value of every type comes back as it was", async () => {
  await using sdk = await openSdk();
  const ref = doc(sdk.db, "c/all");
  const value = {
    null: null,
    yes: true,
    no: false,
    zero: 0,
    integer: -42,
    largest: Number.MAX_SAFE_INTEGER,
    smallest: Number.MIN_SAFE_INTEGER,
    double: 1.5,
    tiny: 5e-324,
    huge: Number.MAX_VALUE,
    nan: NaN,
    up: Infinity,
    down: -Infinity,
    minusZero: -0,
    timestamp: new Timestamp(1_700_000_000, 123_456_000),
    before1970: new Timestamp(-1, 999_999_000),
    first: new Timestamp(-62_135_596_800, 0),
    last: new Timestamp(253_402_300_799, 999_999_000),
    text: "é 😀 \0 \uffee ' \" \\",
    empty: "",
    bytes: Bytes.fromUint8Array(new Uint8Array([0, 1, 127, 128, 255])),
    noBytes: Bytes.fromBase64String(""),
    reference: doc(sdk.db, "other/place/below/it"),
    point: new GeoPoint(-12.5, 179.999),
    list: [1, "a", null, { list: [NaN, { deep: [] }] }, new Timestamp(5, 0)],
    map: { a: { b: { c: [{ d: 1 }] } }, empty: {} },
    vector: vector([1, 2.5, -0]),
    noVector: vector(),
  };
  await setDoc(ref, value);
  const got = (await getDoc(ref)).data() ?? {};
  // References know their client, which refers to itself in a circle; its path says all.
  const { reference, ...rest } = got;
  const { reference: wanted, ...wantedRest } = value;
  expect(rest).toEqual(wantedRest);
  expect(reference.path).toBe(wanted.path);
  expect(Object.is(got["minusZero"], -0)).toBe(true);
  expect(got["bytes"]).toBeInstanceOf(Bytes);
  expect(got["point"]).toBeInstanceOf(GeoPoint);
  expect(got["vector"]).toBeInstanceOf(VectorValue);
  expect(got["timestamp"]).toBeInstanceOf(Timestamp);
});

test("a date is stored as a timestamp of milliseconds, and what is finer than a microsecond is cut off", async () => {
  await using sdk = await openSdk();
  const ref = doc(sdk.db, "c/times");
  const date = new Date("2026-02-03T04:05:06.789Z");
  await setDoc(ref, { date, fine: new Timestamp(1, 123_456_789) });
  const got = (await getDoc(ref)).data();
  expect(got?.["date"]).toEqual(Timestamp.fromDate(date));
  expect(got?.["fine"]).toEqual(new Timestamp(1, 123_456_000));
});

test("integers beyond 2^53 are kept to the last bit, and doubles stay doubles", async () => {
  await using sdk = await openSdk();
  await sdk.put("c/wide", {
    most: { integerValue: "9223372036854775807" },
    least: { integerValue: "-9223372036854775808" },
  });
  const ref = doc(sdk.db, "c/wide");
  // The SDK reads the nearest double and asks with an integer or a double as its own rule says.
  expect((await getDoc(ref)).get("most")).toBe(2 ** 63);
  await updateDoc(ref, { exact: 2 ** 53, large: 2 ** 63, half: 0.5, whole: 3 });
  expect(await sdk.fields("c/wide")).toEqual({
    most: { integerValue: "9223372036854775807" },
    least: { integerValue: "-9223372036854775808" },
    exact: { doubleValue: 2 ** 53 },
    large: { doubleValue: 2 ** 63 },
    half: { doubleValue: 0.5 },
    whole: { integerValue: "3" },
  });
  const found = await getDocs(query(collection(sdk.db, "c"), where("most", "<", 2 ** 63)));
  expect(found.size).toBe(1);
  await updateDoc(ref, { most: maximum(2 ** 53) });
  expect((await sdk.fields("c/wide")).most).toEqual({ integerValue: "9223372036854775807" });
});

test("fields of any name are written, read and asked for by their escaped path", async () => {
  await using sdk = await openSdk();
  const ref = doc(sdk.db, "c/names");
  const names = [
    "a.b",
    "`",
    "\\",
    "a`b\\c",
    "1st",
    "é",
    "😀",
    " ",
    "-",
    "constructor",
    "__x",
    "\0",
  ];
  await setDoc(ref, Object.fromEntries(names.map((name) => [name, name])));
  expect((await getDoc(ref)).data()).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  for (const name of names) {
    const path = new FieldPath(name);
    await updateDoc(ref, path, `${name}!`);
    expect((await getDoc(ref)).get(path), name).toBe(`${name}!`);
    const found = await getDocs(query(collection(sdk.db, "c"), where(path, "==", `${name}!`)));
    expect(found.size, name).toBe(1);
  }
  const inside = new FieldPath("a.b", "c.d", "e");
  await updateDoc(ref, inside, 1);
  expect((await getDoc(ref)).get(inside)).toBe(1);
  expect((await getDoc(ref)).data()?.["a.b"]).toEqual({ "c.d": { e: 1 } });
});

test("ids of any text are found again, alone and in a collection of such a name", async () => {
  await using sdk = await openSdk();
  const ids = [
    "é",
    "😀",
    "a b",
    "a+b%2f",
    "?",
    "#",
    "..a",
    "__id7__",
    "'\"\\",
    ":commit",
    "a:runQuery",
  ];
  for (const id of ids) {
    const ref = doc(sdk.db, "c", id, "sub " + id, id);
    await setDoc(ref, { id });
    expect((await getDoc(ref)).get("id"), id).toBe(id);
    const below = await getDocs(collection(sdk.db, "c", id, "sub " + id));
    expect(
      below.docs.map((one) => one.ref.path),
      id,
    ).toEqual([ref.path]);
  }
});

test("what Firestore does not take is refused, and nothing is written", async () => {
  await using sdk = await openSdk();
  const ref = doc(sdk.db, "c/bad");
  let deep: object = {};
  for (let level = 0; level < 25; level += 1) deep = { deep };
  const cases: [data: object, reason: RegExp][] = [
    [{ large: "x".repeat(1_048_576) }, /bytes/],
    [deep, /deep/],
    [{ ["x".repeat(1501)]: 1 }, /1500|1,500|longer/],
  ];
  for (const [data, reason] of cases) {
    const { code, message } = await refusalOf(setDoc(ref, data));
    // The SDK has one code for status 400.
    expect(code).toBe("failed-precondition");
    expect(message).toMatch(reason);
  }
  // The SDK itself refuses these.
  expect(() => setDoc(ref, { list: [[1]] })).toThrow(/Nested arrays/);
  expect(() => setDoc(ref, { gone: undefined })).toThrow(/undefined/);
  expect(() => setDoc(ref, { __reserved__: 1 })).toThrow(/__/);
  expect((await getDoc(ref)).exists()).toBe(false);
});

test("undefined is left out where the client is set to", async () => {
  await using sdk = await openSdk();
  const db = sdk.newClient({ settings: { ignoreUndefinedProperties: true } });
  await setDoc(doc(db, "c/1"), { a: 1, b: undefined, c: { d: undefined, e: [1] } });
  expect((await getDoc(doc(db, "c/1"))).data()).toEqual({ a: 1, c: { e: [1] } });
});

test("values of the SDK keep their meaning through JSON and back into a document", async () => {
  await using sdk = await openSdk();
  const ref = doc(sdk.db, "c/json");
  const point = GeoPoint.fromJSON(new GeoPoint(1, 2).toJSON());
  const time = Timestamp.fromJSON(Timestamp.fromMillis(1_234).toJSON());
  const bytes = Bytes.fromJSON(Bytes.fromBase64String("AQI=").toJSON());
  const numbers = VectorValue.fromJSON(vector([1, 2]).toJSON());
  await setDoc(ref, { point, time, bytes, numbers });
  const got = (await getDoc(ref)).data() ?? {};
  expect(got["point"].isEqual(new GeoPoint(1, 2))).toBe(true);
  expect(got["time"].isEqual(Timestamp.fromMillis(1_234))).toBe(true);
  expect(got["bytes"].toBase64()).toBe("AQI=");
  expect(got["numbers"].toArray()).toEqual([1, 2]);
  expect(Timestamp.now().toMillis()).toBeGreaterThan(0);
});
