import { afterAll, beforeAll, expect, test } from "vitest";
import { openServedDesk } from "./testing/open-desk.ts";

let desk: Awaited<ReturnType<typeof openServedDesk>>;
beforeAll(async () => {
  desk = await openServedDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

const backend = () => desk.site.serverBackend;

test("an account goes in 14 days, is kept, and goes at once with all it has", async () => {
  const { uid } = await backend().createAccount({ email: "bob@example.com" });
  await backend().commit([{ set: `users/${uid}/journal/one`, data: { text: "Dear diary" } }]);
  const entry = { run: "a", result: 1, at: 1 };
  await backend().updateValues({
    [`leaderboards/snake/daily/d2026-11-28/${uid}`]: entry,
    "leaderboards/snake/daily/d2026-11-28/other": entry,
  });
  const asked = await desk.run("user", "delete", "bob@example.com");
  expect(asked.code).toBe(0);
  expect(asked.out).toMatch(/^bob@example\.com is signed out and will be deleted at \d\d:\d\d UTC/);
  expect(asked.out).toContain(`user keep ${uid}\nReceipt: http://localhost:3000/api/deletion-`);
  expect(await backend().getDocument(`deletions/${uid}`)).not.toBeNull();
  expect((await desk.run("user", "keep", uid)).out).toBe("bob@example.com stays.\n");
  expect((await desk.run("user", "keep", uid)).out).toMatch(/was not going to be deleted/);
  expect(await backend().getDocument(`users/${uid}/journal/one`)).not.toBeNull();

  const gone = await desk.run("user", "delete", uid, "--now");
  expect(gone.out.split("\n")).toEqual([
    "bob@example.com is deleted. Erased:",
    "Journal, paintings, AI chats, done tasks and other documents: 1",
    "The account itself",
    "",
  ]);
  expect(await backend().getAccount(uid)).toBeNull();
  expect(await backend().getDocument(`users/${uid}/journal/one`)).toBeNull();
  expect((await backend().getValue("leaderboards/snake/daily")).value).toEqual({
    "d2026-11-28": { other: entry },
  });
  const acts = (await backend().listDocuments("auditLog")).map(({ data }) => data);
  expect(acts.map(({ actor, action, target }) => [actor, action, target])).toEqual(
    ["schedule-deletion", "cancel-deletion", "schedule-deletion", "erase"].map((act) => [
      "cli",
      `user.${act}`,
      uid,
    ]),
  );
});

test("the last admin and a stranger are refused", async () => {
  await desk.run("user", "create", "owner@example.com", "--admin");
  const refused = await desk.run("user", "delete", "owner@example.com", "--now");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("last admin");
  expect((await desk.run("user", "delete", "nobody@example.com")).err).toContain("no account");
});
