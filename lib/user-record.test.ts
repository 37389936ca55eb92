import { expect, test } from "vitest";
import {
  needsUsername,
  newUserRecord,
  readUserRecord,
  usernameMaxLength,
  usernameOf,
  usernamePrompt,
} from "./user-record.ts";

test("a new record has exactly the fields and values of the specification", () => {
  const now = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6));
  expect(newUserRecord({ uid: "u1", name: " Ada ", email: "ada@example.com", now })).toStrictEqual({
    name: "Ada",
    email: "ada@example.com",
    roles: { admin: false, editor: false, user: true },
    user_id: "u1",
    date_created: "2026-01-02T03:04:05.006Z",
    last_logged_in: "2026-01-02T03:04:05.006Z",
    userAITokens: 10,
  });
  expect(newUserRecord({ uid: "u1", name: "", email: null, now })).toMatchObject({
    name: "Anonymous",
    email: "",
  });
});

test("the question for a username is worded as specified", () => {
  expect(usernamePrompt).toBe("It looks like you don't have a username. Please enter a username:");
});

test("who has no name, or only the one that stands for none, is asked for one", () => {
  expect([undefined, null, "", " \n", "Anonymous", " Anonymous "].map(needsUsername)).toEqual(
    Array.from({ length: 6 }, () => true),
  );
  expect(["Ada", "anonymous", "Anonymous Ada", "0"].map(needsUsername)).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});

test("an answer is trimmed, an empty one is Anonymous", () => {
  expect(usernameOf("  Ada Lovelace\t")).toBe("Ada Lovelace");
  expect([null, undefined, "", "   "].map(usernameOf)).toEqual(
    Array.from({ length: 4 }, () => "Anonymous"),
  );
});

test("a name that nobody could see is none", () => {
  for (const name of [
    "\u200b\u200b",
    "\u00a0\u3000",
    "\u00ad\ufe0f",
    "\u3164",
    "\u2800",
    "\u0007",
  ]) {
    expect(usernameOf(name)).toBe("Anonymous");
    expect(needsUsername(name)).toBe(true);
  }
  expect(usernameOf("👩\u200d🚀")).toBe("👩\u200d🚀");
  expect(usernameOf("می\u200cخواهم")).toBe("می\u200cخواهم");
});

test("a name cannot turn the text around it, nor break its line", () => {
  const name = "\u202eevil\u202c \u2066na\u2069me\u200e\u200f\n\u0000";
  expect(usernameOf(name)).toBe("evil name");
  expect(readUserRecord({ name }).name).toBe("evil name");
});

test("a long answer is cut to 80 units and never within a character or before a space", () => {
  expect(usernameOf("a".repeat(200))).toBe("a".repeat(usernameMaxLength));
  expect(usernameOf(`${"a".repeat(79)}😀b`)).toBe("a".repeat(79));
  expect(usernameOf(`${"a".repeat(79)} b`)).toBe("a".repeat(79));
  expect(usernameOf("😀".repeat(60))).toBe("😀".repeat(40));
});

test("a record is read as it is", () => {
  const record = newUserRecord({ uid: "u1", name: "Ada", email: "a@b.c", now: new Date() });
  const read = readUserRecord({ ...record, roles: { admin: false, editor: true, user: true } });
  expect(read).toEqual({
    name: "Ada",
    email: "a@b.c",
    roles: { admin: false, editor: true, user: true },
    userAITokens: 10,
  });
});

test("what a record lacks, or has of another type, is no right and no token", () => {
  const nothing = {
    name: "Anonymous",
    email: "",
    roles: { admin: false, editor: false, user: false },
    userAITokens: 0,
  };
  for (const value of [
    null,
    undefined,
    "text",
    {},
    { name: "", roles: "admin", userAITokens: "10" },
    { name: 7, email: {}, roles: { admin: "true", editor: 1, user: null }, userAITokens: null },
  ]) {
    expect(readUserRecord(value)).toEqual(nothing);
  }
});
