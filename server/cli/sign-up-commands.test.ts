import { afterAll, beforeAll, expect, test } from "vitest";
import { openServedDesk } from "./testing/open-desk.ts";

let desk: Awaited<ReturnType<typeof openServedDesk>>;
beforeAll(async () => {
  desk = await openServedDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

const run = (...args: string[]) => desk.run(...args);

test("who may sign up is printed, changed and audited", async () => {
  expect((await run("sign-up")).out).toMatch(/^open: /);
  expect((await run("sign-up", "invite")).out).toMatch(/^invite: an account needs/);
  expect((await run("sign-up")).out).toMatch(/^invite: /);
  expect((await run("sign-up", "shut")).code).toBe(2);
  const entries = await desk.site.serverBackend.listDocuments("auditLog");
  expect(entries.map(({ data }) => data)).toEqual([
    expect.objectContaining({
      actor: "cli",
      action: "sign-up.change-policy",
      details: { from: "open", to: "invite" },
    }),
  ]);
});

test("an invite is made, listed without its code, and revoked", async () => {
  const { out } = await run("invite", "create", "--editor", "--label", "Friends", "--uses", "3");
  const code = /^http:\/\/localhost:3000\/#invite=([\w-]{32})\n$/.exec(out)?.[1];
  expect(code).toBeDefined();
  const { out: listed } = await run("invite", "list");
  expect(listed).toMatch(/^[0-9a-f]{12} {2}open {2}editor {2}0\/3 {2}\S+Z {2}Friends\n$/);
  expect(listed).not.toContain(code);
  expect((await run("invite", "revoke", "zz")).code).toBe(1);
  expect((await run("invite", "revoke", listed.slice(0, 8))).code).toBe(0);
  expect((await run("invite", "list")).out).toContain("  revoked  ");
  for (const wrong of [
    ["--days", "0"],
    ["--uses", "x"],
    ["--days", "1.5"],
  ])
    expect((await run("invite", "create", ...wrong)).code).toBe(2);
  expect((await run("invite", "create", "--days", "400")).err).toMatch(/within a year/);
});
