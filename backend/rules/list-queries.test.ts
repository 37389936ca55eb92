/** Rules see the query and not what it finds: it is allowed only if everything that it can find is. */
import { expect, test } from "vitest";
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { compileFirestoreRules } from "./index.ts";
import { createRandom, type Random } from "./testing/random.ts";
import { fieldsOf, noLookups, nowMs, signedIn } from "./testing/trees.ts";

const me = signedIn("me", { team: "red" });

function compile(body: string) {
  return compileFirestoreRules({
    file: "test.rules",
    text: `rules_version = '2'; service cloud.firestore { match /databases/{db}/documents { ${body} } }`,
  });
}

function lists(
  body: string,
  options: {
    path?: string;
    everywhere?: boolean;
    where?: Record<string, unknown>;
    equals?: Record<string, FirestoreValue>;
    limit?: number;
  } = {},
): boolean {
  const { path = "things", everywhere = false, where = {}, limit = null } = options;
  const equals = new Map(Object.entries({ ...fieldsOf(where), ...options.equals }));
  const query = { equals, limit };
  return compile(body).allows(
    { method: "list", auth: me, nowMs, path, allDescendants: everywhere, query },
    noLookups,
  );
}

const when = (condition: string): string => `match /things/{id} { allow list: if ${condition}; }`;

const where = { owner: "me", flag: false, none: null, tags: ["a"], map: { deep: "x" } };

const conditions: [string, boolean][] = [
  ["true", true],
  ["request.auth.uid == 'me'", true],
  ["resource.data.owner == request.auth.uid", true],
  ["resource.data.owner == 'you'", false],
  ["resource.data.owner != 'you'", true],
  ["resource.data['flag'] == false && !resource.data.flag", true],
  ["resource.data.none == null", true],
  ["resource.data.get('flag', true) == false", true],
  ["resource.data.get('other', false) == false", false],
  ["resource.data.get(['map', 'deep'], 'y') == 'x'", true],
  ["resource.data.get(['other', 'deep'], 'y') == 'y'", false],
  ["resource.data.tags.hasOnly(['a']) && resource.data.map.deep == 'x'", true],
  ["resource.data.map.other == 1 || resource.data.map.keys().size() == 1", true],
  ["'owner' in resource.data", true],
  ["'other' in resource.data", false],
  ["!('other' in resource.data)", false],
  ["resource.data.other == 'x'", false],
  ["resource.data.other != 'x'", false],
  ["!(resource.data.other == 'x')", false],
  ["resource.data.other == 'x' || resource.data.other != 'x'", false],
  ["resource.data.other == 'x' || true", true],
  ["resource.data.other == 'x' && false || resource.data.owner == 'me'", true],
  ["resource.data.other is string", false],
  ["(resource.data.other == 1 ? true : true)", false],
  ["resource.data.keys().hasOnly(['owner'])", false],
  ["resource.data.size() > 0", false],
  ["resource.data.size() == 5", false],
  ["resource.data == {'owner': 'me'}", false],
  ["resource.data != {'owner': 'me'}", false],
  ["resource.data == resource.data", false],
  ["resource.data in [{'owner': 'me'}] || !(resource.data in [{'owner': 'me'}])", false],
  ["resource.data != null && resource != null && resource.data is map", true],
  ["resource.data.diff({}).addedKeys().hasAny(['other'])", false],
  ["{}.diff(resource.data).removedKeys().size() >= 0", false],
  ["resource.id == 'x' || resource.id != 'x'", false],
  ["resource.__name__ == request.path || id == 'x' || id != 'x'", false],
  ["id is string", false],
  ["request.resource == null", false],
  ["request.query.limit <= 10", true],
  ["request.query.limit > 10", false],
  ["exists(/databases/(default)/documents/x/$(id))", false],
  ["!exists(/databases/(default)/documents/x/$(id))", false],
  ["!exists(/databases/(default)/documents/x/$(resource.data.other))", false],
];

test.each(conditions)("a query for five fields, if %s: %s", (condition, expected) => {
  expect(lists(when(condition), { where, limit: 10 })).toBe(expected);
});

test("a query without a limit has none to compare", () => {
  expect(lists(when("request.query.limit <= 10"))).toBe(false);
});

test("a number that a query asks for can be of another type where it is found", () => {
  const five: Record<string, FirestoreValue> = {
    int: { integerValue: "5" },
    float: { doubleValue: 5 },
    list: { arrayValue: { values: [{ integerValue: "5" }] } },
    map: { mapValue: { fields: { deep: { doubleValue: 5 } } } },
  };
  for (const condition of [
    "resource.data.int is int",
    "resource.data.float is float",
    "resource.data.int / 2 == 2",
    "resource.data.list[0] is int",
    "resource.data.map.deep is float",
  ]) {
    expect(lists(when(condition), { equals: five })).toBe(false);
  }
});

test("a field in a map is not the field of that name", () => {
  expect(lists(when("resource.data['a.b'] == 'x'"), { where: { "a.b": "x" } })).toBe(false);
});

test("prototype keys are fields like others", () => {
  const known = JSON.parse('{"__proto__":"x"}') as Record<string, unknown>;
  expect(lists(when("resource.data.__proto__ == 'x'"), { where: known })).toBe(true);
  expect(lists(when("resource.data.constructor != 'x'"), { where: known })).toBe(false);
});

test("a query of one collection asks the matches of its documents, and knows the segments above", () => {
  const own = "match /users/{uid}/journal/{entry} { allow list: if uid == request.auth.uid; }";
  expect(lists(own, { path: "users/me/journal" })).toBe(true);
  expect(lists(own, { path: "users/you/journal" })).toBe(false);
  expect(lists(own, { path: "journal" })).toBe(false);
  expect(lists("match /things/one { allow list; }")).toBe(false);
  expect(lists("match /things/{id} { allow get; match /{rest=**} { allow get; } }")).toBe(false);
  expect(lists("match /things/{id} { match /parts/{part} { allow list; } }")).toBe(false);
  expect(lists("match /{all=**} { allow list; }")).toBe(true);
  expect(lists("match /{all=**} { allow list: if all[0] == 'things'; }")).toBe(false);
});

test("a query of all collections of a name needs a match for every place that they can be at", () => {
  const everywhere = { path: "journal", everywhere: true };
  const deep = { path: "users/me/journal", everywhere: true };
  const cases: [string, boolean][] = [
    ["match /{path=**}/journal/{entry} { allow list; }", true],
    ["match /{path=**} { allow list; }", true],
    ["match /{path=**}/{entry} { allow list; }", true],
    ["match /{path=**}/journal/{entry} { allow list: if path[0] == 'users'; }", false],
    ["match /{path=**}/journal/{entry} { allow list: if entry != 'x'; }", false],
    ["match /{path=**}/other/{entry} { allow list; }", false],
    ["match /{path=**}/users/{uid}/journal/{entry} { allow list; }", false],
    ["match /journal/{entry} { allow list; }", false],
    ["match /users/{uid}/journal/{entry} { allow list; }", false],
    ["match /users/{uid}/{rest=**} { allow list; }", false],
    ["match /{any}/{id}/journal/{entry} { allow list; }", false],
  ];
  for (const [body, expected] of cases) {
    expect([body, lists(body, everywhere), lists(body, deep)]).toEqual([body, expected, expected]);
  }
});

const seeds = Number(process.env["FUZZ_RUNS"] ?? 3_000);

test("what a random rule allows to list, it allows to get, document by document", () => {
  let listed = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const random = createRandom(seed);
    const rules = compile(`match /things/{id} { allow read: if ${condition(random, 4)}; }`);
    const known: Record<string, unknown> = {};
    for (const field of ["a", "b"]) if (random.below(3) > 0) known[field] = anything(random);
    const query = { equals: new Map(Object.entries(fieldsOf(known))), limit: null };
    const asked = { auth: me, nowMs, path: "things" };
    if (!rules.allows({ ...asked, method: "list", allDescendants: false, query }, noLookups)) {
      continue;
    }
    listed += 1;
    for (let round = 0; round < 10; round += 1) {
      const found = { ...known };
      for (const field of ["a", "b", "c"]) {
        if (!Object.hasOwn(known, field) && random.below(2) === 0) found[field] = anything(random);
      }
      const path = `things/${random.pick(["x", "y", "true"])}`;
      const resource = { path, fields: fieldsOf(found) };
      const gets = rules.allows({ ...asked, method: "get", path, resource }, noLookups);
      expect({ seed, found, gets }).toEqual({ seed, found, gets: true });
    }
  }
  expect(listed).toBeGreaterThan(seeds / 25);
});

function anything(random: Random): unknown {
  return random.pick<unknown>([true, false, null, "x", "y", 1, 1.5, [], ["x"], { a: "x" }, {}]);
}

function condition(random: Random, depth: number): string {
  const inner = (): string => condition(random, depth - 1);
  if (depth === 0) return leaf(random);
  return random.pick([
    () => `(${inner()} && ${inner()})`,
    () => `(${inner()} || ${inner()})`,
    () => `!(${inner()})`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
    () => `(${inner()} == ${inner()})`,
    () => leaf(random),
  ])();
}

function leaf(random: Random): string {
  const value = (): string =>
    random.pick([
      "resource.data.a",
      "resource.data.b",
      "resource.data.c",
      "resource.data.get('a', 'x')",
      "resource.data.get(['c', 'a'], 'y')",
      "resource.data",
      "id",
      "'x'",
      "true",
      "null",
      "1",
      "['x']",
      "{'a': 'x'}",
    ]);
  return random.pick([
    () => `${value()} == ${value()}`,
    () => `${value()} != ${value()}`,
    () => `${value()} in ${value()}`,
    () => `${value()} is ${random.pick(["string", "bool", "map", "list", "int", "null"])}`,
    () => `'${random.pick(["a", "b", "c"])}' in resource.data`,
    () => `${value()}.size() > 0`,
    () => `${value()}.keys().hasOnly(['a', 'b'])`,
    () => `${value()}.diff(${value()}).affectedKeys().hasAny(['a'])`,
    () => `${value()} < ${value()}`,
    () => value(),
  ])();
}
