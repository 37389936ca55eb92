import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordOf } from "../../tests/support/sdk-client.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { openOwnerLink } from "./owner-link.ts";

const open = (site: Site, now = Date.now) =>
  openOwnerLink({
    backend: site.serverBackend,
    dataDir: site.dataDir,
    origin: "http://localhost:3000",
    now,
  });

const secretOf = (address = "") => new URL(address).hash.replace("#owner=", "");

let people = 0;

async function newPerson({ serverBackend }: Site): Promise<string> {
  const email = `person-${++people}@example.com`;
  const { uid } = await serverBackend.createAccount({ email });
  await serverBackend.updateValues({ [`users/${uid}`]: { ...recordOf({ uid, email }) } });
  return uid;
}

async function admins(site: Site): Promise<string[]> {
  const users = (await site.serverBackend.getValue("users")).value as Record<
    string,
    { roles: { admin: boolean } }
  >;
  return Object.keys(users).filter((uid) => users[uid]?.roles.admin);
}

test("the link makes one owner, with record and claim, and is gone", async () => {
  await using site = await openSite();
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
  await using site = await openSite();
  const uids = await Promise.all([newPerson(site), newPerson(site), newPerson(site)]);
  const link = await open(site);
  const secret = secretOf(link.address());
  const results = await Promise.all(uids.map((uid) => link.take(secret, uid)));
  expect(results.toSorted()).toEqual(["gone", "gone", "taken"]);
  expect(await admins(site)).toHaveLength(1);
});

test("a wrong secret, an account without a record and a link of an earlier start give nothing", async () => {
  await using site = await openSite();
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
  await using site = await openSite();
  const [first, second] = [await newPerson(site), await newPerson(site)];
  const link = await open(site);
  await site.serverBackend.updateValues({ [`users/${first}/roles/admin`]: true });
  expect(await link.take(secretOf(link.address()), second)).toBe("gone");
  expect(await admins(site)).toEqual([first]);
});

test("a link that is asked for makes one more admin, once and within an hour, and is in no file", async () => {
  await using site = await openSite();
  const uids = [await newPerson(site), await newPerson(site), await newPerson(site)] as const;
  await site.serverBackend.updateValues({ [`users/${uids[0]}/roles/admin`]: true });
  let now = Date.now();
  const link = await open(site, () => now);
  expect(link.address()).toBeUndefined();
  const earlier = secretOf(link.issue());
  const secret = secretOf(link.issue());
  expect(link.address()).toBeUndefined();
  expect(existsSync(join(site.dataDir, "owner-link"))).toBe(false);
  expect(await link.take(earlier, uids[1])).toBe("wrong");
  expect(await link.take(secret, "nobody")).toBe("no-record");
  const taken = await Promise.all([link.take(secret, uids[1]), link.take(secret, uids[2])]);
  expect(taken).toEqual(["taken", "gone"]);
  expect((await admins(site)).toSorted()).toEqual([uids[0], uids[1]].toSorted());

  const late = secretOf(link.issue());
  now += 3_600_000;
  expect(await link.take(late, uids[2])).toBe("gone");
  expect(await admins(site)).toHaveLength(2);
});

test("who takes it is written down first, and who cannot be is no admin", async () => {
  await using site = await openSite();
  const uid = await newPerson(site);
  const { serverBackend: backend, dataDir } = site;
  const kept: string[] = [];
  let works = false;
  const link = await openOwnerLink({
    backend,
    dataDir,
    origin: "http://localhost:3000",
    async keepAct(who) {
      if (!works) throw new Error("no way to the data");
      kept.push(who);
    },
  });
  const secret = secretOf(link.address());
  await expect(link.take(secret, uid)).rejects.toThrow("no way");
  expect(await admins(site)).toEqual([]);
  works = true;
  expect(await link.take("x", uid)).toBe("wrong");
  expect(await link.take(secret, uid)).toBe("taken");
  expect(kept).toEqual([uid]);
});
