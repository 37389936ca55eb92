import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, recordOf, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { adminCaller, recentCaller } from "./admin-caller.ts";

let site: ServedSite;
let me: SignedInClient;

beforeAll(async () => {
  site = await serveSite();
  me = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await me[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function requestOf(token?: string): Request {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Request("http://localhost/api/users", { headers });
}

async function answerOf(caller: object): Promise<unknown> {
  if (!(caller instanceof Response)) return caller;
  const { error } = (await caller.json()) as { error: { code: string } };
  return [caller.status, error.code];
}

test("an admin is who the record says so now, whatever an older token claims", async () => {
  const ask = async (token?: string) =>
    answerOf(await adminCaller(requestOf(token), site.serverBackend));
  expect(await ask()).toEqual([401, "unauthenticated"]);
  expect(await ask("owner")).toEqual([401, "unauthenticated"]);
  const { serverBackend } = site;
  const roles = `users/${me.uid}/roles`;
  await serverBackend.updateValues({ [`users/${me.uid}`]: { ...recordOf(me) } });
  await serverBackend.setClaims(me.uid, { admin: true });
  const claiming = await me.idToken(true);
  expect(await ask(claiming)).toEqual([403, "admins-only"]);
  await serverBackend.updateValues({ [`${roles}/admin`]: true });
  expect(await ask(claiming)).toEqual({ uid: me.uid });
  for (const other of ["true", 1]) {
    await serverBackend.updateValues({ [`${roles}/admin`]: other });
    expect(await ask(claiming)).toEqual([403, "admins-only"]);
  }
  await serverBackend.updateValues({ [`${roles}/admin`]: true });
  await serverBackend.revokeSessions(me.uid);
  expect(await ask(claiming)).toEqual([401, "unauthenticated"]);
});

test("a sign-in of long ago has to be repeated for what is dangerous", async () => {
  await using other = await signUp(createSdkClient(site.origin));
  const token = await other.idToken();
  const after = async (seconds: number) =>
    answerOf(
      await recentCaller(
        requestOf(token),
        site.serverBackend,
        300,
        () => Date.now() + seconds * 1000,
      ),
    );
  expect(await after(0)).toMatchObject({ uid: other.uid });
  expect(await after(290)).toMatchObject({ uid: other.uid });
  expect(await after(310)).toEqual([401, "recent-sign-in-needed"]);
});
