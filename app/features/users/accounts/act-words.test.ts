import { expect, test } from "vitest";
import type { UserRow } from "#lib/user-admin.ts";
import { doneWords, reverseOf } from "./act-words.ts";

const row = (uid: string, more: Partial<UserRow> = {}): UserRow => ({
  uid,
  name: uid,
  email: "",
  role: "user",
  disabled: false,
  disabledReason: null,
  verified: true,
  secondFactor: false,
  createdAt: null,
  lastSeenAt: null,
  deletionAt: null,
  ...more,
});

test("a role given to many is taken back to what each had, and who had it keeps it", () => {
  const done = [
    { row: row("ann"), audit: "a1" },
    { row: row("bob", { role: "admin" }), audit: "a2" },
    { row: row("cleo"), audit: "a3" },
    { row: row("dan", { role: "editor" }), audit: "a4" },
  ];
  expect(reverseOf({ do: "role", role: "editor" }, done)).toEqual([
    { uids: ["ann", "cleo"], act: { do: "role", role: "user" }, undoes: ["a1", "a3"] },
    { uids: ["bob"], act: { do: "role", role: "admin" }, undoes: ["a2"] },
  ]);
});

test("tokens are taken back in one go, under a key of its own", () => {
  const act = { do: "tokens", amount: 5, reason: "Help", key: "the-first-key" } as const;
  const [back, ...others] = reverseOf(act, [
    { row: row("ann"), audit: "a1" },
    { row: row("bob"), audit: "a2" },
  ]);
  expect(others).toEqual([]);
  expect(back).toMatchObject({ uids: ["ann", "bob"], act: { amount: -5 } });
  expect(back?.act).not.toMatchObject({ key: act.key });
});

test("what is done is said of one by name, of many by number", () => {
  expect(doneWords({ do: "disable", reason: "x" }, [row("Ann")])).toBe(
    "Ann is disabled and signed out",
  );
  expect(doneWords({ do: "role", role: "admin" }, [row("a"), row("b")])).toBe(
    "2 accounts are now admins",
  );
});
