import { compareKeys } from "#lib/database-key.ts";
import { expect, test } from "vitest";
import { seededRandom } from "./testing/random.ts";
import { decodePath, encodeKey, encodePath, endOfRange, keyBytesAt } from "./encode-path.ts";
import { parsePath } from "./path.ts";

const EDGES = [
  ..."0 1 -1 9 10 -10 00 01 001 -0 -00 -01 2147483647 2147483648 -2147483648 -2147483649".split(
    " ",
  ),
  ..."02147483647 99999999999 a A b aa a0 0a 1a - -- é ü \u07ff \u0800 \ud83d\ude00 \uffff".split(
    " ",
  ),
  ..."\ud800 \udc00 __proto__ constructor ! ~ \u0080 x\ud83d x\ue000 ÿ".split(" "),
  `${"0".repeat(300)}7`,
];

test("the bytes of keys order as the SDK orders keys, and give the keys back", () => {
  const random = seededRandom(1);
  const keys = [...EDGES];
  for (let i = 0; i < 400; i += 1) keys.push(random.key());
  const wrong: unknown[] = [];
  for (const a of keys) {
    expect(decodePath(encodePath([a, "x", a]))).toEqual([a, "x", a]);
    for (const b of keys) {
      const bytes = Math.sign(Buffer.compare(encodePath([a]), encodePath([b])));
      const sdk = Math.sign(nameCompare(a, b));
      // The SDK takes 00 and -0 for equal; a tree must keep both apart.
      const isRight = sdk === 0 && a !== b ? bytes !== 0 : bytes === sdk;
      if (!isRight || Math.sign(compareKeys(a, b)) !== sdk) wrong.push([a, b, bytes]);
    }
  }
  expect(wrong).toEqual([]);
});

test("a range holds exactly the path and its descendants", () => {
  const random = seededRandom(2);
  const keys = [...EDGES, "a\uffff", "1", "10"];
  const paths = Array.from({ length: 300 }, () =>
    Array.from({ length: random.below(4) }, () => random.pick(keys)),
  );
  const wrong: unknown[] = [];
  for (const parent of paths) {
    const [start, end] = [encodePath(parent), endOfRange(encodePath(parent))];
    for (const path of paths) {
      const bytes = encodePath(path);
      const inRange = Buffer.compare(bytes, start) >= 0 && Buffer.compare(bytes, end) < 0;
      if (inRange !== parent.every((key, i) => path[i] === key)) wrong.push([parent, path]);
    }
  }
  expect(wrong).toEqual([]);
});

test("a bound that can be no key orders among keys as the SDK orders it", () => {
  const random = seededRandom(5);
  const keys = [...EDGES];
  for (let i = 0; i < 200; i += 1) keys.push(random.key());
  const bounds = ["", ".priority", "\u0000", "$", "]", "x".repeat(5_000), "9".repeat(5_000)];
  for (const key of keys) bounds.push(`${key}\u0000`, `${key}\u0000z`, `${key}.`, `\u0001${key}`);
  const wrong: unknown[] = [];
  for (const bound of bounds) {
    for (const key of keys) {
      const bytes = Math.sign(Buffer.compare(encodeKey(bound), encodeKey(key)));
      if (bytes !== Math.sign(nameCompare(bound, key))) wrong.push([bound.slice(0, 9), key, bytes]);
    }
  }
  expect(wrong).toEqual([]);
});

test("a priority is before all children of its node, and is none of them", () => {
  const node = encodePath(["a"]);
  const priority = encodePath(["a", ".priority"]);
  expect(decodePath(priority)).toEqual(["a", ".priority"]);
  for (const key of EDGES) {
    const child = encodePath(["a", key]);
    expect(Buffer.compare(node, priority)).toBe(-1);
    expect(Buffer.compare(priority, child)).toBe(-1);
    expect(keyBytesAt(encodePath(["a", key, "x"]), node.length)).toEqual(encodeKey(key));
  }
});

test("a path is refused for a key that Firebase does not have, for depth and for length", () => {
  for (const bad of ["a.b", "a#", "$x", "a[", "a]", "\u0000", "a\u001f", "\u007f", 5, null]) {
    expect(() => parsePath(bad)).toThrow(/key|path/i);
  }
  expect(() => parsePath("é".repeat(385))).toThrow(/768/);
  expect(parsePath("é".repeat(384))).toHaveLength(1);
  expect(() => parsePath("a/".repeat(33))).toThrow(/32/);
  expect(parsePath("a/".repeat(32))).toHaveLength(32);
  expect(parsePath("//a///b/")).toEqual(["a", "b"]);
});

/** As the SDK's own (util.ts), told once more from its description. */
function nameCompare(a: string, b: string): number {
  const [x, y] = [int32(a), int32(b)];
  if (x !== null && y !== null) return x - y === 0 ? a.length - b.length : x - y;
  if (x !== null || y !== null) return x === null ? 1 : -1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function int32(key: string): number | null {
  const value = /^-?(0*)\d{1,10}$/.test(key) ? Number(key) : NaN;
  return Math.trunc(value) === (value | 0) ? value : null;
}
