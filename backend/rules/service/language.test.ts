/** What Firestore and Storage rules mean, apart from the product's files. */
import { expect, test } from "vitest";
import { compileServiceExpression } from "./compile-expression.ts";
import { compileFirestoreRules, compileStorageRules, RulesError } from "../index.ts";
import { parseExpression } from "../parse-expression.ts";
import { createScanner } from "../scanner.ts";
import { openScope } from "./scope.ts";
import { documentOf, noLookups, nowMs, signedIn } from "../testing/trees.ts";
import type { RulesAuth, ServiceMethod } from "../types.ts";

const me = signedIn("me");

function compile(body: string) {
  const text = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
${body}
  }
}`;
  return compileFirestoreRules({ file: "test.rules", text });
}

function gets(body: string, path: string, auth: RulesAuth = me): boolean {
  const resource = documentOf(path, {});
  return compile(body).allows({ method: "get", auth, nowMs, path, resource }, noLookups);
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

const file = (body: string): string =>
  `rules_version = '2';\nservice cloud.firestore {\nmatch /a/{id} {\n${body}\n}\n}`;
const allow = (condition: string): string => file(`allow get: if ${condition};`);

const many = (count: number, each: (at: number) => string, between: string): string =>
  Array.from({ length: count }, (_, at) => each(at)).join(between);
const inputs = (count: number): string => many(count, (at) => `i${at}`, ", ");
const lets = (count: number): string => many(count, (at) => `let l${at} = 1;`, " ");
const captures = (count: number): string => many(count, (at) => `/{c${at}}`, "");
const nested = (count: number): string =>
  `service cloud.firestore { ${"match /a/b { ".repeat(count)}${"} ".repeat(count)}}`;
/** `f1` calls `f2`, and so on. */
const calls = (count: number): string =>
  `${many(count, (at) => `function f${at + 1}() { return ${at + 1 === count ? "true" : `f${at + 2}()`}; }`, "\n")}
  allow get: if f1();`;

test("rules within all limits of their size are taken", () => {
  const texts = [
    file(`function f(${inputs(7)}) { ${lets(10)} return 1; }`),
    nested(10),
    // One segment and one wildcard are around.
    file(`match ${"/a".repeat(98)} {}`),
    file(`match ${captures(19)} {}`),
    file(calls(20)),
    `${file("")}${" ".repeat(200 * 1024)}`,
  ];
  for (const text of texts) {
    expect(compileFirestoreRules({ file: "test.rules", text }).warnings).toEqual([]);
  }
});

const refused: [string, string, string][] = [
  ["nothing", "", "1:1: Expected service"],
  ["version 3", "rules_version = '3';", "1:17: Expected rules_version"],
  ["a number as version", "rules_version = 2;", "1:17: Expected rules_version"],
  ["a version without a value", "rules_version;", '1:14: Expected = before ";"'],
  ["a version without an end", "rules_version = '2' service", '1:21: Expected ; before "service"'],
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
  ["a type that is no name", allow("id is 'string'"), "4:21: Expected the name of a type"],
  ["===", allow("id === 'a'"), "4:18: There is no === in these rules: write ==."],
  ["!==", allow("(id !== 'a')"), "4:19: There is no !== in these rules: write !=."],
  ["=", allow("true && id = 'a'"), "4:26: There is no = in these rules: write ==."],
  ["and", allow("id == 'a' and true"), "4:25: There is no and in these rules: write &&."],
  ["&", allow("true & true"), "4:20: There is no & in these rules: write &&."],
  ["or", allow("['a', true or true] == 1"), "4:26: There is no or in these rules: write ||."],
  ["|", allow("true | true"), "4:20: There is no | in these rules: write ||."],
  ["not", allow("true && not id.size() == 1"), "4:23: There is no not in these rules: write !."],
  ["not in", allow("id not in ['a']"), "4:18: There is no not in these rules: write !."],
  ["a text where the condition ends", allow("id 'and'"), '4:18: Expected ; before "and"'],
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
  ["open bytes", allow("b'a == 1"), "4:15: These bytes are never closed"],
  ["bytes over two lines", allow("b'a\n' == 1"), "4:15: These bytes are never closed"],
  ["a half byte", allow("id == b'a\\x4'"), "4:21: Unknown escape \\x in bytes"],
  ["an octal byte of one digit", allow("id == b'\\0'"), "4:21: Unknown escape \\0 in bytes"],
  ["an open text", allow("id == 'a"), "4:21: This string is never closed: add '"],
  ["an unknown escape", allow("id == '\\d'"), "4:23: Unknown escape \\d in a string"],
  ["an escape without its digits", allow("id == '\\u12'"), "4:23: Unknown escape \\u in a string"],
  ["a slice without an end", allow("id[1:] == 'a'"), '4:20: Expected a value before "]"'],
  ["an index without an end", allow("id[1"), "4:19: Expected ] before"],
  ["a number with letters", allow("1a == 1"), "4:15: This is not a number"],
  ["a float that is too large", allow("1e999 > 1"), "4:15: This number is too large"],
  ["a character of no language", allow("id == #"), '4:21: Unexpected character "#"'],
  [
    "an input too many",
    file(`function f(${inputs(8)}) { return 1; }`),
    "4:10: A function takes at most 7",
  ],
  ["a let too many", file(`function f() { ${lets(11)} return 1; }`), "A function can have 10 let"],
  ["matches that are nested 11 deep", nested(11), "1:168: Matches can be nested 10 deep"],
  ["a path of 101 segments", file(`match ${"/a".repeat(101)} {}`), "A path can have 100 segments"],
  ["a path of 21 wildcards", file(`match ${captures(21)} {}`), "A path can have 20 wildcards"],
  ["more than 256 KiB", " ".repeat(256 * 1024 + 1), "1:1: These rules are longer than 256 KiB"],
  ["calls that are 21 deep", file(calls(21)), "These calls go too deep"],
];

test.each(refused)("rules with %s are refused, with the place", (_, text, message) => {
  const compileText = () => compileFirestoreRules({ file: "test.rules", text });
  expect(compileText).toThrow(RulesError);
  expect(compileText).toThrow(/^[0-9]/.test(message) ? `test.rules:${message}` : message);
});

// Production takes them too, and what is named never has a value.
const warned: [string, string, string][] = [
  [
    "a let that names itself",
    file("function f() { let a = a; return 1; }"),
    "4:24: Unknown name a.",
  ],
  [
    "an unused function with an unknown name",
    file("function f() { return nope; }"),
    "4:23: Unknown name nope.",
  ],
  [
    "an inner wildcard in an outer function",
    file("function f() { return inner; } match /b/{inner} {}"),
    "4:23: Unknown name inner.",
  ],
  [
    "a caller's name in a function",
    file("function f() { return x; } function g(x) { return f(); }"),
    "4:23: Unknown name x.",
  ],
  ["an unknown name", allow("nope"), "4:15: Unknown name nope. It never has a value."],
  ["a namespace as value", allow("math == null"), "4:15: Unknown name math."],
  [
    "firestore.get within Firestore",
    allow("firestore.get(/databases/x/documents/a/b) == null"),
    "4:25: There is no function firestore.get().",
  ],
  ["an unknown function", allow("nope()"), "4:15: There is no function nope()."],
  ["not()", allow("not(true)"), "4:15: There is no function not(). Write !(…)."],
  ["a function of the emulator", allow("debug(true)"), "4:15: There is no function debug()."],
  [
    "an unknown function of math",
    allow("math.max(1) == 1"),
    "4:20: There is no function math.max().",
  ],
  ["an unknown method", allow("id.nope()"), "4:18: There is no method .nope()."],
  [
    "an unknown method of an unknown name",
    allow("nope.other()"),
    "4:20: There is no method .other().",
  ],
  ["a fault in what is refused", allow("id.nope(nope)"), "4:23: Unknown name nope."],
  ["a fault before what is refused", allow("id[nope].nope()"), "4:18: Unknown name nope."],
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
    allow("request.query.where == 1"),
    "4:29: Unknown property .where",
  ],
  ["an unknown type", allow("id is text"), "4:21: Unknown type text: there are null, bool"],
  ["too few inputs", allow("id.matches()"), "4:18: .matches() takes 1 values, not 0."],
  ["too many inputs", allow("math.abs(1, 2) == 1"), "4:20: math.abs() takes 1 values, not 2."],
  [
    "too many inputs of a function",
    file("function f() { return true; } allow get: if f(1);"),
    "4:45: f() takes 0 values, not 1.",
  ],
  ["a look-behind", allow("id.matches('(?<=a)b')"), "4:26: This is no regular expression of RE2"],
  ["a wrong split", allow("id.split('(')[0] == id"), "4:24: This is no regular expression of RE2"],
  ["a wrong replace", allow("id.replace('(', '') == id"), "4:26: This is no regular expression"],
  ["a look-up without a path", allow("exists()"), "4:15: exists() takes the path of a document."],
  [
    "a look-up of two paths",
    allow("get(/a/b, /a/b) == 1"),
    "4:15: get() takes the path of a document.",
  ],
  [
    "a look-up of a collection",
    allow("exists(/databases/x/documents/a)"),
    "4:22: This is never the path of a document",
  ],
  [
    "a look-up of the root",
    allow("exists(/databases/x/documents)"),
    "4:22: This is never the path",
  ],
  ["a look-up elsewhere", allow("exists(/users/$(id))"), "4:22: This is never the path"],
  [
    "a look-up outside of the documents",
    allow("exists(/databases/x/a/b/c)"),
    "4:22: This is never",
  ],
  ["bind() without a map", allow("/a/$(x).bind() == /a"), "4:23: .bind() takes"],
  ["an unbound name", allow("/a/$(x) == /a"), "4:20: Unknown name x."],
  // Faults of types.
  ["a text as condition", allow("'true'"), "4:15: This is a string, never a boolean"],
  ["a document as condition", allow("resource.data"), "4:24: This is a map, never a boolean"],
  ["a sum as condition", allow("1 + 1"), "4:15: This is an int, never a boolean"],
  ["a sum of texts and numbers", allow("1 + 'a' == 'a'"), "4:15: There is no int + string."],
  ["a difference of maps", allow("{} - {} == {}"), "4:15: There is no map - map."],
  ["an order of two types", allow("1 < 'a'"), "4:15: There is no int < string."],
  ["an order of booleans", allow("true < false"), "4:15: There is no bool < bool."],
  ["the size of a number", allow("(1).size() == 1"), "4:19: There is no .size() of int."],
  ["the size of a time", allow("request.time.size() == 1"), "There is no .size() of timestamp."],
  ["a method's input", allow("id.matches(1)"), "4:18: There is no .matches() of any, int."],
  ["a function's input", allow("math.abs('a') == 1"), "4:20: There is no math.abs() of string."],
  ["a cast of a list", allow("int([]) == 1"), "4:15: There is no int() of list."],
  ["&& of a text", allow("'a' && true"), "4:15: A string is no boolean for &&."],
  ["|| of a number", allow("true || 1"), "4:23: An int is no boolean for ||."],
  ["a choice by a text", allow("'a' ? true : false"), "4:15: A string is no boolean for ?."],
  ["the opposite of a number", allow("!1"), "4:16: An int has no opposite."],
  ["a negated text", allow("-'a' == 1"), "4:16: A string cannot be negated."],
  ["the members of a text", allow("'a' in 'abc'"), "4:22: A string has no members."],
  ["an item of a number", allow("1[0] == 1"), "4:15: An int has no items."],
  ["a slice of a map", allow("{}[0:1] == {}"), "4:15: A map has no slices."],
  ["a slice by texts", allow("id['a':1] == id"), "4:18: A string bounds no slice."],
  ["a property of a text", allow("'a'.length == 1"), "4:15: A string has no .length."],
  ["a property of a uid", allow("request.auth.uid.x == 1"), "A string has no .x."],
  ["a fault in a list", allow("[1 + 'a'] == []"), "4:16: There is no int + string."],
  [
    "a fault in a function",
    file("function f() { return !'a'; }"),
    "4:24: A string has no opposite.",
  ],
  ["a fault in a let", file("function f() { let a = -'a'; return a; }"), "4:25: A string cannot"],
];

test.each(warned)("rules with %s are taken with a warning, with the place", (_, text, message) => {
  const { warnings } = compileFirestoreRules({ file: "test.rules", text });
  const start = /^[0-9]/.test(message) ? `test.rules:${message}` : message;
  expect(warnings.filter((warning) => warning.includes(start))).toHaveLength(1);
});

const silent = [
  "id == 'a' && id.size() > 1 && id[0] == 'a' && id[0:1] == 'a'",
  "resource.id == 'a' || resource.__name__ == /a",
  "request.query.limit <= 10 && request.query.offset == 0 && request.query.orderBy.a == 'ASC'",
  "request.auth != null && request.auth.token.email.matches('a') && request.auth.uid.size() > 1",
  "1 == 'a' || null != 1",
  "(resource.data.a ? 1 : 'a') == 1 && (true ? 1 : 2) + 1 > 1",
  "resource.data.a + 1 > 2 && 1 + resource.data.a < 2",
  "math.abs(resource.data.a) + 1 > 0 && math.abs(1 + 1.5) > 0.5 && math.pow(1 + 1.5, 2) > 1",
  "[1].toSet().hasAll([1].toSet()) && {}.get('a', 1) + 1 > 1",
  "request.time + duration.value(1, 'd') > request.time && request.time - request.time < duration.value(1, 'd')",
  "b'a'.size() == 1 && /a/b[0] == 'a' && !(id is string) && -1.5 < 1",
  "true ? id == 'a' : resource.data.a",
  "id in resource.data && 1 in [1].toSet() && 'a' in {'a': 1}",
  "get(/databases/$(id)/documents/a/$(id)).data.a == 1 && exists(path(id)) && get(id) == 1",
  "exists(/$(id)/$(id)/$(id)/a/b)",
  "(request.path).bind == 1 || [resource.data.a][0].b == 1",
];

test.each(silent)("%s has no warnings", (condition) => {
  const { warnings } = compileFirestoreRules({ file: "test.rules", text: allow(condition) });
  expect(warnings).toEqual([]);
});

test("an expression of the other language is refused", () => {
  const source = { file: "test.rules", text: "" };
  const scope = openScope(null, [], (message) => new RulesError(message));
  const names = {
    service: "firestore",
    request: [],
    resource: [],
    fail: (message: string) => new RulesError(message),
    warn: () => {},
    observer: undefined,
  } as const;
  expect(() => parseExpression(createScanner({ ...source, text: "b'a'" }), "database")).toThrow(
    "1:1: Expected a value",
  );
  for (const text of ["/a/", "1 === 1"]) {
    const expression = parseExpression(createScanner({ ...source, text }), "database");
    expect(() => compileServiceExpression(expression, scope, names)).toThrow(RulesError);
  }
});

test("functions may stand before and after the service", () => {
  const text = `function before() { return after(); }
    service cloud.firestore { match /databases/{d}/documents/a/{id} { allow get: if before(); } }
    function after() { return true; }`;
  const rules = compileFirestoreRules({ file: "test.rules", text });
  const request = { method: "get", auth: null, nowMs, path: "a/b", resource: null } as const;
  expect(rules.allows(request, noLookups)).toBe(true);
});

test("a call with too many or too few values never has a value", () => {
  const body = (call: string) => `
    function f(x) { return true; }
    match /a/{id} { allow get: if ${call}; }`;
  expect(gets(body("f(1)"), "a/b")).toBe(true);
  expect(["f()", "f(1, 2)", "!f()", "f() || f(1, 2)"].some((call) => gets(body(call), "a/b"))).toBe(
    false,
  );
  expect(gets(body("f() || true"), "a/b")).toBe(true);
});

test("a name within hides the same one outside, and a namespace too", () => {
  const body = `
    function f(x) { return x == 'file'; }
    function int(x) { return x == 1; }
    match /a/{duration} {
      function f(x) { let math = 'inner'; return math + x == 'innerx' && math.size() == 5; }
      function g(x) { return id(x); }
      function id(id) { return id == 'x'; }
      allow get: if f('x') && g('x') && int(1) && !int('1')
        && duration == 'b' && duration.size() == 1 && math.abs(-1) == 1;
    }
    match /b/{duration} { allow get: if duration.value(1, 's') is duration; }
    match /c/{id} { allow get: if f('file'); }`;
  expect(gets(body, "a/b")).toBe(true);
  expect(gets(body, "a/c")).toBe(false);
  expect(gets(body, "b/b")).toBe(false);
  expect(gets(body, "c/b")).toBe(true);
});

test("an observer is told each rule by its place, its methods and its path as it is written", () => {
  const rules: string[] = [];
  compileFirestoreRules(
    {
      file: "test.rules",
      text: file("allow get: if false; match /parts/{part=**}/{end} { allow read; }"),
    },
    { found: ({ place, name }) => void rules.push(`${place} ${name}`), evaluated() {} },
  );
  expect(rules).toEqual([
    "4:1 allow get /a/{id}",
    "4:53 allow get, list /a/{id}/parts/{part=**}/{end}",
  ]);
});
