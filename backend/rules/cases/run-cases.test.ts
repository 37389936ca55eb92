import { expect, test } from "vitest";
import { loadRulesTester } from "../../test-rules.ts";
import type { CaseFile } from "./case-file.ts";
import { parseCaseFile, runCases, type SuiteResult } from "./run-cases.ts";

const tester = await loadRulesTester();

const callers = {
  visitor: null,
  user: { uid: "user" },
  editor: { uid: "e", token: { editor: true } },
};

/** A text `-0` becomes that number, which JSON.stringify() does not write. */
function run(service: CaseFile["service"], rules: string, more: object): SuiteResult {
  const content = { service, rules: "r", callers, ...more };
  const text = JSON.stringify(content).replaceAll('"-0"', "-0");
  const file = tester.parse({ file: "a.json", text });
  return tester.run({ service, rules: { file: "a.rules", text: rules }, files: [file] });
}

/** Who is allowed, by the name of the case. */
function allowedIn({ checks }: SuiteResult): Record<string, string> {
  const allowed: Record<string, string> = {};
  for (const { place, caller, allowed: isAllowed } of checks) {
    const name = /"(.*)"$/.exec(place)?.[1] ?? place;
    allowed[name] = [allowed[name] ?? "", ...(isAllowed ? [caller] : [])].join(" ").trim();
  }
  return allowed;
}

function faultsOf(service: CaseFile["service"], text: string, more: object): string[] {
  try {
    run(service, text, more);
  } catch (error) {
    return (error as Error).message.split("\n");
  }
  return [];
}

const firestore = (rules: string) =>
  `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents { ${rules} } }`;
const storage = (rules: string) =>
  `rules_version = '2'; service firebase.storage { match /b/{bucket}/o { ${rules} } }`;

const everybody = { allow: "*" };

test("a document is what data says, or before", () => {
  const result = run(
    "firestore",
    firestore("match /a/{b} { allow get: if resource.data.open == true; }"),
    {
      data: { "a/b": { open: true } },
      cases: [
        { name: "stored", method: "get", path: "a/b", ...everybody },
        { name: "closed", method: "get", path: "a/b", before: { open: false }, ...everybody },
        { name: "gone", method: "get", path: "a/b", before: null, ...everybody },
        { name: "absent", method: "get", path: "a/c", ...everybody },
      ],
    },
  );
  const all = "visitor user editor";
  expect(allowedIn(result)).toEqual({ stored: all, closed: "", gone: "", absent: "" });
});

test("a create brings its data, an update all of the document or a change of it", () => {
  const rules = firestore(`match /a/{b} {
    allow create: if request.resource.data.n == 1;
    allow update: if request.resource.data.keys().hasOnly(['n', 'm']) && request.resource.data.n == 2;
    allow delete: if resource.data.n == 1;
  }`);
  const stored = { before: { n: 1, x: 1 }, path: "a/b", allow: ["user"] };
  const result = run("firestore", rules, {
    cases: [
      { name: "created", method: "create", path: "a/b", data: { n: 1 }, allow: ["user"] },
      { name: "created otherwise", method: "create", path: "a/b", data: { n: 2 }, allow: ["user"] },
      { ...stored, name: "replaced", method: "update", data: { n: 2 } },
      { ...stored, name: "changed", method: "update", change: { n: 2 } },
      { ...stored, name: "cleaned", method: "update", change: { n: 2, x: { $delete: true } } },
      { ...stored, name: "deleted", method: "delete" },
    ],
  });
  expect(allowedIn(result)).toEqual({
    created: "user",
    "created otherwise": "",
    replaced: "user",
    changed: "",
    cleaned: "user",
    deleted: "user",
  });
});

test("a batch is allowed when all of it is, and getAfter sees it", () => {
  const rules = firestore(`
    match /a/{b} { allow write: if getAfter(/databases/$(database)/documents/c/log).data.of == b; }
    match /c/{d} { allow create; }`);
  const log = { method: "create", path: "c/log", data: { of: "b" } };
  const result = run("firestore", rules, {
    data: { "a/b": {} },
    cases: [
      { name: "with a log", method: "delete", path: "a/b", with: [log], allow: ["user"] },
      { name: "without", method: "delete", path: "a/b", allow: ["user"] },
      {
        name: "of another",
        method: "create",
        path: "a/x",
        data: {},
        with: [log],
        allow: ["user"],
      },
      {
        name: "what nobody may",
        method: "delete",
        path: "a/b",
        with: [log, { method: "create", path: "e/f", data: {} }],
        allow: ["user"],
      },
    ],
  });
  expect(allowedIn(result)).toEqual({
    "with a log": "user",
    without: "",
    "of another": "",
    "what nobody may": "",
  });
  expect(result.checks.at(-1)?.what).toBe("delete a/b, create c/log, create e/f");
  expect(result.checks.at(-1)?.trace()).toContain("No allow statement is for create e/f.");
  expect(result.checks[0]?.trace()).toContain('Looked up c/log after the write: {of: "b"}');
  expect(result.checks[1]?.trace()).toContain("Looked up c/log after the write: not there");
});

test("look-ups see what is stored, and what is written only after it", () => {
  const rules = firestore(`match /a/{b} {
    allow create: if get(/databases/(default)/documents/c/d).data.n == 1
      && !exists(/databases/(default)/documents/a/$(b))
      && existsAfter(/databases/(default)/documents/a/$(b));
  }`);
  const one = { method: "create", path: "a/b", data: {}, allow: ["user"] };
  const result = run("firestore", rules, {
    data: { "c/d": { n: 1 } },
    cases: [{ ...one, name: "created" }],
  });
  expect(allowedIn(result)).toEqual({ created: "user" });
  expect(result.checks[0]?.trace().slice(-3)).toEqual([
    "Looked up c/d: {n: 1}",
    "Looked up a/b: not there",
    "Looked up a/b after the write: {}",
  ]);
});

test("a list is judged by its query", () => {
  const rules = firestore(`
    match /a/{b} { allow list: if resource.data.open == true && request.query.limit <= 10; }
    match /{any=**}/g/{h} { allow list; }
    match /t/{u} { allow list: if resource.data.n < 5 || resource.data.at == null; }`);
  const list = { method: "list", path: "a", allow: ["user"] };
  const open = ["open", "==", true];
  const result = run("firestore", rules, {
    cases: [
      { ...list, name: "open", query: { where: [open], limit: 10 } },
      { ...list, name: "too many", query: { where: [open], limit: 11 } },
      { ...list, name: "all" },
      { ...list, name: "one of two", query: { where: [{ or: [open, ["x", "==", 1]] }], limit: 1 } },
      { ...list, name: "both", query: { where: [{ and: [open, ["x", "!=", null]] }], limit: 1 } },
      { ...list, name: "group", path: "g", query: { group: true, orderBy: ["n", ["m", "desc"]] } },
      { ...list, name: "nulls", path: "t", query: { where: [["at", "==", null]], offset: 1 } },
      { ...list, name: "small", path: "t", query: { where: [["n", "<", 5]] } },
      { ...list, name: "NaN", path: "t", query: { where: [["n", "==", { $float: "NaN" }]] } },
      { ...list, name: "not NaN", path: "t", query: { where: [["n", "!=", { $float: "NaN" }]] } },
    ],
  });
  expect(allowedIn(result)).toEqual({
    open: "user",
    "too many": "",
    all: "",
    "one of two": "",
    both: "user",
    group: "user",
    nulls: "user",
    small: "user",
    NaN: "",
    "not NaN": "",
  });
});

test("of a list that wants to know what is stored it is said what it is judged by", () => {
  const rules = firestore(`
    match /a/{b} { allow read: if resource.data.open == true; }
    match /c/{d} { allow list: if request.auth != null; }
    match /e/{f} { allow list: if false; }`);
  const list = { name: "n", method: "list", deny: ["visitor"] };
  const { checks } = run("firestore", rules, {
    data: { "a/b": { open: false } },
    cases: [
      { ...list, path: "a" },
      { ...list, path: "c" },
      { ...list, path: "e" },
      { ...list, method: "get", path: "a/c" },
    ],
  });
  const hints = checks.map((check) => check.trace().filter((line) => /^[A-Z]/.test(line)));
  const hint = "A list is judged by what its query asks for, not by what is stored.";
  expect(hints).toEqual([[hint], [], [], []]);
  expect(checks[0]?.trace()[1]).toContain("resource.data is not known");
});

test("values that JSON lacks are written by their type", () => {
  const rules = firestore(`match /a/{b} {
    allow create: if request.resource.data.float is float && request.resource.data.zero is float
      && request.resource.data.half is float
      && request.resource.data.int == 9007199254740993
      && request.resource.data.at == request.time
      && request.resource.data.day == timestamp.date(2026, 1, 2)
      && request.resource.data.bytes is bytes
      && request.resource.data.ref == /databases/(default)/documents/a/b
      && request.resource.data.geo is latlng
      && request.resource.data.list == [1, {'a': null}];
  }`);
  const data = {
    float: { $float: 1 },
    zero: "-0",
    half: 0.5,
    int: { $int: "9007199254740993" },
    at: { $timestamp: "now" },
    day: { $timestamp: "2026-01-02T00:00:00Z" },
    bytes: { $bytes: "AAEC" },
    ref: { $ref: "a/b" },
    geo: { $geo: [1, 2] },
    list: [1, { a: null }],
  };
  const one = { name: "typed", method: "create", path: "a/b", data, allow: ["user"] };
  const result = run("firestore", rules, { cases: [one] });
  expect(allowedIn(result)).toEqual({ typed: "user" });
});

test("a file is what data says, or before, and Firestore is looked at", () => {
  const rules = storage(`match /f/{name=**} {
    allow get: if resource.size == 5 && resource.generation == 1 && resource.updated < request.time
      && resource.timeCreated == resource.updated && resource.md5Hash == 'x';
    allow list: if request.auth != null;
    allow create: if request.resource.contentType == 'image/png' && request.resource.metadata.a == 'b';
    allow update: if request.resource.size > resource.size;
    allow delete: if firestore.exists(/databases/(default)/documents/a/$(request.auth.uid));
  }`);
  const updated = "2025-01-01T00:00:00Z";
  const there = { size: 5 };
  const png = { contentType: "image/png", metadata: { a: "b" } };
  const result = run("storage", rules, {
    data: { "f/a": { ...there, generation: 1, timeCreated: updated, updated, md5Hash: "x" } },
    documents: { "a/user": {} },
    cases: [
      { name: "get", method: "get", path: "f/a", ...everybody },
      { name: "get what is not there", method: "get", path: "f/b", ...everybody },
      {
        name: "old",
        method: "get",
        path: "f/a",
        before: there,
        ...everybody,
      },
      { name: "gone", method: "get", path: "f/a", before: null, ...everybody },
      { name: "list", method: "list", path: "f/", ...everybody },
      { name: "create", method: "create", path: "f/b", data: png, ...everybody },
      { name: "create text", method: "create", path: "f/b", data: {}, ...everybody },
      { name: "grow", method: "update", path: "f/a", data: { size: 6 }, ...everybody },
      { name: "shrink", method: "update", path: "f/a", data: { size: 4 }, ...everybody },
      { name: "delete", method: "delete", path: "f/a", ...everybody },
    ],
  });
  const all = "visitor user editor";
  expect(allowedIn(result)).toEqual({
    get: all,
    "get what is not there": "",
    old: "",
    gone: "",
    list: "user editor",
    create: all,
    "create text": "",
    grow: all,
    shrink: "",
    delete: "user",
  });
  expect(result.unseen).toEqual([]);
});

test("a tree is read, set and updated, with priorities and the server's time", () => {
  const rules = JSON.stringify({
    rules: {
      a: {
        ".read": "query.limitToFirst <= 2 && query.orderByKey",
        ".write": "auth != null",
        ".validate": "newData.hasChild('n')",
        n: {
          ".validate": "newData.val() == now || newData.getPriority() == 5 || newData.val() == 'b'",
        },
      },
      e: { ".read": "query.equalTo === 5 && query.startAt === 5 && query.orderByChild === 'n'" },
      q: { ".read": "data.val() == 1 && !data.child('none').exists()" },
      p: { $id: { ".read": "data.getPriority() == 7 && data.val() == 1" } },
    },
  });
  const result = run("database", rules, {
    data: {
      a: { n: 1, none: null, empty: {} },
      q: { ".value": 1 },
      p: { x: { ".value": 1, ".priority": 7 }, y: 1, __proto__z: 1 },
    },
    cases: [
      {
        name: "two",
        method: "read",
        path: "a",
        query: { orderBy: "key", limitToFirst: 2 },
        ...everybody,
      },
      {
        name: "three",
        method: "read",
        path: "a",
        query: { orderBy: "key", limitToFirst: 3 },
        ...everybody,
      },
      { name: "all", method: "read", path: "a", ...everybody },
      { name: "a leaf", method: "read", path: "q", ...everybody },
      { name: "above", method: "read", path: "/", ...everybody },
      {
        name: "equal",
        method: "read",
        path: "e",
        query: { orderBy: { child: "n" }, equalTo: 5 },
        ...everybody,
      },
      { name: "prior", method: "read", path: "p/x", ...everybody },
      { name: "without", method: "read", path: "p/y", ...everybody },
      {
        name: "prior before",
        method: "read",
        path: "p/y",
        before: { ".value": 1, ".priority": 7 },
        ...everybody,
      },
      { name: "time", method: "set", path: "a/n", data: { ".sv": "timestamp" }, ...everybody },
      { name: "another", method: "set", path: "a/n", data: "x", ...everybody },
      { name: "deleted", method: "set", path: "a/n", data: null, ...everybody },
      { name: "all deleted", method: "set", path: "a", data: null, ...everybody },
      {
        name: "with priority",
        method: "set",
        path: "a/n",
        data: { ".value": "x", ".priority": 5 },
        ...everybody,
      },
      { name: "priority", method: "set", path: "a/n/.priority", data: 5, ...everybody },
      { name: "wrong priority", method: "set", path: "a/n/.priority", data: 6, ...everybody },
      { name: "paths", method: "update", path: "a", data: { n: "b", "m/x": [1] }, ...everybody },
      {
        name: "paths elsewhere",
        method: "update",
        path: "/",
        data: { "a/n": "b", b: 1 },
        ...everybody,
      },
    ],
  });
  const all = "visitor user editor";
  const signedIn = "user editor";
  expect(allowedIn(result)).toEqual({
    two: all,
    three: "",
    all: "",
    "a leaf": all,
    above: "",
    equal: all,
    prior: all,
    without: "",
    "prior before": all,
    time: signedIn,
    another: "",
    deleted: signedIn,
    "all deleted": signedIn,
    "with priority": signedIn,
    priority: signedIn,
    "wrong priority": "",
    paths: signedIn,
    "paths elsewhere": "",
  });
  expect(result.checks.find(({ what }) => what === "read /")?.trace()).toEqual([
    "No .read at / or above it grants.",
  ]);
  expect(result.checks.at(-1)?.trace().at(-1)).toBe(
    "No .write at or above one of /a/n, /b grants.",
  );
});

test("an update is done in the order of its paths, with priorities last, as the server does it", () => {
  const priority = `newData.parent().getPriority() == 9`;
  const rules = `{"rules":{"$a":{".write":true,"b":{".validate":"${priority}"},"c":{".validate":"${priority}"}}}}`;
  const update = { method: "update", path: "a", allow: ["user"] };
  const stored = { ".priority": 9, b: 1 };
  const result = run("database", rules, {
    cases: [
      { ...update, name: "a new node", data: { ".priority": 9, b: 1 } },
      { ...update, name: "without", data: { b: 1 } },
      { ...update, name: "moved on", before: stored, data: { c: 1, b: null } },
      { ...update, name: "moved back", before: { ".priority": 9, c: 1 }, data: { c: null, b: 1 } },
    ],
  });
  expect(allowedIn(result)).toEqual({
    "a new node": "user",
    without: "",
    // What was there goes first, and its priority with it.
    "moved on": "",
    "moved back": "user",
  });
});

test("a file that is created has a type, and its hash is not known", () => {
  const rules = storage(`match /f/{name} {
    allow create: if request.resource.contentType == 'application/octet-stream';
    allow update: if request.resource.contentType == null && request.resource.md5Hash == 'x';
  }`);
  const file = { path: "f/a", allow: ["user"] };
  const result = run("storage", rules, {
    cases: [
      { ...file, name: "created", method: "create", data: {} },
      { ...file, name: "updated", method: "update", before: {}, data: { md5Hash: "x" } },
    ],
  });
  expect(allowedIn(result)).toEqual({ created: "user", updated: "user" });
});

test("of children that are missing it is said which are asked for and which are there", () => {
  const names = "['name', 'email', 'roles', 'user_id', 'date_created', 'last_logged_in', 'tokens']";
  const rules = `{"rules":{"users":{"$uid":{".write":"newData.hasChildren(${names})"}}}}`;
  const result = run("database", rules, {
    data: { users: { u: { email: "a@example.com" } } },
    cases: [{ name: "n", method: "set", path: "users/u/name", data: "Ada", deny: ["user"] }],
  });
  expect(result.checks[0]?.trace()[1]).toBe(
    `  1:38 \`newData.hasChildren(${names})\` is false: newData is {email, name}`,
  );
});

test("what a case expects is kept beside what is, and rules that were not seen both ways are named", () => {
  const rules = firestore(`
    match /a/{b} { allow get; allow list: if request.auth != null; }
    match /c/{d} { allow write: if true; }
    match /e/{f} { allow list: if request.auth != null; allow get: if request.auth == null; }`);
  const result = run("firestore", rules, {
    cases: [
      { name: "granted only", method: "list", path: "e", allow: ["editor"] },
      { name: "refused only", method: "get", path: "e/f", deny: ["editor"] },
      { name: "right", method: "list", path: "a", allow: ["user", "editor"], deny: "*" },
      { name: "wrong", method: "get", path: "a/b", deny: "*", allow: ["user"] },
    ],
  });
  const sums = result.checks.map(({ caller, expected, allowed }) => [caller, expected, allowed]);
  expect(sums).toEqual([
    ["editor", true, true],
    ["editor", false, false],
    ["user", true, true],
    ["editor", true, true],
    ["visitor", false, false],
    ["user", true, true],
    ["visitor", false, true],
    ["editor", false, true],
  ]);
  expect(result.rules).toBe(5);
  expect(result.unseen).toEqual([
    "a.rules:3:20 allow create, update, delete /databases/{database}/documents/c/{d}: no case has seen it grant",
    "a.rules:3:20 allow create, update, delete /databases/{database}/documents/c/{d}: no case has seen it refuse",
    "a.rules:4:20 allow list /databases/{database}/documents/e/{f}: no case has seen it refuse",
    "a.rules:4:57 allow get /databases/{database}/documents/e/{f}: no case has seen it grant",
  ]);
});

test("faults of all cases are told, each with its place", () => {
  const one = { name: "n", method: "get", path: "a/b" };
  const there = { before: {}, path: "a/b", allow: "*" };
  const query = (where: unknown[]) => ({
    name: "n",
    method: "list",
    path: "a",
    query: { where },
    allow: "*",
  });
  const faults = faultsOf("firestore", firestore(""), {
    cases: [
      one,
      { ...one, allow: "*", deny: "*" },
      { ...one, allow: ["user"], deny: ["editor", "user"] },
      { ...one, allow: ["nobody"] },
      { ...one, allow: ["toString"] },
      { ...one, path: "a", allow: "*" },
      { name: "n", method: "list", path: "a/b", allow: "*" },
      { name: "n", method: "list", path: "a/b/c", query: { group: true }, allow: "*" },
      { ...there, name: "n", method: "create", data: {} },
      { ...there, name: "n", method: "update", data: {}, before: null },
      { ...there, name: "n", method: "update" },
      { ...there, name: "n", method: "update", data: {}, change: {} },
      { ...one, before: { a: { $time: 1 } }, allow: "*" },
      { ...one, before: { a: { $int: "1", b: 1 } }, allow: "*" },
      { ...one, before: { a: { $timestamp: "2026-13-01T00:00:00Z" } }, allow: "*" },
      query([["a", "=", 1]]),
      query([["a", "=="]]),
      query([[1, "==", 1]]),
      query([{ or: 5 }]),
      query([{ not: [] }]),
      query([null]),
      query([["a b", "==", 1]]),
      { ...one, before: { a: { $int: "9223372036854775808" } }, allow: "*" },
      { ...one, before: { a: { $timestamp: "2026-01-01T00:00:00.1234567Z" } }, allow: "*" },
      { ...one, before: { a: [1, [2]] }, allow: "*" },
      { ...one, before: { "": 1 }, allow: "*" },
      { ...one, path: "a/..", allow: "*" },
      { ...one, path: `a/${"b".repeat(1501)}`, allow: "*" },
    ],
  });
  const starts = [
    "It names no caller",
    "All callers are in both lists.",
    "user is in both lists.",
    'nobody is none of "callers".',
    'toString is none of "callers".',
    "a is no path of a document.",
    "a/b is no path of a collection.",
    "The path of a group is the collection's id, not a/b/c.",
    "a/b is there: this is an update",
    "a/b is not there: create it",
    'An update has either "data", the whole document, or "change".',
    'An update has either "data", the whole document, or "change".',
    '{"$time":1} is no value',
    '{"$int":"1","b":1} is no value',
    '{"$timestamp":"2026-13-01T00:00:00Z"} is no value',
    '["a","=",1] is no condition',
    '["a","=="] is no condition',
    '[1,"==",1] is no condition',
    '{"or":5} is no filter',
    '{"not":[]} is no filter',
    "null is no filter",
    "structuredQuery.where",
    '{"$int":"9223372036854775808"} is no value',
    '{"$timestamp":"2026-01-01T00:00:00.1234567Z"} is no value',
    "A list must not be directly in a list.",
    "A field must have a name.",
    ".. is no id of Firestore.",
    "bbb",
  ];
  expect(faults.map((fault, index) => fault.slice(0, startOf(index).length))).toEqual(
    starts.map((_, index) => startOf(index)),
  );

  function startOf(index: number): string {
    return `a.json: cases[${index}] "n": ${starts[index]}`;
  }
});

test("faults of what is stored and of other services are told", () => {
  const get = { name: "n", method: "get", path: "a", allow: "*" };
  expect(faultsOf("firestore", firestore(""), { data: { a: {} }, cases: [get] })).toEqual([
    "a.json: a is no path of a document.",
  ]);
  const file = { name: "n", path: "a", data: {}, allow: "*" };
  const files = [
    { ...file, method: "create", before: {} },
    { ...file, method: "update" },
  ];
  expect(faultsOf("storage", storage(""), { cases: files })).toEqual([
    'a.json: cases[0] "n": a is there: this is an update, or say with "before" what is stored.',
    'a.json: cases[1] "n": a is not there: create it, or say with "before" what is stored.',
  ]);
  const write = { name: "n", path: "/", allow: "*" };
  const writes = [
    { ...write, method: "set", data: { "a.b": 1 } },
    { ...write, method: "set", data: { ".sv": { increment: 1 } } },
    { ...write, method: "update", data: {} },
    { ...write, method: "update", data: { a: 1, "a/b": 2 } },
    { ...write, method: "update", data: { a: 1, "a/": 2 } },
    { ...write, method: "update", data: { ab: 1, a: 2, ".priority": 3, "a/.priority": 4 } },
    { ...write, method: "update", data: { "/": 1 } },
  ];
  expect(faultsOf("database", '{"rules":{}}', { cases: writes })).toEqual([
    'a.json: cases[0] "n": "a.b" is no key of the Realtime Database.',
    'a.json: cases[1] "n": Of server values cases know {".sv": "timestamp"} only.',
    'a.json: cases[2] "n": An update names a path at least.',
    'a.json: cases[3] "n": /a/b lies within another path of its update.',
    'a.json: cases[4] "n": /a lies within another path of its update.',
    'a.json: cases[5] "n": /a/.priority lies within another path of its update.',
    'a.json: cases[6] "n": An update names children, not itself.',
  ]);
});

test("what else goes wrong is no fault of a case", () => {
  const list = { name: "n", method: "list", path: "a", allow: "*" };
  const content = { service: "firestore", rules: "r", callers, cases: [list] };
  const file = parseCaseFile({ file: "a.json", text: JSON.stringify(content) });
  const suite = { rules: { file: "a.rules", text: firestore("") }, files: [file] };
  const failing = () => {
    throw new TypeError("a bug");
  };
  expect(() => runCases({ service: "firestore", ...suite }, failing)).toThrow(TypeError);
});

test("a fault of the rules themselves is theirs, and says who named them", () => {
  const [fault, ...more] = faultsOf("firestore", '{"rules":{}}', { cases: [] });
  expect(fault).toMatch(/^a\.rules:1:1: Expected service/);
  expect(more).toEqual(['It is "rules" of a.json, for firestore.']);
  const unnamed = {
    service: "firestore" as const,
    rules: { file: "a.rules", text: "{" },
    files: [],
  };
  expect(() => tester.run(unnamed)).toThrow(/^a\.rules:1:1: [^\n]*$/);
});

test("cases of another service are left out", () => {
  const get = { name: "n", method: "get", path: "a", allow: "*" };
  const content = { service: "storage", rules: "r", callers, cases: [get] };
  const file = tester.parse({ file: "a.json", text: JSON.stringify(content) });
  const rules = { file: "a.rules", text: firestore("") };
  expect(tester.run({ service: "firestore", rules, files: [file] }).checks).toEqual([]);
});
