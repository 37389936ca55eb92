import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createQuotaPolicy } from "../accounts/quota-policy.ts";
import { createHostedUsage } from "./hosted-usage.ts";

const mib = 1024 ** 2;

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

function open() {
  const usualQuota = createQuotaPolicy({ usualBytes: 1024 * mib, sendsMail: true });
  return createHostedUsage(site.serverBackend, usualQuota);
}

test("the usual limit is what the account's next ID token would say", async () => {
  const { serverBackend } = site;
  const { storageUsage } = open();
  const { uid } = await serverBackend.createAccount({ email: "a@example.com" });
  const limit = async () => (await storageUsage(uid)).limitBytes;
  expect(await storageUsage(uid)).toEqual({
    uid,
    objects: 0,
    usedBytes: 0,
    reservedBytes: 0,
    limitBytes: 50 * mib,
    isOwnLimit: false,
  });
  await serverBackend.updateAccount(uid, { emailVerified: true });
  expect(await limit()).toBe(1024 * mib);
  await serverBackend.setClaims(uid, { admin: true });
  expect(await limit()).toBeNull();
  await serverBackend.setClaims(uid, {});
  await serverBackend.updateAccount(uid, { emailVerified: false });
  expect(await limit()).toBe(50 * mib);
  expect((await storageUsage("nobody")).limitBytes).toBe(50 * mib);
});

test("a limit of the account's own is what counts, and what is no number is none", async () => {
  const { storageUsage, setStorageQuota } = open();
  await setStorageQuota("own", 7);
  expect(await storageUsage("own")).toMatchObject({ limitBytes: 7, isOwnLimit: true });
  for (const limitBytes of ["1000", -1, null, [5]]) {
    await site.serverBackend.commit([{ set: "storageQuotas/own", data: { limitBytes } }]);
    expect((await storageUsage("own")).isOwnLimit).toBe(false);
  }
  await setStorageQuota("own", null);
  await setStorageQuota("own", null);
  expect(await site.serverBackend.getDocument("storageQuotas/own")).toBeNull();
});

test("the whole site is the sum of its accounts, also of more than a page of them", async () => {
  const { storageUsage } = open();
  const accounts = Array.from({ length: 301 }, (_, index) => `storageUsage/sum-${index}`);
  await site.serverBackend.commit(
    accounts.map((set) => ({
      set,
      data: { objects: 1, usedBytes: 10, reservedBytes: 2, open: 1 },
    })),
  );
  expect(await storageUsage("")).toEqual({
    uid: "",
    objects: 301,
    usedBytes: 3010,
    reservedBytes: 602,
    limitBytes: null,
    isOwnLimit: false,
  });
});

test("documents are found by what they hold, a page after the other by id", async () => {
  const { serverBackend } = site;
  const data = (owner: string, n: number) => ({ owner, "a.b": n });
  await serverBackend.commit(
    ["a", "b", "c", "d"].map((id, index) => ({
      set: `found/${id}`,
      data: data(id === "b" ? "ben" : "ann", index % 3),
    })),
  );
  const ids = async (query: Parameters<ServerBackend["findDocuments"]>[1]) =>
    (await serverBackend.findDocuments("found", query)).map(({ id }) => id);
  expect(await ids({ limit: 9 })).toEqual(["a", "b", "c", "d"]);
  expect(await ids({ where: { owner: "ann" }, limit: 2 })).toEqual(["a", "c"]);
  expect(await ids({ where: { owner: "ann" }, after: "c", limit: 2 })).toEqual(["d"]);
  expect(await ids({ where: { owner: "ann", "a.b": 0 }, limit: 9 })).toEqual(["a", "d"]);
  expect(await ids({ after: "d", limit: 9 })).toEqual([]);
  const [first] = await serverBackend.findDocuments("found", { fields: ["a.b"], limit: 1 });
  expect(first).toMatchObject({ path: "found/a", data: { "a.b": 0 } });
  expect(Object.keys(first?.data ?? {})).toEqual(["a.b"]);
});
