/** The permission rows of firebase/database.rules.json. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileDatabaseRules } from "./index.ts";
import { observeRules } from "./testing/observe-rules.ts";
import { nowMs, signedIn, toPath, treeView, writeRequest } from "./testing/trees.ts";
import type { DatabaseValue } from "./database-types.ts";
import type { RulesAuth } from "./types.ts";

const observer = observeRules();
const text = readFileSync(new URL("../../firebase/database.rules.json", import.meta.url), "utf8");
const rules = compileDatabaseRules({ file: "firebase/database.rules.json", text }, observer);

type RecordNode = { [key: string]: DatabaseValue };

function record(uid: string, changes: RecordNode = {}): RecordNode {
  return {
    name: "Ada",
    email: `${uid}@example.com`,
    roles: { admin: false, editor: false, user: true },
    user_id: uid,
    date_created: "2026-01-02T03:04:05.678Z",
    last_logged_in: "2026-01-02T03:04:05.678Z",
    userAITokens: 10,
    ...changes,
  };
}

const visitor = null;
const me = signedIn("me", { email: "me@example.com" });
const editor = signedIn("editor", { email: "editor@example.com", editor: true });
const admin = signedIn("admin", { email: "admin@example.com" });
const fresh = signedIn("fresh", { email: "fresh@example.com" });
const claimsAdmin = signedIn("me", {
  email: "me@example.com",
  admin: true,
  roles: { admin: true },
});

const tree: RecordNode = {
  users: {
    me: record("me"),
    editor: record("editor", { roles: { admin: false, editor: true, user: true } }),
    admin: record("admin", { roles: { admin: true, editor: false, user: true } }),
    stringAdmin: record("stringAdmin", { roles: { admin: "true", editor: false, user: true } }),
  },
  profiles: { me: { name: "Ada", findable: false }, found: { name: "Bob", findable: true } },
  tokenAccounts: { me: { balance: 10 } },
  tokenLedger: { me: { a: { amount: 1 } } },
  chat: { room: { messages: { a: "hidden" } } },
};

const reads: [string, RulesAuth, string, boolean][] = [
  ["a visitor", visitor, "/", false],
  ["a visitor", visitor, "/users", false],
  ["a visitor", visitor, "/users/me", false],
  ["a visitor", visitor, "/profiles/found", false],
  ["a visitor", visitor, "/tokenAccounts/me", false],
  ["a user", me, "/", false],
  ["a user", me, "/users", false],
  ["a user", me, "/users/me", true],
  ["a user", me, "/users/me/roles", true],
  ["a user", me, "/users/editor", false],
  ["a user", me, "/profiles", false],
  ["a user", me, "/profiles/me", true],
  ["a user", me, "/profiles/found", true],
  ["a user", me, "/profiles/nobody", false],
  ["a user", me, "/tokenAccounts/me", true],
  ["a user", me, "/tokenAccounts/editor", false],
  ["a user", me, "/tokenLedger/me/a", true],
  ["a user", me, "/tokenLedger/editor", false],
  ["a user", me, "/tokenLedger", false],
  ["a user", me, "/chat/room", false],
  ["a user", me, "/__proto__", false],
  ["a user with an admin's claim", claimsAdmin, "/users", false],
  ["a user whose role is the text true", signedIn("stringAdmin"), "/users", false],
  ["somebody without a record", fresh, "/users", false],
  ["another user", fresh, "/profiles/me", false],
  ["an editor", editor, "/users", false],
  ["an editor", editor, "/users/me", false],
  ["an admin", admin, "/users", true],
  ["an admin", admin, "/users/me/email", true],
  ["an admin", admin, "/tokenAccounts/me", false],
  ["an admin", admin, "/", false],
];

test.each(reads)("%s reads %3$s: %4$s", (_, auth, path, allowed) => {
  const request = { auth, nowMs, path: toPath(path), root: treeView(tree) };
  expect(rules.allowsRead(request)).toBe(allowed);
});

const later = "2026-05-01T12:00:00.000Z";
const own = "users/me";
const create = "users/fresh";

const writes: [string, RulesAuth, Record<string, DatabaseValue>, boolean][] = [
  ["a first record as specified", fresh, { [create]: record("fresh") }, true],
  [
    "a first record in paths of one update",
    fresh,
    Object.fromEntries(
      Object.entries(record("fresh")).map(([key, value]) => [`${create}/${key}`, value]),
    ),
    true,
  ],
  [
    "a first record without an address, as the token",
    signedIn("fresh"),
    { [create]: record("fresh", { email: "" }) },
    true,
  ],
  [
    "a first record with an invented address",
    signedIn("fresh"),
    { [create]: record("fresh") },
    false,
  ],
  [
    "a first record with another's address",
    fresh,
    { [create]: record("fresh", { email: "me@example.com" }) },
    false,
  ],
  [
    "a first record with no address though the token has one",
    fresh,
    { [create]: record("fresh", { email: "" }) },
    false,
  ],
  [
    "a first record of an admin",
    fresh,
    { [create]: record("fresh", { roles: { admin: true, editor: false, user: true } }) },
    false,
  ],
  [
    "a first record of an editor",
    fresh,
    { [create]: record("fresh", { roles: { admin: false, editor: true, user: true } }) },
    false,
  ],
  [
    "a first record without the user's role",
    fresh,
    { [create]: record("fresh", { roles: { admin: false, editor: false, user: false } }) },
    false,
  ],
  [
    "a first record with a role left out",
    fresh,
    { [create]: record("fresh", { roles: { admin: false, user: true } }) },
    false,
  ],
  [
    "a first record with one more role",
    fresh,
    {
      [create]: record("fresh", {
        roles: { admin: false, editor: false, user: true, owner: true },
      }),
    },
    false,
  ],
  [
    "a first record with roles that are text",
    fresh,
    { [create]: record("fresh", { roles: "user" }) },
    false,
  ],
  [
    "a first record with 11 tokens",
    fresh,
    { [create]: record("fresh", { userAITokens: 11 }) },
    false,
  ],
  [
    "a first record with tokens as text",
    fresh,
    { [create]: record("fresh", { userAITokens: "10" }) },
    false,
  ],
  [
    "a first record with another's id in it",
    fresh,
    { [create]: record("fresh", { user_id: "me" }) },
    false,
  ],
  [
    "a first record with an extra field",
    fresh,
    { [create]: record("fresh", { vip: true }) },
    false,
  ],
  [
    "a first record with an extra field named __proto__",
    fresh,
    { [create]: withKey(record("fresh"), "__proto__") },
    false,
  ],
  [
    "a first record with an extra field named constructor",
    fresh,
    { [create]: withKey(record("fresh"), "constructor") },
    false,
  ],
  ["a first record with no name", fresh, { [create]: record("fresh", { name: null }) }, false],
  ["a first record with an empty name", fresh, { [create]: record("fresh", { name: "" }) }, false],
  [
    "a first record with 80 characters of name",
    fresh,
    { [create]: record("fresh", { name: "n".repeat(80) }) },
    true,
  ],
  [
    "a first record with 81 characters of name",
    fresh,
    { [create]: record("fresh", { name: "n".repeat(81) }) },
    false,
  ],
  [
    "a first record with a name that is a number",
    fresh,
    { [create]: record("fresh", { name: 5 }) },
    false,
  ],
  [
    "a first record with a date without milliseconds",
    fresh,
    { [create]: record("fresh", { date_created: "2026-01-02T03:04:05Z" }) },
    false,
  ],
  [
    "a first record with a date in another zone",
    fresh,
    { [create]: record("fresh", { last_logged_in: "2026-01-02T03:04:05.000+01:00" }) },
    false,
  ],
  [
    "a first record with more behind the date",
    fresh,
    { [create]: record("fresh", { date_created: "2026-01-02T03:04:05.678Z\n<b>" }) },
    false,
  ],
  [
    "a first record with a date that is a number",
    fresh,
    { [create]: record("fresh", { date_created: 1 }) },
    false,
  ],
  ["only a name where no record is", fresh, { [`${create}/name`]: "Ada" }, false],
  [
    "a first record and another's name",
    fresh,
    { [create]: record("fresh"), "users/me/name": "Eve" },
    false,
  ],
  ["a record for somebody else", fresh, { "users/else": record("else") }, false],
  ["a record without sign-in", visitor, { [create]: record("fresh") }, false],
  ["a new name", me, { [`${own}/name`]: "Ada L." }, true],
  ["a new name that is too long", me, { [`${own}/name`]: "n".repeat(81) }, false],
  ["something below the name", me, { [`${own}/name/first`]: "Ada" }, false],
  ["the name deleted", me, { [`${own}/name`]: null }, false],
  ["the time of the last sign-in", me, { [`${own}/last_logged_in`]: later }, true],
  ["the time of the last sign-in as a number", me, { [`${own}/last_logged_in`]: 5 }, false],
  ["the time of the last sign-in deleted", me, { [`${own}/last_logged_in`]: null }, false],
  [
    "name and last sign-in in one update",
    me,
    { [`${own}/name`]: "A", [`${own}/last_logged_in`]: later },
    true,
  ],
  ["the whole record with a new name", me, { [own]: record("me", { name: "Ada L." }) }, true],
  ["the whole record deleted", me, { [own]: null }, false],
  ["the whole record as text", me, { [own]: "gone" }, false],
  ["all users deleted", me, { users: null }, false],
  ["everything deleted", me, { "/": null }, false],
  ["the own role admin", me, { [`${own}/roles/admin`]: true }, false],
  ["the own role editor", me, { [`${own}/roles/editor`]: true }, false],
  ["the own role user taken away", me, { [`${own}/roles/user`]: false }, false],
  ["a role that does not exist", me, { [`${own}/roles/owner`]: true }, false],
  ["all own roles", me, { [`${own}/roles`]: { admin: true, editor: true, user: true } }, false],
  ["the same roles", me, { [`${own}/roles`]: { admin: false, editor: false, user: true } }, true],
  ["the roles deleted", me, { [`${own}/roles`]: null }, false],
  ["one role deleted", me, { [`${own}/roles/editor`]: null }, false],
  [
    "a name with a role in the same update",
    me,
    { [`${own}/name`]: "A", [`${own}/roles/admin`]: true },
    false,
  ],
  [
    "a name with tokens in the same update",
    me,
    { [`${own}/name`]: "A", [`${own}/userAITokens`]: 99 },
    false,
  ],
  [
    "the record and a role below it",
    me,
    { [own]: record("me"), [`${own}/roles/admin`]: true },
    false,
  ],
  ["own tokens", me, { [`${own}/userAITokens`]: 11 }, false],
  ["own tokens deleted", me, { [`${own}/userAITokens`]: null }, false],
  ["an own address", me, { [`${own}/email`]: "new@example.com" }, false],
  ["another date of creation", me, { [`${own}/date_created`]: later }, false],
  ["another own id", me, { [`${own}/user_id`]: "you" }, false],
  ["an extra field", me, { [`${own}/vip`]: true }, false],
  ["another's name", me, { "users/editor/name": "Eve" }, false],
  ["the own name and another's", me, { [`${own}/name`]: "A", "users/editor/name": "Eve" }, false],
  [
    "another's role with an admin's claim",
    claimsAdmin,
    { "users/editor/roles/admin": true },
    false,
  ],
  ["another's name by an admin", admin, { [`${own}/name`]: "Eve" }, false],
  ["another's role by an admin", admin, { [`${own}/roles/editor`]: true }, false],
  [
    "the own name by an admin, in the whole record",
    admin,
    {
      "users/admin": record("admin", {
        name: "B",
        roles: { admin: true, editor: false, user: true },
      }),
    },
    true,
  ],
  ["the own tokens by an admin", admin, { "users/admin/userAITokens": 1000 }, false],
  ["the own name by an editor", editor, { "users/editor/name": "Eddie" }, true],
  ["a profile", me, { "profiles/me/name": "Ada" }, false],
  ["a profile by an admin", admin, { "profiles/me/findable": true }, false],
  ["a token account", me, { "tokenAccounts/me/balance": 99 }, false],
  ["a token account by an admin", admin, { "tokenAccounts/admin/balance": 99 }, false],
  ["a ledger's entry", me, { "tokenLedger/me/b": { amount: 1 } }, false],
  ["anything else", me, { "chat/room/messages/b": "hello" }, false],
  ["anything else by an admin", admin, { anything: 1 }, false],
];

test.each(writes)("write of %s: %4$s", (_, auth, values, allowed) => {
  expect(rules.allowsWrite(writeRequest(auth, tree, values))).toBe(allowed);
});

test("an existing record cannot be created again, not even with the first values", () => {
  const rich = { users: { me: record("me", { userAITokens: 3 }) } };
  expect(rules.allowsWrite(writeRequest(me, rich, { [own]: record("me") }))).toBe(false);
  const promoted = {
    users: { me: record("me", { roles: { admin: true, editor: false, user: true } }) },
  };
  expect(rules.allowsWrite(writeRequest(me, promoted, { [own]: record("me") }))).toBe(false);
});

test("what the server changed in a record, its user does not change back or on", () => {
  const changed = (changes: RecordNode) => ({ users: { me: record("me", changes) } });
  const blocked = changed({ roles: { admin: false, editor: false, user: false } });
  const request = writeRequest(me, blocked, { [`${own}/roles/user`]: true });
  expect(rules.allowsWrite(request)).toBe(false);
  const older = changed({ email: "older@example.com" });
  const values = { [`${own}/email`]: "me@example.com" };
  expect(rules.allowsWrite(writeRequest(me, older, values))).toBe(false);
  expect(rules.allowsWrite(writeRequest(me, older, { [`${own}/name`]: "Ada L." }))).toBe(true);
});

test("every rule of database.rules.json was seen to grant and to refuse", () => {
  expect(observer.count()).toBe(19);
  expect(observer.unseen()).toEqual([]);
});

function withKey(node: RecordNode, key: string): RecordNode {
  return JSON.parse(`${JSON.stringify(node).slice(0, -1)},${JSON.stringify(key)}:1}`) as RecordNode;
}
