/** Which rules of the Realtime Database a read, a write, an update or a delete asks, and what of it they see. */
import { expect, test } from "vitest";
import { compileDatabaseRules } from "../index.ts";
import { noQuery, nowMs, signedIn, toPath, treeView, writeRequest } from "../testing/trees.ts";
import type { DatabaseQuery, DatabaseValue } from "./types.ts";

const me = signedIn("me");
const tree = {
  text: "Hello",
  node: { a: 1, b: { c: 2 } },
  ranked: { ".priority": 7, x: 1, y: { ".value": 2, ".priority": "high" } },
};

function compile(rules: unknown) {
  const text = typeof rules === "string" ? rules : JSON.stringify({ rules });
  return compileDatabaseRules({ file: "test.json", text });
}

function reads(rules: unknown, path: string, query: Partial<DatabaseQuery> | null = null): boolean {
  const asked = query && { ...noQuery, ...query };
  const request = { auth: me, nowMs, path: toPath(path), root: treeView(tree), query: asked };
  return compile(rules).allowsRead(request);
}

function writes(
  rules: unknown,
  values: Record<string, DatabaseValue>,
  before: DatabaseValue = tree,
): boolean {
  return compile(rules).allowsWrite(writeRequest(me, before, values));
}

test("a grant to read reaches down and a refusal below does not take it back", () => {
  const rules = {
    a: { ".read": true, b: { ".read": false } },
    c: { d: { ".read": "true" } },
  };
  for (const path of ["a", "a/b", "a/x/y", "c/d", "c/d/e"]) {
    expect(reads(rules, path), path).toBe(true);
  }
  for (const path of ["", "c", "c/e", "A", "b"]) expect(reads(rules, path), path).toBe(false);
});

test("a rule that has no value does not stop another from granting", () => {
  const rules = { ".read": "auth.token.no > 1", a: { ".read": "auth.uid == 'me'" } };
  expect(reads(rules, "a")).toBe(true);
  expect(reads(rules, "b")).toBe(false);
});

test("data of a read rule is the value where it stands", () => {
  const rules = {
    ".read": "data.child('open').val() == true",
    node: { b: { ".read": "data.child('c').val() == 2 && data.parent().child('a').val() == 1" } },
    text: { ".read": "data.val() == 'Hello'" },
    x: { ".read": "data.val() == 'Hello'" },
  };
  expect(reads(rules, "node/b")).toBe(true);
  expect(reads(rules, "node/b/c/d")).toBe(true);
  expect(reads(rules, "text")).toBe(true);
  expect(reads(rules, "x")).toBe(false);
  expect(reads(rules, "node")).toBe(false);
});

const byOwner = {
  list: {
    ".read": "auth.uid != null && query.orderByChild == 'owner' && query.equalTo == auth.uid",
  },
};
const few = { list: { ".read": "query.orderByKey && query.limitToFirst <= 10" } };
const recent = {
  $list: {
    ".read": "query.orderByChild == 'at' && query.startAt >= now - 1000 && query.endAt == null",
  },
};
const readQueries: [
  string,
  object,
  string,
  (Partial<DatabaseQuery> & { is?: string }) | null,
  boolean,
][] = [
  ["own items", byOwner, "list", { orderBy: { child: "owner" }, equalTo: "me" }, true],
  ["items of another", byOwner, "list", { orderBy: { child: "owner" }, equalTo: "you" }, false],
  ["from me on", byOwner, "list", { orderBy: { child: "owner" }, startAt: "me" }, false],
  ["by another child", byOwner, "list", { orderBy: { child: "name" }, equalTo: "me" }, false],
  ["by value", byOwner, "list", { orderBy: "value", equalTo: "me" }, false],
  ["all", byOwner, "list", null, false],
  ["an item", byOwner, "list/a", null, false],
  [
    "below with the same query",
    byOwner,
    "list/a",
    { orderBy: { child: "owner" }, equalTo: "me" },
    false,
  ],
  ["above with the same query", byOwner, "", { orderBy: { child: "owner" }, equalTo: "me" }, false],
  ["ten by key", few, "list", { orderBy: "key", limitToFirst: 10 }, true],
  ["eleven by key", few, "list", { orderBy: "key", limitToFirst: 11 }, false],
  ["the last ten by key", few, "list", { orderBy: "key", limitToLast: 10 }, false],
  ["ten by priority", few, "list", { limitToFirst: 10 }, false],
  ["all of what few may read", few, "list", null, false],
  ["ten of what is below", few, "list/a", { orderBy: "key", limitToFirst: 10 }, false],
  ["recent ones", recent, "list", { orderBy: { child: "at" }, startAt: nowMs - 500 }, true],
  ["older ones", recent, "list", { orderBy: { child: "at" }, startAt: nowMs - 5000 }, false],
  [
    "recent ones up to a time",
    recent,
    "list",
    { orderBy: { child: "at" }, startAt: nowMs, endAt: nowMs },
    false,
  ],
  ["recent ones without a start", recent, "list", { orderBy: { child: "at" } }, false],
];

test.each(readQueries)("a query for %s", (_, rules, path, query, allowed) => {
  expect(reads(rules, path, query)).toBe(allowed);
});

test("a rule above the place of a query is not told the query, but others of it grant", () => {
  const rules = { ".read": "query.limitToFirst <= 10", a: { ".read": "query.limitToFirst <= 5" } };
  expect(reads(rules, "", { limitToFirst: 10 })).toBe(true);
  expect(reads(rules, "a", { limitToFirst: 10 })).toBe(false);
  expect(reads(rules, "a", { limitToFirst: 5 })).toBe(true);
  expect(reads({ ".read": "query.orderByKey || true" }, "a")).toBe(false);
  expect(reads({ ".read": "true || query.orderByKey" }, "a")).toBe(true);
});

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
  expect(writes(rules, { "a/b": 1, "a/c": null })).toBe(true);
  expect(writes(rules, { a: 1, b: 1 })).toBe(false);
  expect(writes(rules, { "/": { a: 1 } })).toBe(false);
});

test("a grant to write reaches down and a refusal below does not take it back", () => {
  const rules = { a: { ".write": true, b: { ".write": false } }, c: { d: { ".write": true } } };
  for (const path of ["a", "a/b", "a/b/c", "c/d", "c/d/e"]) {
    expect(writes(rules, { [path]: 1 }), path).toBe(true);
  }
  for (const path of ["/", "c", "c/e", "b"]) expect(writes(rules, { [path]: 1 }), path).toBe(false);
});

test("a delete needs a grant like any write", () => {
  const rules = { node: { ".write": "newData.exists()" }, text: { ".write": "!newData.exists()" } };
  expect(writes(rules, { "node/a": null })).toBe(true);
  expect(writes(rules, { node: null })).toBe(false);
  expect(writes(rules, { "node/a": null, "node/b": null })).toBe(false);
  expect(writes(rules, { "node/a": null, "node/b": null, "node/x": 1 })).toBe(true);
  expect(writes(rules, { text: null })).toBe(true);
  expect(writes(rules, { text: "x" })).toBe(false);
});

test("a read rule says nothing of writes, nor a write rule of reads", () => {
  expect(writes({ ".read": true }, { a: 1 })).toBe(false);
  expect(reads({ ".write": true }, "a")).toBe(false);
  expect(reads({ ".validate": true }, "a")).toBe(false);
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

test("what remains above a delete must still be valid", () => {
  const rules = { ".write": true, list: { ".validate": "newData.hasChildren(['kept'])" } };
  const before = { list: { kept: 1, b: 2 } };
  expect(writes(rules, { "list/b": null }, before)).toBe(true);
  expect(writes(rules, { "list/kept": null }, before)).toBe(false);
  expect(writes(rules, { "list/kept": null, "list/b": null }, before)).toBe(true);
  expect(writes(rules, { "list/kept": null }, { list: { b: 2, kept: 1 } })).toBe(false);
  expect(writes(rules, { "list/kept": null }, { list: { kept: 1 } })).toBe(true);
});

test("what lies beside a write is not validated", () => {
  const rules = { ".write": true, a: { ".validate": false }, b: { c: { ".validate": true } } };
  expect(writes(rules, { b: { c: 1 } }, { a: 1 })).toBe(true);
  expect(writes(rules, { "b/c": 1, "b/d": 2 }, { a: 1 })).toBe(true);
  expect(writes(rules, { b: 1, a: 1 }, null)).toBe(false);
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

const counter = {
  $id: {
    ".write": "auth != null",
    ".validate": "newData.isNumber() && newData.val() == (data.exists() ? data.val() + 1 : 1)",
  },
};
const once = { $id: { ".write": "!data.exists() || !newData.exists()" } };
const stamped = { ".write": true, $id: { at: { ".validate": "newData.val() == now" } } };
const typed = {
  ".write": true,
  $id: {
    ".validate": "newData.hasChildren(['name', 'age'])",
    name: { ".validate": "newData.isString() && newData.val().length <= 5" },
    age: { ".validate": "newData.isNumber() && newData.val() % 1 == 0" },
    on: { ".validate": "newData.isBoolean()" },
    mail: { ".validate": "newData.val().matches(/^[a-z]+@[a-z]+$/)" },
    $other: { ".validate": false },
  },
};
const linked = {
  ".write": true,
  orders: { $id: { ".validate": "newData.parent().parent().hasChild('items/' + newData.val())" } },
  items: {},
};
const member = {
  rooms: {
    $room: { ".write": "root.child('members').child($room).child(auth.uid).val() == true" },
  },
  members: { $room: { $uid: { ".write": "$uid == auth.uid" } } },
};
const writeCases: [string, object, Record<string, DatabaseValue>, DatabaseValue, boolean][] = [
  ["a counter's first value", counter, { a: 1 }, null, true],
  ["a counter's wrong first value", counter, { a: 2 }, null, false],
  ["a counter's next value", counter, { a: 5 }, { a: 4 }, true],
  ["a counter's value after next", counter, { a: 6 }, { a: 4 }, false],
  ["a counter after what is text", counter, { a: 5 }, { a: "4" }, false],
  ["a counter that becomes text", counter, { a: "5" }, { a: 4 }, false],
  ["two counters", counter, { a: 5, b: 1 }, { a: 4 }, true],
  ["two counters of which one is wrong", counter, { a: 5, b: 2 }, { a: 4 }, false],
  ["no counter", counter, { a: null }, { a: 4 }, true],
  ["a first value", once, { a: 1 }, null, true],
  ["a second value", once, { a: 2 }, { a: 1 }, false],
  ["a delete of the first value", once, { a: null }, { a: 1 }, true],
  ["a value below the first", once, { "a/b": 2 }, { a: { c: 1 } }, false],
  ["the time of now", stamped, { a: { at: nowMs } }, null, true],
  ["another time", stamped, { a: { at: nowMs - 1 } }, null, false],
  ["another time by itself", stamped, { "a/at": nowMs - 1 }, null, false],
  ["no time", stamped, { a: { b: 1 } }, null, true],
  ["a record", typed, { a: { name: "Ada", age: 5 } }, null, true],
  ["a record with all", typed, { a: { name: "A", age: 5, on: true, mail: "a@b" } }, null, true],
  ["a record without age", typed, { a: { name: "Ada" } }, null, false],
  ["a record with a long name", typed, { a: { name: "Ada Lo", age: 5 } }, null, false],
  ["a record with half an age", typed, { a: { name: "Ada", age: 5.5 } }, null, false],
  ["a record with age as text", typed, { a: { name: "Ada", age: "5" } }, null, false],
  ["a record with name as map", typed, { a: { name: { x: "Ada" }, age: 5 } }, null, false],
  ["a record that is on by text", typed, { a: { name: "A", age: 5, on: "true" } }, null, false],
  ["a record with a wrong mail", typed, { a: { name: "A", age: 5, mail: "a b@c" } }, null, false],
  ["a record with a mail of 5", typed, { a: { name: "A", age: 5, mail: 5 } }, null, false],
  ["a record with more", typed, { a: { name: "A", age: 5, more: 1 } }, null, false],
  ["a change of a name", typed, { "a/name": "Eve" }, { a: { name: "Ada", age: 5 } }, true],
  ["a change to a wrong name", typed, { "a/name": 5 }, { a: { name: "Ada", age: 5 } }, false],
  ["a delete of a name", typed, { "a/name": null }, { a: { name: "Ada", age: 5 } }, false],
  ["a delete of a record", typed, { a: null }, { a: { name: "Ada", age: 5 } }, true],
  ["a record in two paths", typed, { "a/name": "Ada", "a/age": 5 }, null, true],
  ["half a record in a path", typed, { "a/name": "Ada" }, null, false],
  [
    "many records at once",
    typed,
    { "/": { a: { name: "A", age: 1 }, b: { name: "B" } } },
    null,
    false,
  ],
  ["an order for an item", linked, { "orders/a": "x" }, { items: { x: 1 } }, true],
  ["an order for no item", linked, { "orders/a": "y" }, { items: { x: 1 } }, false],
  ["an order with its item", linked, { "orders/a": "y", "items/y": 1 }, null, true],
  [
    "an order for an item that goes",
    linked,
    { "orders/a": "x", "items/x": null },
    { items: { x: 1 } },
    false,
  ],
  ["a member's message", member, { "rooms/r/m": 1 }, { members: { r: { me: true } } }, true],
  ["another's message", member, { "rooms/r/m": 1 }, { members: { r: { you: true } } }, false],
  ["a message while joining", member, { "rooms/r/m": 1, "members/r/me": true }, null, false],
  ["joining", member, { "members/r/me": true }, null, true],
  ["letting another join", member, { "members/r/you": true }, null, false],
];

test.each(writeCases)("a write of %s", (_, rules, values, before, allowed) => {
  expect(writes(rules, values, before)).toBe(allowed);
});

const priorities: [string, string, Record<string, DatabaseValue>, boolean][] = [
  ["a value without one", "newData.getPriority() == null", { ranked: 1 }, true],
  ["a value without one", "newData.getPriority() != null", { ranked: 1 }, false],
  ["a map with one", "newData.getPriority() == 5", { ranked: { ".priority": 5, a: 1 } }, true],
  [
    "a leaf with one",
    "newData.getPriority() == 'x'",
    { ranked: { ".value": 1, ".priority": "x" } },
    true,
  ],
  ["another one", "newData.getPriority() == 5", { ranked: { ".value": 1, ".priority": 6 } }, false],
  ["a higher one", "newData.getPriority() > data.getPriority()", { "ranked/.priority": 8 }, true],
  ["a lower one", "newData.getPriority() > data.getPriority()", { "ranked/.priority": 6 }, false],
  ["one as text", "newData.getPriority() > data.getPriority()", { "ranked/.priority": "8" }, false],
  ["none", "newData.getPriority() == null", { "ranked/.priority": null }, true],
  ["what is below it", "newData.getPriority() == 7", { "ranked/x": 2 }, true],
  ["a child's", "newData.child('y').getPriority() == 1", { "ranked/y/.priority": 1 }, true],
  ["a child without one", "newData.child('y').getPriority() == null", { "ranked/y": 5 }, true],
  ["a child with the old", "data.child('y').getPriority() == 'high'", { "ranked/y": 5 }, true],
  ["a delete", "newData.getPriority() == null", { ranked: null }, true],
];

test.each(priorities)("a write of the priority: %s, %s", (_, expression, values, allowed) => {
  expect(writes({ ranked: { ".write": expression } }, values)).toBe(allowed);
  const other = { ".write": true, ranked: { ".validate": expression } };
  const isDelete = Object.values(values).includes(null) && Object.keys(values)[0] === "ranked";
  expect(writes(other, values)).toBe(allowed || isDelete);
});

test("the priority of what is missing is written nowhere", () => {
  const rules = { $id: { ".write": "newData.getPriority() == null && !newData.exists()" } };
  expect(writes(rules, { "missing/.priority": 5 })).toBe(true);
});

test("a node whose priority is written is validated with all that is below it", () => {
  const rules = (below: boolean) => ({ ".write": true, ranked: { x: { ".validate": below } } });
  expect(writes(rules(true), { "ranked/.priority": 1 })).toBe(true);
  expect(writes(rules(false), { "ranked/.priority": 1 })).toBe(false);
});

test("a rule may go on over several lines, with comments in it", () => {
  const rules = (last: string) =>
    compile(`{ "rules": { "a": { ".read": "auth != null // who is signed in
        && /* and */
        ${last}" } } } // the end`);
  const request = { auth: me, nowMs, path: ["a"], root: treeView(tree), query: null };
  expect(rules("true").allowsRead(request)).toBe(true);
  expect(rules("false").allowsRead(request)).toBe(false);
  expect(rules("true").allowsRead({ ...request, auth: null })).toBe(false);
  expect(() => rules("nope")).toThrow("test.json:3:9: Unknown name nope");
  expect(() => rules("'a\nb' == 'a'")).toThrow("test.json:3:9: This string is never closed");
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
