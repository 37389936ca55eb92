import { expect, test } from "vitest";
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { parseValue } from "./parse-value.ts";
import { compareValues, equalValues } from "./value.ts";

const int = (text: string): FirestoreValue => ({ integerValue: text });
const double = (value: unknown) => ({ doubleValue: value }) as FirestoreValue;
const text = (value: string): FirestoreValue => ({ stringValue: value });
const list = (...values: FirestoreValue[]): FirestoreValue => ({ arrayValue: { values } });
const map = (fields: Record<string, FirestoreValue>): FirestoreValue => ({ mapValue: { fields } });
const ref = (path: string): FirestoreValue => ({
  referenceValue: `projects/p/databases/(default)/documents/${path}`,
});
const vector = (...values: number[]) =>
  map({ __type__: text("__vector__"), value: list(...values.map(double)) });

/** Each line is one class of equal values; lines rise. */
const RISING: FirestoreValue[][] = [
  [{ nullValue: null }],
  [{ booleanValue: false }],
  [{ booleanValue: true }],
  [double("NaN")],
  [double("-Infinity")],
  [double(-1e300)],
  [int("-9223372036854775808"), double(-(2 ** 63))],
  [int("-1"), double(-1)],
  [int("0"), double(0), double("-0")],
  [double(5e-324)],
  [double(0.5)],
  [int("1"), double(1)],
  [int("9007199254740992"), double(2 ** 53)],
  [int("9007199254740993")],
  [int("9223372036854775806")],
  [int("9223372036854775807")],
  [double(2 ** 63)],
  [double("Infinity")],
  [{ timestampValue: "0001-01-01T00:00:00Z" }],
  [{ timestampValue: "2024-01-01T00:00:00Z" }],
  [{ timestampValue: "2024-01-01T00:00:00.100Z" }],
  [{ timestampValue: "2024-01-01T00:00:00.100001Z" }],
  [{ timestampValue: "2024-01-01T00:00:01Z" }],
  [text("")],
  [text("a")],
  [text("a\0")],
  [text("aa")],
  [text("b")],
  [text("é")],
  [text("\uffee")],
  [text("😀")],
  [{ bytesValue: "" }],
  [{ bytesValue: "AA==" }],
  [{ bytesValue: "AAE=" }],
  [{ bytesValue: "/w==" }],
  [ref("a/__id-5__")],
  [ref("a/__id7__")],
  [ref("a/__id10__")],
  [ref("a/Z")],
  [ref("a/b")],
  [ref("a/b/c/d")],
  [ref("a/b!")],
  [{ geoPointValue: { latitude: -90, longitude: 180 } }],
  [{ geoPointValue: {} }, { geoPointValue: { latitude: 0, longitude: 0 } }],
  [{ geoPointValue: { latitude: 0, longitude: 1 } }],
  [{ arrayValue: {} }, list()],
  [list({ nullValue: null })],
  [list(int("1")), list(double(1))],
  [list(int("1"), int("2"))],
  [list(int("2"))],
  [vector()],
  [vector(100)],
  [vector(1, 2)],
  [vector(1, 3)],
  [map({})],
  [map({ a: int("1") })],
  [map({ a: int("1"), b: int("0") })],
  [map({ a: int("2") })],
  [map({ aa: int("0") })],
  [map({ b: int("0") })],
];

test("values rise in Firestore's order, over all types", () => {
  const flat = RISING.flatMap((same, rank) => same.map((value) => ({ value, rank })));
  for (const a of flat) {
    for (const b of flat) {
      const order = Math.sign(compareValues(a.value, b.value));
      const expected = Math.sign(a.rank - b.rank);
      expect(order, `${JSON.stringify(a.value)} against ${JSON.stringify(b.value)}`).toBe(expected);
    }
  }
});

test("a number equals its other spelling, and NaN equals itself", () => {
  expect(equalValues(int("3"), double(3))).toBe(true);
  expect(equalValues(double("NaN"), double("NaN"))).toBe(true);
  expect(equalValues(double("-0"), int("0"))).toBe(true);
  expect(equalValues(text("3"), int("3"))).toBe(false);
});

test("an equal value has one canonical spelling", () => {
  const spellings: [unknown, unknown][] = [
    [{ integerValue: 7 }, { integerValue: "7" }],
    [{ integerValue: "-007" }, { integerValue: "-7" }],
    [{ doubleValue: "1.5" }, { doubleValue: 1.5 }],
    [{ doubleValue: -0 }, { doubleValue: "-0" }],
    [
      { timestampValue: "2024-02-29T23:59:59.120000000Z" },
      { timestampValue: "2024-02-29T23:59:59.120Z" },
    ],
    [{ timestampValue: "2024-01-01T01:00:00+01:00" }, { timestampValue: "2024-01-01T00:00:00Z" }],
    [
      { timestampValue: "2024-01-01T00:00:00.123456789Z" },
      { timestampValue: "2024-01-01T00:00:00.123456Z" },
    ],
    [{ bytesValue: "_-8" }, { bytesValue: "/+8=" }],
    [{ nullValue: "NULL_VALUE" }, { nullValue: null }],
    [{ arrayValue: {} }, { arrayValue: { values: [] } }],
    [{ geoPointValue: {} }, { geoPointValue: { latitude: 0, longitude: 0 } }],
  ];
  for (const [given, canonical] of spellings) expect(parseValue(given, "v")).toEqual(canonical);
  const sorted = parseValue({ mapValue: { fields: { b: int("1"), a: int("2") } } }, "v");
  expect(JSON.stringify(sorted)).toBe(
    '{"mapValue":{"fields":{"a":{"integerValue":"2"},"b":{"integerValue":"1"}}}}',
  );
});

test("what is no value is refused, with its place", () => {
  const deep = (levels: number): unknown =>
    levels === 0 ? { nullValue: null } : { mapValue: { fields: { a: deep(levels - 1) } } };
  const bad: [unknown, string][] = [
    [undefined, "v must be a value"],
    ["text", "v must be a value"],
    [[], "v must be a value"],
    [{}, "exactly one kind"],
    [{ stringValue: "a", nullValue: null }, "exactly one kind"],
    [{ wrongValue: 1 }, 'Unknown name "wrongValue" at v'],
    [{ constructor: 1 }, 'Unknown name "constructor" at v'],
    [JSON.parse('{"__proto__": {}}'), 'Unknown name "__proto__" at v'],
    [{ integerValue: "9223372036854775808" }, "64 bits"],
    [{ integerValue: 1.5 }, "64 bits"],
    [{ integerValue: 1e300 }, "64 bits"],
    [{ integerValue: "1".repeat(100_000) }, "64 bits"],
    [{ integerValue: "0x10" }, "64 bits"],
    [{ doubleValue: "1e999" }, "must be a number"],
    [{ doubleValue: true }, "must be a number"],
    [{ stringValue: "\ud800" }, "valid Unicode"],
    [{ stringValue: 5 }, "v.stringValue must be a string"],
    [{ timestampValue: "2023-02-29T00:00:00Z" }, "must be an instant"],
    [{ timestampValue: "10000-01-01T00:00:00Z" }, "must be an instant"],
    [{ timestampValue: 5 }, "must be an instant"],
    [{ bytesValue: "***" }, "base64"],
    [{ referenceValue: "users/1" }, "not a document name"],
    [{ referenceValue: "projects/p/databases/d/documents/a" }, "names a collection"],
    [{ geoPointValue: { latitude: 91 } }, "from -90 to 90"],
    [{ arrayValue: { values: [{ arrayValue: {} }] } }, "v.arrayValue.values[0]: a list must not"],
    [{ arrayValue: { values: {} } }, "must be a list"],
    [{ mapValue: { fields: { "": { nullValue: null } } } }, "must not be empty"],
    [{ mapValue: { fields: { __x__: { nullValue: null } } } }, "reserved"],
    [{ mapValue: { fields: { __type__: { stringValue: "__max__" } } } }, "reserved"],
    [{ mapValue: { fields: { "\udc00": { nullValue: null } } } }, "valid Unicode"],
    [{ mapValue: { fields: JSON.parse('{"__proto__": {"nullValue": null}}') } }, "reserved"],
    [deep(21), "nested deeper than 20"],
  ];
  for (const [value, reason] of bad) expect(() => parseValue(value, "v")).toThrow(reason);
  expect(() => parseValue(deep(20), "v")).not.toThrow();
  expect(() => parseValue(vector(1, 2), "v")).not.toThrow();
});
