/** Rules see the query and not what it finds: it is allowed only if everything that it can find is. */
import { expect, test } from "vitest";
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { compileFirestoreRules } from "../index.ts";
import { type Where, listQuery, toCondition } from "../testing/list-query.ts";
import { noLookups, nowMs, signedIn } from "../testing/trees.ts";
import type { RulesQuery } from "../types.ts";

const me = signedIn("me", { team: "red" });

function compile(body: string, version = "2") {
  return compileFirestoreRules({
    file: "test.rules",
    text: `rules_version = '${version}'; service cloud.firestore { match /databases/{db}/documents { ${body} } }`,
  });
}

function lists(
  body: string,
  query: RulesQuery = listQuery(),
  options: { path?: string; everywhere?: boolean; version?: string } = {},
): boolean {
  const { path = "things", everywhere: allDescendants = false, version } = options;
  const asked = { method: "list", auth: me, nowMs, path, allDescendants, query } as const;
  return compile(body, version).allows(asked, noLookups);
}

const when = (condition: string): string => `match /things/{id} { allow list: if ${condition}; }`;

type Row = readonly [condition: string, expected: boolean];

/** What each condition comes to for one query. */
function judge(name: string, where: readonly Where[], rows: readonly Row[]): void {
  test.each(rows)(`a query ${name}, if %s: %s`, (condition, expected) => {
    expect(lists(when(condition), listQuery({ where }))).toBe(expected);
  });
}

judge(
  "that promises nothing",
  [],
  [
    ["true", true],
    ["request.auth.uid == 'me'", true],
    ["request.auth.token.team == 'blue'", false],
    ["request.method == 'list'", true],
    ["resource != null && resource.data is map", true],
    ["resource.keys() == ['data'] && !('other' in resource)", true],
    ["resource.data.a == 1", false],
    ["resource.data.a != 1", false],
    ["!(resource.data.a == 1)", false],
    ["resource.data.a == 1 || resource.data.a != 1", false],
    ["resource.data.a == 1 || true", true],
    ["resource.data.a == 1 && false || true", true],
    ["'a' in resource.data", false],
    ["!('a' in resource.data)", false],
    ["resource.data.get('a', true)", false],
    ["resource.data.get(['a', 'b'], true)", false],
    ["resource.data.keys().hasOnly(['a'])", false],
    ["resource.data.size() >= 0", false],
    ["resource.data == {}", false],
    ["resource.data != {}", false],
    ["resource.data == resource.data", false],
    ["resource.data.diff({}).addedKeys().size() >= 0", false],
    ["{}.diff(resource.data).removedKeys().size() >= 0", false],
    ["resource.data in [{}] || !(resource.data in [{}])", false],
    ["id is string", false],
    ["id == 'x' || id != 'x'", false],
    ["request.resource == null", false],
    ["(resource.data.a == 1 ? true : true)", false],
    ["exists(/databases/(default)/documents/x/$(id))", false],
    ["!exists(/databases/(default)/documents/x/$(id))", false],
  ],
);

judge(
  "by equality",
  [
    ["owner", "==", "me"],
    ["flag", "==", false],
    ["none", "==", null],
    ["tags", "==", ["a"]],
    ["map", "==", { deep: "x" }],
    ["emptyList", "==", { arrayValue: {} }],
    ["emptyMap", "==", { mapValue: {} }],
    ["at", "==", { timestampValue: "2026-01-01T00:00:00Z" }],
  ],
  [
    ["resource.data.owner == request.auth.uid", true],
    ["request.auth.uid == resource.data.owner", true],
    ["resource.data.owner == 'you'", false],
    ["resource.data.owner != 'you'", true],
    ["resource.data.owner in ['you', 'me']", true],
    ["resource.data.owner.size() == 2 && resource.data.owner.matches('m.')", true],
    ["resource.data['flag'] == false && !resource.data.flag", true],
    ["resource.data.none == null && resource.data.none is null", true],
    ["resource.data.get('flag', true) == false", true],
    ["resource.data.get('other', false) == false", false],
    ["resource.data.get(['map', 'deep'], 'y') == 'x'", true],
    ["resource.data.get(['other', 'deep'], 'y') == 'y'", false],
    ["resource.data.get(['map', 'other'], 'y') == 'y'", true],
    ["resource.data.tags.hasOnly(['a']) && resource.data.tags == ['a']", true],
    ["resource.data.map.deep == 'x' && resource.data.map.keys().size() == 1", true],
    ["resource.data.at == timestamp.date(2026, 1, 1)", true],
    ["resource.data.at < timestamp.date(2026, 1, 1)", false],
    ["'owner' in resource.data && 'none' in resource.data", true],
    ["'other' in resource.data || !('other' in resource.data)", false],
    ["resource.data.other is string || !(resource.data.other is string)", false],
    ["resource.data.keys().hasOnly(['owner'])", false],
    ["resource.data.size() == 8", false],
    ["resource.data.emptyList == [] && resource.data.emptyMap == {}", true],
    ["resource.data.emptyMap.size() == 0 && !('a' in resource.data.emptyMap)", true],
    ["exists(/databases/(default)/documents/x/$(resource.data.other))", false],
  ],
);

judge(
  "for numbers, which may be of the other type where they are found",
  [
    ["five", "==", 5],
    ["zero", "==", { doubleValue: "-0" }],
    ["half", "==", 0.5],
    ["nan", "==", { doubleValue: "NaN" }],
    ["large", "==", { integerValue: "9007199254740993" }],
    ["largest", "==", { integerValue: "9223372036854775807" }],
    ["huge", "==", 1e300],
    ["power", "==", { doubleValue: 2 ** 63 }],
    ["list", "==", [5, "x"]],
    ["map", "==", { n: 5, deep: { n: [0] } }],
    ["point", "==", { geoPointValue: { latitude: 0, longitude: 1 } }],
    ["place", "==", { geoPointValue: { latitude: 2, longitude: 1 } }],
  ],
  [
    ["resource.data.five == 5 && resource.data.five == 5.0 && 5 == resource.data.five", true],
    ["resource.data.five == 6", false],
    ["resource.data.five != 6 && resource.data.five != '5'", true],
    ["resource.data.five < 6 && 4 < resource.data.five && resource.data.five >= 5", true],
    ["resource.data.five > 5", false],
    ["!(resource.data.five > 5)", true],
    ["resource.data.five is number && !(resource.data.five is string)", true],
    ["resource.data.five is int", false],
    ["resource.data.five is float", false],
    ["!(resource.data.five is int)", false],
    ["resource.data.five is int || resource.data.five is float", false],
    ["resource.data.five / 2 == 2", false],
    ["resource.data.five + 1 > 5", false],
    ["-resource.data.five < 0", false],
    ["[1, 2, 3, 4, 5, 6][resource.data.five] == 6", false],
    ["resource.data.five in [4, 5]", true],
    ["resource.data.five in [4, 6]", false],
    ["!(resource.data.five in [4, 6])", true],
    ["resource.data.five == resource.data.list[0]", true],
    ["resource.data.five != resource.data.zero", true],
    ["resource.data.five > resource.data.zero", true],
    ["resource.data.zero == 0 && resource.data.zero <= 0", true],
    ["resource.data.zero is float", false],
    ["1.0 / resource.data.zero < 0", false],
    ["resource.data.half is float && resource.data.half + 0.5 == 1.0", true],
    ["resource.data.nan is float && resource.data.nan != resource.data.nan", true],
    ["resource.data.nan < 5 || resource.data.nan >= 5", false],
    ["resource.data.large is int && resource.data.large == 9007199254740993", true],
    ["resource.data.large == 9007199254740992", false],
    ["resource.data.largest is int", true],
    ["resource.data.huge is float", true],
    ["resource.data.power is float", true],
    ["resource.data.list == [5, 'x'] && resource.data.list == [5.0, 'x']", true],
    ["resource.data.list[0] is int || resource.data.list[0] is float", false],
    ["resource.data.list[1] == 'x' && resource.data.list.size() == 2", true],
    ["5 in resource.data.list && !(6 in resource.data.list)", true],
    ["resource.data.list.hasAll([5, 'x']) && resource.data.list.hasOnly([5, 'x', 7])", true],
    ["resource.data.map.n == 5 && resource.data.map.deep.n == [0]", true],
    ["resource.data.map == {'n': 5, 'deep': {'n': [0.0]}}", true],
    ["resource.data.map.n is int", false],
    ["resource.data.point is latlng", true],
    ["resource.data.point.latitude() == 0.0", false],
    ["resource.data.place is latlng", true],
  ],
);

judge(
  "by inequalities",
  [
    ["n", ">", 5],
    ["n", "<=", 10],
    ["up", "<", 10],
    ["down", ">=", 3],
    ["t", ">=", "b"],
    ["t", "<", "d"],
    ["at", ">", { timestampValue: "2026-01-01T00:00:00Z" }],
    ["flag", ">", false],
    ["blob", ">", { bytesValue: "AA==" }],
    ["ref", "<", { referenceValue: "projects/p/databases/(default)/documents/a/b" }],
    ["place", "<", { geoPointValue: { latitude: 1, longitude: 1 } }],
    ["list", ">", { arrayValue: {} }],
    ["map", ">", { mapValue: {} }],
  ],
  [
    ["resource.data.n > 5 && resource.data.n >= 5 && resource.data.n > 4", true],
    ["resource.data.n <= 10 && resource.data.n < 11 && 11 > resource.data.n", true],
    ["resource.data.n >= 6", false],
    ["resource.data.n > 7", false],
    ["resource.data.n < 10", false],
    ["!(resource.data.n < 5) && !(resource.data.n <= 5) && !(resource.data.n > 10)", true],
    ["!(resource.data.n >= 10)", false],
    ["resource.data.n is number && !(resource.data.n is string)", true],
    ["resource.data.n is int || resource.data.n is float", false],
    ["resource.data.n != 5 && resource.data.n != 11 && resource.data.n != 'x'", true],
    ["resource.data.n != 10", false],
    ["resource.data.n != 7", false],
    ["resource.data.n == 7 || resource.data.n != 7", false],
    ["resource.data.n in [1, 2, 11]", false],
    ["!(resource.data.n in [1, 2, 11])", true],
    ["resource.data.n < 'x' || resource.data.n >= 'x'", false],
    ["resource.data.n < null", false],
    ["'n' in resource.data", true],
    ["resource.data.n + 1 > 6", false],
    ["resource.data.n == resource.data.n", false],
    ["resource.data.n != resource.data.t", true],
    ["resource.data.n < resource.data.down || resource.data.n >= resource.data.down", false],
    ["resource.data.up < 10 && resource.data.up < 10.5", true],
    ["resource.data.up > 0", false],
    ["resource.data.down >= 3 && resource.data.down > 2", true],
    ["resource.data.down > 3", false],
    ["resource.data.down < 100", false],
    ["resource.data.t >= 'b' && resource.data.t < 'd' && resource.data.t < 'e'", true],
    ["resource.data.t is string && resource.data.t != null", true],
    ["resource.data.t < 'c'", false],
    ["resource.data.t.size() > 0", false],
    ["resource.data.t.matches('.*')", false],
    ["resource.data.t + 'x' != ''", false],
    ["resource.data.at > timestamp.date(2025, 1, 1)", true],
    ["resource.data.at != timestamp.date(2026, 1, 1)", true],
    ["resource.data.at > timestamp.date(2026, 1, 2)", false],
    ["resource.data.at < request.time", false],
    ["resource.data.flag is bool", true],
    ["resource.data.flag", false],
    ["resource.data.flag == true", false],
    ["resource.data.blob is bytes && resource.data.ref is path", true],
    ["resource.data.blob > resource.data.blob", false],
    [
      "resource.data.place is latlng && resource.data.list is list && resource.data.map is map",
      true,
    ],
    ["resource.data.list.size() > 0", false],
    ["resource.data.list == [] || resource.data.list != []", false],
    ["resource.data.map.size() > 0 || resource.data.map.keys().size() > 0", false],
    ["resource.data.map.a == 1 || resource.data.map.a != 1", false],
    ["resource.data.list != 'x' && resource.data.map != null && resource.data.map != []", true],
  ],
);

judge(
  "by negations",
  [
    ["state", "!=", "deleted"],
    ["count", "!=", 0],
    ["odd", "!=", { doubleValue: "NaN" }],
    ["some", "!=", null],
    ["ref", "!=", { referenceValue: "projects/p/databases/(default)/documents/a/b" }],
    ["kind", "!=", "a"],
    ["kind", "!=", "b"],
  ],
  [
    ["resource.data.state != 'deleted' && 'state' in resource.data", true],
    ["resource.data.state != 'other'", false],
    ["resource.data.state != null && !(resource.data.state is null)", true],
    ["resource.data.state is string", false],
    ["!(resource.data.state in ['deleted', null])", true],
    ["resource.data.state in ['deleted']", false],
    ["resource.data.count != 0.0 && resource.data.count != 0", true],
    ["resource.data.count > 0 || resource.data.count <= 0", false],
    ["resource.data.odd == resource.data.odd", false],
    ["resource.data.some != null", true],
    ["resource.data.some is string || !(resource.data.some is string)", false],
    ["resource.data.ref != /databases/(default)/documents/a/b", false],
    ["resource.data.kind != 'a' && resource.data.kind != 'b'", true],
    ["resource.data.kind != 'c'", false],
  ],
);

judge(
  "by what lists contain",
  [
    ["members", "array-contains", "me"],
    ["numbers", "array-contains", 5],
    ["maps", "array-contains", { a: "x" }],
  ],
  [
    ["request.auth.uid in resource.data.members", true],
    ["'you' in resource.data.members", false],
    ["!('you' in resource.data.members)", false],
    ["resource.data.members.hasAny(['you', 'me'])", true],
    ["resource.data.members.hasAny(['you'])", false],
    ["!resource.data.members.hasAny(['you'])", false],
    ["resource.data.members.hasAll(['me'])", true],
    ["resource.data.members.hasAll(['me', 'you'])", false],
    ["resource.data.members.hasOnly(['me'])", false],
    ["resource.data.members is list && !(resource.data.members is string)", true],
    ["resource.data.members.size() >= 1", false],
    ["resource.data.members[0] == 'me'", false],
    ["resource.data.members == ['me']", false],
    ["resource.data.members != ['you']", false],
    ["resource.data.members != 'me'", true],
    ["5 in resource.data.numbers && 5.0 in resource.data.numbers", true],
    ["resource.data.maps is list", true],
    ["{'a': 'x'} in resource.data.maps", false],
  ],
);

judge(
  "for fields in maps",
  [
    ["a.b", "==", "x"],
    ["a.c.d", ">", 1],
    ["e", "exists"],
    ["f", "==", { g: "y" }],
    ["f.g", "==", "other"],
    ["h", "!=", null],
    ["h.i", "exists"],
  ],
  [
    ["resource.data.a.b == 'x' && resource.data['a']['b'] == 'x'", true],
    ["resource.data.a.c.d > 1", true],
    ["'a' in resource.data && 'b' in resource.data.a && 'c' in resource.data.a", true],
    ["'d' in resource.data.a.c", true],
    ["resource.data.a is map && resource.data.a.c is map", true],
    ["resource.data.a.other == 1 || resource.data.a.other != 1", false],
    ["!('other' in resource.data.a)", false],
    ["resource.data.a == {'b': 'x'}", false],
    ["resource.data.a != null && resource.data.a != 'x'", true],
    ["resource.data.a.keys().hasAll(['b'])", false],
    ["resource.data.get(['a', 'b'], '') == 'x'", true],
    ["resource.data.get(['a', 'other'], 'x') == 'x'", false],
    ["resource.data.get(['e', 'other'], 'x') == 'x'", false],
    ["'e' in resource.data", true],
    ["resource.data.e == null || resource.data.e != null", false],
    ["resource.data.e is string || !(resource.data.e is string)", false],
    ["resource.data.e.f == 1", false],
    ["resource.data.e < 1 || resource.data.e >= 1", false],
    ["1 in resource.data.e", false],
    ["resource.data.e", false],
    ["resource.data.e ? true : true", false],
    ["resource.data.f.g == 'y'", true],
    ["resource.data.h is map && 'i' in resource.data.h", true],
    ["resource.data['a.b'] == 'x'", false],
  ],
);

const contradictions: [where: Where[], condition: string][] = [
  [
    [
      ["a", "==", "x"],
      ["a", "==", "y"],
    ],
    "resource.data.a == 'x' || resource.data.a == 'y'",
  ],
  [
    [
      ["a", "==", 5],
      ["a", "==", { doubleValue: 5.5 }],
    ],
    "resource.data.a == 5",
  ],
  [
    [
      ["a", ">", 5],
      ["a", "<", 3],
    ],
    "resource.data.a > 5 || resource.data.a < 3",
  ],
  [
    [
      ["a", ">", 5],
      ["a", "<=", 5],
    ],
    "resource.data.a is number",
  ],
  [
    [
      ["a", ">", 5],
      ["a", "<", "x"],
    ],
    "resource.data.a > 5 || resource.data.a < 'x'",
  ],
  [
    [
      ["a", ">", 5],
      ["a", "array-contains", 5],
    ],
    "5 in resource.data.a || resource.data.a > 5",
  ],
  [[["a", "<", null]], "resource.data.a is null || resource.data.a != null"],
  [[["a", "<", { doubleValue: "NaN" }]], "resource.data.a is number"],
  [[["a", "array-contains", null]], "null in resource.data.a || resource.data.a is list"],
];

test.each(contradictions)("what finds nothing (%j) grants nothing by %s", (where, condition) => {
  expect(lists(when(condition), listQuery({ where }))).toBe(false);
});

test("of several bounds the narrower ones count", () => {
  const where: Where[] = [
    ["n", ">=", 1],
    ["n", ">", 5],
    ["n", ">=", 5],
    ["n", "<", 9],
    ["n", "<=", 9],
    ["n", "<=", 20],
  ];
  const query = listQuery({ where });
  expect(lists(when("resource.data.n > 5 && resource.data.n < 9"), query)).toBe(true);
  expect(lists(when("resource.data.n > 6 || resource.data.n < 8"), query)).toBe(false);
  const only = listQuery({
    where: [
      ["n", ">=", 5],
      ["n", "<=", 5],
    ],
  });
  expect(lists(when("resource.data.n >= 5 && resource.data.n <= 5"), only)).toBe(true);
});

test("texts order by their UTF-8 bytes", () => {
  const query = listQuery({ where: [["t", ">=", "\u{ffee}"]] });
  expect(lists(when("resource.data.t > 'z'"), query)).toBe(true);
  expect(lists(when("resource.data.t >= '\u{1f600}'"), query)).toBe(false);
  const above = listQuery({ where: [["t", ">=", "\u{1f600}"]] });
  expect(lists(when("resource.data.t > '\u{ffee}'"), above)).toBe(true);
});

test("prototype keys are fields like others", () => {
  const value = JSON.parse('{"__proto__": {"stringValue": "x"}}') as Record<string, FirestoreValue>;
  const query = listQuery({
    where: [
      ["__proto__", "==", "x"],
      ["map", "==", { mapValue: { fields: value } }],
    ],
  });
  expect(lists(when("resource.data.__proto__ == 'x'"), query)).toBe(true);
  expect(lists(when("resource.data.map.__proto__ == 'x'"), query)).toBe(true);
  expect(lists(when("'constructor' in resource.data.map"), query)).toBe(false);
  expect(lists(when("resource.data.constructor != 'x'"), query)).toBe(false);
  const plain = listQuery({ where: [["a", "==", "x"]] });
  expect(lists(when("resource.data.__proto__ == null"), plain)).toBe(false);
});

const either = (...alternatives: Where[][]): RulesQuery =>
  listQuery({
    alternatives: alternatives.map((where) => ({ id: null, conditions: where.map(toCondition) })),
  });

test("each alternative must be granted, by whichever statement", () => {
  const query = either([["open", "==", true]], [["owner", "==", "me"]]);
  const open = "allow list: if resource.data.open == true;";
  const own = "allow list: if resource.data.owner == request.auth.uid;";
  expect(lists(`match /things/{id} { ${open} ${own} }`, query)).toBe(true);
  expect(lists(`match /things/{id} { ${open} } match /{all=**} { ${own} }`, query)).toBe(true);
  expect(lists(`match /things/{id} { ${open} }`, query)).toBe(false);
  expect(lists(`match /things/{id} { ${own} }`, query)).toBe(false);
  expect(lists(when("resource.data.open == true || resource.data.owner == 'me'"), query)).toBe(
    true,
  );
  expect(lists(when("resource.data.open == true && resource.data.owner == 'me'"), query)).toBe(
    false,
  );
  const states = either([["s", "==", "a"]], [["s", "==", "b"]], [["s", "==", "c"]]);
  expect(lists(when("resource.data.s in ['a', 'b', 'c', 'd']"), states)).toBe(true);
  expect(lists(when("resource.data.s in ['a', 'b']"), states)).toBe(false);
});

test("a query of no alternatives is refused", () => {
  expect(lists(when("true"), listQuery({ alternatives: [] }))).toBe(false);
});

test("a rule that does not look at what is found is asked once for all alternatives", () => {
  const seen: boolean[] = [];
  const compiled = (condition: string) =>
    compileFirestoreRules(
      {
        file: "test.rules",
        text: `rules_version = '2'; service cloud.firestore { match /databases/{db}/documents { ${when(condition)} } }`,
      },
      { found: () => {}, evaluated: (_, holds) => void seen.push(holds) },
    );
  const asked = { method: "list", auth: me, nowMs, path: "things", allDescendants: false } as const;
  const query = either(...["a", "b", "c"].map((value): Where[] => [["s", "==", value]]));
  expect(compiled("request.auth != null").allows({ ...asked, query }, noLookups)).toBe(true);
  expect(seen).toEqual([true]);
  expect(compiled("resource.data.s != 'd'").allows({ ...asked, query }, noLookups)).toBe(true);
  expect(seen).toEqual([true, true, true, true]);
  seen.length = 0;
  const ids = { ...query, alternatives: ["x", "x", "y"].map((id) => ({ id, conditions: [] })) };
  expect(compiled("id in ['x', 'y']").allows({ ...asked, query: ids }, noLookups)).toBe(true);
  expect(seen).toEqual([true, true]);
});

test("a query for a name pins the last segment of the path", () => {
  const one = listQuery({ id: "x" });
  expect(lists(when("id == 'x'"), one)).toBe(true);
  expect(lists(when("id == 'y'"), one)).toBe(false);
  expect(lists("match /things/x { allow list; }", one)).toBe(true);
  expect(lists("match /things/y { allow list; }", one)).toBe(false);
  expect(lists("match /things/x { allow list; }")).toBe(false);
  expect(lists("match /{all=**} { allow list: if all[1] == 'x'; }", one)).toBe(true);
  const alternatives = ["x", "y"].map((id) => ({ id, conditions: [] }));
  const two = listQuery({ alternatives });
  expect(lists(when("id in ['x', 'y']"), two)).toBe(true);
  expect(lists(when("id == 'x'"), two)).toBe(false);
  expect(lists("match /things/x { allow list; } match /things/y { allow list; }", two)).toBe(true);
  const deep = { path: "journal", everywhere: true };
  expect(
    lists("match /{path=**}/journal/{entry} { allow list: if entry == 'x'; }", one, deep),
  ).toBe(true);
  expect(
    lists("match /{path=**}/journal/{entry} { allow list: if path[0] == 'x'; }", one, deep),
  ).toBe(false);
});

const asksFor: [condition: string, query: Partial<RulesQuery>, expected: boolean][] = [
  ["request.query.limit <= 10", { limit: 10 }, true],
  ["request.query.limit <= 10", { limit: 11 }, false],
  ["request.query.limit <= 10", {}, false],
  ["request.query.limit == null", {}, true],
  ["request.query.offset <= 5", { offset: 5 }, true],
  ["request.query.offset <= 5", { offset: 6 }, false],
  ["request.query.offset == null", {}, true],
  ["request.query.orderBy.name == 'ASC'", { orderBy: new Map([["name", "ASC"]]) }, true],
  ["request.query.orderBy.name == 'ASC'", { orderBy: new Map([["name", "DESC"]]) }, false],
  [
    "request.query.orderBy['a.b'] in ['ASC', 'DESC']",
    { orderBy: new Map([["a.b", "DESC"]]) },
    true,
  ],
  ["request.query.orderBy.other == 'ASC'", { orderBy: new Map([["name", "ASC"]]) }, false],
  ["request.query.orderBy.name == 'ASC'", {}, false],
  ["request.query.orderBy == null", {}, true],
];

test.each(asksFor)("%s of %j is %s", (condition, query, expected) => {
  expect(lists(when(condition), listQuery(query))).toBe(expected);
});

test("there is no request.query but in a list", () => {
  const rules = compile(
    "match /things/{id} { allow read, write: if request.query.limit == null; }",
  );
  const asked = { auth: me, nowMs, path: "things/x" };
  const resource = { path: "things/x", fields: {} };
  for (const method of ["get", "delete"] as const) {
    expect(rules.allows({ ...asked, method, resource }, noLookups)).toBe(false);
  }
  const written = { ...asked, method: "update" as const, resource, newResource: resource };
  expect(rules.allows(written, noLookups)).toBe(false);
});

test("a query of one collection asks the matches of its documents, and knows the segments above", () => {
  const own = "match /users/{uid}/journal/{entry} { allow list: if uid == request.auth.uid; }";
  const any = listQuery();
  expect(lists(own, any, { path: "users/me/journal" })).toBe(true);
  expect(lists(own, any, { path: "users/you/journal" })).toBe(false);
  expect(lists(own, any, { path: "journal" })).toBe(false);
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
    const verdicts = [everywhere, deep].map((options) => lists(body, listQuery(), options));
    expect([body, ...verdicts]).toEqual([body, expected, expected]);
  }
});

test("in version 1 {x=**} stands at the end for one segment or more, and no collection group is found", () => {
  const old = { version: "1" };
  expect(lists("match /{all=**} { allow list; }", listQuery(), old)).toBe(true);
  expect(lists("match /things/{rest=**} { allow list; }", listQuery(), old)).toBe(true);
  expect(lists("match /things/{id}/{rest=**} { allow list; }", listQuery(), old)).toBe(false);
  expect(lists("match /things/{id}/{rest=**} { allow list; }")).toBe(true);
  const everywhere = { path: "journal", everywhere: true };
  expect(lists("match /{all=**} { allow list; }", listQuery(), { ...old, ...everywhere })).toBe(
    false,
  );
  expect(() => compile("match /{path=**}/journal/{entry} { allow list; }", "1")).toThrow(
    /^test.rules:1:\d+: In version 1, {…=\*\*} stands at the end of a path/,
  );
});
