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
      const accounts = await site.serverBackend.listAccounts();
      await site.serverBackend.updateValues({ [`users/${me.uid}/roles/admin`]: true });
      await site.serverBackend.setClaims(me.uid, { admin: true });
      return accounts.map((account) => ({ ...account, claims: { admin: true } }));
    },
  };
  await createUserMirror({ backend, log: recordingLog().log }).repair();
  expect((await site.serverBackend.getAccount(me.uid))?.claims).toEqual({ admin: true });
});
