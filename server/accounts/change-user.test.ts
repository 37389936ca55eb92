import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import {
  disableUser,
  enableUser,
  findProvedUser,
  findUser,
  grantRole,
  revokeRole,
} from "./change-user.ts";

let site: Site;
let backend: ServerBackend;
beforeAll(async () => {
  site = await openSite();
  backend = site.serverBackend;
});
afterAll(() => site[Symbol.asyncDispose]());

const now = new Date("2026-01-02T03:04:05.678Z");
let people = 0;
const newPerson = () => backend.createAccount({ email: `p${++people}@example.com` });
const rolesOf = async (uid: string) => (await backend.getValue(`users/${uid}/roles`)).value;
const claimsOf = async (uid: string) => (await backend.getAccount(uid))?.claims;

async function forgetAdmins(): Promise<void> {
  const { accounts } = await backend.listAccounts();
  await Promise.all(accounts.map(({ uid }) => backend.deleteAccount(uid)));
  await backend.updateValues({ users: null });
}

/** What was written to records and claims, in order. */
function recorder() {
  const written: string[] = [];
  const recording: ServerBackend = {
    ...backend,
    async putValue(path, value, etag) {
      written.push("record");
      return backend.putValue(path, value, etag);
    },
    async setClaims(uid, claims) {
      written.push(`claims ${JSON.stringify(claims)}`);
      await backend.setClaims(uid, claims);
    },
  };
  return { recording, written };
}

test("a role is given to the record first, and taken from the claims first; other claims and fields stay", async () => {
  await forgetAdmins();
  const [admin, person] = [await newPerson(), await newPerson()];
  await grantRole(backend, admin, "admin", now);
  await backend.setClaims(person.uid, { theme: "dark" });
  await backend.updateValues({
    [`users/${person.uid}`]: { name: "Ann", roles: { admin: false, editor: false, user: true } },
  });
  const { recording, written } = recorder();
  expect(await grantRole(recording, person, "editor", now)).toBe(true);
  expect(await grantRole(recording, person, "editor", now)).toBe(false);
  expect(written).toEqual(["record", 'claims {"theme":"dark","editor":true}']);
  written.length = 0;
  expect(await revokeRole(recording, person, "editor", now)).toBe(true);
  expect(await revokeRole(recording, person, "editor", now)).toBe(false);
  expect(written).toEqual(['claims {"theme":"dark"}', "record"]);
  expect((await backend.getValue(`users/${person.uid}`)).value).toEqual({
    name: "Ann",
    roles: { admin: false, editor: false, user: true },
  });
});

test("who has not signed in yet gets the record that the first sign-in would write", async () => {
  const person = await newPerson();
  await grantRole(backend, person, "editor", now);
  expect((await backend.getValue(`users/${person.uid}`)).value).toEqual({
    name: person.email?.split("@")[0],
    email: person.email,
    roles: { admin: false, editor: true, user: true },
    user_id: person.uid,
    date_created: now.toISOString(),
    last_logged_in: now.toISOString(),
    userAITokens: 10,
  });
});

test("a record that changes meanwhile keeps what was changed", async () => {
  const person = await newPerson();
  await grantRole(backend, person, "editor", now);
  let isFirst = true;
  const racing: ServerBackend = {
    ...backend,
    async putValue(path, value, etag) {
      if (isFirst) await backend.updateValues({ [`users/${person.uid}/name`]: "Renamed" });
      isFirst = false;
      return backend.putValue(path, value, etag);
    },
  };
  await grantRole(racing, person, "admin", now);
  expect((await backend.getValue(`users/${person.uid}/name`)).value).toBe("Renamed");
  expect(await rolesOf(person.uid)).toEqual({ admin: true, editor: true, user: true });
});

test("the last admin who can sign in keeps the role and stays enabled, also of two who go at once", async () => {
  await forgetAdmins();
  const [one, two, editor] = [await newPerson(), await newPerson(), await newPerson()];
  await grantRole(backend, one, "admin", now);
  await grantRole(backend, editor, "editor", now);
  const refusal = /last admin/;
  await expect(revokeRole(backend, one, "admin", now)).rejects.toThrow(refusal);
  await expect(disableUser(backend, one)).rejects.toThrow(refusal);
  await grantRole(backend, two, "admin", now);
  const went = await Promise.allSettled([
    revokeRole(backend, one, "admin", now),
    disableUser(backend, two),
  ]);
  expect(went.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(await claimsOf(two.uid)).toEqual({ admin: true });

  // A claim that the record does not bear out makes nobody an admin, nor does a disabled account.
  await backend.setClaims(editor.uid, { admin: true });
  await expect(disableUser(backend, two)).rejects.toThrow(refusal);
  await grantRole(backend, one, "admin", now);
  await disableUser(backend, one);
  await expect(revokeRole(backend, two, "admin", now)).rejects.toThrow(refusal);
});

test("disabling takes claims before it ends anything, and enabling gives them back", async () => {
  const person = await newPerson();
  await grantRole(backend, person, "editor", now);
  const seen: unknown[] = [];
  await disableUser(
    {
      ...backend,
      async updateAccount(uid, changes) {
        seen.push(await claimsOf(uid), changes);
        await backend.updateAccount(uid, changes);
      },
    },
    person,
  );
  expect(seen).toEqual([{}, { disabled: true }]);
  const disabled = await findUser(backend, person.uid);
  expect(disabled.disabled).toBe(true);
  await expect(grantRole(backend, disabled, "admin", now)).rejects.toThrow(/disabled: enable it/);
  expect(await rolesOf(person.uid)).toMatchObject({ editor: true });
  await enableUser(backend, person);
  expect(await findUser(backend, person.email ?? "")).toMatchObject({
    disabled: false,
    claims: { editor: true },
  });
  await expect(findUser(backend, "nobody@example.com")).rejects.toThrow(/no account nobody@/);
});

test("who was signed in when the account was disabled is not in again once it is enabled", async () => {
  const ask = async (path: string, body: string, type: string) => {
    const url = `http://a.invalid/${path}`;
    const request = new Request(url, { method: "POST", body, headers: { "content-type": type } });
    const answer = await site.backend.fetch(request, {
      client: "192.0.2.7",
      origin: "http://a.invalid",
    });
    const { refreshToken = "" } = (await answer.json()) as { refreshToken?: string };
    return { status: answer.status, refreshToken };
  };
  const { uid, email } = await newPerson();
  const password = "a long password";
  await backend.updateAccount(uid, { password });
  const signIn = JSON.stringify({ email, password, returnSecureToken: true });
  const path = "identitytoolkit.googleapis.com/v1/accounts:signInWithPassword";
  const { refreshToken } = await ask(path, signIn, "application/json");
  expect(refreshToken).not.toBe("");
  await disableUser(backend, await findUser(backend, uid));
  await enableUser(backend, await findUser(backend, uid));
  expect(await backend.listSessions(uid)).toEqual([]);
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const type = "application/x-www-form-urlencoded";
  const refreshed = await ask("securetoken.googleapis.com/v1/token", form.toString(), type);
  expect(refreshed.status).toBe(400);
});

test("by an address that nobody has proved a stranger is not found, only by the uid", async () => {
  const { uid, email } = await newPerson();
  const who = email ?? "";
  await expect(findProvedUser(backend, who)).rejects.toThrow(
    new RegExp(`Nobody has proved that ${who} is theirs.+ ${uid}$`),
  );
  expect(await findProvedUser(backend, uid)).toMatchObject({ uid });
  await backend.updateAccount(uid, { emailVerified: true });
  expect(await findProvedUser(backend, who)).toMatchObject({ uid });
});

test("an account whose uid can be no key gets no role, and can be disabled and enabled", async () => {
  const path = "http://a.invalid/identitytoolkit.googleapis.com/v1/projects/foyer/accounts";
  const init = { method: "POST", body: JSON.stringify({ localId: "a.b" }) };
  await site.backend.adminFetch(new Request(path, init));
  const odd = await findUser(backend, "a.b");
  await expect(grantRole(backend, odd, "admin", now)).rejects.toThrow(/can have no role/);
  expect(await revokeRole(backend, odd, "admin", now)).toBe(false);
  await disableUser(backend, odd);
  expect(await findUser(backend, "a.b")).toMatchObject({ disabled: true });
  await enableUser(backend, odd);
  expect(await findUser(backend, "a.b")).toMatchObject({ disabled: false, claims: {} });
});
