import { expect, test } from "vitest";
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { successor } from "./encode-path.ts";
import {
  MAX_COMPONENT_BYTES,
  componentEnd,
  encodeValue,
  invert,
  rankRange,
} from "./encode-value.ts";
import { type Random, randomValue, seededRandom, valueNear } from "./testing/random-values.ts";
import { compareValues, rankOf } from "./value.ts";

const int = (value: bigint | number): FirestoreValue => ({ integerValue: String(value) });
const double = (value: unknown) => ({ doubleValue: value }) as FirestoreValue;
const text = (value: string): FirestoreValue => ({ stringValue: value });
const list = (...values: FirestoreValue[]): FirestoreValue => ({ arrayValue: { values } });
const map = (fields: FirestoreFields): FirestoreValue => ({ mapValue: { fields } });
const hex = (value: FirestoreValue) => encodeValue(value).toString("hex");

/** Values that are near each other: families of one and what came of it. */
function families(random: Random, count: number): FirestoreValue[][] {
  return Array.from({ length: count }, () => {
    const family = [randomValue(random, random.below(4))];
    while (family.length < 8) family.push(valueNear(random, random.pick(family)));
    return family;
  });
}

// Two that are alike for the first 1,500 bytes are told apart by their digests, in no order.
function isOrdered(a: Buffer, b: Buffer): boolean {
  const isCut = a.length === MAX_COMPONENT_BYTES && b.length === MAX_COMPONENT_BYTES;
  return !isCut || !a.subarray(0, 1_500).equals(b.subarray(0, 1_500));
}

function wrongPairs(values: readonly FirestoreValue[]): string[] {
  const encoded = values.map((value) => ({ value, bytes: encodeValue(value) }));
  return encoded.flatMap((a) =>
    encoded.flatMap((b) => {
      const expected = Math.sign(compareValues(a.value, b.value));
      const order = Buffer.compare(a.bytes, b.bytes);
      const isRight = isOrdered(a.bytes, b.bytes)
        ? order === expected
        : (order === 0) === (expected === 0);
      return isRight ? [] : [JSON.stringify([a.value, b.value, order, expected])];
    }),
  );
}

test("values near each other have bytes in their order", () => {
  for (const family of families(seededRandom(1), 1_500)) expect(wrongPairs(family)).toEqual([]);
});

test("values of all types have bytes in their order", () => {
  const random = seededRandom(2);
  const values = Array.from({ length: 300 }, () => randomValue(random, random.below(4)));
  expect(wrongPairs(values)).toEqual([]);
  expect(new Set(values.map(rankOf)).size).toBe(11);
});

test("integers and doubles order exactly around every power of two", () => {
  const values: FirestoreValue[] = [
    "NaN",
    "-Infinity",
    "Infinity",
    "-0",
    5e-324,
    -5e-324,
    1.7976931348623157e308,
  ].map(double);
  for (const power of [0, 1, 31, 52, 53, 54, 55, 62, 63]) {
    for (const sign of [1n, -1n]) {
      const edge = sign * 2n ** BigInt(power);
      for (const step of [-1_025n, -1_024n, -2n, -1n, 0n, 1n, 2n, 1_023n, 1_024n]) {
        const integer = edge + step;
        if (BigInt.asIntN(64, integer) === integer) values.push(int(integer));
        values.push(double(Number(integer)), double(Number(integer) + 0.5));
      }
    }
  }
  expect(wrongPairs(values)).toEqual([]);
});

test("texts and bytes order by their bytes, whatever is in them", () => {
  const edges = [
    "",
    "\0",
    "\0\0",
    "\0\u0001",
    "\u0001",
    "a",
    "a\0",
    "a\0b",
    "aa",
    "\u007f",
    "\u0080",
  ];
  const wide = [
    "\u07ff",
    "\u0800",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "😀",
    "\u{10ffff}",
    "é".repeat(40),
  ];
  const texts = [...edges, ...wide, ...wide.map((end) => "a".repeat(31) + end)];
  expect(wrongPairs(texts.map(text))).toEqual([]);
  const blobs = texts.map((value) => Buffer.from(value).toString("base64"));
  expect(
    wrongPairs([...blobs, "/w==", "//8=", "/wA="].map((bytesValue) => ({ bytesValue }))),
  ).toEqual([]);
});

test("a map orders by its names in UTF-8, not as JavaScript lists them", () => {
  const values = [
    map({ "10": int(1) }),
    map({ "10": int(1), "9": int(1) }),
    map({ "10": int(2), "9": int(0) }),
    map({ "9": int(0) }),
    map({ a: int(0), "9": int(1) }),
    map({ a: int(0) }),
    map({ "a\0": int(0) }),
    map({ "\uffff": int(0) }),
    map({ "😀": int(0) }),
    map({}),
  ];
  expect(wrongPairs(values)).toEqual([]);
});

test("a vector that a masked write changed still has bytes in its order", () => {
  const vector = (value: FirestoreValue) => map({ __type__: text("__vector__"), value });
  const values = [
    vector(list()),
    vector(text("x")),
    vector(list(int(2), text("a"))),
    vector(list(double(2), map({}))),
    vector(list(double(1))),
    map({ __type__: text("__vector__") }),
  ];
  expect(wrongPairs(values)).toEqual([]);
});

test("equal values have equal bytes", () => {
  expect(hex(int(3))).toBe(hex(double(3)));
  expect(hex(int(0))).toBe(hex(double("-0")));
  expect(hex({ geoPointValue: {} })).toBe(hex({ geoPointValue: { latitude: -0, longitude: 0 } }));
  expect(hex({ arrayValue: {} })).toBe(hex(list()));
});

test("values are written as documented", () => {
  const examples: [FirestoreValue, string][] = [
    [{ nullValue: null }, "05"],
    [{ booleanValue: true }, "0601"],
    [double("NaN"), "070000000000000000"],
    [int(1), "07bff0000000000000"],
    [int(-1), "07400fffffffffffff"],
    [int(2n ** 53n + 1n), "07c3400000000000000001"],
    [int(2n ** 63n - 1n), "07c3dfffffffffffff03ff"],
    [{ timestampValue: "0001-01-01T00:00:00.000001Z" }, "080000000000000001"],
    [text("a\0"), "096100ff0001"],
    [{ bytesValue: "AP8=" }, "0a00ffff0001"],
    [list(text("a"), { nullValue: null }), "0d 09610001 05 00"],
    [map({ a: { nullValue: null } }), "0f 01 610001 05 00"],
    [map({ __type__: text("__vector__"), value: list(int(1)) }), "0e 00000001 07bff0000000000000"],
  ];
  for (const [value, bytes] of examples) expect(hex(value)).toBe(bytes.replaceAll(" ", ""));
  expect(hex({ referenceValue: "projects/p" })).toBe(
    `0b02${Buffer.from("projects").toString("hex")}00010270000100`,
  );
});

test("no value's bytes begin another's", () => {
  for (const family of families(seededRandom(3), 500)) {
    const all = family.map(encodeValue);
    for (const a of all) {
      for (const b of all) {
        const isBeginning = a.equals(b.subarray(0, a.length));
        expect(isBeginning).toBe(a.equals(b));
      }
    }
  }
});

test("a value of more than 1,500 bytes is cut, and still equal only to itself", () => {
  // One byte for the type and two for the end.
  expect(encodeValue(text("x".repeat(1_497))).length).toBe(1_500);
  for (const length of [1_498, 1_499, 1_500, 5_000, 1_000_000]) {
    const long = encodeValue(text("x".repeat(length)));
    expect(long.length).toBe(MAX_COMPONENT_BYTES);
    expect(long).toEqual(encodeValue(text("x".repeat(length))));
    expect(long).not.toEqual(encodeValue(text(`${"x".repeat(length - 1)}y`)));
  }
  const deep = map({ a: list(text("x".repeat(2_000)), int(1)) });
  expect(encodeValue(deep).length).toBe(MAX_COMPONENT_BYTES);
  expect(encodeValue(deep)).not.toEqual(
    encodeValue(map({ a: list(text("x".repeat(2_000)), int(2)) })),
  );
});

test("a range of a rank holds the values of that rank and no others", () => {
  const random = seededRandom(4);
  const values = Array.from({ length: 400 }, () => randomValue(random, 1));
  for (const value of values.slice(0, 50)) {
    const { from, to } = rankRange(value);
    for (const other of values) {
      const bytes = encodeValue(other);
      const isInside = Buffer.compare(from, bytes) <= 0 && Buffer.compare(bytes, to) < 0;
      expect(isInside).toBe(rankOf(other) === rankOf(value));
    }
  }
});

test("inverted bytes order the other way round, also with something behind them", () => {
  for (const family of families(seededRandom(5), 300)) {
    for (const a of family.map(encodeValue)) {
      expect(invert(invert(a))).toEqual(a);
      for (const b of family.map(encodeValue)) {
        const order = Buffer.compare(
          Buffer.concat([invert(a), Buffer.of(1)]),
          Buffer.concat([invert(b), Buffer.of(1)]),
        );
        expect(order).toBe(Buffer.compare(b, a));
        expect(Buffer.compare(invert(b), successor(invert(a))) < 0).toBe(Buffer.compare(b, a) >= 0);
      }
    }
  }
});

test("the end of every component is found in a row of them", () => {
  const random = seededRandom(6);
  for (let round = 0; round < 3_000; round += 1) {
    const components = Array.from({ length: 1 + random.below(4) }, () => {
      const bytes = encodeValue(randomValue(random, random.below(4)));
      const isInverted = random.below(2) === 0;
      return { bytes: isInverted ? invert(bytes) : bytes, isInverted };
    });
    const rest = Buffer.from(Array.from({ length: random.below(4) }, () => random.below(256)));
    const key = new Uint8Array(
      Buffer.concat([Buffer.of(4), ...components.map(({ bytes }) => bytes), rest]),
    );
    let at = 1;
    for (const { bytes, isInverted } of components) {
      const end = componentEnd(key, at, isInverted);
      expect(end - at, Buffer.from(key).toString("hex")).toBe(bytes.length);
      at = end;
    }
  }
});

test("the end is found of what ends just before, at and after the 1,500th byte", () => {
  const shapes: ((filler: string) => FirestoreValue)[] = [
    text,
    (filler) => text(`${filler}\0`),
    (filler) => ({ bytesValue: Buffer.from(`${filler}\0\0`).toString("base64") }),
    (filler) => list(text(filler), int(1)),
    (filler) => list(text(filler), { geoPointValue: {} }, { booleanValue: true }),
    (filler) => map({ [filler]: { nullValue: null } }),
    (filler) => map({ a: list(map({ b: text(filler), c: map({}) })) }),
    (filler) => ({ referenceValue: `a/${filler}/__id5__` }),
    (filler) => list(text(filler), map({ __type__: text("__vector__"), value: list(double(1)) })),
    (filler) => list(text(filler), { timestampValue: "2024-01-01T00:00:00Z" }, int(2n ** 60n)),
  ];
  for (const shape of shapes) {
    for (let length = 1_440; length <= 1_510; length += 1) {
      const bytes = encodeValue(shape("x".repeat(length)));
      expect(componentEnd(Buffer.concat([bytes, bytes]), 0, false)).toBe(bytes.length);
      expect(componentEnd(Buffer.concat([bytes, invert(bytes)]), bytes.length, true)).toBe(
        2 * bytes.length,
      );
    }
  }
});

test("a numeric id does not end a reference, whatever its number's bytes are", () => {
  for (const number of [1n, 256n, 65_536n, 2n ** 48n, -(2n ** 63n), 2n ** 63n - 1n]) {
    const bytes = encodeValue({ referenceValue: `a/__id${number}__/b` });
    expect(componentEnd(Buffer.concat([bytes, bytes]), 0, false)).toBe(bytes.length);
    expect(componentEnd(Buffer.concat([invert(bytes), bytes]), 0, true)).toBe(bytes.length);
  }
});

test("bytes that end inside a component, or are none, are refused", () => {
  const bytes = encodeValue(list(text("abc"), int(5)));
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => componentEnd(bytes.subarray(0, length), 0, false)).toThrow(RangeError);
  }
  expect(() => componentEnd(Buffer.of(0x10), 0, false)).toThrow(RangeError);
});
