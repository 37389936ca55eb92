import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSdkClient, recordOf, signUp } from "../../tests/support/sdk-client.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { openOwnerLink } from "./owner-link.ts";

const open = (site: ServedSite) =>
  openOwnerLink({
    backend: site.serverBackend,
    dataDir: site.dataDir,
    origin: "http://localhost:3000",
  });

const secretOf = (address = "") => new URL(address).hash.replace("#owner=", "");

async function newPerson(site: ServedSite): Promise<string> {
  await using person = await signUp(createSdkClient(site.origin));
  await site.serverBackend.updateValues({ [`users/${person.uid}`]: { ...recordOf(person) } });
  return person.uid;
}

async function admins(site: ServedSite): Promise<string[]> {
  const users = (await site.serverBackend.getValue("users")).value as Record<
    string,
    { roles: { admin: boolean } }
  >;
  return Object.keys(users).filter((uid) => users[uid]?.roles.admin);
}

test("the link makes one owner, with record and claim, and is gone", async () => {
  await using site = await serveSite();
  const uid = await newPerson(site);
  const link = await open(site);
  const address = link.address();
  expect(address).toMatch(/^http:\/\/localhost:3000\/#owner=[\w-]{43}$/);
  const file = join(site.dataDir, "owner-link");
  expect(readFileSync(file, "utf8")).toBe(`${address}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  expect(await link.take(secretOf(address), uid)).toBe("taken");
  expect(await admins(site)).toEqual([uid]);
  expect((await site.serverBackend.getAccount(uid))?.claims).toEqual({ admin: true });
  expect(existsSync(file)).toBe(false);
  expect(link.address()).toBeUndefined();
  expect(await link.take(secretOf(address), await newPerson(site))).toBe("gone");
  expect((await open(site)).address()).toBeUndefined();
});

test("of many who take it at once only one becomes the owner", async () => {
  await using site = await serveSite();
  const uids = await Promise.all([newPerson(site), newPerson(site), newPerson(site)]);
  const link = await open(site);
  const secret = secretOf(link.address());
  const results = await Promise.all(uids.map((uid) => link.take(secret, uid)));
  expect(results.toSorted()).toEqual(["gone", "gone", "taken"]);
  expect(await admins(site)).toHaveLength(1);
});

test("a wrong secret, an account without a record and a link of an earlier start give nothing", async () => {
  await using site = await serveSite();
  const uid = await newPerson(site);
  const earlier = secretOf((await open(site)).address());
  const link = await open(site);
  for (const secret of ["", "x", earlier, `${secretOf(link.address())}A`, "\0", "ä".repeat(32)]) {
    expect(await link.take(secret, uid), secret).toBe("wrong");
  }
  expect(await link.take(secretOf(link.address()), "nobody")).toBe("no-record");
  expect(await admins(site)).toEqual([]);
  expect(link.address()).toBeDefined();
});

test("when an admin appears by another way, the link is worth nothing", async () => {
  await using site = await serveSite();
  const [first, second] = [await newPerson(site), await newPerson(site)];
  const link = await open(site);
  await site.serverBackend.updateValues({ [`users/${first}/roles/admin`]: true });
  expect(await link.take(secretOf(link.address()), second)).toBe("gone");
  expect(await admins(site)).toEqual([first]);
});
