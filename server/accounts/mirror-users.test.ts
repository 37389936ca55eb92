import { createUserWithEmailAndPassword } from "firebase/auth";
import { ref, set } from "firebase/database";
import { expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { createSdkClient, recordOf, signUp } from "../../tests/support/sdk-client.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { createUserMirror } from "./mirror-users.ts";

function openMirror(site: ServedSite) {
  const { log, entries } = recordingLog();
  const mirror = createUserMirror({ backend: site.serverBackend, log });
  site.backend.onDatabaseCommit(({ writes }) => {
    for (const { path, value } of writes) mirror.onWrite(path, value);
  });
  return { mirror, entries };
}

const valueAt = async (site: ServedSite, path: string) =>
  (await site.serverBackend.getValue(path)).value;

test("a profile follows the name of the record", async () => {
  await using site = await serveSite();
  const { mirror } = openMirror(site);
  await using me = await signUp(createSdkClient(site.origin));
  const mine = `users/${me.uid}`;
  await set(ref(me.database, mine), recordOf(me));
  await mirror.settled();
  expect(await valueAt(site, `profiles/${me.uid}`)).toEqual({ name: "Person", findable: true });
  await site.serverBackend.updateValues({ [`profiles/${me.uid}/findable`]: false });
  await set(ref(me.database, `${mine}/name`), "Renamed");
  await mirror.settled();
  expect(await valueAt(site, `profiles/${me.uid}`)).toEqual({ name: "Renamed", findable: false });
  await site.serverBackend.updateValues({ [mine]: null });
  await mirror.settled();
  expect(await valueAt(site, "profiles")).toBeNull();
});

test("claims follow the roles of the record, and other claims stay", async () => {
  await using site = await serveSite();
  const { mirror } = openMirror(site);
  await using me = await signUp(createSdkClient(site.origin));
  await set(ref(me.database, `users/${me.uid}`), recordOf(me));
  await site.serverBackend.setClaims(me.uid, { theme: "dark", admin: "yes" });
  const claims = async () => (await site.serverBackend.getAccount(me.uid))?.claims;
  await site.serverBackend.updateValues({ [`users/${me.uid}/roles/editor`]: true });
  await mirror.settled();
  expect(await claims()).toEqual({ theme: "dark", editor: true });
  await site.serverBackend.updateValues({ [`users/${me.uid}/roles`]: { user: true } });
  await mirror.settled();
  expect(await claims()).toEqual({ theme: "dark" });
});

test("what an earlier process left undone is mended at start", async () => {
  await using site = await serveSite();
  await using client = createSdkClient(site.origin);
  const { user } = await createUserWithEmailAndPassword(
    client.auth,
    "a@example.com",
    "long enough",
  );
  await using demoted = await signUp(createSdkClient(site.origin));
  await site.serverBackend.updateValues({
    [`users/${user.uid}/name`]: "Ann",
    [`users/${user.uid}/roles`]: { admin: true, editor: false, user: true },
    "profiles/gone/name": "Gone",
  });
  await site.serverBackend.setClaims(demoted.uid, { admin: true, editor: true });
  const { mirror, entries } = openMirror(site);
  await mirror.repair();
  expect(await valueAt(site, "profiles")).toEqual({
    [user.uid]: { name: "Ann", findable: true },
  });
  expect((await site.serverBackend.getAccount(user.uid))?.claims).toEqual({ admin: true });
  expect((await site.serverBackend.getAccount(demoted.uid))?.claims).toEqual({});
  expect(entries).toEqual([]);
});

test("a role that is granted while the start mends is kept", async () => {
  await using site = await serveSite();
  await using me = await signUp(createSdkClient(site.origin));
  await site.serverBackend.updateValues({ [`users/${me.uid}`]: { ...recordOf(me) } });
  const backend = {
    ...site.serverBackend,
    async listAccounts() {
      const { accounts } = await site.serverBackend.listAccounts();
      await site.serverBackend.updateValues({ [`users/${me.uid}/roles/admin`]: true });
      await site.serverBackend.setClaims(me.uid, { admin: true });
      const seen = accounts.map((account) => ({ ...account, claims: { admin: true } }));
      return { accounts: seen, next: undefined };
    },
  };
  await createUserMirror({ backend, log: recordingLog().log }).repair();
  expect((await site.serverBackend.getAccount(me.uid))?.claims).toEqual({ admin: true });
});

test("of more users than one answer has, each is mended, whatever its key, and nobody else is looked at", async () => {
  await using site = await serveSite();
  const keys = ["7", "007", "-3", "ü", ...Array.from({ length: 1100 }, (_, index) => `u${index}`)];
  const named = (name: string) => Object.fromEntries(keys.map((key) => [key, { name }]));
  const profiles = Object.fromEntries(keys.map((key) => [key, { name: "A", findable: true }]));
  await site.serverBackend.updateValues({ users: named("A"), profiles });
  const wrong = ["-3", "007", "u1", "u499", "u998", "u999", "ü"];
  for (const key of wrong) await site.serverBackend.updateValues({ [`profiles/${key}`]: null });
  const orphans = ["0", "u", "u9999", "ÿ"].map((key) => [`profiles/${key}/name`, "Gone"]);
  await site.serverBackend.updateValues(Object.fromEntries(orphans));
  let mended = 0;
  const backend: typeof site.serverBackend = {
    ...site.serverBackend,
    getAccount(uid) {
      mended += 1;
      return site.serverBackend.getAccount(uid);
    },
  };
  await createUserMirror({ backend, log: recordingLog().log }).repair();
  expect(await valueAt(site, "profiles")).toEqual(profiles);
  expect(mended).toBe(wrong.length + orphans.length);
});

test("a disabled account has no role in its claims, and one that cannot be mended says so", async () => {
  await using site = await serveSite();
  await using me = await signUp(createSdkClient(site.origin));
  const { mirror } = openMirror(site);
  await site.serverBackend.updateValues({
    [`users/${me.uid}`]: { ...recordOf(me), roles: { admin: true, editor: true, user: true } },
  });
  await mirror.mend(me.uid);
  const claims = async () => (await site.serverBackend.getAccount(me.uid))?.claims;
  expect(await claims()).toEqual({ admin: true, editor: true });
  await site.serverBackend.updateAccount(me.uid, { disabled: true });
  await mirror.repair();
  expect(await claims()).toEqual({});
  await site.serverBackend.updateAccount(me.uid, { disabled: false });
  await mirror.repair();
  expect(await claims()).toEqual({ admin: true, editor: true });

  const refusal = new Error("no way to the data");
  const { log, entries } = recordingLog();
  const broken = createUserMirror({
    backend: { ...site.serverBackend, getValue: () => Promise.reject(refusal) },
    log,
  });
  await expect(broken.mend(me.uid)).rejects.toBe(refusal);
  expect(entries).toEqual([]);
  broken.onWrite(`users/${me.uid}/name`, "x");
  await broken.settled();
  expect(entries).toHaveLength(1);
});

test("a repair ends with the process, and goes no further than where it is", async () => {
  await using site = await serveSite();
  const { serverBackend } = site;
  await serverBackend.createAccount({ email: "a@example.com" });
  const reading = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let pages = 0;
  const mirror = createUserMirror({
    log: recordingLog().log,
    backend: {
      ...serverBackend,
      async exportChildren(...asked) {
        reading.resolve();
        await gate.promise;
        return serverBackend.exportChildren(...asked);
      },
      setClaims: () => Promise.reject(new Error("Nothing is changed any more.")),
      async listAccounts(asked) {
        pages += 1;
        return serverBackend.listAccounts(asked);
      },
    },
  });
  const repaired = mirror.repair();
  await reading.promise;
  let isClosed = false;
  const closed = mirror.close().then(() => (isClosed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  gate.resolve();
  await Promise.all([repaired, closed]);
  expect(pages).toBeLessThanOrEqual(1);
});

test("an account whose uid can be no key is left out, and keeps nobody else from being mended", async () => {
  await using site = await serveSite();
  const { mirror, entries } = openMirror(site);
  for (const localId of [".", "a#b", "$x"]) {
    const path = "http://a.invalid/identitytoolkit.googleapis.com/v1/projects/foyer/accounts";
    const init = { method: "POST", body: JSON.stringify({ localId }) };
    expect((await site.backend.adminFetch(new Request(path, init))).status).toBe(200);
    await site.serverBackend.setClaims(localId, { admin: true, theme: "dark" });
  }
  await mirror.repair();
  expect(entries).toEqual([]);
  expect((await site.serverBackend.getAccount("a#b"))?.claims).toEqual({ theme: "dark" });
});
