import { expect, test } from "vitest";
import { parseMerge, parsePut } from "./parse-writes.ts";
import { parseWritePath } from "./path.ts";

test("a path of a write may end in a priority, and only end", () => {
  expect(parseWritePath("/a//b/.priority")).toEqual(["a", "b", ".priority"]);
  expect(parseWritePath(".priority")).toEqual([".priority"]);
  const deep = Array.from({ length: 32 }, () => "k").join("/");
  expect(parseWritePath(`${deep}/.priority`)).toHaveLength(33);
  for (const path of [`${deep}/k/.priority`, ".priority/a", "a/.priority/.priority", "a/.value"]) {
    expect(() => parseWritePath(path)).toThrow(/must not/);
  }
});

test("what is put at a priority must be one", () => {
  const path = ["a", ".priority"];
  for (const value of [null, 1, "p", { ".sv": "timestamp" }]) {
    expect(parsePut(path, value)).toEqual([{ path, value }]);
  }
  for (const value of [true, { a: 1 }, [1], { ".value": 1 }]) {
    expect(() => parsePut(path, value)).toThrow(/priority at "a" must be/);
  }
});

test("an update may have priorities among its paths", () => {
  const writes = parseMerge(["n"], { ".priority": 1, "a/.priority": null, "a/b": 2, "c/d": null });
  expect(writes).toEqual([
    { path: ["n", ".priority"], value: 1 },
    { path: ["n", "a", ".priority"], value: null },
    { path: ["n", "a", "b"], value: 2 },
    { path: ["n", "c", "d"], value: null },
  ]);
  expect(() => parseMerge([], { "a/.priority": { b: 1 } })).toThrow(/must be/);
});

test("an update that writes a node and its priority, or a path twice, is refused", () => {
  expect(() => parseMerge([], { a: 1, "a/.priority": 1 })).toThrow(/both "a" and "a\/.priority"/);
  expect(() => parseMerge([], { "a/.priority": 1, a: 1 })).toThrow(/both/);
  expect(() => parseMerge([], { "a/.priority": 1, "/a/.priority": 1 })).toThrow(/both/);
  expect(() => parseMerge([], { "": 1 })).toThrow(/not itself/);
});
