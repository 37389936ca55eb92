import { expect, test } from "vitest";
import { formatDatabaseValue, formatServiceValue } from "./format-value.ts";
import { noValue } from "../evaluation.ts";
import { treeView } from "../testing/trees.ts";
import { mapOf, type ServiceValue } from "../service/value.ts";

const second = 1_000_000_000n;

test.each<[ServiceValue, string]>([
  [null, "null"],
  [true, "true"],
  [5n, "5"],
  [1.5, "1.5"],
  ['a"b', String.raw`"a\"b"`],
  [[1n, ["a"]], '[1, ["a"]]'],
  [
    mapOf(
      new Map<string, ServiceValue>([
        ["a", 1n],
        ["b", mapOf(new Map())],
      ]),
    ),
    "{a: 1, b: {}}",
  ],
  [{ type: "map", keys: () => ["a"], get: () => undefined }, "{a: null}"],
  [{ type: "set", items: [1n, "a"] }, '{1, "a"}'],
  [{ type: "path", segments: ["a", "b"] }, "/a/b"],
  [{ type: "timestamp", nanoseconds: second }, "timestamp 1970-01-01T00:00:01.000Z"],
  [{ type: "duration", nanoseconds: second / 2n }, "duration 0.5s"],
  [{ type: "bytes", text: "AAEC" }, "bytes AAEC"],
  [{ type: "latlng", latitude: 1, longitude: -2 }, "latlng 1,-2"],
  [
    { type: "map_diff", added: ["a"], removed: ["b"], changed: ["c"], unchanged: ["d"] },
    'a difference in "a", "b", "c"',
  ],
  [{ type: "found", facts: {} }, "what the query finds"],
  ["x".repeat(100), `"${"x".repeat(78)}…`],
])("a value is shown as %2$s", (value, text) => {
  expect(formatServiceValue(value)).toBe(text);
});

test("what a query does not tell is not known; other errors are bugs", () => {
  const failing = (error: Error): ServiceValue => ({
    type: "map",
    get: () => undefined,
    keys: () => {
      throw error;
    },
  });
  expect(formatServiceValue([failing(noValue)])).toBe("[not known]");
  expect(() => formatServiceValue(failing(new Error("a bug")))).toThrow("a bug");
});

const view = treeView({ a: { b: 1, "c-d": { e: "x" } } });

test.each([
  [null, "null"],
  [{ a: [1, "b"] }, '{"a":[1,"b"]}'],
  [{ view: { exists: true } }, '{"view":{"exists":true}}'],
  [{ view, path: ["a"] }, "{b, c-d}"],
  [{ view, path: ["a", "b"] }, "1"],
  [{ view, path: ["b"] }, "null"],
  ["x".repeat(100), `"${"x".repeat(78)}…`],
])("of the Realtime Database, %j is shown as %s", (value, text) => {
  expect(formatDatabaseValue(value)).toBe(text);
});
