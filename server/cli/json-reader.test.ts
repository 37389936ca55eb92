import { expect, test } from "vitest";
import { JsonError, createJsonReader } from "./json-reader.ts";
import type { JsonScalar } from "./json-reader.ts";

/** What JSON.parse would give, read in chunks of at most `size` characters. */
function read(text: string, size = text.length): unknown {
  const stack: { value: Record<string, unknown>; key: string; isArray: boolean }[] = [];
  let root: unknown;
  const put = (value: unknown) => {
    const top = stack.at(-1);
    if (top === undefined) root = value;
    else if (top.isArray) (top.value as unknown as unknown[]).push(value);
    else Object.defineProperty(top.value, top.key, { value, enumerable: true, configurable: true });
  };
  const reader = createJsonReader({
    open(kind) {
      const value = (kind === "array" ? [] : {}) as Record<string, unknown>;
      put(value);
      stack.push({ value, key: "", isArray: kind === "array" });
    },
    key(key) {
      stack.at(-1)!.key = key;
    },
    scalar: (value: JsonScalar) => put(value),
    close: () => void stack.pop(),
  });
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  reader.end();
  return root;
}

function verdict(parse: () => unknown): { value: unknown } | "refused" {
  try {
    return { value: parse() };
  } catch (error) {
    if (error instanceof JsonError || error instanceof SyntaxError) return "refused";
    throw error;
  }
}

const documents = [
  "null",
  " [ ] ",
  "-0.5e-3",
  '{"a":{"b":[1,2.5,-3e10,true,false,null,"x"],"":{}},"__proto__":{"c":"\\u00fc\\n\\\\\\""}}',
  '\t[[[]],{"a":[{}]},"","\\\\","\\"","😀\\ud83d\\ude00"]\r\n',
];

test.each(documents)("%s is read as JSON.parse reads it, wherever it is cut", (text) => {
  for (let size = 1; size <= text.length; size += 1)
    expect(read(text, size)).toEqual(JSON.parse(text));
});

test.each([
  "",
  "{",
  "[1,]",
  "[,1]",
  '{"a":1,}',
  '{"a"}',
  '{"a":}',
  '{"a" 1}',
  "{a:1}",
  "{1:1}",
  "[1}",
  "}",
  "1 2",
  "[1] []",
  "01",
  "+1",
  ".5",
  "1.",
  "NaN",
  "Infinity",
  "undefined",
  "truex",
  "'a'",
  '"a\nb"',
  '"\\x41"',
  '"\\u12"',
  '"a',
  "[1 2]",
  '["a" "b"]',
  "[1:2]",
  ":",
  "\u00a01",
  "// a\n1",
])("%j is refused, wherever it is cut", (text) => {
  for (let size = 1; size <= Math.max(1, text.length); size += 1) {
    expect(() => read(text, size)).toThrow(JsonError);
  }
});

test("a document that was damaged anywhere gets the verdict of JSON.parse", () => {
  const text = documents[3]!;
  const marks = ["", "{", "}", "[", "]", ",", ":", '"', "\\", "1", "-", "e", " ", "null"];
  for (let at = 0; at < text.length; at += 1) {
    for (const mark of marks) {
      const damaged = text.slice(0, at) + mark + text.slice(at + 1);
      expect(
        verdict(() => read(damaged, 7)),
        damaged,
      ).toEqual(verdict(() => JSON.parse(damaged) as unknown));
    }
  }
});

test("a number that is larger than any is refused instead of being infinity", () => {
  expect(() => read("[1e400]")).toThrow("The number 1e400 is too large.");
  expect(read("1e308")).toBe(1e308);
});

test("what is wrong is shown with its line", () => {
  const reader = createJsonReader({ open() {}, key() {}, scalar() {}, close() {} });
  expect(() => reader.push('{"a": 1,\n\n "b": tru}')).toThrow("This is not JSON: tru");
  expect(reader.line()).toBe(3);
});

test("a word without an end does not fill memory", () => {
  const reader = createJsonReader({ open() {}, key() {}, scalar() {}, close() {} });
  expect(() => {
    for (let i = 0; i < 100; i += 1) reader.push("1".repeat(100));
  }).toThrow(JsonError);
});
