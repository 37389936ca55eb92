import { expect, test } from "vitest";
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { encodePath } from "./encode-path.ts";
import { componentEnd, encodeValue, invert } from "./encode-value.ts";
import type { FieldPath } from "./field-path.ts";
import {
  type ActiveIndexes,
  type CompositeIndex,
  type FieldOverride,
  type IndexField,
  type IndexScope,
} from "./index-definition.ts";
import {
  compositePrefix,
  containsPrefix,
  encodeName,
  entriesOf,
  fieldPrefix,
  namePrefix,
} from "./index-entries.ts";
import { randomPath, randomValue, seededRandom } from "./testing/random-values.ts";
import { compareValues } from "./value.ts";

const NONE: ActiveIndexes = { composites: [], overrides: [] };
const int = (value: number): FirestoreValue => ({ integerValue: String(value) });
const text = (value: string): FirestoreValue => ({ stringValue: value });
const list = (...values: FirestoreValue[]): FirestoreValue => ({ arrayValue: { values } });
const map = (fields: FirestoreFields): FirestoreValue => ({ mapValue: { fields } });

function composite(number: number, fields: IndexField[], more: Partial<CompositeIndex> = {}) {
  const usual = { collectionId: "notes", scope: "collection" as const, nameDescending: false };
  return { ...usual, fields, number, ...more };
}

const key = (...parts: Uint8Array[]) => Buffer.concat(parts).toString("hex");

function keysOf(fields: FirestoreFields, active: ActiveIndexes = NONE, path = "users/7/notes/a") {
  return entriesOf(path, fields, active).map(
    (entry) => `${entry.scope} ${entry.key.toString("hex")}`,
  );
}

const collectionName = encodeName("users/7/notes/a", "collection");
const groupName = encodeName("users/7/notes/a", "group");
const NAMES = [
  `collection ${key(namePrefix(), collectionName)}`,
  `group ${key(namePrefix(), groupName)}`,
];

test("a name is the id in its collection and the whole path in its group", () => {
  expect(collectionName).toEqual(Buffer.concat([encodePath("a"), Buffer.of(0)]));
  expect(groupName).toEqual(Buffer.concat([encodePath("users/7/notes/a"), Buffer.of(0)]));
});

test("a document without fields is found by its name alone, in both scopes", () => {
  expect(keysOf({})).toEqual(NAMES);
});

test("the keys are written as documented", () => {
  const active = {
    ...NONE,
    composites: [
      composite(258, [
        { path: ["a"], mode: "ascending" },
        { path: ["b"], mode: "contains" },
      ]),
    ],
  };
  const path = ["users", "7", "notes", "a"].map(
    (id) => `02 ${Buffer.from(id).toString("hex")} 0001`,
  );
  expect(keysOf({ a: { nullValue: null }, b: list(text("x")) }, active)).toEqual(
    [
      "01 0261000100",
      `01 ${path.join("")} 00`,
      "02 6100010000 05 0261000100",
      "02 6200010000 0d0978000100 0261000100",
      "03 6200010000 09780001 0261000100",
      "04 00000102 05 09780001 0261000100",
    ].map((bytes, i) => `${i === 1 ? "group" : "collection"} ${bytes.replaceAll(" ", "")}`),
  );
});

test("every field is indexed, also those in maps, but not what is in arrays and vectors", () => {
  const vector = map({ __type__: text("__vector__"), value: list({ doubleValue: 1 }) });
  const fields = {
    a: map({ b: map({ "c.d": int(1) }), empty: map({}) }),
    list: list(map({ x: int(1) })),
    v: vector,
  };
  const entry = (path: FieldPath, value: FirestoreValue) =>
    `collection ${key(fieldPrefix(path), encodeValue(value), collectionName)}`;
  expect(keysOf(fields)).toEqual([
    ...NAMES,
    entry(["a"], fields.a),
    entry(["a", "b"], map({ "c.d": int(1) })),
    entry(["a", "b", "c.d"], int(1)),
    entry(["a", "empty"], map({})),
    entry(["list"], fields.list),
    `collection ${key(containsPrefix(["list"]), encodeValue(map({ x: int(1) })), collectionName)}`,
    entry(["v"], vector),
  ]);
});

test("a field whose path is longer than a query could name has no entry, nor what is inside it", () => {
  const long = "x".repeat(1_400);
  const near = { [long]: map({ a: int(1), ["y".repeat(200)]: map({ b: int(2) }) }) };
  const within = map({ a: int(1) });
  expect(keysOf(near)).toHaveLength(keysOf({ [long]: within }).length);
});

test("an array is found by each of its distinct elements once", () => {
  const fields = { a: list(int(1), { doubleValue: 1 }, text("1"), int(1), { nullValue: null }) };
  const found = keysOf(fields).filter((line) => line.startsWith("collection 03"));
  expect(found).toEqual(
    [int(1), text("1"), { nullValue: null }].map(
      (value) => `collection ${key(containsPrefix(["a"]), encodeValue(value), collectionName)}`,
    ),
  );
  expect(keysOf({ a: list() }).filter((line) => line.startsWith("collection 03"))).toEqual([]);
});

test("an override takes indexes away and adds others, to a field and to what is inside it", () => {
  const override = (path: FieldPath, indexes: FieldOverride["indexes"]): FieldOverride => ({
    collectionId: "notes",
    path,
    indexes,
  });
  const overrides = [
    override(["off"], []),
    override(["off", "but"], [{ scope: "group", mode: "descending" }]),
    override(
      ["tags"],
      [
        { scope: "group", mode: "contains" },
        { scope: "group", mode: "ascending" },
        { scope: "group", mode: "descending" },
      ],
    ),
    { ...override(["plain"], []), collectionId: "others" },
  ];
  const tags = list(text("x"));
  const fields = { off: map({ x: int(1), but: int(2) }), plain: int(3), tags };
  expect(keysOf(fields, { ...NONE, overrides })).toEqual([
    ...NAMES,
    `group ${key(fieldPrefix(["off", "but"]), encodeValue(int(2)), groupName)}`,
    `collection ${key(fieldPrefix(["plain"]), encodeValue(int(3)), collectionName)}`,
    `group ${key(fieldPrefix(["tags"]), encodeValue(tags), groupName)}`,
    `group ${key(containsPrefix(["tags"]), encodeValue(text("x")), groupName)}`,
  ]);
});

test("a composite index has a document that has all its fields, in their directions", () => {
  const fields: IndexField[] = [
    { path: ["a", "b"], mode: "descending" },
    { path: ["c"], mode: "ascending" },
  ];
  const active = {
    ...NONE,
    composites: [
      composite(1, fields),
      composite(2, fields, { scope: "group", nameDescending: true }),
      composite(3, fields, { collectionId: "others" }),
    ],
  };
  const composites = (document: FirestoreFields) =>
    keysOf(document, active).filter((line) => /^\w+ 04/.test(line));
  const components = [invert(encodeValue(int(1))), encodeValue(text("x"))];
  expect(composites({ a: map({ b: int(1) }), c: text("x") })).toEqual([
    `collection ${key(compositePrefix(1), ...components, collectionName)}`,
    `group ${key(compositePrefix(2), ...components, invert(groupName))}`,
  ]);
  expect(composites({ a: map({}), c: text("x") })).toEqual([]);
  expect(composites({ a: int(1), c: text("x") })).toEqual([]);
});

test("a composite index has an entry for each distinct element of its array, and none without one", () => {
  const composites = [
    composite(1, [
      { path: ["tags"], mode: "contains" },
      { path: ["at"], mode: "descending" },
    ]),
  ];
  const found = (document: FirestoreFields) =>
    keysOf(document, { ...NONE, composites }).filter((line) => line.startsWith("collection 04"));
  const at = invert(encodeValue(int(5)));
  expect(found({ tags: list(text("x"), text("y"), text("x")), at: int(5) })).toEqual([
    `collection ${key(compositePrefix(1), encodeValue(text("x")), at, collectionName)}`,
    `collection ${key(compositePrefix(1), encodeValue(text("y")), at, collectionName)}`,
  ]);
  expect(found({ tags: list(), at: int(5) })).toEqual([]);
  expect(found({ tags: text("x"), at: int(5) })).toEqual([]);
});

test("prefixes of different fields begin no other's", () => {
  const paths = [["a"], ["a", "b"], ["a.b"], ["a\0"], ["a", "\0"], ["ab"], ["a\0b"], ["", "a"]];
  for (const a of paths) {
    for (const b of paths) {
      const isBeginning = fieldPrefix(b).subarray(0, fieldPrefix(a).length).equals(fieldPrefix(a));
      expect(isBeginning, JSON.stringify([a, b])).toBe(a === b);
    }
  }
});

test("within a field, entries lie in the order of values and then of names", () => {
  const random = seededRandom(1);
  const documents = Array.from({ length: 200 }, () => ({
    path: `c/${randomPath(random, 1)}`,
    value: randomValue(random),
  }));
  const prefix = fieldPrefix(["f"]);
  const entries = documents.map(({ path, value }) => {
    const entry = entriesOf(path, { f: value }, NONE).find(({ key: bytes }) =>
      bytes.subarray(0, prefix.length).equals(prefix),
    );
    const bytes = entry?.key ?? Buffer.of();
    const end = componentEnd(bytes, prefix.length, false);
    expect(bytes.subarray(end)).toEqual(encodeName(path, "collection"));
    return { bytes, path, value };
  });
  for (const a of entries) {
    for (const b of entries) {
      if (a.bytes.length > 1_500 || b.bytes.length > 1_500) continue;
      const names = Buffer.compare(encodePath(a.path), encodePath(b.path));
      const expected = Math.sign(compareValues(a.value, b.value)) || names;
      expect(Buffer.compare(a.bytes, b.bytes)).toBe(expected);
    }
  }
});

test("no two entries of a document are the same", () => {
  const random = seededRandom(2);
  const modes = ["ascending", "descending", "contains"] as const;
  for (let round = 0; round < 300; round += 1) {
    const fields: FirestoreFields = { a: randomValue(random, 3), b: randomValue(random, 3) };
    const scope: IndexScope = random.pick(["collection", "group"]);
    const composites = [0, 1, 2].map((number) =>
      composite(
        number,
        [
          { path: random.pick([["a"], ["a", "a"]]), mode: random.pick(modes) },
          { path: ["b"], mode: "descending" },
        ],
        { scope, nameDescending: random.below(2) === 0 },
      ),
    );
    const keys = keysOf(fields, { composites, overrides: [] });
    expect(new Set(keys).size).toBe(keys.length);
    expect(keysOf(fields, { composites, overrides: [] })).toEqual(keys);
  }
});

test("a document with more than 40,000 entries, or 8 MiB of them, is refused", () => {
  const wide = (count: number) => list(...Array.from({ length: count }, (_, i) => int(i)));
  // Two for the name, one for the field.
  expect(keysOf({ a: wide(39_997) })).toHaveLength(40_000);
  expect(() => keysOf({ a: wide(39_998) })).toThrow("more than 40000 index entries");
  const named = (count: number) =>
    map(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, int(i)])));
  expect(keysOf({ ["x".repeat(1_400)]: named(5_000) })).toHaveLength(5_003);
  expect(() => keysOf({ ["x".repeat(1_400)]: named(7_000) })).toThrow(
    "more than 8 MiB of index entries",
  );
});
