import { expect, test } from "vitest";
import { auditActions } from "#lib/audit-actions.ts";
import type { AuditRow } from "#lib/user-admin.ts";
import { actionTitles, actWords, partsOf, undoOf, whomWords } from "./audit-words.ts";

const entry = (action: string, details: AuditRow["details"] = {}): AuditRow => ({
  id: "1",
  at: "2026-11-22T13:00:00.000Z",
  actor: "ada",
  actorName: "Ada",
  action,
  target: "grace",
  targetName: "Grace",
  details,
  undoes: null,
});

test("every act has words, also without details", () => {
  for (const action of auditActions) {
    expect(actWords(entry(action)), action).toMatch(/^[a-z][^.]*$/);
    expect(actionTitles[action]).toMatch(/^[A-Z]/);
  }
  expect(actWords(entry("user.grant-role", { from: "user", to: "editor" }))).toBe(
    "gave the editor role (before: user)",
  );
  expect(partsOf(entry("user.schedule-deletion", { dueAt: "2026-12-06T12:00:00.000Z" }))).toEqual([
    "set",
    "for deletion on 6 December 2026",
  ]);
  expect(actWords(entry("sign-up.change-policy", { to: "closed" }))).toBe(
    "let nobody make an account",
  );
  expect(actWords(entry("something.new"))).toBe("something.new");
});

test("who became an owner is named once", () => {
  expect(whomWords({ ...entry("owner.take"), target: "ada" })).toBe("");
  expect(whomWords({ ...entry("tokens.grant"), target: "ada" })).toBe("Grace");
});

test("an act is taken back by its opposite, and one that failed or was taken back is not", () => {
  expect(undoOf(entry("user.disable", { reason: "spam" }))).toEqual({ do: "enable" });
  expect(undoOf(entry("user.revoke-role", { from: "admin", to: "user" }))).toEqual({
    do: "role",
    role: "admin",
  });
  expect(undoOf(entry("tokens.take", { amount: 5, reason: "x" }))).toMatchObject({ amount: 5 });
  expect(undoOf({ ...entry("tokens.take", { amount: 5 }), undoes: "0" })).toBeUndefined();
  expect(undoOf(entry("user.disable", { reason: "spam", failed: "no" }))).toBeUndefined();
  expect(undoOf(entry("user.reset-link"))).toBeUndefined();
});
