/** Files without a version, or of version 1: https://firebase.google.com/docs/rules/rules-behavior. */
import { expect, test } from "vitest";
import { compileFirestoreRules, compileStorageRules } from "../index.ts";
import { anyDocument } from "../testing/list-query.ts";
import { documentOf, noLookups, nowMs } from "../testing/trees.ts";

const versions = ["", "rules_version = '1';", "rules_version = '2';"];
const asked = { auth: null, nowMs };

const firestore = (version: string, body: string) =>
  compileFirestoreRules({
    file: "test.rules",
    text: `${version} service cloud.firestore { match /databases/{db}/documents { ${body} } }`,
  });

const storage = (version: string, body: string) =>
  compileStorageRules({
    file: "test.rules",
    text: `${version} service firebase.storage { match /b/{bucket}/o { ${body} } }`,
  });

test("{x=**} stands for one segment or more, in version 2 for none as well", () => {
  const read = (version: string, path: string) =>
    firestore(version, "match /c/{id}/{rest=**} { allow get; }").allows(
      { ...asked, method: "get", path, resource: documentOf(path, {}) },
      noLookups,
    );
  expect(versions.map((version) => read(version, "c/x"))).toEqual([false, false, true]);
  expect(versions.map((version) => read(version, "c/x/d/y"))).toEqual([true, true, true]);
});

test("a collection can be listed, and all collections of a name only in version 2", () => {
  const list = (version: string, allDescendants: boolean) =>
    firestore(version, "match /{all=**} { allow read; }").allows(
      { ...asked, method: "list", path: "c", allDescendants, query: anyDocument },
      noLookups,
    );
  expect(versions.map((version) => list(version, false))).toEqual([true, true, true]);
  expect(versions.map((version) => list(version, true))).toEqual([false, false, true]);
});

test("files can be listed in version 2 only", () => {
  const allows = (version: string, method: "get" | "list", name: string) =>
    storage(version, "match /{all=**} { allow read; }").allows(
      { ...asked, method, bucket: "b", name, resource: null, newResource: null },
      noLookups,
    );
  expect(versions.map((version) => allows(version, "get", "a/b"))).toEqual([true, true, true]);
  expect(versions.map((version) => allows(version, "list", "a/"))).toEqual([false, false, true]);
});

test("{x=**} stands at the end of the whole path, also of what is matched inside", () => {
  const bodies = [
    "match /{path=**}/c/{id} { allow read; }",
    "match /{path=**} { match /c/{id} { allow read; } }",
  ];
  for (const body of bodies) {
    for (const version of ["", "rules_version = '1';"]) {
      expect(() => firestore(version, body)).toThrow(
        /^test\.rules:1:\d+: In version 1, \{…=\*\*\} stands at the end of a path: write rules_version = '2'/,
      );
    }
    expect(firestore("rules_version = '2';", body).warnings).toEqual([]);
  }
});

test("there is one {x=**} in a path", () => {
  expect(() => firestore("rules_version = '2';", "match /{a=**}/c/{b=**} { allow read; }")).toThrow(
    /^test\.rules:1:\d+: There can be only one/,
  );
});
