/** The accesses of one request to Firestore share what they look up, and how much of it there may be. */
import { expect, test } from "vitest";
import { compileFirestoreRules } from "../index.ts";
import { anyDocument } from "../testing/list-query.ts";
import { documentOf, nowMs, signedIn } from "../testing/trees.ts";
import type { FirestoreRequest, Lookups } from "../types.ts";

const me = signedIn("me");

function compile(body: string) {
  return compileFirestoreRules({
    file: "test.rules",
    text: `rules_version = '2'; service cloud.firestore { match /databases/{db}/documents { ${body} } }`,
  });
}

/** Every document exists; `asked` are those that were looked up. */
function countedLookups() {
  const asked: string[] = [];
  const look = (when: string) => (path: string) => {
    asked.push(`${when} ${path}`);
    return documentOf(path, { when });
  };
  const lookups: Lookups = { get: look("before"), getAfter: look("after") };
  return { asked, lookups };
}

const get = (path: string): FirestoreRequest => ({
  method: "get",
  auth: me,
  nowMs,
  path,
  resource: documentOf(path, {}),
});

/** Looks at `count` documents of its own. */
const eachIts = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `exists(/databases/$(db)/documents/d/$(id + '${i}'))`,
  ).join(" && ");

test("one access can look at ten documents, and at each as often as it likes", () => {
  const { asked, lookups } = countedLookups();
  const rules = compile(`
    match /ten/{id} { allow get: if ${eachIts(10)} && ${eachIts(10)}; }
    match /eleven/{id} { allow get: if ${eachIts(11)}; }
    match /absorbed/{id} { allow get: if ${eachIts(11)} || true; }
    match /other/{id} { allow get: if ${eachIts(11)}; allow get: if id == 'x'; }
    match /before/{id} { allow get: if id == 'x'; allow get: if ${eachIts(11)}; }
    match /elsewhere/{id} { allow get: if ${eachIts(11)}; }
    match /{rest=**} { allow get: if rest[0] == 'elsewhere'; }`);
  expect(rules.allows(get("ten/x"), lookups)).toBe(true);
  expect(asked).toHaveLength(10);
  expect(rules.allows(get("eleven/x"), lookups)).toBe(false);
  expect(rules.allows(get("absorbed/x"), lookups)).toBe(false);
  expect(rules.allows(get("other/x"), lookups)).toBe(false);
  expect(rules.allows(get("before/x"), lookups)).toBe(true);
  expect(rules.allows(get("elsewhere/x"), lookups)).toBe(false);
});

test("all accesses of a request can look at twenty; what one has seen costs the next nothing", () => {
  const { asked, lookups } = countedLookups();
  const rules = compile(`
    match /seven/{id} { allow get: if ${eachIts(7)}; }
    match /one/{id} { allow get: if exists(/databases/$(db)/documents/d/a0); }
    match /none/{id} { allow get; }`);
  const opened = rules.open(lookups);
  expect(["seven/a", "seven/b", "seven/a"].map((path) => opened.allows(get(path)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(asked).toHaveLength(14);
  expect(opened.allows(get("seven/c"))).toBe(false);
  expect(asked).toHaveLength(20);
  expect(["seven/d", "one/x", "none/x"].map((path) => opened.allows(get(path)))).toEqual([
    false,
    true,
    true,
  ]);
  expect(asked).toHaveLength(20);
  expect(rules.open(lookups).allows(get("seven/d"))).toBe(true);
});

test("a document before the commit and after it are two", () => {
  const { asked, lookups } = countedLookups();
  const rules = compile(`match /c/{id} { allow get:
    if get(/databases/$(db)/documents/d/x).data.when == 'before'
    && getAfter(/databases/$(db)/documents/d/x).data.when == 'after'
    && existsAfter(/databases/$(db)/documents/d/x) && exists(/databases/$(db)/documents/d/x); }`);
  expect(rules.allows(get("c/x"), lookups)).toBe(true);
  expect(asked).toEqual(["before d/x", "after d/x"]);
});

test("that there is no document is remembered too", () => {
  let asked = 0;
  const none = () => ((asked += 1), null);
  const rules = compile(`match /c/{id} { allow get:
    if !exists(/databases/$(db)/documents/d/x) && !exists(/databases/$(db)/documents/d/x); }`);
  expect(rules.allows(get("c/x"), { get: none, getAfter: none })).toBe(true);
  expect(asked).toBe(1);
});

test("the alternatives of one query are one access", () => {
  const { asked, lookups } = countedLookups();
  const rules = compile(`match /c/{id} { allow list: if ${eachIts(6)}; }`);
  const ids = (...some: string[]): FirestoreRequest => ({
    method: "list",
    auth: me,
    nowMs,
    path: "c",
    allDescendants: false,
    query: { ...anyDocument, alternatives: some.map((id) => ({ id, conditions: [] })) },
  });
  expect(rules.allows(ids("a"), lookups)).toBe(true);
  expect(rules.allows(ids("a", "b"), lookups)).toBe(false);
  expect(asked).toHaveLength(6 + 10);
});

test("only documents of this database can be looked at", () => {
  const { asked, lookups } = countedLookups();
  for (const path of [
    "/databases/other/documents/d/$(id)",
    "/other/$(db)/documents/d/$(id)",
    "/databases/$(db)/files/d/$(id)",
    "/databases/$(db)/documents/d",
    "/databases/$(db)/documents",
  ]) {
    const condition = `exists(${path}) || !exists(${path})`;
    const rules = compile(`match /c/{id} { allow get: if ${condition}; }`);
    expect(rules.allows(get("c/x"), lookups)).toBe(false);
  }
  expect(asked).toEqual([]);
});

test("that a store fails is no verdict", () => {
  const fails = () => {
    throw new Error("The disk is gone.");
  };
  const lookups = { get: fails, getAfter: fails };
  for (const condition of [eachIts(1), `${eachIts(1)} || true`]) {
    const rules = compile(`match /c/{id} { allow get: if ${condition}; }`);
    expect(() => rules.allows(get("c/x"), lookups)).toThrow("The disk is gone.");
  }
});

test("what all accesses of a request work is bounded too", () => {
  const rules = compile(`
    match /all/{id} { allow get: if resource.data.list.size() == 20000; }`);
  const values = Array.from({ length: 20_000 }, () => ({ integerValue: "1" }));
  const fields = { list: { arrayValue: { values } } };
  const opened = rules.open(countedLookups().lookups);
  const read = (id: number) => {
    const path = `all/${id}`;
    return opened.allows({ ...get(path), path, resource: { path, fields } } as FirestoreRequest);
  };
  const allowed = Array.from({ length: 400 }, (_, id) => read(id)).filter(Boolean).length;
  expect(allowed).toBeGreaterThan(100);
  expect(allowed).toBeLessThan(400);
});
