import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "./commands.ts";
import { openServedDesk } from "./testing/open-desk.ts";

test("what commands do is in the audit log, with what failed, and no secret of it", async () => {
  await using desk = await openServedDesk();
  const { out } = await desk.run("user", "create", "ada@example.com", "--admin");
  const uid = / account (\S+) of/.exec(out)?.[1] ?? "";
  const link = /oobCode=(\S+)/.exec(out)?.[1] ?? "nothing";
  await desk.run("user", "create", "bob@example.com");
  await desk.run("user", "disable", uid);
  await desk.run("auth", "config", "set", "client.permissions.disabledUserSignup", "true");
  await desk.run("storage", "quota", uid, "5GB");
  await desk.run("user", "disable", "nobody");
  await desk.run("user", "revoke", "bob@example.com", "admin");
  await desk.run("user", "list");

  const kept = await desk.run("audit", "acts", "--json");
  const entries = kept.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.toReversed()).toMatchObject([
    { actor: "cli", action: "user.create", target: uid, undoes: null },
    { action: "user.grant-role", target: uid, details: { role: "admin" } },
    { action: "user.create" },
    { action: "user.disable", target: uid, details: {} },
    {
      action: "user.disable",
      target: uid,
      undoes: entries.at(-4)?.["id"],
      details: { failed: expect.stringContaining("the last admin") as string },
    },
    { action: "sign-in.change-config", target: null },
    { action: "storage.set-quota", details: { bytes: 5 * 1024 ** 3 } },
    { action: "user.revoke-role" },
  ]);
  expect(entries).toHaveLength(8);
  expect(kept.out).not.toContain(link);
  expect(kept.out).not.toContain("@");
  const ofAda = await desk.run("audit", "acts", "ada@example.com", "--limit", "2");
  expect(ofAda.out.trim().split("\n")).toEqual([
    expect.stringMatching(/^\S+ {2}storage\.set-quota {2}\S+ {2}cli {2}bytes=5368709120 {2}\S+$/),
    expect.stringContaining("failed=This is the last admin"),
  ]);
  expect(await desk.run("audit", "acts", "--limit", "0")).toMatchObject({ code: 2 });
  expect((await desk.run("audit", "acts", "nobody")).out).toBe("There are no entries.\n");
});

test("what is done in the command's own process is in the audit log, too", async () => {
  await using desk = await openServedDesk();
  const file = join(desk.folder, "users.json");
  await writeFile(file, JSON.stringify({ users: [{ localId: "ann", email: "ann@example.com" }] }));
  expect((await desk.run("user", "import", file, "--overwrite")).code).toBe(0);
  expect((await desk.run("user", "export", join(desk.folder, "out.json"))).code).toBe(0);
  expect((await desk.run("user", "import", join(desk.folder, "none.json"))).code).toBe(1);
  await desk.site.serverBackend.commit([{ set: "inbox/m1", data: { name: "A" } }]);
  await desk.run("inbox", "delete", "m1");
  const kept = await desk.run("audit", "acts", "--json");
  const entries = kept.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.toReversed()).toMatchObject([
    { actor: "cli", action: "user.import", details: { overwrite: true } },
    { actor: "cli", action: "user.export" },
    { action: "user.import", details: { overwrite: false } },
    { action: "user.import", details: { failed: "It failed." } },
    { action: "inbox.delete", details: { message: "m1" } },
  ]);
});

test("a command whose entry cannot be written does nothing", async () => {
  await using desk = await openServedDesk();
  const { serverBackend } = desk.site;
  const { uid } = await serverBackend.createAccount({ email: "ann@example.com" });
  const backend = {
    ...serverBackend,
    commit: () => Promise.reject(new Error("no way to the data")),
  };
  const run = (name: string, values: Record<string, string>) =>
    runCommand(backend, { name, values }, Date.now());
  await expect(run("user disable", { who: uid })).rejects.toThrow("no way");
  expect((await serverBackend.getAccount(uid))?.disabled).toBe(false);
  await expect(run("user create", { email: "ben@example.com" })).rejects.toThrow("no way");
  expect(await serverBackend.findAccountByEmail("ben@example.com")).toBeNull();
});
