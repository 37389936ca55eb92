/** What the rules of one request may cost together: a count of what they do, so that it is the same everywhere. */
import { expect, test } from "vitest";
import { compileDatabaseRules } from "../index.ts";
import { newDatabaseBudget } from "./budget.ts";
import type { DatabasePath, DatabaseValue } from "./types.ts";
import { tooCostly } from "../evaluation.ts";
import { nowMs, signedIn, toPath } from "../testing/trees.ts";

const compile = (rules: object) =>
  compileDatabaseRules({ file: "test.json", text: JSON.stringify({ rules }) });

/** Quicker than a tree with priorities; `count` is how often something was read. */
function viewOf(whole: DatabaseValue) {
  let count = 0;
  function value(path: DatabasePath): DatabaseValue {
    count += 1;
    let node = whole;
    for (const key of path) {
      node = typeof node === "object" && node !== null ? (node[key] ?? null) : null;
    }
    return node;
  }
  const view = { value, exists: (path: DatabasePath) => value(path) !== null };
  return { ...view, priority: () => null, count: () => count };
}

const million = "a".repeat(1_000_000);
const stored = {
  long: million,
  same: `${million.slice(1)}b`,
  part: "a".repeat(20_000),
  path: "a/".repeat(2_049),
  names: "a/".repeat(2_048),
};

/** Writes below `list`; the rules are asked about each of them. */
function writeOf(nodes: number, value: DatabaseValue = 1) {
  const list = Object.fromEntries(Array.from({ length: nodes }, (_, i) => [`k${i}`, value]));
  const root = viewOf({ ...stored, list });
  const writes = Object.keys(list).map((key) => ({ path: ["list", key], value }));
  return { auth: signedIn("me"), nowMs, root, newRoot: root, writes };
}

/** In one request: often in one rule, as writes are slow to make. */
function canBeAsked(condition: string, times: number): boolean {
  const inRule = times < 1_000 ? 1 : 100;
  const rule = Array.from({ length: inRule }, () => condition).join(" && ");
  const rules = compile({ list: { ".write": true, $key: { ".validate": rule } } });
  return rules.allowsWrite(writeOf(times / inRule));
}

test("a budget ends when more is spent than there is, and stays so", () => {
  const budget = newDatabaseBudget();
  budget.spend(2_000_000);
  expect(budget.isOverspent()).toBe(false);
  expect(() => budget.spend(1)).toThrow(tooCostly);
  expect(() => budget.spend(0)).toThrow(tooCostly);
  expect(budget.isOverspent()).toBe(true);
});

const long = "root.child('long').val()";
const same = "root.child('same').val()";
const part = "root.child('part').val()";

const costs: [string, number, number][] = [
  [`${long} != ${same}`, 300, 500],
  [`${long} != ${part}`, 10_000, 20_000],
  [`${long} < ${same}`, 300, 500],
  [`${long} < 'b'`, 50_000, 300_000],
  [`${long} + ${long} != 'a'`, 25, 40],
  [`${long}.contains('a')`, 80, 120],
  [`${long}.contains('')`, 80, 120],
  [`${long}.contains('aaaaaaaaaa')`, 8, 12],
  [`${long}.beginsWith(${long})`, 80, 120],
  [`${long}.beginsWith('a')`, 50_000, 300_000],
  [`${long}.endsWith(${long})`, 80, 120],
  [`${long}.endsWith('a')`, 50_000, 300_000],
  [`${long}.toLowerCase() != ''`, 8, 12],
  [`${long}.toUpperCase() != ''`, 8, 12],
  [`${part}.replace('b', 'c') != ''`, 80, 120],
  [`${part}.replace('a', 'bbbbbbbbbb') != ''`, 25, 40],
  [`${part}.replace('${"a".repeat(1_000)}', 'b') != ''`, 4, 6],
  [`${part}.matches(/a/)`, 40, 60],
  [`${part}.matches(/^a{0,900}a*$/)`, 2, 3],
  ["!root.hasChild(root.child('names').val())", 1_000, 2_000],
  ["root.hasChildren(['long', 'same', 'part'])", 50_000, 140_000],
  ["root.hasChildren()", 100_000, 400_000],
  ["root.child('long').getPriority() == null", 100_000, 300_000],
  ["root.child('long').isString()", 100_000, 300_000],
  ["-now < 0", 600_000, 1_100_000],
];

test.each(costs)("%s can be asked %d times, and not %d times", (condition, few, many) => {
  expect([canBeAsked(condition, few), canBeAsked(condition, many)]).toEqual([true, false]);
});

test("who asks for more than the budget is refused, whatever rules grant", () => {
  const costly = `${long}.contains(${long})`;
  const reads = (condition: string, below: boolean | string): boolean => {
    const rules = compile({ ".read": condition, a: { ".read": below } });
    const root = viewOf(stored);
    return rules.allowsRead({ auth: null, nowMs, path: toPath("a"), root, query: null });
  };
  expect(reads(costly, true)).toBe(false);
  expect(reads(`!${costly}`, "true || auth == null")).toBe(false);
  expect(reads("root.parent().exists()", true)).toBe(true);
  const writes = (rules: object) => compile(rules).allowsWrite(writeOf(1));
  expect(writes({ ".write": costly, list: { ".write": true } })).toBe(false);
  expect(writes({ ".write": true, ".validate": costly })).toBe(false);
  expect(writes({ ".write": true, list: { ".write": costly } })).toBe(true);
});

test("a name that is longer than a path can be has no value", () => {
  expect(canBeAsked("!root.hasChild(root.child('path').val())", 1)).toBe(false);
  expect(canBeAsked("!root.hasChild(root.child('names').val())", 1)).toBe(true);
});

test("thousands of writes have one budget, and nothing is read after its end", () => {
  const costly = `${long}.contains('b') || newData.isNumber()`;
  for (const directive of [".write", ".validate"]) {
    const rules = compile({ list: { $key: { ".write": true, [directive]: costly } } });
    expect(rules.allowsWrite(writeOf(90))).toBe(true);
    const many = writeOf(5_000);
    expect(rules.allowsWrite(many)).toBe(false);
    expect(many.root.count()).toBeLessThan(500);
  }
});

test("a value of 100,000 leaves can be written under simple rules, and not under long ones", () => {
  const simple = "newData.isString() && newData.val().length < 100";
  const request = writeOf(100_000, "text");
  const value = request.root.value(["list"]);
  const put = { ...request, writes: [{ path: ["list"], value }] };
  const allows = (condition: string): boolean =>
    compile({ list: { ".write": true, $key: { ".validate": condition } } }).allowsWrite(put);
  expect(allows(simple)).toBe(true);
  expect(allows(`${simple} && ${simple} && ${simple}`)).toBe(false);
});

test("what val() gives of a node with children says nothing of them", () => {
  const asked = (condition: string) => canBeAsked(condition, 1);
  expect(asked("root.child('list').val() != null && root.child('list').val() != 'a'")).toBe(true);
  expect(asked("(false ? auth : root.child('list').val()).k0 == 1")).toBe(false);
  expect(asked("(false ? auth : root.child('list').val()).k0 != 1")).toBe(false);
});
