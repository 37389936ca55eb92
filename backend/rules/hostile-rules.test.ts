/** Broken, huge and malicious rules and requests: a clear refusal, never another error, never a long wait. */
import { expect, test } from "vitest";
import { compileDatabaseRules, compileFirestoreRules } from "./index.ts";
import { askHostileRequests, languages } from "./testing/fuzz-rules.ts";
import { isUsable, type Language, refuseHostileTexts, tree } from "./testing/hostile-texts.ts";
import { documentOf, noLookups, nowMs, signedIn, toPath, treeView } from "./testing/trees.ts";

const inService = (body: string): string =>
  `rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /projects/{id} { ${body} } } }`;
const inAllow = (condition: string): string => inService(`allow read, write: if ${condition};`);
const inRule = (expression: string): string =>
  JSON.stringify({ rules: { ".read": expression, ".write": expression } });

test("a fault behind escapes in a JSON string is told where it stands", () => {
  const place = (rule: string): string => {
    try {
      compileDatabaseRules({ file: "f", text: `{"rules":{".read":${rule}}}` });
    } catch (error) {
      return (error as Error).message.replace(/: .*/, "");
    }
    return "used";
  };
  expect(place(String.raw`"nothing"`)).toBe("f:1:20");
  expect(place(String.raw`"'\u0041' == nothing"`)).toBe("f:1:32");
  expect(place(String.raw`"'\\n' == nothing"`)).toBe("f:1:29");
});

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
    database.allowsRead({
      auth: signedIn(uid),
      nowMs,
      path: toPath("x"),
      root: treeView(tree),
      query: null,
    });
  expect(reads("me")).toBe(true);
  expect(["me/name", "..", "me.", "me\u0000", "", "__proto__"].some(reads)).toBe(false);
});

test.each(languages)(
  "mutated %s rules and soups of words are used or refused with their place",
  (language) => {
    const count = 600;
    const refused = refuseHostileTexts(language, { from: 1, to: count + 1 });
    expect(refused).toBeGreaterThan(count / 4);
    expect(refused).toBeLessThan(count);
  },
);

test.each(languages)(
  "deep, huge and malicious values in requests to %s rules are answered",
  (language) => {
    const { granted } = askHostileRequests(language, { from: 1, count: 40 });
    expect(granted).toBeGreaterThan(0);
  },
);
