/** What Firestore and Storage rules mean, apart from the product's files. */
import { expect, test } from "vitest";
import { compileFirestoreRules, compileStorageRules, RulesError } from "./index.ts";
import { documentOf, lookupsIn, noLookups, nowMs, signedIn } from "./testing/trees.ts";
import type { RulesAuth, ServiceMethod } from "./types.ts";

const me = signedIn("me", {
  email: "me@example.com",
  level: 3,
  ratio: 0.5,
  admin: true,
  none: null,
});

function compile(body: string) {
  const text = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
${body}
  }
}`;
  return compileFirestoreRules({ file: "test.rules", text });
}

const before = {
  text: "Hello",
  int: 5,
  float: 2.5,
  flag: true,
  nothing: null,
  list: ["a", "b"],
  map: { a: 1, b: { c: 2 } },
};
const after = { ...before, int: 6, added: 1 };

const documents = lookupsIn({ "users/me": { role: "editor", text: "me" }, "a/b/c/d": {} });

function holds(condition: string, auth: RulesAuth = me): boolean {
  const rules = compile(`match /things/{thing} { allow update: if ${condition}; }`);
  const path = "things/one";
  return rules.allows(
    {
      method: "update",
      auth,
      nowMs,
      path,
      resource: documentOf(path, before),
      newResource: documentOf(path, after),
    },
    documents,
  );
}

const conditions: [string, boolean][] = [
  ["true", true],
  ["false", false],
  ["null", false],
  ["'true'", false],
  ["1", false],
  ["request.auth != null && request.auth.uid == 'me'", true],
  ["request.auth.token.admin == true", true],
  ["request.auth.token.admin", true],
  ["request.auth.token.missing == null", false],
  ["request.auth.token.missing != true", false],
  ["request.auth.token.none == null", true],
  ["request.auth.token.constructor == null || false", false],
  ["request.auth.token.get('__proto__', 'no') == 'no'", true],
  ["!('toString' in request.auth.token)", true],
  ["'admin' in request.auth.token", true],
  ["request.auth.token['admin']", true],
  ["request.auth.token.email.matches('.*@example[.]com')", true],
  ["request.auth.token.email.matches('example')", false],
  ["request.auth.token.level == 3 && request.auth.token.level is int", true],
  ["request.auth.token.ratio is float && request.auth.token.ratio < 1", true],
  ["request.method == 'update'", true],
  [`request.time == timestamp.value(${nowMs})`, true],
  ["request.time > timestamp.date(2026, 4, 30) && request.time < timestamp.date(2026, 5, 2)", true],
  ["request.time - duration.value(1, 'd') < request.time", true],
  ["request.time is timestamp && duration.value(1, 's') is duration", true],
  ["request.time == 5", false],
  ["request.path == /databases/(default)/documents/things/$(thing)", true],
  ["request.query.limit <= 10", false],
  ["thing == 'one' && database == '(default)'", true],
  ["resource.id == 'one' || true", true],
  ["resource.id == 'one'", false],
  ["resource.data.text == 'Hello'", true],
  ["resource.data.text != 'Hello'", false],
  ["resource.data.nothing == null", true],
  ["resource.data.map.b.c == 2", true],
  ["resource.data.map['a'] == 1 && resource.data['map'].a == 1", true],
  ["resource.data.map.b == {'c': 2}", true],
  ["resource.data.map == {'b': {'c': 2}, 'a': 1}", true],
  ["resource.data.map == {'a': 1}", false],
  ["resource.data.list == ['a', 'b']", true],
  ["resource.data.list == ['b', 'a']", false],
  ["resource.data.list[0] == 'a' && resource.data.list[1] == 'b'", true],
  ["resource.data.list[2] == null || resource.data.list[-1] == null", false],
  ["resource.data.list['0'] == 'a'", false],
  ["'a' in resource.data.list && !('c' in resource.data.list)", true],
  ["1 in resource.data.map", false],
  ["'a' in resource.data.text", false],
  ["resource.data.list.hasAll(['a']) && resource.data.list.hasAny(['b', 'c'])", true],
  ["resource.data.list.hasOnly(['a', 'b', 'c'])", true],
  ["resource.data.list.hasOnly(['a'])", false],
  ["resource.data.list.size() == 2 && resource.data.text.size() == 5", true],
  ["resource.data.map.size() == 2 && '\\u00e9\\ud83d\\ude00'.size() == 2", true],
  ["resource.data.int.size() == 1", false],
  ["resource.data.map.keys().hasOnly(['a', 'b'])", true],
  ["resource.data.map.keys() is list", true],
  ["resource.data.get('missing', 7) == 7", true],
  ["resource.data.get(['map', 'b', 'c'], 7) == 2", true],
  ["resource.data.get(['map', 'x', 'c'], 7) == 7", true],
  ["request.resource.data.diff(resource.data).affectedKeys().hasOnly(['int', 'added'])", true],
  ["request.resource.data.diff(resource.data).affectedKeys().hasOnly(['int'])", false],
  ["request.resource.data.diff(resource.data).changedKeys() == ['int'].toSet()", true],
  ["request.resource.data.diff(resource.data).addedKeys() == ['added'].toSet()", true],
  ["resource.data.diff(request.resource.data).removedKeys() == ['added'].toSet()", true],
  ["['a', 'b', 'a'].toSet().size() == 2", true],
  ["['a', 'b'].toSet() == ['b', 'a'].toSet()", true],
  ["['a'].toSet() == ['a', 'b'].toSet()", false],
  ["['a', 'b'].toSet() == ['a'].toSet()", false],
  ["'a-b-c'.split('-') == ['a', 'b', 'c']", true],
  ["' A '.trim().lower() == 'a' && 'a'.upper() == 'A'", true],
  ["5 is int && !(5 is float) && 5.0 is float && 5 is number && !('5' is number)", true],
  ["5 == 5.0 && 5 != 5.5", true],
  ["5 == '5' || true == 1 || null == false", false],
  ["'5' < 6", false],
  ["!('5' < 6)", false],
  ["null < 1 || 'b' < 'a'", false],
  ["'a' < 'b' && 'a' < '\\u00e9' && '\\uffff' < '\\ud83d\\ude00'", true],
  ["-resource.data.int == -5 && 7 / 2 == 3 && 7 % 2 == 1 && 7 / 2.0 == 3.5", true],
  ["9223372036854775807 + 1 > 0 || -9223372036854775807 - 2 < 0", false],
  ["1 / 0 == 1 || 1.0 / 0.0 > 1.0", false],
  ["'a' + 'b' == 'ab'", true],
  ["'a' + 1 == 'a1'", false],
  ["true ? resource.data.missing : true", false],
  ["false ? resource.data.missing : true", true],
  ["resource.data.missing ? true : true", false],
  ["resource.data.missing || true", true],
  ["resource.data.missing == 1 || resource.data.missing == 2 || true", true],
  ["resource.data.missing || false", false],
  ["!(resource.data.missing && false)", true],
  ["!(resource.data.missing && true)", false],
  ["!resource.data.missing", false],
  ["!resource.data.nothing", false],
  ["(1 || true) && (true || 1)", true],
  ["1 || false", false],
  ["resource.data.text.foo == 1 || resource.data.nothing.foo == 1", false],
  ["exists(/databases/$(database)/documents/users/$(request.auth.uid))", true],
  ["exists(/databases/(default)/documents/users/$('m' + 'e'))", true],
  ["exists(/databases/(default)/documents/a/b/c/d)", true],
  ["exists(/databases/other/documents/users/me)", false],
  ["!exists(/databases/other/documents/users/me)", false],
  ["exists(/databases/(default)/documents/users/you)", false],
  ["!exists(/databases/(default)/documents/users/$('you/x/y'))", false],
  ["!exists(/databases/(default)/documents/users/$(''))", false],
  ["!exists(/databases/(default)/documents/users/$(1))", false],
  ["get(/databases/(default)/documents/users/me).data.role == 'editor'", true],
  ["get(/databases/(default)/documents/users/you).data.role != 'editor'", false],
  ["getAfter(/databases/(default)/documents/users/me).data.role == 'editor'", true],
  ["existsAfter(/databases/(default)/documents/users/me)", true],
  ["get(/databases/(default)/documents/users/me).id == 'me'", false],
  ["1 + 2 * 3 == 7 && (1 + 2) * 3 == 9", true],
  ["true || false && false", true],
  ["!true == false", true],
  ["1 in [1] == true", true],
  ["'it\\'s' == \"it's\" /* comment */ // more\n", true],
];

test.each(conditions)("%s is %s", (condition, expected) => {
  expect(holds(condition)).toBe(expected);
});

test("without a sign-in request.auth is null and has no uid", () => {
  expect(holds("request.auth == null", null)).toBe(true);
  expect(holds("request.auth.uid == 'me'", null)).toBe(false);
  expect(holds("request.auth.uid != 'me'", null)).toBe(false);
  expect(holds("!(request.auth.token.admin == true)", null)).toBe(false);
});

function gets(body: string, path: string, auth: RulesAuth = me): boolean {
  const resource = documentOf(path, before);
  return compile(body).allows({ method: "get", auth, nowMs, path, resource }, documents);
}

test("functions see their inputs, their lets and the wildcards around them", () => {
  const body = `
    function twice(x) { let y = x + x; let z = y; return z; }
    match /a/{id} {
      function isOwn(other) { return id == other && twice(id) == other + other; }
      match /b/{inner} {
        function isOwn(other) { return inner == other; }
        allow get: if isOwn('inner');
      }
      allow get: if isOwn('own') && helper();
    }
    function helper() { return true; }`;
  expect(gets(body, "a/own")).toBe(true);
  expect(gets(body, "a/other")).toBe(false);
  expect(gets(body, "a/x/b/inner")).toBe(true);
  expect(gets(body, "a/own/b/own")).toBe(false);
});

test("an allow counts only where its whole path matches", () => {
  const body = "match /a/{id} { allow get; match /b/{id2} { allow get: if id2 == 'yes'; } }";
  expect(gets(body, "a/x")).toBe(true);
  expect(gets(body, "a/x/b/yes")).toBe(true);
  expect(gets(body, "a/x/b/no")).toBe(false);
  expect(gets(body, "a/x/b/yes/c/d")).toBe(false);
  expect(gets(body, "b/yes")).toBe(false);
});

test("{x=**} stands for any number of segments, none too, in the middle as well", () => {
  const body = "match /a/{id}/{rest=**} { allow get: if id == 'x'; }";
  expect(["a/x", "a/x/b/c", "a/x/b/c/d/e"].map((path) => gets(body, path))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["a/y", "b/x", "x"].map((path) => gets(body, path))).toEqual([false, false, false]);
  const twice = "match /a/{rest=**}/a/{id} { allow get; }";
  expect(["a/a/x", "a/b/c/a/x"].map((path) => gets(twice, path))).toEqual([true, true]);
  expect(["a/x", "a/a"].map((path) => gets(twice, path))).toEqual([false, false]);
  const middle = "match /{any=**}/notes/{id} { allow get: if any[0] == 'a' || id == 'top'; }";
  expect(gets(middle, "a/x/notes/1")).toBe(true);
  expect(gets(middle, "b/x/notes/1")).toBe(false);
  expect(gets(middle, "notes/top")).toBe(true);
  expect(gets(middle, "notes/1")).toBe(false);
});

test("a wildcard does not stand for an empty segment", () => {
  expect(gets("match /a/{id}/b { allow get; }", "a/x/b")).toBe(true);
  expect(gets("match /a/{id}/b { allow get; }", "a//b")).toBe(false);
});

test("read is get and list; write is create, update and delete", () => {
  const storage = (methods: string) =>
    compileStorageRules({
      file: "test.rules",
      text: `rules_version = "2"; service firebase.storage { match /b/{b}/o { match /{all=**} { allow ${methods}; } } }`,
    });
  const all: ServiceMethod[] = ["get", "list", "create", "update", "delete"];
  const granted = (methods: string) =>
    all.filter((method) =>
      storage(methods).allows(
        { auth: null, nowMs, method, bucket: "b", name: "a/", resource: null, newResource: null },
        noLookups,
      ),
    );
  expect(granted("read")).toEqual(["get", "list"]);
  expect(granted("write")).toEqual(["create", "update", "delete"]);
  expect(granted("get, delete")).toEqual(["get", "delete"]);
});

test("documents that rules look at are counted, and beyond the limit nothing is granted", () => {
  const each = (count: number) =>
    Array.from({ length: count }, (_, id) => `exists(/databases/(default)/documents/x/n${id})`);
  const same = Array.from({ length: 30 }, () => "exists(/databases/(default)/documents/x/same)");
  expect(holds(`${each(10).join(" || ")} || true`)).toBe(true);
  expect(holds(`${each(11).join(" || ")} || true`)).toBe(false);
  expect(holds(`${same.join(" || ")} || true`)).toBe(true);
});

test("a request that costs too much is refused, although the rest would grant", () => {
  const doubling = Array.from(
    { length: 18 },
    (_, level) => `function f${level}(x) { return f${level + 1}(x) || f${level + 1}(x); }`,
  );
  const body = `${doubling.join("\n")} function f18(x) { return x == 1; }
    match /a/{id} { allow get: if f0(2) || true; }`;
  expect(gets(body, "a/b")).toBe(false);
  const growing = Array.from(
    { length: 19 },
    (_, level) => `function g${level}(x) { return g${level + 1}(x + x); }`,
  );
  const text = `${growing.join("\n")} function g19(x) { return x.size() > 0; }
    match /a/{id} { allow get: if g0('${"long".repeat(100)}') || true; }`;
  expect(gets(text, "a/b")).toBe(false);
});

test("Storage rules look into Firestore, at three documents", () => {
  const storage = (condition: string): boolean =>
    compileStorageRules({
      file: "test.rules",
      text: `rules_version = '2';
        service firebase.storage { match /b/{bucket}/o { match /{name} { allow get: if ${condition}; } } }`,
    }).allows(
      {
        auth: me,
        nowMs,
        method: "get",
        bucket: "main",
        name: "a.png",
        resource: {
          name: "a.png",
          bucket: "main",
          size: 5,
          contentType: "image/png",
          metadata: { owner: "me", toString: "text" } as unknown as Record<string, string>,
        },
        newResource: null,
      },
      documents,
    );
  const user = "firestore.get(/databases/(default)/documents/users/$(request.auth.uid))";
  expect(storage(`${user}.data.role == 'editor'`)).toBe(true);
  expect(storage(`${user}.data.role == 'admin'`)).toBe(false);
  expect(storage("firestore.exists(/databases/(default)/documents/users/me)")).toBe(true);
  const look = (id: number) => `firestore.exists(/databases/(default)/documents/x/n${id})`;
  expect(storage(`${look(1)} || ${look(2)} || ${look(3)} || true`)).toBe(true);
  expect(storage(`${look(1)} || ${look(2)} || ${look(3)} || ${look(4)} || true`)).toBe(false);
  expect(storage("resource.size == 5 && resource.size is int")).toBe(true);
  expect(storage("resource.contentType.matches('image/.*')")).toBe(true);
  expect(storage("resource.metadata.owner == 'me' && resource.metadata.toString == 'text'")).toBe(
    true,
  );
  expect(storage("resource.timeCreated == resource.updated")).toBe(false);
  expect(storage("bucket == 'main' && name == 'a.png' && resource.name == name")).toBe(true);
  expect(() => storage("exists(/databases/(default)/documents/users/me)")).toThrow(RulesError);
});

const file = (body: string): string =>
  `rules_version = '2';\nservice cloud.firestore {\nmatch /a/{id} {\n${body}\n}\n}`;
const allow = (condition: string): string => file(`allow get: if ${condition};`);

const refused: [string, string, string][] = [
  ["nothing", "", "1:1: Expected rules_version"],
  ["version 1", "rules_version = '1';", "1:1: Expected rules_version"],
  ["no service", "rules_version = '2';", "1:21: Expected service"],
  ["another service", "rules_version = '2'; service firebase.storage {}", "1:30: Expected cloud"],
  [
    "more after the service",
    "rules_version = '2'; service cloud.firestore {} x",
    '1:49: Unexpected "x"',
  ],
  [
    "allow outside of a match",
    "rules_version = '2'; service cloud.firestore { allow read; }",
    "1:48: Expected match, function or }",
  ],
  [
    "an open match",
    "rules_version = '2'; service cloud.firestore { match /a {",
    "Expected match, function, allow or } before the end",
  ],
  [
    "an unknown statement",
    file("permit get;"),
    '4:1: Expected match, function, allow or } before "permit"',
  ],
  ["an unknown method", file("allow peek: if true;"), "4:7: Unknown method peek"],
  ["an allow without if", file("allow get: true;"), '4:12: Expected if before "true"'],
  ["an allow without an end", file("allow get: if true"), "5:1: Expected ; before"],
  ["a match without a path", file("match a {}"), "4:7: Expected a path"],
  ["an empty segment", file("match /a//b {}"), "Expected a name, {x} or {x=**}"],
  ["a wrong wildcard", file("match /{x=*} {}"), "4:8: Expected a name, {x} or {x=**}"],
  ["two {…=**}", file("match /{x=**}/{y=**} {}"), "There can be only one {…=**}"],
  ["a wildcard's name again", file("match /b/{id} {}"), "4:7: The name id is already taken"],
  [
    "a wildcard named request",
    file("match /b/{request} {}"),
    "4:7: The name request is already taken",
  ],
  [
    "a function twice",
    file("function f() { return 1; } function f() { return 1; }"),
    "4:37: There are two functions f",
  ],
  ["an input twice", file("function f(a, a) { return 1; }"), "4:15: The name a is already taken"],
  [
    "a let named as an input",
    file("function f(a) { let a = 1; return 1; }"),
    "4:21: The name a is already taken",
  ],
  [
    "a let that names itself",
    file("function f() { let a = a; return 1; }"),
    "4:24: Unknown name a",
  ],
  ["a function without return", file("function f() { 1; }"), "4:16: Expected return"],
  [
    "a function that calls itself",
    file("function f() { return f(); }"),
    "4:23: The function f calls itself",
  ],
  [
    "functions in a circle",
    file("function f() { return g(); } function g() { return f(); }"),
    "4:52: The function f calls itself",
  ],
  [
    "an unused function with an unknown name",
    file("function f() { return nope; }"),
    "4:23: Unknown name nope",
  ],
  [
    "an inner wildcard in an outer function",
    file("function f() { return inner; } match /b/{inner} {}"),
    "4:23: Unknown name inner",
  ],
  ["an unknown name", allow("nope"), "4:15: Unknown name nope"],
  ["firestore as value", allow("firestore == null"), "4:15: Unknown name firestore"],
  [
    "firestore.get within Firestore",
    allow("firestore.get(/databases/x/documents/a/b) == null"),
    "4:15: Unknown name firestore",
  ],
  ["an unknown function", allow("nope()"), "4:15: Unknown function nope()"],
  ["math", allow("math.abs(1) == 1"), "4:15: Unknown name math"],
  ["an unknown method of a value", allow("id.nope()"), "4:18: Unknown method .nope()"],
  ["an unknown property of request", allow("request.foo == 1"), "4:23: Unknown property .foo"],
  [
    "an unknown property of auth",
    allow("request.auth.admin == 1"),
    "4:28: Unknown property .admin",
  ],
  ["an unknown property of resource", allow("resource.size == 1"), "4:24: Unknown property .size"],
  [
    "an unknown property of the new resource",
    allow("request.resource.name == 1"),
    "4:32: Unknown property .name",
  ],
  [
    "an unknown property of the query",
    allow("request.query.offset == 1"),
    "4:29: Unknown property .offset",
  ],
  ["an unknown type", allow("id is text"), "4:21: Unknown type text"],
  ["a type that is no name", allow("id is 'string'"), "4:21: Expected the name of a type"],
  ["===", allow("id === 'a'"), '4:18: Expected ; before "==="'],
  ["a slice", allow("id[0:1] == 'a'"), '4:19: Expected ] before ":"'],
  ["too few inputs", allow("id.matches()"), "4:18: matches() takes 1"],
  [
    "too many inputs of a function",
    file("function f() { return 1; } allow get: if f(1);"),
    "4:42: f() takes 0 values, not 1",
  ],
  ["a look-behind", allow("id.matches('(?<=a)b')"), "4:26: This regular expression is not"],
  ["a wrong split", allow("id.split('(')[0] == id"), "4:24: This regular expression is not"],
  ["a look-up of a text", allow("exists('a/b')"), "4:15: exists() takes a path"],
  [
    "a look-up of a collection",
    allow("exists(/databases/x/documents/a)"),
    "4:22: Expected the path of a document",
  ],
  ["a look-up elsewhere", allow("exists(/users/$(id))"), "4:22: Expected the path of a document"],
  [
    "a mixed segment",
    allow("exists(/databases/x/documents/a/b_$(id))"),
    "4:49: Unexpected character",
  ],
  ["an open path", allow("exists(/databases/)"), "Expected a name or $(…)"],
  [
    "a number that is too large",
    allow("9223372036854775808 > 1"),
    "4:15: This number is too large",
  ],
  ["a map without a colon", allow("{'a', 1} == id"), '4:19: Expected : before ","'],
  ["an open comment", allow("true /* x"), "4:20: This comment is never closed"],
];

test.each(refused)("rules with %s are refused, with the place", (_, text, message) => {
  const compileText = () => compileFirestoreRules({ file: "test.rules", text });
  expect(compileText).toThrow(RulesError);
  expect(compileText).toThrow(/^[0-9]/.test(message) ? `test.rules:${message}` : message);
});
