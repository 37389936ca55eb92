/** What one request of many writes costs its rules. */
import { expect, test } from "vitest";
import { compileDatabaseRules } from "../index.ts";
import type { RulesObserver } from "../observer.ts";
import { nowMs, signedIn, toPath, treeView, writeRequest } from "../testing/trees.ts";
import type { DatabaseValue } from "./types.ts";

const me = signedIn("me");

/** `seen`: every evaluation, in its order. */
function compile(rules: object) {
  const seen: string[] = [];
  const observer: RulesObserver = {
    found: () => {},
    evaluated: ({ name }, holds) => void seen.push(`${name} ${holds}`),
  };
  const text = JSON.stringify({ rules });
  return { seen, ...compileDatabaseRules({ file: "test.json", text }, observer) };
}

function many(count: number, path: string, value: DatabaseValue): Record<string, DatabaseValue> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${path}${i}`, value]));
}

test("thousands of writes below a place ask each of its rules once, from the root down", () => {
  const rules = compile({
    ".write": "newData.child('open').val() === true",
    ".validate": "newData.exists()",
    list: {
      ".write": "auth.uid === 'me'",
      ".validate": "newData.hasChildren()",
      $item: { ".validate": "newData.isNumber()" },
    },
  });
  const request = writeRequest(me, null, many(1_000, "list/k", 1));
  const views: string[] = [];
  const newRoot = treeView({ list: many(1_000, "k", 1) });
  const counted = {
    ...newRoot,
    exists: (path: readonly string[]) => (views.push(path.join("/")), newRoot.exists(path)),
    value: (path: readonly string[]) => (views.push(path.join("/")), newRoot.value(path)),
  };
  expect(rules.allowsWrite({ ...request, newRoot: counted })).toBe(true);
  const above = [".write / false", ".write /list true", ".validate / true", ".validate /list true"];
  expect(rules.seen.slice(0, 4)).toEqual(above);
  expect(rules.seen.slice(4)).toEqual(Array(1_000).fill(".validate /list/$item true"));
  expect(views.filter((path) => path === "list").length).toBeLessThan(4);
});

test("a rule that refuses is asked once, and nothing is asked after it", () => {
  const rules = compile({ $user: { ".write": "false" }, own: { ".write": "true" } });
  expect(rules.allowsWrite(writeRequest(me, null, many(10, "you/k", 1)))).toBe(false);
  expect(rules.seen).toEqual([".write /$user false"]);
  const spoiled = compile({
    ".write": true,
    a: { ".validate": "false", b: { ".validate": true } },
  });
  expect(spoiled.allowsWrite(writeRequest(me, null, { "a/b": 1, "a/c": 1 }))).toBe(false);
  expect(spoiled.seen).toEqual([".write / true", ".validate /a false"]);
});

test("one rule is asked at each of the places where it stands", () => {
  const rules = compile({ $user: { ".write": "$user !== 'c'", ".validate": "$user !== 'b'" } });
  const allows = (paths: string[]) => {
    rules.seen.length = 0;
    const values = Object.fromEntries(paths.map((path) => [path, 1]));
    return rules.allowsWrite(writeRequest(me, null, values));
  };
  expect(allows(["a/x", "d/x", "a/y"])).toBe(true);
  expect(rules.seen).toHaveLength(4);
  expect(allows(["a/x", "b/x"])).toBe(false);
  expect(rules.seen).toEqual([
    ".write /$user true",
    ".write /$user true",
    ".validate /$user true",
    ".validate /$user false",
  ]);
  expect(allows(["a/x", "c/x"])).toBe(false);
  expect(rules.seen).toEqual([".write /$user true", ".write /$user false"]);
});

test("another request is asked anew", () => {
  const rules = compile({ a: { ".write": "auth.uid === 'me'", ".read": "auth.uid === 'me'" } });
  const write = writeRequest(me, null, { "a/b": 1 });
  const read = { nowMs, path: ["a"], root: treeView(null), query: null };
  for (const uid of ["me", "you", "me"]) {
    const auth = signedIn(uid);
    expect(rules.allowsWrite({ ...write, auth })).toBe(uid === "me");
    expect(rules.allowsRead({ ...read, auth })).toBe(uid === "me");
  }
  expect(rules.seen).toHaveLength(6);
});

test("what lies below several written nodes, as when their priorities are written, is validated once", () => {
  const rules = compile({
    ".write": true,
    a: {
      ".validate": "newData.hasChildren()",
      $key: { $below: { ".validate": "$below !== 'x'" } },
    },
  });
  const allows = (tree: DatabaseValue, paths: string[]) => {
    rules.seen.length = 0;
    const view = treeView(tree);
    const writes = paths.map(toPath).map((path) => ({ path, value: view.value(path) }));
    return rules.allowsWrite({ auth: me, nowMs, writes, root: view, newRoot: view });
  };
  const below = ".validate /a/$key/$below true";
  for (const paths of [
    ["a", "a/b"],
    ["a/b", "a"],
    ["a/b/c", "a", "a/b", "a/d/e"],
  ]) {
    expect(allows({ a: { b: { c: 1 }, d: { e: 1 } } }, paths)).toBe(true);
    expect(rules.seen.filter((text) => text === below)).toHaveLength(2);
    expect(rules.seen.filter((text) => text === ".validate /a true")).toHaveLength(1);
    // Whichever of the writes it lies below.
    expect(allows({ a: { b: { c: 1, x: 1 }, d: { e: 1 } } }, paths)).toBe(false);
    expect(allows({ a: { b: { c: 1 }, d: { e: 1, x: 1 } } }, paths)).toBe(false);
  }
});
