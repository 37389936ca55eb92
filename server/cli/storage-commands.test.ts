import { afterAll, beforeAll, expect, test } from "vitest";
import { openAloneDesk, openServedDesk } from "./testing/open-desk.ts";

let desk: Awaited<ReturnType<typeof openServedDesk>>;
let uid: string;
beforeAll(async () => {
  desk = await openServedDesk();
  const account = { email: "ada@example.com", emailVerified: true };
  ({ uid } = await desk.site.serverBackend.createAccount(account));
});
afterAll(() => desk[Symbol.asyncDispose]());

const run = (...args: string[]) => desk.run("storage", ...args);
const put = (name: string, sizeBytes: number) =>
  desk.site.serverBackend.putObject(name, new Uint8Array(sizeBytes), { contentType: "x/y" });

test("an account is given a limit of its own, and the usual one again", async () => {
  const own = {
    code: 0,
    out: `${uid}  0 files  0 bytes  of 1.5 GB  set for this account\n`,
    err: "",
  };
  expect(await run("quota", "ada@example.com", "1.5GB")).toEqual(own);
  expect(await run("usage", uid)).toEqual(own);
  expect(await desk.site.serverBackend.storageUsage(uid)).toMatchObject({
    limitBytes: 1.5 * 1024 ** 3,
    isOwnLimit: true,
  });
  expect((await run("quota", uid, "0")).out).toContain("  of 0 bytes  set for this account");
  expect((await run("quota", uid, "default")).out).not.toContain("set for this account");
});

test("a size that is none is refused before anything is opened, and so is an address that nobody has proved", async () => {
  for (const size of ["5", "-1GB", "5G", "GB", "1e9MB", "lots", "5 GB", "00", "0x5MB"]) {
    // oxlint-disable-next-line no-await-in-loop
    const { code, err } = await run("quota", "ada@example.com", size);
    expect([code, err.split("\n")[0]]).toEqual([
      2,
      expect.stringMatching(/is no size|Unknown option/),
    ]);
  }
  await desk.site.serverBackend.createAccount({ email: "eve@example.com" });
  const { code, err } = await run("quota", "eve@example.com", "5GB");
  expect([code, err]).toEqual([1, expect.stringContaining("Nobody has proved")]);
  expect((await run("quota", "nobody", "5GB")).err).toBe("There is no account nobody.\n");
  expect((await run("usage", "nobody")).err).toBe("There is no account nobody.\n");
});

test("files are listed by folder, counted and deleted", async () => {
  await put("users/bo/b", 1);
  await put("users/bo/a\u009b31m", 2000);
  await put("users/bob/c", 3);
  expect(await run("list", "users/bo")).toEqual({
    code: 0,
    out: expect.stringMatching(/^users\/bo\/a[^\u009b]*\nusers\/bo\/b\n$/),
    err: "",
  });
  expect((await run("list", "users/bo/")).out.split("\n")).toHaveLength(3);
  expect((await run("list")).out).toContain("users/bob/c\n");
  expect((await run("usage")).out).toMatch(/^all {2}3 files {2}12 KB {2}/);
  expect(await run("delete", "users/bo/b")).toEqual({
    code: 0,
    out: "Deleted users/bo/b.\n",
    err: "",
  });
  expect(await run("delete", "users/bo/b")).toEqual({
    code: 1,
    out: "",
    err: "There is no file users/bo/b.\n",
  });
  expect((await run("delete", "..")).code).toBe(1);
  expect((await run("list", "users/bo")).out).not.toContain("users/bo/b\n");
});

test("without a server the commands open the folder themselves, with the limits of the settings", async () => {
  await using alone = await openAloneDesk();
  expect((await alone.run("user", "create", "ada@example.com")).code).toBe(0);
  expect((await alone.run("storage", "usage", "ada@example.com")).out).toMatch(/ {2}of 1 GB\n$/);
});
