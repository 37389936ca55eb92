/** Broken, huge and malicious rules and requests: a clear refusal, never another error, never a long wait. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  compileDatabaseRules,
  compileFirestoreRules,
  compileStorageRules,
  RulesError,
} from "./index.ts";
import { createRandom, type Random } from "./testing/random.ts";
import {
  documentOf,
  noLookups,
  nowMs,
  signedIn,
  toPath,
  treeView,
  writeRequest,
} from "./testing/trees.ts";
import type { DatabaseValue } from "./database-types.ts";

function productText(name: string): string {
  return readFileSync(new URL(`../../firebase/${name}`, import.meta.url), "utf8");
}

const me = signedIn("me", { email: "me@example.com" });
const tree: DatabaseValue = { users: { me: { name: "Ada" } } };

const languages = {
  database(text: string): void {
    const rules = compileDatabaseRules({ file: "f", text });
    rules.allowsRead({ auth: me, nowMs, path: ["users", "me"], root: treeView(tree) });
    rules.allowsWrite(writeRequest(me, tree, { "users/me": { name: "Eve", roles: { a: 1 } } }));
  },
  firestore(text: string): void {
    const rules = compileFirestoreRules({ file: "f", text });
    const asked = { auth: me, nowMs, path: "projects/a" };
    const resource = documentOf("projects/a", { hidden: true, list: [1], map: { a: null } });
    rules.allows({ ...asked, method: "get", resource }, noLookups);
    rules.allows({ ...asked, method: "update", resource, newResource: resource }, noLookups);
    const query = { equals: new Map(), limit: 5 };
    rules.allows(
      { ...asked, path: "projects", method: "list", allDescendants: false, query },
      noLookups,
    );
  },
  storage(text: string): void {
    const rules = compileStorageRules({ file: "f", text });
    const file = { name: "chat/a/b", bucket: "b", size: 1, contentType: null, metadata: {} };
    for (const method of ["get", "list", "create"] as const) {
      rules.allows(
        {
          auth: me,
          nowMs,
          method,
          bucket: "b",
          name: file.name,
          resource: file,
          newResource: file,
        },
        noLookups,
      );
    }
  },
};

type Language = keyof typeof languages;

/** Whether they could be used; any other error than a RulesError is a bug. */
function isUsable(language: Language, text: string): boolean {
  try {
    languages[language](text);
    return true;
  } catch (error) {
    if (error instanceof RulesError && /^f:[0-9]+:[0-9]+: ./.test(error.message)) return false;
    throw error;
  }
}

const inService = (body: string): string =>
  `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /projects/{id} { ${body} } } }`;
const inAllow = (condition: string): string => inService(`allow read, write: if ${condition};`);
const inRule = (expression: string): string =>
  JSON.stringify({ rules: { ".read": expression, ".write": expression } });

const many = 100_000;

const tooDeep: [string, Language, string][] = [
  ["parentheses", "firestore", inAllow(`${"(".repeat(many)}true${")".repeat(many)}`)],
  ["lists", "firestore", inAllow(`${"[".repeat(many)}${"]".repeat(many)} == id`)],
  ["negations", "firestore", inAllow(`${"!".repeat(many)}true`)],
  ["choices", "firestore", inAllow(`${"true ? ".repeat(many)}true${" : false".repeat(many)}`)],
  ["sums", "firestore", inAllow(`${"1 + ".repeat(many)}1 > 0`)],
  ["properties", "firestore", inAllow(`resource.data${".a".repeat(many)}`)],
  ["paths", "firestore", inAllow(`exists(${"/a/$(/a/$(".repeat(many)}`)],
  ["matches", "firestore", inService("match /a/{b} {".repeat(many))],
  [
    "calls",
    "firestore",
    inService(
      `${Array.from({ length: 200 }, (_, id) => `function f${id}() { return f${id + 1}(); }`).join("\n")}
      function f200() { return true; } allow read: if f0();`,
    ),
  ],
  ["parentheses", "database", inRule(`${"(".repeat(many)}true${")".repeat(many)}`)],
  ["negations", "database", inRule(`${"!".repeat(many)}true`)],
  ["sums", "database", inRule(`${"1 + ".repeat(many)}1 > 0`)],
  ["calls", "database", inRule(`data${".parent()".repeat(many)}.exists()`)],
  ["nodes", "database", `{"rules":${'{"a":'.repeat(many)}`],
  ["lists", "database", `{"rules":{".indexOn":${"[".repeat(many)}`],
];

test.each(tooDeep)("endless %s in %s rules are refused", (_, language, text) => {
  expect(isUsable(language, text)).toBe(false);
});

test("long rules that are flat can be used", () => {
  const flat = Array.from({ length: 2_000 }, (_, id) => `request.auth.uid == 'u${id}'`).join(
    " || ",
  );
  expect(isUsable("firestore", inAllow(flat))).toBe(true);
  const users = Array.from({ length: 5_000 }, (_, id) => `auth.uid === 'u${id}'`).join(" || ");
  expect(isUsable("database", inRule(users))).toBe(true);
});

test("a regular expression that blows up elsewhere is answered at once", () => {
  const text = "a".repeat(20_000);
  const rules = compileFirestoreRules({
    file: "f",
    text: inAllow("resource.data.text.matches('(a|a)*(a+)+b')"),
  });
  const resource = documentOf("projects/a", { text });
  const asked = { method: "get", auth: null, nowMs, path: "projects/a", resource } as const;
  expect(rules.allows(asked, noLookups)).toBe(false);
  const pattern = documentOf("projects/a", { text: "(".repeat(900) });
  const fromData = compileFirestoreRules({
    file: "f",
    text: inAllow("id.matches(resource.data.text) || !id.matches(resource.data.text)"),
  });
  expect(fromData.allows({ ...asked, resource: pattern }, noLookups)).toBe(false);
});

test("deep and wide data neither breaks nor grants", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 3_000; level += 1)
    deep = JSON.parse(JSON.stringify({})) && { a: deep };
  const token = { deep, wide: Array.from({ length: 3_000 }, (_, item) => item) };
  const rules = (condition: string): boolean =>
    compileFirestoreRules({ file: "f", text: inAllow(condition) }).allows(
      {
        method: "get",
        auth: { uid: "me", token },
        nowMs,
        path: "projects/a",
        resource: documentOf("projects/a", {}),
      },
      noLookups,
    );
  expect(rules("request.auth.token.deep == request.auth.token.deep")).toBe(false);
  expect(rules("request.auth.token.wide.hasAll(request.auth.token.wide) || true")).toBe(false);
  expect(rules("request.auth.token.wide.size() == 3000")).toBe(true);
});

test("uids with slashes, dots and controls stay one segment and match nobody else", () => {
  const database = compileDatabaseRules({
    file: "f",
    text: inRule("root.child('users').child(auth.uid).child('name').val() == 'Ada'"),
  });
  const reads = (uid: string): boolean =>
    database.allowsRead({ auth: signedIn(uid), nowMs, path: toPath("x"), root: treeView(tree) });
  expect(reads("me")).toBe(true);
  expect(["me/name", "..", "me.", "me\u0000", "", "__proto__"].some(reads)).toBe(false);
});

const seeds = Number(process.env["FUZZ_RUNS"] ?? 1_500);

test.each([
  ["database", "database.rules.json"],
  ["firestore", "firestore.rules"],
  ["storage", "storage.rules"],
] as const)("mutated %s rules are used or refused with their place", (language, file) => {
  const original = productText(file);
  let refused = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const text = mutated(original, createRandom(seed));
    try {
      if (!isUsable(language, text)) refused += 1;
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  expect(refused).toBeGreaterThan(seeds / 4);
  expect(refused).toBeLessThan(seeds);
});

const pieces = Array.from("(){}[]'\"/\\$.,:;!=<>&|?+-*%~\n\u0000\u{1f600} 019") as [
  string,
  ...string[],
];
const words = [
  "auth",
  "data",
  "newData",
  ".val()",
  ".child('a')",
  "null",
  "true",
  "match /a/{b}",
  "function f() { return f(); }",
  "{x=**}",
  "resource.data",
  "request.auth",
  "if",
  "allow",
  " in ",
  " is ",
  "1e999",
  "\\u0041",
  "/*",
  "//",
  "__proto__",
  ".matches('(')",
] as const;

function mutated(text: string, random: Random): string {
  let changed = text;
  for (let edits = 1 + random.below(4); edits > 0; edits -= 1) {
    const from = random.below(changed.length);
    const to = from + random.below(random.pick([2, 10, 200]));
    const insert = random.pick<() => string>([
      () => "",
      () => random.pick(pieces),
      () => random.pick(words),
      () => changed.slice(to, to + random.below(100)),
    ])();
    changed = changed.slice(0, from) + insert + changed.slice(to);
  }
  return changed;
}
