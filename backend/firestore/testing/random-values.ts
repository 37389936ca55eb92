/** Random values that lie close to each other, as the edges of an order need them. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { type Random, seededRandom } from "../../../tests/support/seeded-random.ts";
import { compareUtf8 } from "../text-order.ts";
import { formatTimestamp } from "../timestamp.ts";
import { MAX_INTEGER, MIN_INTEGER } from "../value.ts";

export { type Random, seededRandom };

const CHARACTERS = [
  "a",
  "b",
  "\0",
  "\u0001",
  "\u007f",
  "é",
  "\ue000",
  "\uffff",
  "😀",
  "\u{10ffff}",
];
const NAMES = ["a", "b", "aa", "a\0", "a.b", "`", "9", "10", "é", "\uffff", "😀"];
const EDGES = [0n, 2n ** 53n, 2n ** 54n, 2n ** 62n, MAX_INTEGER];
const DOUBLES = [0, 0.5, 5e-324, 2.2250738585072014e-308, 2 ** 53, 2 ** 62, 2 ** 63, 1.5e308];

/** Canonical, as `parseValue` makes them. @param depth of maps and arrays that may still come */
export function randomValue(random: Random, depth = 2): FirestoreValue {
  const make = random.pick(depth === 0 ? LEAVES : [...LEAVES, randomArray, randomMap, randomMap]);
  return make(random, depth);
}

/** The value itself or one that differs from it a little, most often of the same type. */
export function valueNear(random: Random, value: FirestoreValue): FirestoreValue {
  if ("stringValue" in value) return { stringValue: textNear(random, value.stringValue) };
  if ("integerValue" in value) return numberNear(random, BigInt(value.integerValue));
  if ("arrayValue" in value) {
    const values = (value.arrayValue.values ?? []).map((element) =>
      random.below(2) === 0 ? element : elementNear(random, element),
    );
    if (random.below(3) === 0) values.push(randomValue(random, 0));
    return { arrayValue: { values: random.below(4) === 0 ? values.slice(0, -1) : values } };
  }
  if ("mapValue" in value && value.mapValue.fields?.["__type__"] === undefined) {
    const near = { ...value.mapValue.fields };
    for (const name of Object.keys(near)) {
      if (random.below(3) === 0) near[name] = valueNear(random, near[name] as FirestoreValue);
      else if (random.below(5) === 0) delete near[name];
    }
    return { mapValue: { fields: sorted(near) } };
  }
  return random.below(3) === 0 ? value : randomValue(random, 1);
}

function randomText(random: Random): string {
  // Long ones end around the length from where on only a digest tells them apart.
  if (random.below(12) === 0) return "x".repeat(1_490 + random.below(20)) + shortText(random);
  return shortText(random);
}

function randomId(random: Random): string {
  const numeric = `__id${random.pick(["", "-"])}${random.pick(["0", "7", "07", "10", "9".repeat(19)])}__`;
  return random.pick([numeric, random.pick(CHARACTERS) + shortText(random), "a", "b"]);
}

/** @param length how many ids */
export function randomPath(random: Random, length: number): string {
  return Array.from({ length }, () => randomId(random)).join("/");
}

type Make = (random: Random, depth: number) => FirestoreValue;

const LEAVES: readonly Make[] = [
  () => ({ nullValue: null }),
  (random) => ({ booleanValue: random.below(2) === 0 }),
  (random) => numberNear(random, random.pick(EDGES) * random.pick([1n, -1n])),
  (random) => numberNear(random, random.pick(EDGES) * random.pick([1n, -1n])),
  (random) => ({ doubleValue: randomDouble(random) }),
  (random) => ({ timestampValue: randomTimestamp(random) }),
  (random) => ({ stringValue: randomText(random) }),
  (random) => ({ stringValue: randomText(random) }),
  (random) => ({ bytesValue: randomBytes(random).toString("base64") }),
  (random) => ({
    referenceValue: `projects/p/databases/(default)/documents/${randomPath(random, 2)}`,
  }),
  (random) => ({
    geoPointValue: {
      latitude: random.pick([0, -0, 1e-300, -45.5, 90, -90]),
      longitude: random.pick([0, -0, 0.1, 180, -180]),
    },
  }),
  randomVector,
];

function randomArray(random: Random, depth: number): FirestoreValue {
  const values = Array.from({ length: random.below(4) }, () => {
    const value = randomValue(random, depth - 1);
    // An array holds no arrays.
    return "arrayValue" in value ? { mapValue: { fields: sorted({ a: value }) } } : value;
  });
  return { arrayValue: { values } };
}

function randomMap(random: Random, depth: number): FirestoreValue {
  const fields: FirestoreFields = {};
  for (let i = random.below(4); i > 0; i -= 1) {
    fields[random.pick(NAMES)] = randomValue(random, depth - 1);
  }
  return { mapValue: { fields: sorted(fields) } };
}

function randomVector(random: Random): FirestoreValue {
  const length = random.pick([0, 1, 2, 2, 200]);
  const values = Array.from({ length }, () => ({ doubleValue: random.pick([0, 1, -1.5]) }));
  const type: FirestoreValue = { stringValue: "__vector__" };
  return { mapValue: { fields: { __type__: type, value: { arrayValue: { values } } } } };
}

function elementNear(random: Random, element: FirestoreValue): FirestoreValue {
  const near = valueNear(random, element);
  return "arrayValue" in near ? element : near;
}

/** A whole number close to this one, or the double there. */
function numberNear(random: Random, integer: bigint): FirestoreValue {
  const near = integer + BigInt(random.below(5) - 2);
  if (random.below(2) === 0) return { doubleValue: canonicalDouble(Number(near)) };
  const clamped = near < MIN_INTEGER ? MIN_INTEGER : near > MAX_INTEGER ? MAX_INTEGER : near;
  return { integerValue: String(clamped) };
}

function randomDouble(random: Random) {
  if (random.below(4) === 0) return random.pick(["NaN", "Infinity", "-Infinity", "-0"] as const);
  const double = random.pick(DOUBLES) + random.pick([0, 0, 0.25, 5e-324]);
  return canonicalDouble(double * random.pick([1, -1]));
}

function canonicalDouble(double: number) {
  return Object.is(double, -0) ? ("-0" as const) : double;
}

function randomTimestamp(random: Random): string {
  const seconds = random.pick([-62_135_596_800, -1, 0, 1_700_000_000, 253_402_300_799]);
  return formatTimestamp({ seconds, micros: random.pick([0, 1, 1_000, 500_000, 999_999]) });
}

function randomBytes(random: Random): Buffer {
  const length = random.below(20) === 0 ? 1_495 + random.below(10) : random.below(4);
  return Buffer.from(Array.from({ length }, () => random.pick([0, 0, 1, 127, 255])));
}

function textNear(random: Random, text: string): string {
  const characters = Array.from(text);
  if (random.below(2) === 0) characters.pop();
  if (random.below(2) === 0) characters.push(random.pick(CHARACTERS));
  return characters.join("");
}

function shortText(random: Random): string {
  return Array.from({ length: random.below(4) }, () => random.pick(CHARACTERS)).join("");
}

function sorted(fields: FirestoreFields): FirestoreFields {
  const names = Object.keys(fields).toSorted(compareUtf8);
  return Object.fromEntries(names.map((name) => [name, fields[name] as FirestoreValue]));
}
