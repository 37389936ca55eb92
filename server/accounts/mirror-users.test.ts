import { createUserWithEmailAndPassword } from "firebase/auth";
import { ref, set } from "firebase/database";
import { expect, test } from "vitest";
import { newUserRecord } from "#lib/user-record.ts";
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
    getValue(path) {
      if (path.startsWith("users/")) mended += 1;
      return site.serverBackend.getValue(path);
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

const instant = (text: string) => Date.parse(text);

test("the directory has a row of each account, with or without a record, and none of what is gone", async () => {
  await using site = await serveSite();
  const { mirror, entries } = openMirror(site);
  site.backend.onAccountChange((change) => mirror.onAccountChange(change));
  const { uid } = await site.serverBackend.createAccount({
    email: "Zoe@example.com",
    displayName: "Zoë  Ångström",
  });
  await mirror.settled();
  const row = async () => (await valueAt(site, `directory/${uid}`)) as Record<string, unknown>;
  const { createdAt, ...first } = await row();
  expect(instant(String(createdAt))).toBeGreaterThan(Date.now() - 60_000);
  expect(first).toEqual({
    name: "Zoë  Ångström",
    sortName: "zoe angstrom",
    sortLastName: "angstrom",
    role: "user",
    email: "zoe@example.com",
    sortEmail: "zoe@example.com",
    disabled: false,
    verified: false,
    secondFactor: false,
  });
  const record = newUserRecord({ uid, name: "Z", email: "zoe@example.com", now: new Date() });
  record.roles.editor = true;
  await site.serverBackend.updateValues({ [`users/${uid}`]: record });
  await site.serverBackend.updateAccount(uid, { disabled: true, emailVerified: true });
  await mirror.settled();
  const changed = { name: "Z", sortName: "z", role: "editor", disabled: true, verified: true };
  expect(await row()).toMatchObject(changed);
  // An admin made the account and the record: nobody was here yet.
  expect(await row()).not.toHaveProperty("lastSeenAt");

  await site.serverBackend.updateValues({ [`directory/${uid}/disabledReason`]: "Spam" });
  await site.serverBackend.updateAccount(uid, { displayName: "Other" });
  await mirror.settled();
  expect(await row()).toMatchObject({ disabledReason: "Spam" });
  await site.serverBackend.updateAccount(uid, { disabled: false });
  await mirror.settled();
  expect(await row()).not.toHaveProperty("disabledReason");

  await site.serverBackend.deleteAccount(uid);
  await mirror.settled();
  expect(await valueAt(site, "directory")).toBeNull();
  expect(entries).toMatchObject([{ uid, msg: expect.stringContaining("user delete") }]);
});

test("an account that is gone by another way than ours is named in the log, once, and nothing of it is erased", async () => {
  await using site = await serveSite();
  const { log, entries } = recordingLog();
  const mirror = createUserMirror({ backend: site.serverBackend, log });
  const { uid } = await site.serverBackend.createAccount({ email: "gone@example.com" });
  await site.serverBackend.createAccount({ email: "stays@example.com" });
  await site.serverBackend.updateValues({
    [`todos/${uid}/lists/a/title`]: "Still here",
    "users/never/name": "Imported before their account",
  });
  await mirror.repair();
  await site.serverBackend.deleteAccount(uid);
  await mirror.repair();
  await mirror.repair();
  expect(entries).toMatchObject([{ uid }]);
  expect(await valueAt(site, `todos/${uid}/lists/a/title`)).toBe("Still here");
});

test("the second factor that goes is told of, once, and no other change", async () => {
  await using site = await serveSite();
  const { log } = recordingLog();
  const told: string[] = [];
  const mirror = createUserMirror({
    backend: site.serverBackend,
    log,
    onSecondFactorGone: async (uid) => void told.push(uid),
  });
  const { uid } = await site.serverBackend.createAccount({ email: "a@example.com" });
  await mirror.mend(uid);
  await site.serverBackend.updateAccount(uid, { displayName: "A" });
  await mirror.mend(uid);
  expect(told).toEqual([]);
  await site.serverBackend.updateValues({ [`directory/${uid}/secondFactor`]: true });
  await mirror.mend(uid);
  await mirror.mend(uid);
  expect(told).toEqual([uid]);
});

test("who comes back is seen, but nobody from the future; nothing else is done for it", async () => {
  await using site = await serveSite();
  const { mirror } = openMirror(site);
  await using me = await signUp(createSdkClient(site.origin));
  await set(ref(me.database, `users/${me.uid}`), recordOf(me));
  await mirror.settled();
  const seenAt = () => valueAt(site, `directory/${me.uid}/lastSeenAt`);
  const before = (await seenAt()) as string;
  const soon = new Date(instant(before) + 5000).toISOString();
  for (const [stated, seen] of [
    [soon, soon],
    ["2999-01-01T00:00:00.000Z", soon],
    ["2001-01-01T00:00:00.000Z", soon],
  ]) {
    await set(ref(me.database, `users/${me.uid}/last_logged_in`), stated);
    await mirror.settled();
    expect(await seenAt()).toBe(seen);
  }
});

test("the record's address follows the account's, and nothing of a record comes back that is gone", async () => {
  await using site = await serveSite();
  const { mirror } = openMirror(site);
  site.backend.onAccountChange((change) => mirror.onAccountChange(change));
  const { uid } = await site.serverBackend.createAccount({ email: "old@example.com" });
  const record = newUserRecord({ uid, name: "A", email: "old@example.com", now: new Date() });
  await site.serverBackend.updateValues({ [`users/${uid}`]: record });
  await site.serverBackend.updateAccount(uid, { email: "new@example.com" });
  await mirror.settled();
  expect(await valueAt(site, `users/${uid}/email`)).toBe("new@example.com");
  await site.serverBackend.updateValues({ [`users/${uid}`]: null });
  await site.serverBackend.updateAccount(uid, { email: "newer@example.com" });
  await mirror.settled();
  expect(await valueAt(site, "users")).toBeNull();
});

test("who is leaving is found by nobody, and keeps the rest of the profile", async () => {
  await using site = await serveSite();
  const { mirror } = openMirror(site);
  site.backend.onAccountChange((change) => mirror.onAccountChange(change));
  const { uid } = await site.serverBackend.createAccount({ email: "a@example.com" });
  const record = newUserRecord({ uid, name: "A", email: "a@example.com", now: new Date() });
  await site.serverBackend.updateValues({ [`users/${uid}`]: record });
  await site.serverBackend.updateValues({ [`profiles/${uid}/avatar`]: "/img/a" });
  await site.serverBackend.setClaims(uid, { deletionAt: "2026-05-01T00:00:00.000Z" });
  await mirror.mend(uid);
  expect(await valueAt(site, `profiles/${uid}`)).toEqual({
    name: "A",
    findable: false,
    avatar: "/img/a",
  });
  const leaving = () => valueAt(site, `directory/${uid}/deletionAt`);
  expect(await leaving()).toBe("2026-05-01T00:00:00.000Z");
  await site.serverBackend.setClaims(uid, {});
  await mirror.mend(uid);
  expect(await leaving()).toBeNull();
});

test("a directory that is missing is made in few steps, whoever changes meanwhile", async () => {
  await using site = await serveSite();
  const accounts = await Promise.all(
    Array.from({ length: 250 }, (_, index) =>
      site.serverBackend.createAccount({ email: `u${index}@example.com`, displayName: "U" }),
    ),
  );
  const records = accounts.slice(100).map(({ uid, email }) => {
    const record = newUserRecord({ uid, name: "U", email, now: new Date() });
    return [
      [`users/${uid}`, record],
      [`profiles/${uid}`, { name: "U", findable: true }],
    ] as const;
  });
  await site.serverBackend.updateValues(Object.fromEntries(records.flat()));
  await site.serverBackend.updateValues({ "directory/gone": { name: "Gone" } });
  const changing = accounts[200]?.uid ?? "";
  let single = 0;
  const { log, entries } = recordingLog();
  const mirror: ReturnType<typeof createUserMirror> = createUserMirror({
    log,
    backend: {
      ...site.serverBackend,
      async getAccounts(uids) {
        const found = await site.serverBackend.getAccounts(uids);
        if (uids.length > 1 && uids.includes(changing)) {
          await site.serverBackend.updateValues({ [`users/${changing}/name`]: "Renamed" });
          mirror.onWrite(`users/${changing}/name`, "Renamed");
        }
        return found;
      },
      getValue(path) {
        if (path.startsWith("users/")) single += 1;
        return site.serverBackend.getValue(path);
      },
    },
  });
  await mirror.repair();
  await mirror.settled();
  const directory = (await valueAt(site, "directory")) as Record<string, { name: string }>;
  expect(Object.keys(directory).toSorted()).toEqual(accounts.map(({ uid }) => uid).toSorted());
  expect(directory[changing]?.name).toBe("Renamed");
  expect(single).toBeLessThanOrEqual(4);
  expect(entries).toEqual([]);
});

test("after an import of many the directory has them all in few writes, and nobody fails because of another", async () => {
  await using site = await serveSite();
  const { log, entries } = recordingLog();
  let writes = 0;
  const mirror = createUserMirror({
    log,
    backend: {
      ...site.serverBackend,
      updateValues(values) {
        writes += 1;
        return site.serverBackend.updateValues(values);
      },
      getValue: (path) =>
        path === "users/u7"
          ? Promise.reject(new Error("This one is broken."))
          : site.serverBackend.getValue(path),
    },
  });
  site.backend.onAccountChange((change) => mirror.onAccountChange(change));
  const path =
    "http://a.invalid/identitytoolkit.googleapis.com/v1/projects/foyer/accounts:batchCreate";
  const users = Array.from({ length: 450 }, (_, at) => ({
    localId: `u${at}`,
    email: `u${at}@example.com`,
  }));
  const init = { method: "POST", body: JSON.stringify({ users }) };
  expect((await site.backend.adminFetch(new Request(path, init))).status).toBe(200);
  await mirror.settled();
  const directory = (await valueAt(site, "directory")) as Record<string, unknown>;
  expect(Object.keys(directory)).toHaveLength(449);
  expect(entries).toMatchObject([{ uid: "u7" }]);
  // A hundred alone, because of the one.
  expect(writes).toBeLessThan(110);
});
