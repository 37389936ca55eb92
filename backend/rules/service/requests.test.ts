/** What Firestore and Storage rules see of a request, of what is stored, and of other documents. */
import { expect, test } from "vitest";
import { fieldsOf, lookupsIn, nowMs, signedIn } from "../testing/trees.ts";
import { ask, type Asked, outcomeOf, someFile } from "../testing/ask-service.ts";
import { compileFirestoreRules } from "../index.ts";
import type { RulesFile } from "../types.ts";

type Outcomes = Record<"true" | "false" | "none", string[]>;

function casesOf(outcomes: Outcomes): [string, string][] {
  return Object.entries(outcomes).flatMap(([outcome, conditions]) =>
    conditions.map((condition): [string, string] => [condition, outcome]),
  );
}

const me = signedIn("me", {
  email: "me@example.com",
  level: 3,
  ratio: 0.5,
  huge: 1e300,
  admin: true,
  none: null,
  roles: ["a", { b: 1 }],
  nothing: undefined,
});

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
const lookups = lookupsIn({ "users/me": { role: "editor" }, "a/b/c/d": {} });
const firestore: Asked = { auth: me, before, after, lookups };

const ofRequests: Outcomes = {
  true: [
    "request.auth != null && request.auth.uid == 'me'",
    "request.auth.token.admin && request.auth.token['admin'] && 'admin' in request.auth.token",
    "request.auth.token.level == 3 && request.auth.token.level is int",
    "request.auth.token.ratio is float && request.auth.token.huge is float",
    "request.auth.token.none == null && request.auth.token.none is null",
    "request.auth.token.roles[1].b == 1 && request.auth.token.roles.size() == 2",
    "request.auth.token.get('__proto__', 'no') == 'no' && !('toString' in request.auth.token)",
    "request.auth.token.email.matches('.*@example[.]com')",
    "request.auth.keys().hasOnly(['uid', 'token'])",
    "request.method == 'update'",
    `request.time == timestamp.value(${nowMs}) && request.time.year() == 2026`,
    "request.path is path && request.path[3] == 'things' && request.path[4] == 'one'",
    "request.path == /databases/(default)/documents/things/$(name)",
    "request.path == /databases/$(database)/documents/things/one",
    "name == 'one' && database == '(default)' && name is string",
    "resource.id == 'one' || true",
    "resource != null && request.resource != null",
    "resource.data.text == 'Hello' && resource['data']['text'] == 'Hello'",
    "resource.data.nothing == null && 'nothing' in resource.data && !('missing' in resource.data)",
    "resource.data.map.b.c == 2 && resource.data['map'].a == 1",
    "resource.data.map == {'b': {'c': 2}, 'a': 1}",
    "resource.data.list == ['a', 'b'] && resource.data.list[0:1] == ['a']",
    "resource.data.int is int && resource.data.float is float && resource.data.flag",
    "resource.data.get('missing', 7) == 7 && resource.data.get(['map', 'b', 'c'], 7) == 2",
    "resource.data.keys().hasAll(['text', 'int']) && resource.data.size() == 7",
    "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['int', 'added'])",
    "request.resource.data.diff(resource.data).changedKeys() == ['int'].toSet()",
    "request.resource.data.diff(resource.data).addedKeys() == ['added'].toSet()",
    "resource.data.diff(request.resource.data).removedKeys() == ['added'].toSet()",
    "request.resource.data.diff(resource.data).unchangedKeys().hasAll(['text', 'map', 'list'])",
    "request.resource.data.int == resource.data.int + 1",
  ],
  false: [
    "request.auth == null",
    "request.auth.token.email.matches('example')",
    "request.auth.token.level == '3'",
    "request.method == 'create'",
    "request.time == 5",
    "request.time < timestamp.date(2026, 4, 30)",
    "request.path == '/databases/(default)/documents/things/one'",
    "resource == null || request.resource == null",
    "resource.data.text != 'Hello'",
    "resource.data.map == {'a': 1}",
    "resource.data.list == ['b', 'a']",
    "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['int'])",
    "resource.data == request.resource.data",
  ],
  none: [
    "request.auth.token.missing == null",
    "request.auth.token.missing != true",
    "request.auth.token.nothing == null",
    "request.auth.token.constructor == null",
    "request.auth.admin == true",
    "request.auth.uid.x == 1",
    "request.foo == 1",
    "request.query.limit <= 10",
    "request.query == null",
    "request['resource']['name'] == 'one'",
    "resource.id == 'one'",
    "resource.id != 'one'",
    "resource.id is string",
    "resource.__name__ == request.path",
    "request.resource.id == 'one'",
    "resource.text == 'Hello'",
    "resource.data.missing == null",
    "!resource.data.missing",
    "resource.data.nothing.foo == 1",
    "resource.data.text.foo == 1",
    "resource.data.int.size() == 1",
    "resource.data.missing is string",
    "resource.data.list[2] == null",
    "resource.data.missing ? true : true",
  ],
};

test.each(casesOf(ofRequests))("%s is %s in Firestore", (condition, outcome) => {
  expect(outcomeOf(condition, firestore)).toBe(outcome);
});

const documents = "/databases/(default)/documents";
const ofLookups: Outcomes = {
  true: [
    `exists(${documents}/users/me) && !exists(${documents}/users/you)`,
    "exists(/databases/$(database)/documents/users/$(request.auth.uid))",
    `exists(${documents}/users/$('m' + 'e')) && exists(${documents}/a/b/c/d)`,
    "exists(path('/databases/(default)/documents/users/me'))",
    "exists(path('databases/(default)/documents/users/' + request.auth.uid))",
    "exists((/databases/$(db)/documents/users/$(who)).bind({'db': database, 'who': 'me'}))",
    "exists(request.path) == false",
    `exists([${documents}/users/me][0])`,
    `existsAfter(${documents}/users/me) && getAfter(${documents}/users/me).data.role == 'editor'`,
    `get(${documents}/users/me).data.role == 'editor' && get(${documents}/users/me) != null`,
    `get(${documents}/users/me).data == {'role': 'editor'}`,
    `get(${documents}/users/me)['data'].role == 'editor'`,
  ],
  false: [`exists(${documents}/users/you) || existsAfter(${documents}/users/you)`],
  none: [
    `get(${documents}/users/you).data.role != 'editor'`,
    `get(${documents}/users/you) == null`,
    `getAfter(${documents}/users/you) == null`,
    `get(${documents}/users/me).id == 'me'`,
    `get(${documents}/users/me).data.missing == null`,
    "exists(/databases/other/documents/users/me)",
    `exists(/projects/p${documents}/users/me)`,
    `exists(${documents}/users)`,
    `exists(${documents})`,
    "exists(/users/me)",
    "exists(path('users/me'))",
    "exists('/databases/(default)/documents/users/me')",
    "exists(1)",
    "exists(null)",
    "exists([1])",
    "exists({'type': 'path'})",
    "exists(resource)",
    "exists()",
    "get() == null",
    `get(${documents}/users/me, 1) == null`,
    `exists(${documents}/users/$('you/x/y'))`,
    `exists(${documents}/users/$(''))`,
    `exists(${documents}/users/$(1))`,
    `exists(${documents}/users/$(request.auth.token.missing))`,
    `firestore.get(${documents}/users/me).data.role == 'editor'`,
    `firestore.exists(${documents}/users/me)`,
  ],
};

test.each(casesOf(ofLookups))("%s is %s in Firestore", (condition, outcome) => {
  expect(outcomeOf(condition, firestore)).toBe(outcome);
});

test("without a sign-in request.auth is null and has no uid", () => {
  expect(outcomeOf("request.auth == null", { auth: null })).toBe("true");
  expect(outcomeOf("request.auth.uid == 'me'", { auth: null })).toBe("none");
  expect(outcomeOf("request.auth.token.admin == true", { auth: null })).toBe("none");
});

test("a document that is not stored compares as no value", () => {
  for (const condition of ["resource == null", "resource != null", "resource.data.a == 1"]) {
    expect(outcomeOf(condition, { before: null })).toBe("none");
    expect(outcomeOf(condition, { service: "storage", file: null })).toBe("none");
  }
});

test("all kinds of fields are what they are, and nothing else", () => {
  const fields = {
    none: { nullValue: null },
    flag: { booleanValue: true },
    int: { integerValue: "9223372036854775807" },
    nan: { doubleValue: "NaN" },
    when: { timestampValue: "2026-05-01T12:00:00.123456789Z" },
    whole: { timestampValue: "1969-12-31T23:59:59Z" },
    odd: { timestampValue: "yesterday" },
    text: { stringValue: "a" },
    bytes: { bytesValue: "/w==" },
    unpadded: { bytesValue: "_w" },
    place: { geoPointValue: { latitude: 1.5, longitude: -2 } },
    origin: { geoPointValue: {} },
    ref: { referenceValue: "projects/p/databases/(default)/documents/users/me" },
    list: { arrayValue: { values: [{ integerValue: "1" }] } },
    empty: { arrayValue: {} },
    map: { mapValue: { fields: { a: { stringValue: "b" } } } },
    bare: { mapValue: {} },
  };
  const grants = (condition: string): boolean => {
    const text = `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents/a/{id} { allow get: if ${condition}; } }`;
    const request = { method: "get", auth: null, nowMs, path: "a/b" } as const;
    const resource = { path: "a/b", fields } as unknown as {
      path: string;
      fields: ReturnType<typeof fieldsOf>;
    };
    return compileFirestoreRules({ file: "f", text }).allows({ ...request, resource }, lookups);
  };
  const held = [
    "d.none == null && d.flag && d.int == 9223372036854775807",
    "math.isNaN(d.nan) && d.nan is float",
    "d.when.nanos() == 123456789 && d.when.toMillis() == 1777636800123",
    "d.whole.toMillis() == -1000 && d.whole.year() == 1969",
    "d.bytes == b'\\xFF' && d.unpadded == d.bytes && d.bytes.size() == 1",
    "d.place.latitude() == 1.5 && d.place == latlng.value(1.5, -2) && d.place is latlng",
    "d.origin == latlng.value(0, 0)",
    "d.ref == /databases/(default)/documents/users/me && get(d.ref).data.role == 'editor'",
    "d.ref is path && d.ref[4] == 'me'",
    "d.list == [1] && d.empty == [] && d.map == {'a': 'b'} && d.bare == {}",
  ];
  for (const condition of held) {
    const whole = condition.replaceAll(/\bd\./g, "resource.data.");
    expect([condition, grants(whole)]).toEqual([condition, true]);
  }
  expect(grants("resource.data.odd == null || resource.data.odd != null")).toBe(false);
});

test("documents that rules look at are counted, and beyond the limit nothing is granted", () => {
  const each = (count: number, call: string) =>
    Array.from({ length: count }, (_, id) => `${call}(${documents}/x/n${id})`).join(" || ");
  expect(ask(`${each(10, "exists")} || true`).grants).toBe(true);
  expect(ask(`${each(11, "exists")} || true`).grants).toBe(false);
  const same = Array.from({ length: 30 }, () => `exists(${documents}/x/same)`).join(" || ");
  expect(ask(`${same} || true`).grants).toBe(true);
  expect(ask(`${each(11, "firestore.exists")} || true`, { service: "storage" }).grants).toBe(false);
});

const file: RulesFile = {
  ...someFile,
  metadata: { owner: "me", toString: "text" },
  generation: 7,
  metageneration: 2,
  timeCreatedMs: nowMs - 1_000,
  updatedMs: nowMs,
};
const storage: Asked = { service: "storage", auth: me, file, lookups };

const ofFiles: Outcomes = {
  true: [
    "request.resource.size == 6 && resource.size == 5 && resource.size is int",
    "resource.contentType == 'image/png' && resource.contentType.matches('image/.*')",
    "resource.metadata.owner == request.auth.uid && resource.metadata['owner'] == 'me'",
    "resource.metadata.toString == 'text' && !('constructor' in resource.metadata)",
    "resource.metadata.keys().hasOnly(['owner', 'toString']) && resource.metadata is map",
    "resource.name == name && resource.bucket == bucket && bucket == 'main'",
    "resource.generation == 7 && resource.metageneration == 2",
    "resource.timeCreated < resource.updated && resource.updated == request.time",
    "request.time < resource.timeCreated + duration.value(1, 'h')",
    "request.path == /b/main/o/one && request.path[3] == 'one'",
    "request.method == 'update'",
    "'timeCreated' in resource && !('timeCreated' in request.resource)",
    "resource.keys().hasAll(['name', 'size', 'timeCreated', 'updated'])",
    "request.resource.keys().hasOnly(['name', 'bucket', 'size', 'contentType', 'metadata'])",
    `firestore.get(${documents}/users/me).data.role == 'editor'`,
    `firestore.exists(${documents}/users/$(request.auth.uid)) && !firestore.exists(${documents}/users/x)`,
    "firestore.exists(path('databases/(default)/documents/users/me'))",
  ],
  false: [
    "resource.size > 5 || request.resource.size is float",
    "resource.contentType == 'Image/PNG'",
    "resource.metadata.owner == 'you'",
    "resource.timeCreated == resource.updated",
    `firestore.exists(${documents}/users/you)`,
  ],
  none: [
    "resource.metadata.missing == null",
    "resource.md5Hash == 'a'",
    "request.resource.timeCreated == request.time",
    "request.resource.generation == 1",
    "resource.data.a == 1",
    "resource.id == 'one'",
    "request.query.limit == 1",
    `exists(${documents}/users/me)`,
    `get(${documents}/users/me).data.role == 'editor'`,
    `firestore.getAfter(${documents}/users/me).data.role == 'editor'`,
    `firestore.existsAfter(${documents}/users/me)`,
    `firestore.get(${documents}/users/you).data.role == 'editor'`,
    "firestore.get('users/me').data.role == 'editor'",
    "firestore.exists(/databases/other/documents/users/me)",
    "firestore.exists()",
  ],
};

test.each(casesOf(ofFiles))("%s is %s in Storage", (condition, outcome) => {
  expect(outcomeOf(condition, storage)).toBe(outcome);
});

test("a rule about what a query finds has a value only where the query promises it", () => {
  const alternatives = [
    {
      id: null,
      conditions: [
        { path: ["n"], operator: ">", value: { integerValue: "5" } },
        { path: ["t"], operator: "<", value: { stringValue: "b" } },
        { path: ["tags"], operator: "array-contains", value: { stringValue: "a" } },
        { path: ["there"], operator: "exists" },
      ],
    },
  ] as const;
  const query = { alternatives, limit: 5, offset: null, orderBy: new Map([["n", "ASC"]] as const) };
  const request = {
    method: "list",
    path: "a",
    allDescendants: false,
    auth: null,
    nowMs,
    query,
  } as const;
  const grants = (condition: string): boolean => {
    const text = `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents/a/{id} { allow list: if ${condition}; } }`;
    return compileFirestoreRules({ file: "f", text }).allows(request, lookups);
  };
  const d = "resource.data";
  const held = [
    `${d}.n > 5 && 5 < ${d}.n && ${d}.n >= 5 && 4 <= ${d}.n`,
    `!(${d}.n < 5) && !(5 >= ${d}.n) && ${d}.n != 5 && 5 != ${d}.n && !(${d}.n in [1, 2])`,
    `${d}.n is number && !(${d}.n is string) && ${d}.t is string`,
    `${d}.t < 'b' && 'b' > ${d}.t`,
    `'a' in ${d}.tags && ${d}.tags.hasAny(['x', 'a']) && ${d}.tags.hasAll(['a'])`,
    `${d}.tags is list && ${d}.tags.hasAll([])`,
    "request.query.limit <= 10 && request.query.offset == null && request.query.orderBy.n == 'ASC'",
  ];
  for (const condition of held) expect([condition, grants(condition)]).toEqual([condition, true]);
  const unknown = [
    `${d}.n > 6`,
    `${d}.n is int`,
    `${d}.n == 6`,
    `6 == ${d}.n`,
    `${d}.n + 1 > 6`,
    `-${d}.n < 0`,
    `${d}.n in [6]`,
    `[${d}.n] == [6]`,
    `{'a': ${d}.n} == {'a': 6}`,
    `[${d}.n].hasAny([6])`,
    `string(${d}.n) == '6'`,
    `math.abs(${d}.n) > 5`,
    `${d}.t.size() > 0`,
    `${d}.t.hasAll([])`,
    `${d}.t[0] == 'a'`,
    `${d}.t + 'a' < 'b'`,
    `'b' in ${d}.tags`,
    `${d}.tags.hasAny(['b'])`,
    `${d}.tags.hasAny([])`,
    `${d}.tags.hasAll(['a', 'b'])`,
    `${d}.tags.hasOnly(['a'])`,
    `${d}.tags[0] == 'a'`,
    `${d}.tags.a == 'a'`,
    `${d}.tags.size() > 0`,
    `${d}.there.hasAll([])`,
    `${d}.there.get('a', 1) == 1`,
    `${d}.get(['there', 'a'], 1) == 1`,
    `${d}.get(['other', 'a'], 1) == 1`,
    `${d}.there is string`,
    `${d}.there.a == 1`,
    `${d}.there && true`,
    `${d}.there ? true : true`,
    `/a/$(${d}.t) == /a/b`,
    `exists(${d}.t)`,
    `exists(${documents}/a/$(${d}.t))`,
    `{${d}.t: 1} == {'a': 1}`,
    `[1][${d}.n] == 1`,
    `${d}.keys().size() > 0`,
    `${d}.diff({}).affectedKeys().size() > 0`,
    `${d} == {}`,
    `${d}.missing == null`,
  ];
  for (const condition of unknown) {
    expect([condition, grants(condition), grants(`!(${condition})`)]).toEqual([
      condition,
      false,
      false,
    ]);
    expect([condition, grants(`(${condition}) || true`)]).toEqual([condition, true]);
  }
});
