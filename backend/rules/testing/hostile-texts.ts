/** Broken and malicious texts as rules files: they are used, or refused with their place, and nothing else. */
import { readFileSync } from "node:fs";
import {
  compileDatabaseRules,
  compileFirestoreRules,
  compileStorageRules,
  RulesError,
} from "../index.ts";
import type { DatabaseValue } from "../database/types.ts";
import { anyDocument } from "./list-query.ts";
import { seededRandom, type Random } from "../../../tests/support/seeded-random.ts";
import { documentOf, noLookups, nowMs, signedIn, treeView, writeRequest } from "./trees.ts";

const me = signedIn("me", { email: "me@example.com" });
export const tree: DatabaseValue = { users: { me: { name: "Ada" } } };

/** Compiles the text and asks it some questions. */
const languages = {
  database(text: string): void {
    const rules = compileDatabaseRules({ file: "f", text });
    const root = treeView(tree);
    rules.allowsRead({ auth: me, nowMs, path: ["users", "me"], root, query: null });
    rules.allowsWrite(writeRequest(me, tree, { "users/me": { name: "Eve", roles: { a: 1 } } }));
  },
  firestore(text: string): void {
    const rules = compileFirestoreRules({ file: "f", text });
    const asked = { auth: me, nowMs, path: "projects/a" };
    const resource = documentOf("projects/a", { hidden: true, list: [1], map: { a: null } });
    rules.allows({ ...asked, method: "get", resource }, noLookups);
    rules.allows({ ...asked, method: "update", resource, newResource: resource }, noLookups);
    const list = { ...asked, path: "projects", method: "list", allDescendants: false } as const;
    rules.allows({ ...list, query: anyDocument }, noLookups);
  },
  storage(text: string): void {
    const rules = compileStorageRules({ file: "f", text });
    const file = { name: "chat/a/b", bucket: "b", size: 1, contentType: null, metadata: {} };
    const asked = { auth: me, nowMs, bucket: "b", name: file.name };
    for (const method of ["get", "list", "create"] as const) {
      rules.allows({ ...asked, method, resource: file, newResource: file }, noLookups);
    }
  },
};

export type Language = keyof typeof languages;

/** Whether it could be used; any other error than a RulesError with its place is a bug. */
export function isUsable(language: Language, text: string): boolean {
  try {
    languages[language](text);
    return true;
  } catch (error) {
    if (error instanceof RulesError && /^f:[0-9]+:[0-9]+: ./.test(error.message)) return false;
    throw error;
  }
}

const files = {
  database: "database.rules.json",
  firestore: "firestore.rules",
  storage: "storage.rules",
};

/** @returns how many of the texts, one for each seed, were refused */
export function refuseHostileTexts(
  language: Language,
  seeds: { from: number; to: number },
): number {
  const original = readFileSync(
    new URL(`../../../firebase/${files[language]}`, import.meta.url),
    "utf8",
  );
  let refused = 0;
  for (let seed = seeds.from; seed < seeds.to; seed += 1) {
    const random = seededRandom(seed);
    const text = random.below(4) === 0 ? soup(random) : mutated(original, random);
    try {
      if (!isUsable(language, text)) refused += 1;
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  return refused;
}

const pieces = Array.from("(){}[]'\"/\\$.,:;!=<>&|?+-*%~\n\u0000\u{1f600} 019");
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
  "[0:1]",
  "b'\\xff'",
  '{"rules":',
  '".read":"',
  "rules_version = '2';",
  "service cloud.firestore {",
  "let a = ",
];

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

/** Words of the languages, or any characters at all. */
function soup(random: Random): string {
  const isWords = random.below(2) === 0;
  const next = () =>
    isWords ? random.pick([...words, ...pieces]) : String.fromCharCode(random.below(0x180));
  return Array.from({ length: random.below(60) }, next).join("");
}
