import { expect, test } from "vitest";
import type { DatabaseValue } from "../rules/index.ts";
import { encodeIndexed } from "./encode-indexed.ts";
import { compareValues } from "./testing/apply-query.ts";
import { seededRandom } from "./testing/random.ts";

const NUMBERS = [0, -0, 1, -1, 0.1, -0.1, 5e-324, -5e-324, 2 ** 53, -(2 ** 53), 1e308, -1e308];
const TEXTS =
  "a b aa A 0 \u0000 a\u0000 a\u0000b \u007f \u0080 \u07ff \u0800 \ud83d\ude00 \ufffd \uffff \ud800 \udfff \ue000 x\ud83d x\ud83d\ude00 x\ue000";
const EDGES: DatabaseValue[] = [
  null,
  false,
  true,
  {},
  { a: 1 },
  "",
  ...NUMBERS,
  ...TEXTS.split(" "),
];

test("the bytes of values order as the SDK orders values", () => {
  const random = seededRandom(4);
  const values = [...EDGES];
  for (let i = 0; i < 300; i += 1) values.push(random.leaf());
  const wrong: unknown[] = [];
  for (const a of values) {
    for (const b of values) {
      const bytes = Math.sign(Buffer.compare(encodeIndexed(a), encodeIndexed(b)));
      if (bytes !== Math.sign(compareValues(a, b))) wrong.push([a, b, bytes]);
    }
  }
  expect(wrong).toEqual([]);
});

test("a leaf's priority is not looked at", () => {
  expect(encodeIndexed({ ".value": "x", ".priority": 1 })).toEqual(encodeIndexed("x"));
});
