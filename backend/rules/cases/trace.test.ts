import { expect, test } from "vitest";
import { compileDatabaseRules, compileFirestoreRules } from "../index.ts";
import { formatDatabaseValue, formatServiceValue } from "./format-value.ts";
import { documentOf, lookupsIn, nowMs, signedIn, toPath, treeView } from "../testing/trees.ts";
import { createTracer, formatTrace } from "./trace.ts";
import type { RulesAuth } from "../types.ts";

const head = "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {\n";

/** The trace of a get of a/b with these fields. */
function traceOf(
  rules: string,
  fields: Record<string, unknown> = {},
  auth: RulesAuth = null,
): string[] {
  const source = { file: "a.rules", text: `${head}${rules}\n} }` };
  const tracer = createTracer();
  const compiled = compileFirestoreRules(source, tracer.observer);
  const request = { auth, nowMs, method: "get" as const, path: "a/b" };
  compiled.allows({ ...request, resource: documentOf("a/b", fields) }, lookupsIn({}));
  return formatTrace(source, tracer.take(), formatServiceValue);
}

/** Why the only rule came to what it did: without the places. */
function whyOf(condition: string, fields?: Record<string, unknown>, auth?: RulesAuth): string[] {
  const lines = traceOf(`match /a/{b} { allow get: if ${condition}; }`, fields, auth);
  return lines.slice(1).map((line) => line.replace(/^ {2}\d+:\d+ /, ""));
}

test("each rule that was asked is named with its place and what it came to", () => {
  const rules = `match /a/{b} {
  allow list;
  allow get: if resource.data.n == 1;
  allow get: if request.auth == null;
  allow get;
}`;
  expect(traceOf(rules, { n: 2 })).toEqual([
    "a.rules:4:3 allow get /databases/{d}/documents/a/{b}: does not grant",
    "  4:17 `resource.data.n == 1` is false: resource.data.n is 2",
    "a.rules:5:3 allow get /databases/{d}/documents/a/{b}: grants",
    "  5:17 `request.auth == null` is true: request.auth is null",
  ]);
  expect(traceOf("match /a/{b} { allow get; }")).toEqual([
    "a.rules:2:16 allow get /databases/{d}/documents/a/{b}: grants",
  ]);
  expect(traceOf("match /c/{b} { allow get; }")).toEqual([]);
});

test("of a && b the part that failed is told, of those that all hold each", () => {
  const condition = "resource.data.a == 1 && resource.data.b == 1 && resource.data.c == 1";
  expect(whyOf(condition, { a: 1, b: 2, c: 3 })).toEqual([
    "`resource.data.b == 1` is false: resource.data.b is 2",
  ]);
  expect(whyOf("resource.data.a == 1 && b == 'b'", { a: 1 })).toEqual([
    "`resource.data.a == 1` is true: resource.data.a is 1",
    "`b == 'b'` is true: b is \"b\"",
  ]);
});

test("of a || b the part that holds is told, of those that all failed each", () => {
  const condition = "resource.data.a == 1 || resource.data.b == 1";
  expect(whyOf(condition, { a: 2, b: 1 })).toEqual([
    "`resource.data.b == 1` is true: resource.data.b is 1",
  ]);
  expect(whyOf(condition, { a: 2, b: 2 })).toEqual([
    "`resource.data.a == 1` is false: resource.data.a is 2",
    "`resource.data.b == 1` is false: resource.data.b is 2",
  ]);
});

test("what has no value is told with the innermost expression that has none", () => {
  expect(whyOf("request.auth.uid == b && true")).toEqual([
    "`request.auth.uid` has no value: request.auth is null",
  ]);
  expect(whyOf("resource.data.deep.n > 1 || false", { deep: { m: 1 } })).toEqual([
    "`resource.data.deep.n` has no value: resource.data.deep is {m: 1}",
  ]);
  expect(whyOf("resource.data.a && true", { a: 5 })).toEqual([
    "`resource.data.a` is 5: resource.data is {a: 5}",
  ]);
  expect(whyOf("resource.data.a > 'x' ? true : false", { a: 5 })).toEqual([
    "`resource.data.a > 'x'` has no value: resource.data.a is 5",
  ]);
  expect(whyOf("resource.data.a", { a: 5 })).toEqual([
    "`resource.data.a` is 5: resource.data is {a: 5}",
  ]);
});

test("of a || b without a value each part is told that does not hold", () => {
  const rules = `function hasRole(role) { return request.auth != null && request.auth.token.get(role, false) == true; }
match /a/{b} { allow get: if hasRole('editr') || (resource.data.open == true || false); }`;
  expect(traceOf(rules, {}, signedIn("editor", { editor: true })).slice(1)).toEqual([
    '  2:57 `request.auth.token.get(role, false) == true` is false: request.auth.token.get(role, false) is false, role is "editr"',
    "  3:51 `resource.data.open` has no value: resource.data is {}",
  ]);
  expect(whyOf("resource.data.a || resource.data.n || b == 'c'", { n: 5 })).toEqual([
    "`resource.data.a` has no value: resource.data is {n: 5}",
    "`resource.data.n` is 5: resource.data is {n: 5}",
    "`b == 'c'` is false: b is \"b\"",
  ]);
});

test("of what is neither true nor false its value is told", () => {
  expect(whyOf("-resource.data.n", { n: 1 })).toEqual([
    "`-resource.data.n` is -1: resource.data.n is 1",
  ]);
});

test("a function, a negation and a choice are told by what they came down to", () => {
  const rules = `function isOwner(uid) {
  let owner = resource.data.owner;
  return request.auth.uid == uid && owner == uid;
}
match /a/{b} {
  allow get: if !(isOwner('me')) ? isOwner('you') : false;
}`;
  expect(traceOf(rules, { owner: "her" }, signedIn("you"))).toEqual([
    "a.rules:7:3 allow get /databases/{d}/documents/a/{b}: does not grant",
    '  4:37 `owner == uid` is false: owner is "her", uid is "you"',
  ]);
  const missing = traceOf(rules, {}, signedIn("you"));
  expect(missing[1]).toBe("  3:15 `resource.data.owner` has no value: resource.data is {}");
});

test("of a rule that costs too much that is said", () => {
  const lookups = Array.from({ length: 11 }, (_, index) => {
    return `!exists(/databases/(default)/documents/c/x${index})`;
  });
  expect(whyOf(lookups.join(" && "))).toEqual([
    "`exists(/databases/(default)/documents/c/x10)` costs more than one request may",
  ]);
});

test("a part in parentheses is quoted with them, and one that only says one without", () => {
  expect(whyOf("(resource.data.n + (1)) == ((2 - 1) * 3)", { n: 1 })).toEqual([
    "`(resource.data.n + (1)) == ((2 - 1) * 3)` is false: resource.data.n + (1) is 2, (2 - 1) * 3 is 3",
  ]);
  expect(whyOf("b == ')'")).toEqual(["`b == ')'` is false: b is \"b\""]);
});

test("reasons are told once, eight at most, and long ones are cut", () => {
  const parts = Array.from({ length: 10 }, (_, index) => `resource.data.n == ${index}`);
  const many = whyOf(parts.join(" || "), { n: 10 });
  expect(many).toHaveLength(9);
  expect(many.at(-1)).toBe("  and 2 more");
  const rules = `function isTwo() { return resource.data.n == 2; }
match /a/{b} { allow get: if isTwo() || isTwo(); }`;
  expect(traceOf(rules, { n: 1 })).toHaveLength(2);
  const [long] = whyOf("resource.data.t == 'short'", { t: "x".repeat(100) });
  expect(long).toBe(
    `\`resource.data.t == 'short'\` is false: resource.data.t is "${"x".repeat(78)}…`,
  );
});

test("parts that say what they are by themselves are not told again", () => {
  expect(whyOf("b in ['a', -1, {'x': /a/b}, [1.5]]")).toEqual([
    "`b in ['a', -1, {'x': /a/b}, [1.5]]` is false: b is \"b\"",
  ]);
  expect(
    whyOf("resource.data.n == -5 || exists(/databases/(default)/documents/c/x)", { n: 1 }),
  ).toEqual([
    "`resource.data.n == -5` is false: resource.data.n is 1",
    "`exists(/databases/(default)/documents/c/x)` is false",
  ]);
  expect(whyOf("resource.data.n == b'a'", { n: 1 })).toEqual([
    "`resource.data.n == b'a'` is false: resource.data.n is 1",
  ]);
  expect(whyOf("b in ['a', resource.data.n]", { n: 1 })).toEqual([
    "`b in ['a', resource.data.n]` is false: b is \"b\", ['a', resource.data.n] is [\"a\", 1]",
  ]);
});

test("rules of the Realtime Database say the same", () => {
  const text = `{ "rules": { ".read": false, "a": { "$id": {
  ".read": "auth.uid === $id && data.child('n').val() > 1 && $id.matches(/^x$/) && data.hasChildren(['n'])" } } } }`;
  const source = { file: "a.json", text };
  const tracer = createTracer();
  const rules = compileDatabaseRules(source, tracer.observer);
  const read = (uid: string, path: string) => {
    const root = treeView({ a: { x: { n: 2 }, y: { n: 0 }, z: { n: 2 } } });
    rules.allowsRead({ auth: signedIn(uid), nowMs, path: toPath(path), root, query: null });
    return formatTrace(source, tracer.take(), formatDatabaseValue);
  };
  expect(tracer.rules.map(({ name }) => name)).toEqual([".read /", ".read /a/$id"]);
  expect(read("y", "a/y")).toEqual([
    "a.json:1:14 .read /: does not grant",
    "a.json:2:3 .read /a/$id: does not grant",
    "  2:33 `data.child('n').val() > 1` is false: data.child('n').val() is 0",
  ]);
  expect(read("z", "a/z").at(-1)).toBe('  2:62 `$id.matches(/^x$/)` is false: $id is "z"');
  expect(read("y", "a/x").at(-1)).toBe(
    '  2:13 `auth.uid === $id` is false: auth.uid is "y", $id is "x"',
  );
  const granted = read("x", "a/x");
  expect(granted[1]).toBe("a.json:2:3 .read /a/$id: grants");
  expect(granted.at(-1)).toBe("  2:84 `data.hasChildren(['n'])` is true: data is {n}");
});
