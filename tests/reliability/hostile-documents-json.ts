/**
 * Typed values and names as a hostile client of Firestore sends them, from a seed. Most can be understood, so that more
 * than the parsers is tried. They are JSON texts: `-0`, `1e309` and a name that is there twice are lost in a value.
 */
import { type Random, hostileValue } from "./hostile-database-json.ts";

export const ROOT = "projects/foyer/databases/(default)/documents";

export const quote = (text: string): string => JSON.stringify(text);

/** What can be understood, and what is hardly ever sent because it cannot. */
export type Choices = { good: readonly string[]; bad: readonly string[] };

const INTEGERS: Choices = {
  good: '"0" "1" "-1" "9007199254740993" "9223372036854775807" "-9223372036854775808" 7 -0'.split(
    " ",
  ),
  bad: '1e3 1.5 "9223372036854775808" "" "0x1" "1e3" null [] {}'.split(" "),
};
const DOUBLES: Choices = {
  good: '0 -0 1.5 1e308 -1e308 5e-324 9007199254740993 3 "NaN" "Infinity" "-Infinity"'.split(" "),
  bad: '1e309 "1.5" "nan" "" null [] {}'.split(" "),
};
const POINTS: Choices = {
  good: ["{}", '{"latitude":1}', '{"latitude":-0,"longitude":180}', '{"longitude":-180}'],
  bad: ['{"latitude":91}', '{"longitude":"NaN"}', '{"x":1}', "null"],
};
export const TIMES: Choices = {
  good: [
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.123456789Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z",
    "2026-01-01T00:00:00+14:00",
  ],
  bad: ["2026-02-30T00:00:00Z", "10000-01-01T00:00:00Z", "2026-01-01", ""],
};
const TEXTS: Choices = {
  good: [
    "",
    "a",
    "\0",
    "a\0b",
    "\u0001",
    "\uffff",
    "\u{1f600}",
    "é",
    "__vector__",
    "x".repeat(1_499),
    "x".repeat(1_500),
    `${"x".repeat(1_600)}a`,
    `${"x".repeat(1_600)}b`,
    "\0".repeat(1_000),
  ],
  bad: ["\ud800", "\udc00\ud800"],
};
const BYTES: Choices = {
  good: ["", "AA==", "AAA=", "AAAA", "AAAA".repeat(600)],
  bad: ["A", "-_8=", "%%"],
};
export const IDS: Choices = {
  good: [
    "a",
    "b",
    "c",
    "d",
    "e",
    "1",
    "10",
    "2",
    "__id7__",
    "__id-9223372036854775808__",
    "é",
    "\u{1f600}",
    "a b",
    "a\0b",
    "\u0001",
    "%",
    "?",
    "#",
    ":commit",
    "x:runQuery",
    "constructor",
  ],
  bad: [
    "",
    ".",
    "..",
    "__x__",
    "____",
    "__proto__",
    "\ud800",
    "__id99999999999999999999__",
    "k".repeat(1501),
    "k".repeat(7e3),
  ],
};
const FIELDS: Choices = {
  good: ["a", "b", "c", "d", "e"],
  bad: [
    "a.b",
    "",
    "`",
    "\\",
    "\0",
    "é",
    "\ud800",
    "__proto__x",
    "constructor",
    "toString",
    "__name__",
    "__proto__",
    "__type__",
    "value",
    "n".repeat(1500),
    "n".repeat(1501),
  ],
};
const PATHS: Choices = {
  good: ["a", "a", "b", "b", "c", "d", "e", "a.b", "__name__"],
  bad: [
    "`a.b`",
    "a.`b`.c",
    "`\\``",
    "`\\\\`",
    "*",
    "",
    ".",
    "a.",
    "a..b",
    "`",
    "`a",
    "a b",
    "1",
    "__proto__",
    "`é`",
    Array.from({ length: 30 }, () => "a").join("."),
  ],
};
export const BOOLEANS: Choices = { good: ["true", "false"], bad: ["1", "null"] };
const BAD_IN = 30;

export function pickOf(random: Random, { good, bad }: Choices): string {
  return random.pick(random.below(BAD_IN) === 0 ? bad : good);
}

/** JSON of a typed value. */
export function typedValue(random: Random, depth = 3): string {
  switch (random.below(depth === 0 ? 11 : 18)) {
    case 0:
      return '{"nullValue":null}';
    case 1:
      return `{"booleanValue":${pickOf(random, BOOLEANS)}}`;
    case 2:
    case 3:
      return `{"integerValue":${pickOf(random, INTEGERS)}}`;
    case 4:
      return `{"doubleValue":${pickOf(random, DOUBLES)}}`;
    case 5:
      return `{"timestampValue":${quote(pickOf(random, TIMES))}}`;
    case 6:
    case 7:
      return `{"stringValue":${quote(pickOf(random, TEXTS))}}`;
    case 8:
      return `{"bytesValue":${quote(pickOf(random, BYTES))}}`;
    case 9:
      return `{"referenceValue":${documentName(random)}}`;
    case 10:
      return `{"geoPointValue":${pickOf(random, POINTS)}}`;
    case 11:
      return `{"arrayValue":{"values":[${listOf(random, 4, () => typedValue(random, depth - 1))}]}}`;
    case 12:
      return vector(random);
    case 13:
      return nested(random);
    case 14:
      return random.below(4) === 0 ? hostileValue(random, 1) : '{"arrayValue":{}}';
    default:
      return `{"mapValue":{"fields":${fields(random, depth - 1)}}}`;
  }
}

function vector(random: Random): string {
  const numbers = listOf(random, 4, () => `{"doubleValue":${pickOf(random, DOUBLES)}}`);
  return `{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"},"value":{"arrayValue":{"values":[${numbers}]}}}}}`;
}

/** Deeper than a document may be, or just not. */
function nested(random: Random): string {
  const depth = random.below(BAD_IN) === 0 ? random.pick([20, 21, 400]) : random.pick([5, 8, 9]);
  const [open, close] = random.pick([
    ['{"mapValue":{"fields":{"a":', "}}}"],
    ['{"mapValue":{"fields":{"a":{"arrayValue":{"values":[', "]}}}}}"],
  ]);
  return `${open.repeat(depth)}{"integerValue":"1"}${close.repeat(depth)}`;
}

export function listOf(random: Random, most: number, item: () => string): string {
  return Array.from({ length: random.below(most + 1) }, item).join(",");
}

export function fields(random: Random, depth = 3): string {
  if (random.below(100) === 0) return wideFields(random);
  const members = Array.from({ length: 1 + random.below(4) }, () => {
    return `${quote(pickOf(random, FIELDS))}:${typedValue(random, depth)}`;
  });
  return `{${members.join(",")}}`;
}

/** As many index entries as a document may have, or more. */
function wideFields(random: Random): string {
  const count = random.pick([200, 2_000, 45_000]);
  const values = Array.from({ length: count }, (_, i) => `{"integerValue":"${i}"}`);
  return `{"a":{"arrayValue":{"values":[${values.join(",")}]}}}`;
}

/** The path of a document of the hostile collections, of some other place, or of none at all. */
export function documentPath(random: Random): string {
  const id = () => pickOf(random, IDS);
  const inside = random.below(4) === 0 ? `/${random.pick(["sub", "open"])}/${id()}` : "";
  switch (random.below(BAD_IN)) {
    case 0:
      return random.pick(["open", "honest/n", "", "nowhere/a", "open/a/sub", "a/".repeat(120)]);
    default:
      return `${random.below(12) === 0 ? "strict" : "open"}/${id()}${inside}`;
  }
}

export function documentName(random: Random): string {
  const foreign = [
    "projects/other/databases/(default)/documents/a/b",
    "projects/foyer/databases/x/documents/a/b",
    ROOT,
    "a/b",
    "",
  ];
  if (random.below(BAD_IN) === 0) return quote(random.pick(foreign));
  return quote(`${ROOT}/${documentPath(random)}`);
}

export function fieldPath(random: Random): string {
  return quote(pickOf(random, PATHS));
}
