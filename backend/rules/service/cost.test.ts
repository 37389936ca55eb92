/** What an access may cost the rules of Firestore and Storage, in steps: whatever the values, it ends soon. */
import { expect, test } from "vitest";
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { compileFirestoreRules } from "../index.ts";
import { lookupsIn, nowMs } from "../testing/trees.ts";

const path = "things/one";
/** What is written down costs something too. */
const functions = `
  function items() { return [${"1, ".repeat(2_000)} 1].size() == 2001; }
  function entries() { return {${"'a': 1, ".repeat(1_000)} 'b': 1}.size() == 2; }
  function segments() { return /a${"/b".repeat(2_000)} is path; }`;

function grants(condition: string, before: FirestoreFields, after: FirestoreFields): boolean {
  const rules = compileFirestoreRules({
    file: "f",
    text: `rules_version = '2'; service cloud.firestore {
      match /databases/{database}/documents/things/{id} {
        ${functions}
        allow update: if ${condition};
      }
    }`,
  });
  const resource = { path, fields: before };
  const newResource = { path, fields: after };
  const request = { method: "update", auth: null, nowMs, path, resource, newResource } as const;
  return rules.allows(request, lookupsIn({}));
}

const integer = (value: number): FirestoreValue => ({ integerValue: String(value) });
const text = (value: string): FirestoreValue => ({ stringValue: value });
const listOf = (length: number, item: (at: number) => FirestoreValue): FirestoreValue => ({
  arrayValue: { values: Array.from({ length }, (_, at) => item(at)) },
});
const fieldsOf = (count: number, value: FirestoreValue): FirestoreFields =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));
const mapOf = (count: number, last: number): FirestoreValue => ({
  mapValue: { fields: { ...fieldsOf(count, integer(0)), last: integer(last) } },
});
const instant: FirestoreValue = { timestampValue: "2026-01-02T03:04:05.678Z" };
const reference: FirestoreValue = {
  referenceValue: "projects/p/databases/(default)/documents/a/b",
};

const letters = "a".repeat(1_000_000);
const otherLetters = `a${letters.slice(1, -1)}b`;

const before: FirestoreFields = {
  maps: listOf(900, (at) => mapOf(40, at)),
  list: listOf(20_000, integer),
  instants: listOf(20_000, () => instant),
  references: listOf(20_000, () => reference),
  wide: { mapValue: { fields: fieldsOf(30_000, integer(1)) } },
  bytes: { bytesValue: Buffer.from(letters).toString("base64") },
  text: text(letters),
  ids: listOf(1_000, (at) => text(`${at}`.padStart(28, "x"))),
  short: text("a".repeat(10_000)),
  path: text("a/".repeat(50_000).slice(0, -1)),
  pattern: text(String.raw`\pL`.repeat(100)),
  groups: text("()".repeat(400)),
};
const after: FirestoreFields = {
  ...before,
  maps: listOf(900, (at) => mapOf(40, -1 - at)),
  text: text(otherLetters),
};

/** How often a rule may do this, and how often it may not. */
const costs: [condition: string, few: number, many: number][] = [
  ["B.maps.hasAny(A.maps)", 0, 1],
  ["A.maps.toSet().size() == 900", 0, 1],
  ["A.maps == A.maps", 1, 10],
  ["A.ids.hasAll(B.ids) && A.ids.hasOnly(B.ids) && !A.ids.hasAny(['x'])", 5, 200],
  ["A.ids.toSet() == B.ids.toSet() && A.ids.removeAll(B.ids) == []", 5, 200],
  ["A.ids.toSet().difference(B.ids.toSet()).size() == 0", 5, 200],
  ["A.ids.toSet().intersection(B.ids.toSet()).size() == 1000", 5, 200],
  ["A.text.size() > 0 && A.text.size() < 1048576", 5, 30],
  ["[].concat(A.list).size() == 20000", 5, 20],
  ["[-1].removeAll(A.list) == [-1]", 5, 20],
  ["!(1 in B.maps.toSet())", 0, 1],
  ["A.list.size() == 20000", 10, 30],
  ["A.list[1] == 1", 10, 30],
  ["A.instants.size() > 0", 1, 10],
  ["A.references.size() > 0", 1, 10],
  ["A.wide == B.wide", 1, 3],
  ["A.wide.size() == 30000", 5, 10],
  ["A.wide.keys().size() == 30000", 5, 10],
  ["A.wide.values().size() == 30000", 2, 5],
  ["A.wide.diff(B.wide).affectedKeys().size() == 0", 1, 4],
  ["A.wide.diff({}).affectedKeys().size() == 30000", 2, 8],
  ["A.bytes.size() == 1000000", 2, 30],
  ["hashing.crc32c(A.bytes).size() == 4", 1, 3],
  ["hashing.crc32c(A.text).size() == 4", 1, 3],
  ["A.bytes == B.bytes", 3, 10],
  ["A.text[400000] == 'a'", 5, 20],
  ["A.text != B.text", 10, 50],
  ["A.text < B.text", 3, 10],
  ["!(A.text in {})", 10, 30],
  ["{}.get(A.text, 1) == 1", 1, 3],
  ["{A.text: 1}.size() == 1", 10, 30],
  ["/a/$(A.text) is path", 10, 30],
  ["path(A.path) == path(A.path)", 1, 10],
  ["!exists(/databases/(default)/documents/a/$(A.text))", 2, 10],
  ["A.short.matches('a*')", 10, 40],
  ["'a'.matches(A.pattern) == false", 1, 5],
  ["A.short.replace('a*', A.short).size() == 20000", 1, 30],
  [String.raw`A.short.replace('a*', '\\0\\0').size() == 20000`, 5, 30],
  ["'a'.replace('b', A.short) == 'a'", 10, 50],
  ["'aaaaaaaaaa'.split(A.groups).size() == 10", 1, 50],
  ["items()", 100, 200],
  ["entries()", 100, 250],
  ["segments()", 50, 250],
];

test.each(costs)("%s may be asked %d times, not %d times", (short, few, many) => {
  const condition = short
    .replaceAll(/\bA\b/g, "resource.data")
    .replaceAll(/\bB\b/g, "request.resource.data");
  const times = (count: number): string =>
    ["true", ...Array.from({ length: count }, () => condition)].join(" && ");
  expect(grants(times(few), before, after)).toBe(true);
  expect(grants(`${times(many)} || true`, before, after)).toBe(false);
});
