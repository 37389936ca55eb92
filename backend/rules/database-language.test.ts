/** What Realtime Database rules mean, apart from the product's file. */
import { expect, test } from "vitest";
import { compileDatabaseRules, RulesError } from "./index.ts";
import { nowMs, signedIn, toPath, treeView, writeRequest } from "./testing/trees.ts";
import type { DatabaseValue } from "./database-types.ts";
import type { RulesAuth } from "./types.ts";

const me = signedIn("me", { email: "me@example.com", level: 3, tags: ["a"], empty: null });
const tree = {
  text: "Hello",
  number: 5,
  flag: true,
  node: { a: 1, b: { c: 2 } },
  users: { me: { name: "Ada" } },
};

function compile(rules: unknown) {
  const text = typeof rules === "string" ? rules : JSON.stringify({ rules });
  return compileDatabaseRules({ file: "test.json", text });
}

function holds(expression: string, auth: RulesAuth = me, path = "here"): boolean {
  const rules = compile({ $where: { ".read": expression } });
  return rules.allowsRead({ auth, nowMs, path: toPath(path), root: treeView(tree) });
}

const expressions: [string, boolean][] = [
  ["true", true],
  ["false", false],
  ["!false", true],
  ["auth != null", true],
  ["auth == null", false],
  ["auth.uid === 'me'", true],
  ["auth.token.level >= 3", true],
  ["auth.token['level'] === 3", true],
  ["auth.token.missing == null", true],
  ["auth.token.empty == null", true],
  ["auth.token.missing === true", false],
  ["auth.token.missing.deeper == null", false],
  ["auth.token.constructor == null", true],
  ["auth.token.__proto__ == null", true],
  ["auth.token.tags == null", false],
  ["auth.token.tags === auth.token.tags", false],
  ["auth.token.email.endsWith('@example.com')", true],
  ["auth.token.email.length === 14", true],
  ["$where === 'here'", true],
  ["$where.length === 4", true],
  [`now === ${nowMs}`, true],
  ["root.child('text').val() === 'Hello'", true],
  ["root.child('node/b/c').val() === 2", true],
  ["root.child('node').child('b').parent().child('a').val() === 1", true],
  ["root.child('users').child(auth.uid).child('name').val() == 'Ada'", true],
  ["root.child('users').child(auth.token.level).exists()", false],
  ["root.child('users').hasChild(auth.uid)", true],
  ["root.child('a.b').exists() || true", false],
  ["root.child('').exists() || true", false],
  ["root.parent().exists() || true", false],
  ["root.child('__proto__').exists()", false],
  ["root.child('constructor').exists()", false],
  ["data.exists()", false],
  ["data.val() == null", true],
  ["root.exists() && root.hasChildren()", true],
  ["root.hasChildren(['text', 'number'])", true],
  ["root.hasChildren(['text', 'missing'])", false],
  ["root.child('text').hasChildren()", false],
  ["root.child('text').isString()", true],
  ["root.child('number').isString()", false],
  ["root.child('number').isNumber() && root.child('flag').isBoolean()", true],
  ["root.child('node').isString() || root.child('node').isNumber()", false],
  ["root.child('node').val() == null", false],
  ["root.child('node').val() != null", true],
  ["root.child('node').val() === root.child('node').val()", false],
  ["root.child('number').val() + 1 === 6", true],
  ["root.child('number').val() * 2 - 1 === 9", true],
  ["root.child('number').val() / 2 === 2.5", true],
  ["root.child('number').val() % 2 === 1", true],
  ["-root.child('number').val() === -5", true],
  ["1 / 0 > 0", false],
  ["'a' + 'b' === 'ab'", true],
  ["'a' + 1 === 'a1'", true],
  ["'a' + null === 'anull'", false],
  ["'5' < 6", false],
  ["!('5' < 6)", false],
  ["'5' < 6 || true", false],
  ["true || '5' < 6", true],
  ["false && '5' < 6 || true", true],
  ["null < 1", false],
  ["'a' < 'b' && 2 > 1 && 2 >= 2 && 1 <= 1", true],
  ["5 == '5'", false],
  ["1 == true", false],
  ["null == false", false],
  ["1 && true", false],
  ["'text'", false],
  ["1", false],
  ["null", false],
  ["true ? false : true", false],
  ["1 ? true : true", false],
  ["1 < 2 ? 2 < 3 : false", true],
  ["1 + 2 * 3 === 7 && (1 + 2) * 3 === 9", true],
  ["true || false && false", true],
  ["'Hello'.contains('ell') && !'Hello'.contains('.')", true],
  ["'Hello'.beginsWith('He') && 'Hello'.endsWith('lo')", true],
  ["'Hello'.toLowerCase() === 'hello' && 'Hello'.toUpperCase() === 'HELLO'", true],
  ["'a.b.c'.replace('.', '$&') === 'a$&b$&c'", true],
  ["'aaaa'.replace('', 'b') === 'b'", false],
  ["'aaaa'.replace('', 'b') !== 'b'", false],
  ["'abc'.replace('b', '').length === 2", true],
  [`'a'.replace('a', '${"b".repeat(400)}').replace('b', '${"c".repeat(400)}').length > 1`, false],
  ["root.child('number').val().contains('5')", false],
  ["root.child('text').val().matches(/^H.l+o$/)", true],
  ["root.child('text').val().matches(/ell/)", true],
  ["root.child('text').val().matches(/^ell/)", false],
  ["root.child('text').val().matches(/HELLO/)", false],
  ["root.child('text').val().matches(/HELLO/i)", true],
  ["'a/b'.matches(/^a\\/b$/) && 'a/b'.matches(/[/]/)", true],
  ["'x\\ny'.matches(/^y$/)", false],
  ["\"double\" === 'double' /* comment */ // more", true],
];

test.each(expressions)("%s is %s", (expression, expected) => {
  expect(holds(expression)).toBe(expected);
});

test("without a sign-in a claim has no value, so nothing is granted by it", () => {
  expect(holds("auth.uid === 'me'", null)).toBe(false);
  expect(holds("auth.uid != 'me'", null)).toBe(false);
  expect(holds("!(auth.token.admin === true)", null)).toBe(false);
  expect(holds("auth == null", null)).toBe(true);
});

test("a grant reaches down and a refusal below does not take it back", () => {
  const rules = compile({
    a: { ".read": true, b: { ".read": false } },
    c: { d: { ".read": true } },
  });
  const reads = (path: string) =>
    rules.allowsRead({ auth: null, nowMs, path: toPath(path), root: treeView(null) });
  expect(["a", "a/b", "a/x/y", "c/d", "c/d/e"].map(reads)).toEqual([true, true, true, true, true]);
  expect(["", "c", "c/e", "A", "b"].map(reads)).toEqual([false, false, false, false, false]);
});

function writes(
  rules: unknown,
  values: Record<string, DatabaseValue>,
  before: DatabaseValue = tree,
): boolean {
  return compile(rules).allowsWrite(writeRequest(me, before, values));
}

test("a wildcard stands only for keys that have no rules of their own", () => {
  const rules = { a: { ".write": false }, $other: { ".write": true } };
  expect(writes(rules, { b: 1 })).toBe(true);
  expect(writes(rules, { a: 1 })).toBe(false);
  expect(writes({ $a: { $b: { ".write": "$a === 'x' && $b === 'y'" } } }, { "x/y": 1 })).toBe(true);
  expect(writes({ $a: { $b: { ".write": "$a === 'x' && $b === 'y'" } } }, { "y/x": 1 })).toBe(
    false,
  );
});

test("every write of an update needs its own grant", () => {
  const rules = { a: { ".write": true }, b: { ".write": false } };
  expect(writes(rules, { a: 1 })).toBe(true);
  expect(writes(rules, { a: 1, b: 1 })).toBe(false);
  expect(writes(rules, { "/": { a: 1 } })).toBe(false);
});

test("validate never grants", () => {
  expect(writes({ a: { ".validate": true } }, { a: 1 })).toBe(false);
});

test("validate is asked at, below and above what is written, and not about what is gone", () => {
  const rules = {
    ".write": true,
    list: {
      ".validate": "newData.hasChildren(['kept'])",
      $item: { ".validate": "newData.isNumber()" },
    },
  };
  expect(writes(rules, { "list/kept": 1 })).toBe(true);
  expect(writes(rules, { "list/kept": "text" })).toBe(false);
  expect(writes(rules, { list: { kept: 1, b: 2 } })).toBe(true);
  expect(writes(rules, { list: { kept: 1, b: "text" } })).toBe(false);
  expect(writes(rules, { "/": { list: { kept: 1, b: "text" } } })).toBe(false);
  expect(writes(rules, { "list/b": 1 })).toBe(false);
  expect(writes(rules, { list: null })).toBe(true);
  expect(writes(rules, { list: { kept: 1, b: {} } })).toBe(true);
  expect(writes(rules, { "list/b": null }, { list: { kept: 1, b: "old" } })).toBe(true);
});

test("data is before and newData after all writes of the update", () => {
  const rules = {
    a: {
      ".write": "newData.parent().child('b').val() === 2 && !data.parent().child('b').exists()",
    },
    b: { ".write": "root.child('text').val() === 'Hello'" },
    text: { ".write": true },
  };
  expect(writes(rules, { a: 1 })).toBe(false);
  expect(writes(rules, { a: 1, b: 2 })).toBe(true);
  expect(writes(rules, { a: 1, b: 3 })).toBe(false);
  expect(writes(rules, { a: 1, b: 2, text: "changed" })).toBe(true);
});

test("keys like __proto__ are keys", () => {
  const rules = { ".write": true, node: { good: {}, $other: { ".validate": false } } };
  expect(writes(rules, { node: { good: 1 } })).toBe(true);
  for (const key of ["__proto__", "constructor", "toString"]) {
    const value = JSON.parse(`{"good":1,${JSON.stringify(key)}:1}`) as DatabaseValue;
    expect(writes(rules, { node: value })).toBe(false);
    expect(writes(rules, { [`node/${key}`]: 1 })).toBe(false);
  }
});

test("a tree as deep as the database takes is validated to its end", () => {
  const rule = (depth: number): object =>
    depth === 0 ? { ".validate": false } : { [`$k${depth}`]: rule(depth - 1) };
  const value = (depth: number): DatabaseValue => (depth === 0 ? 1 : { k: value(depth - 1) });
  expect(writes({ ".write": true, ...rule(31) }, { "/": value(31) })).toBe(false);
  expect(writes({ ".write": true, ...rule(31) }, { "/": value(30) })).toBe(true);
  expect(writes({ ".write": true, ...rule(3) }, { "/": value(5_00) })).toBe(false);
});

test("indexes are names or a list of names", () => {
  expect(writes({ a: { ".write": true, ".indexOn": ["x", "y/z", ".value"] } }, { a: 1 })).toBe(
    true,
  );
  expect(writes({ a: { ".write": true, ".indexOn": ".value" } }, { a: 1 })).toBe(true);
});

const rule = (expression: string): string => `{"rules":{\n  ".write": "${expression}"}}`;

const refused: [string, string, string][] = [
  ["nothing", "", "1:1: Expected an object"],
  ["no rules", "{}", "1:1: Expected one entry"],
  ["more than rules", '{"rules":{},"more":{}}', "1:1: Expected one entry"],
  ["more after the rules", '{"rules":{}} x', "1:14: Unexpected"],
  ["an unknown directive", '{"rules":{".foo":true}}', "1:11: Unknown .foo"],
  ["a number as rule", '{"rules":{".read":1}}', "1:19: Expected"],
  ["null as rule", '{"rules":{".read":null}}', "1:19: Expected"],
  ["a list as rule", '{"rules":{".read":["true"]}}', "1:19: Expected a string, true or false"],
  ["a text instead of a node", '{"rules":{"a":"true"}}', "1:15: Expected an object"],
  ["the same key twice", '{"rules":{"a":{},"a":{}}}', '1:18: "a" is here twice'],
  ["two wildcards", '{"rules":{"$a":{},"$b":{}}}', "1:19: There can be only one $ name"],
  ["a wildcard's name again", '{"rules":{"$a":{"$a":{}}}}', "1:17: $a is already a name"],
  ["a wildcard without a name", '{"rules":{"$":{}}}', "1:11: $ is not a name"],
  ["a key with a slash", '{"rules":{"a/b":{}}}', "1:11: A key is not empty"],
  ["an index that is a number", '{"rules":{".indexOn":[true]}}', "1:23: Expected a child's name"],
  ["an open object", '{"rules":{', "Expected a string in double quotes before the end"],
  ["an open comment", '{"rules":{}} /* x', "1:14: This comment is never closed"],
  ["an open string", '{"rules":{"a', "1:11: This string is never closed"],
  ["single quotes in JSON", "{'rules':{}}", "1:2: Expected a string in double quotes"],
  ["a comma at the end", '{"rules":{"a":{},}}', "1:18: Expected a string"],
  ["an empty rule", rule(""), "2:14: Expected a value before the end"],
  ["an unknown name", rule("auth != null && user"), "2:30: Unknown name user"],
  ["an unknown variable", rule("$uid === 'a'"), "2:14: Unknown name $uid"],
  ["query, which is not known here", rule("query.limitToFirst < 5"), "2:14: Unknown name query"],
  ["an unknown function", rule("exists(1)"), "2:14: Unknown function exists()"],
  ["an unknown method of a place", rule("data.size()"), "2:19: Unknown method .size()"],
  ["a priority", rule("newData.getPriority() == null"), "2:22: Unknown method .getPriority()"],
  ["an unknown method of a text", rule("auth.uid.trim()"), "2:23: Unknown method .trim()"],
  ["an unknown property", rule("data.val().foo"), "2:25: Unknown property .foo"],
  [
    "an unknown property of auth",
    rule("auth.provider == 'x'"),
    "2:19: Unknown property auth.provider",
  ],
  ["a place as value", rule("data == null"), "2:14: This is a place"],
  ["a place as rule", rule("data"), "2:14: This is a place"],
  ["a method without parentheses", rule("data.exists"), "2:19: Unknown property .exists"],
  ["too many inputs", rule("data.exists(1)"), "2:19: .exists() takes 0"],
  ["too few inputs", rule("data.child().exists()"), "2:19: .child() takes 1"],
  ["a list as value", rule("['a'] == null"), "2:14: A list can stand only"],
  ["names that are no list", rule("data.hasChildren('a')"), "2:19: .hasChildren() takes"],
  ["no names", rule("data.hasChildren([])"), "2:19: .hasChildren() takes"],
  ["a text as pattern", rule("auth.uid.matches('a')"), "2:23: .matches() takes one"],
  ["another flag", rule("auth.uid.matches(/a/g)"), "2:23: .matches() takes one"],
  ["an anchor in the middle", rule("auth.uid.matches(/a|^b/)"), "2:31: Firebase does not take"],
  ["a flag within a pattern", rule("auth.uid.matches(/(?i)a/)"), "2:31: Firebase does not take"],
  ["a border of words", rule("auth.uid.matches(/\\\\ba/)"), "2:31: Firebase does not take"],
  ["an open group", rule("auth.uid.matches(/a(/)"), "2:31: Firebase does not take"],
  ["a look-ahead", rule("auth.uid.matches(/a(?=b)/)"), "2:31: Firebase does not take"],
  [
    "an open pattern",
    rule("auth.uid.matches(/a)"),
    "2:31: This regular expression is never closed",
  ],
  ["a pattern as value", rule("/a/ == null"), "2:14: A regular expression can stand only"],
  ["an open parenthesis", rule("(true"), "2:19: Expected ) before the end"],
  ["two expressions", rule("true false"), '2:19: Unexpected "false"'],
  ["an assignment", rule("auth.uid = 'a'"), '2:23: Unexpected "="'],
  ["an open text", rule("auth.uid == 'a"), "2:26: This string is never closed"],
  ["a wrong number", rule("now < 01"), "2:20: This is not a number"],
  ["a number that is too large", rule("now < 1e999"), "2:20: This number is too large"],
  ["an unknown character", rule("now # 1"), '2:18: Unexpected character "#"'],
  ["an unknown index", rule("auth['uid'] == 'a'"), "2:14: This is not supported"],
  ["the place behind an escape", rule("'\\\\n' == nope"), "2:23: Unknown name nope"],
];

test.each(refused)("rules with %s are refused, with the place", (_, text, message) => {
  expect(() => compile(text)).toThrow(RulesError);
  expect(() => compile(text)).toThrow(message.startsWith("E") ? message : `test.json:${message}`);
});

test("newData is not known to a read", () => {
  expect(() => compile({ ".read": "newData.exists()" })).toThrow("newData is known only to .write");
});
