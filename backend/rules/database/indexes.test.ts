/** What `.indexOn` asks for, and where. */
import { expect, test } from "vitest";
import { compileDatabaseRules, RulesError } from "../index.ts";

function compile(rules: object) {
  return compileDatabaseRules({ file: "test.json", text: JSON.stringify({ rules }) });
}

test("indexes are named below the nodes whose children they order, sorted and each once", () => {
  const { indexes } = compile({
    ".indexOn": "z",
    a: { ".read": true, b: { ".indexOn": ["n", "deep//er/", ".value", "n"] } },
    $other: { c: { ".indexOn": ["a"] } },
    none: {},
  });
  expect(indexes.names).toEqual(["z"]);
  expect(indexes.children.get("a")?.children.get("b")?.names).toEqual([".value", "deep/er", "n"]);
  expect(indexes.wildcard?.children.get("c")?.names).toEqual(["a"]);
});

test("a key with rules of its own has none of the wildcard's indexes", () => {
  const { indexes } = compile({ $any: { ".indexOn": "n" }, own: { ".read": true } });
  expect(indexes.children.get("own")).toEqual({ names: [], children: new Map() });
  const { indexes: without } = compile({ $any: { ".read": true }, own: { ".read": true } });
  expect(without).toEqual({ names: [], children: new Map() });
});

test("keys and priorities need no index", () => {
  expect(compile({ ".indexOn": [".key", ".priority"] }).indexes.names).toEqual([]);
});

test("an index that orders by nothing is refused with its place", () => {
  for (const bad of ["", "/", "a.b", "$a", ".other", "a/.value", 5, { a: 1 }, [["a"]], null]) {
    expect(() => compile({ a: { ".indexOn": bad } }), JSON.stringify(bad)).toThrow(RulesError);
  }
  expect(() => compile({ ".indexOn": "a#" })).toThrow(/test\.json:1:\d+/);
});
