import { expect, test } from "vitest";
import type { UserDetails } from "#lib/user-admin.ts";
import { unnamedParts, visibleParts } from "./visible-words.ts";

const at = "2026-11-22T12:30:50.204Z";

const details: UserDetails = {
  row: {
    uid: "ada1",
    name: "Ada",
    email: "ada@example.com",
    role: "editor",
    disabled: false,
    disabledReason: null,
    verified: true,
    secondFactor: false,
    createdAt: at,
    lastSeenAt: at,
    deletionAt: null,
  },
  record: {
    name: "Ada",
    email: "ada@example.com",
    roles: { admin: false, editor: true, user: true },
    user_id: "ada1",
    date_created: "2026-11-22T12:30:51.911Z",
    last_logged_in: at,
    userAITokens: 10,
  },
  roles: { admin: false, editor: true, user: true },
  account: {
    email: "ada@example.com",
    emailVerified: true,
    displayName: "Ada",
    disabled: false,
    createdAt: at,
    lastLoginAt: null,
    hasSecondFactor: false,
    providers: [{ providerId: "google.com", email: "ada@gmail.test" }],
  },
  tokens: {
    balance: 10,
    ledger: [{ id: "1", at, amount: 10, balance: 10, reason: "First tokens", by: "server" }],
  },
  sessions: [],
  storage: { objects: 2, usedBytes: 1536, limitBytes: null, isOwnLimit: false },
  signIns: [{ id: "1", at, kind: "refresh-token-reused", network: "192.0.2.1" }],
  audit: [
    {
      id: "1",
      at,
      actor: "olive",
      actorName: "Olive",
      action: "user.schedule-deletion",
      target: "ada1",
      targetName: "Ada",
      details: { dueAt: at },
      undoes: null,
    },
  ],
};

const texts = (given: UserDetails) => JSON.stringify(visibleParts(given));

test("what admins see is said in words: each fact once, no name of a field, no raw instant", () => {
  const text = texts(details);
  expect(text).not.toMatch(/\dT\d\d:|[a-z][A-Z]|_|null|undefined|google\.com/);
  expect(text.match(/ada@example\.com/g)).toHaveLength(1);
  expect(text).toContain("Google as ada@gmail.test");
  expect(text).toContain("Olive set your account for deletion");
  expect(unnamedParts(details)).toEqual([]);
});

test("places that disagree are all shown", () => {
  const text = texts({
    ...details,
    record: { ...details.record, name: "Ada King", userAITokens: 7 },
  });
  expect(text).toContain("Ada, Ada King");
  expect(text).toContain('["AI tokens in your record","7"]');
});

test("nothing that an admin is told is left out because it has no words yet", () => {
  const more = { ...details, record: { ...details.record, shoeSize: 41 }, newPart: { a: 1 } };
  expect(unnamedParts(more)).toEqual([
    ["Else in your record", { shoeSize: 41 }],
    ["newPart", { a: 1 }],
  ]);
});
