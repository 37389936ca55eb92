/** How many expressions an access may evaluate, and what counts as one. */
import { expect, test } from "vitest";
import { compileFirestoreRules, compileStorageRules } from "../index.ts";
import { openFirestore } from "../testing/compare-service.ts";
import { listQuery, toCondition, type Where } from "../testing/list-query.ts";
import { naiveService } from "../testing/naive-service.ts";
import { noLookups, nowMs } from "../testing/trees.ts";

const limit = 1_000;

function fileOf(condition: string): string {
  return `rules_version = '2'; service cloud.firestore {
    match /databases/{database}/documents/c/{id} {
      function isTrue(value) { let same = value == true; return same; }
      allow get: if ${condition};
    }
    match /databases/{database}/documents/{rest=**} {
      allow get: if rest[0] == 'd';
      allow list, create;
    }
  }`;
}

const request = { method: "get", path: "c/a", before: {}, after: null } as const;
const asked = { ...request, auth: { uid: "me", token: {} } };

/** By our rules and by the naive evaluator. */
function verdicts(condition: string): boolean[] {
  const text = fileOf(condition);
  const door = openFirestore(text);
  const naive = naiveService("cloud.firestore", text);
  return [
    door.plain(asked, noLookups),
    door.watched(asked, noLookups),
    naive.allows(door.naive(asked, noLookups)),
  ];
}

/** An expression that is so many expressions. */
const operators = (count: number): string =>
  Array.from({ length: count + 1 }, () => "true").join(" && ");

const counts: [expression: string, count: number][] = [
  ["true", 0],
  ["id == 'a'", 1],
  ["request.auth.uid == 'me'", 3],
  ["[1, 2][0] == 1", 2],
  ["'ab'[0:1] == 'a'", 2],
  ["-1 < 0", 1],
  ["-[1][0] < 0", 3],
  ["!false", 1],
  ["1 is int", 1],
  ["1 in [1]", 1],
  ["(true ? true : !true)", 1],
  ["(true || !false || !true)", 2],
  ["{'a': 1}.size() == 1", 2],
  ["math.abs(1) == 1", 2],
  ["isTrue(true)", 2],
  ["isTrue(isTrue(true))", 4],
  ["!exists(/databases/$(database)/documents/a/b)", 2],
  ["/a/$('b')[1] == 'b'", 2],
  ["(/a/$(x)).bind({'x': 'b'})[1] == 'b'", 3],
  // Without a value, up to there.
  ["(request.nothing == !true || true)", 3],
  ["(isTrue(1, 2) || true)", 2],
  ["(nope() || true)", 2],
  ["(1 is nope || true)", 2],
];

test.each(counts)("%s is %d expressions", (expression, count) => {
  const within = `${expression} && ${operators(limit - count - 1)}`;
  const beyond = `${expression} && ${operators(limit - count)}`;
  expect(verdicts(within)).toEqual([true, true, true]);
  expect(verdicts(beyond)).toEqual([false, false, false]);
});

test("who evaluates too many is refused, whatever else the rules say", () => {
  expect(verdicts(`${operators(limit + 1)} || true`)).toEqual([false, false, false]);
  const rules = compileFirestoreRules({
    file: "f",
    text: `service cloud.firestore { match /databases/{database}/documents {
      match /{any=**} { allow get: if any[0] == 'first'; }
      match /{any=**} { allow get: if ${operators(limit)}; }
      match /{any=**} { allow get; }
    } }`,
  });
  const get = (path: string): boolean =>
    rules.allows({ method: "get", auth: null, nowMs, path, resource: null }, noLookups);
  // An earlier grant wins: what is behind it is not asked.
  expect(get("first/a")).toBe(true);
  expect(get("second/a")).toBe(false);
});

test("all statements of an access share them, the accesses of a request do not", () => {
  const half = `!(${operators(limit / 2)})`;
  const rules = compileFirestoreRules({
    file: "f",
    text: `service cloud.firestore { match /databases/{database}/documents/c/{id} {
      allow get: if ${operators(limit)};
      allow create: if ${half};
      allow create: if ${half};
      allow create;
      allow delete: if ${half};
      allow delete;
    } }`,
  });
  const document = { path: "c/a", fields: {} };
  const one = { auth: null, nowMs, path: "c/a" };
  const opened = rules.open(noLookups);
  expect(opened.allows({ ...one, method: "get", resource: document })).toBe(true);
  expect(opened.allows({ ...one, method: "get", resource: document })).toBe(true);
  const created = { ...one, method: "create", resource: null, newResource: document } as const;
  expect(opened.allows(created)).toBe(false);
  expect(opened.allows({ ...one, method: "delete", resource: document })).toBe(true);
});

function lists(condition: string, alternatives: readonly Where[]): boolean {
  const rules = compileFirestoreRules({
    file: "f",
    text: `service cloud.firestore { match /databases/{database}/documents/c/{id} { allow list: if ${condition}; } }`,
  });
  const query = listQuery({
    alternatives: alternatives.map((one) => ({ id: null, conditions: [toCondition(one)] })),
  });
  const asked = { method: "list", auth: null, nowMs, path: "c", allDescendants: false } as const;
  return rules.allows({ ...asked, query }, noLookups);
}

test("each alternative of a query has its own, but what else they cost is shared", () => {
  const alternatives = Array.from({ length: 30 }, (_, at): Where => ["kind", "==", `k${at}`]);
  const condition = (count: number) => `resource.data.kind != 'x' && ${operators(count)}`;
  expect(lists(condition(limit - 4), alternatives)).toBe(true);
  expect(lists(condition(limit - 3), alternatives.slice(0, 1))).toBe(false);
  const letters = "a".repeat(200_000);
  const read = `resource.data.kind.lower().size() == ${letters.length}`;
  const wide = alternatives.map(([path]): Where => [path, "==", letters]);
  expect(lists(read, wide.slice(0, 5))).toBe(true);
  expect(lists(read, wide)).toBe(false);
});

test("a file of Storage has as many", () => {
  const allows = (count: number): boolean =>
    compileStorageRules({
      file: "f",
      text: `service firebase.storage { match /b/{bucket}/o/{name} { allow get: if ${operators(count)}; } }`,
    }).allows(
      {
        method: "get",
        auth: null,
        nowMs,
        bucket: "b",
        name: "a",
        resource: null,
        newResource: null,
      },
      noLookups,
    );
  expect(allows(limit)).toBe(true);
  expect(allows(limit + 1)).toBe(false);
});
