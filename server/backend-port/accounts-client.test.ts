import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createAccountsClient } from "./accounts-client.ts";
import { flatConfig, nestedConfig } from "./accounts-client-config.ts";
import { verifyByBackend } from "./accounts-client-embedded.ts";

let site: Site;
let backend: ServerBackend;
beforeAll(async () => {
  site = await openSite(undefined, { actionUrl: () => "https://example.com/forgot-password" });
  backend = site.serverBackend;
});
afterAll(() => site[Symbol.asyncDispose]());

const password = "a long password";

async function signIn(email: string): Promise<{ status: number; idToken: string }> {
  const url = "http://a.invalid/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword";
  const body = JSON.stringify({ email, password, returnSecureToken: true });
  const headers = { "user-agent": "Sailor/7" };
  const request = new Request(url, { method: "POST", headers, body });
  const facts = { client: "192.0.2.7", origin: "http://a.invalid" };
  const response = await site.backend.fetch(request, facts);
  return { status: response.status, ...((await response.json()) as { idToken: string }) };
}

test("an account is made, found, changed and deleted", async () => {
  const made = await backend.createAccount({ email: "Ada@example.com", displayName: "Ada" });
  const ada = {
    uid: made.uid,
    email: "ada@example.com",
    emailVerified: false,
    displayName: "Ada",
    disabled: false,
    createdAt: expect.closeTo(Date.now(), -5),
    lastLoginAt: null,
    hasSecondFactor: false,
    photoUrl: null,
    providers: [],
    waysInSince: 0,
    validSince: expect.closeTo(Date.now(), -5),
    claims: {},
  };
  expect(made).toEqual(ada);
  expect(await backend.findAccountByEmail("ADA@example.com")).toEqual(ada);
  await backend.updateAccount(made.uid, {
    email: "ada@example.org",
    emailVerified: true,
    displayName: "Countess",
    photoUrl: "https://example.com/ada.png",
    password,
    disabled: true,
  });
  const changed = {
    ...ada,
    email: "ada@example.org",
    emailVerified: true,
    displayName: "Countess",
    photoUrl: "https://example.com/ada.png",
    providers: [{ providerId: "password", email: "ada@example.org" }],
    disabled: true,
  };
  expect(await backend.getAccount(made.uid)).toEqual(changed);
  await backend.updateAccount(made.uid, { displayName: null, photoUrl: null });
  expect(await backend.getAccount(made.uid)).toEqual({
    ...changed,
    displayName: null,
    photoUrl: null,
  });
  await expect(backend.createAccount({ email: "ada@example.org" })).rejects.toMatchObject({
    status: "INVALID_ARGUMENT",
    message: "EMAIL_EXISTS",
  });
  await backend.deleteAccount(made.uid);
  expect(await backend.getAccount(made.uid)).toBeNull();
  expect(await backend.findAccountByEmail("ada@example.org")).toBeNull();
  await expect(backend.updateAccount(made.uid, { disabled: true })).rejects.toMatchObject({
    message: "USER_NOT_FOUND",
  });
});

test("accounts are listed a page at a time, each once", async () => {
  const emails = Array.from({ length: 5 }, (_, index) => `page${index}@example.com`);
  await Promise.all(emails.map((email) => backend.createAccount({ email })));
  const seen: (string | null)[] = [];
  let token: string | undefined;
  do {
    const page = await backend.listAccounts({ token, size: 2 });
    expect(page.accounts.length).toBeLessThanOrEqual(2);
    seen.push(...page.accounts.map(({ email }) => email));
    token = page.next;
  } while (token !== undefined);
  expect(new Set(seen)).toEqual(new Set(emails));
  expect(seen).toHaveLength(emails.length);
  expect((await backend.listAccounts()).accounts).toHaveLength(5);
});

test("many accounts are looked up at once, in the order asked", async () => {
  const made = await Promise.all(
    ["b", "a"].map((name) => backend.createAccount({ email: `many-${name}@example.com` })),
  );
  const [b, a] = made.map(({ uid }) => uid) as [string, string];
  const found = await backend.getAccounts([a, "nobody", b]);
  expect(found.map(({ uid }) => uid)).toEqual([a, b]);
  expect(await backend.getAccounts([])).toEqual([]);
  const many = Array.from({ length: 101 }, (_, index) => `uid-${index}`);
  await expect(backend.getAccounts(many)).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  await Promise.all(made.map(({ uid }) => backend.deleteAccount(uid)));
});

test("what happened to an account is listed, newest first and a part at a time", async () => {
  const { uid } = await backend.createAccount({ email: "events@example.com" });
  await backend.updateAccount(uid, { disabled: true });
  const [disabled, ...before] = await backend.listAuthEvents({ uid, limit: 10 });
  expect(disabled).toEqual({
    id: expect.any(String),
    at: expect.closeTo(Date.now(), -5),
    kind: "disabled",
    uid,
    actor: "server",
    network: null,
    details: {},
  });
  const rest = await backend.listAuthEvents({ uid, limit: 10, before: disabled?.id ?? "" });
  expect(rest).toEqual(before);
  expect(rest.at(-1)?.kind).toBe("account-created");
  expect(await backend.listAuthEvents({ limit: 1 })).toEqual([disabled]);
  await backend.deleteAccount(uid);
});

test("the server's own word signs somebody in; what it cannot say is refused with the service's code", async () => {
  const refused = (message: RegExp) =>
    expect.objectContaining({
      status: "INVALID_ARGUMENT",
      message: expect.stringMatching(message),
    });
  const { uid } = await backend.createAccount({ email: "word@example.com" });
  expect(await backend.createCustomToken(uid, { level: 3 })).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await expect(backend.createCustomToken("nobody")).rejects.toEqual(refused(/^USER_NOT_FOUND$/));
  await expect(backend.createCustomToken("a/b")).rejects.toEqual(refused(/^INVALID_LOCAL_ID : /));
  await expect(backend.createCustomToken("a", { sub: "b" })).rejects.toEqual(
    refused(/^FORBIDDEN_CLAIM : sub$/),
  );
  // By it the database's rules know the server.
  for (const claim of ["foyerBoard", "foyerChat"]) {
    const forbidden = refused(new RegExp(`^FORBIDDEN_CLAIM : ${claim}$`));
    const claims = { [claim]: "plan" };
    // oxlint-disable no-await-in-loop
    await expect(backend.createCustomToken(uid, claims)).rejects.toEqual(forbidden);
    await expect(backend.setClaims(uid, claims)).rejects.toEqual(forbidden);
    // oxlint-enable no-await-in-loop
  }
  await expect(backend.pendingSignIn("x")).rejects.toEqual(
    refused(/^INVALID_MFA_PENDING_CREDENTIAL$/),
  );
  const identity = { rawId: "1", email: null, emailVerified: false, displayName: null };
  const wrong = { ...identity, photoUrl: null, providerId: "password", nonceHash: "" };
  await expect(backend.createIdpCredential(wrong)).rejects.toEqual(refused(/^INVALID_PROVIDER_ID/));
});

test("sessions are listed and ended, one or all", async () => {
  const { uid } = await backend.createAccount({ email: "bob@example.com", password });
  const { idToken } = await signIn("bob@example.com");
  await signIn("bob@example.com");
  const verify = verifyByBackend(site.backend.authenticate);
  expect(await verify(idToken)).toMatchObject({ uid, claims: { email: "bob@example.com" } });
  const sessions = await backend.listSessions(uid);
  expect(sessions).toHaveLength(2);
  const sid = (await verify(idToken)).claims["sid"];
  expect(sessions.find(({ id }) => id === sid)).toEqual({
    id: sid,
    device: "Sailor/7",
    network: "192.0.2.7",
    provider: "password",
    createdAt: expect.closeTo(Date.now(), -5),
    lastUsedAt: expect.closeTo(Date.now(), -5),
  });
  await backend.endSession(uid, String(sid));
  await expect(verify(idToken)).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
  expect(await backend.listSessions(uid)).toHaveLength(1);
  await expect(backend.endSession(uid, String(sid))).rejects.toThrow(/SESSION_NOT_FOUND/);
  await backend.revokeSessions(uid);
  expect(await backend.listSessions(uid)).toEqual([]);
  expect((await backend.getAccount(uid))?.lastLoginAt).toBeGreaterThan(0);
});

test("Firebase has no list of sessions, which is said without asking it", async () => {
  const client = createAccountsClient({
    baseUrl: "http://firebase.invalid",
    keysUrl: "http://firebase.invalid/keys",
    projectId: "p",
    hasSessions: false,
    fetch: () => Promise.reject(new Error("It was asked.")),
    clock: Date.now,
  });
  await expect(client.listSessions("a")).rejects.toMatchObject({ status: "UNIMPLEMENTED" });
  await expect(client.endSession("a", "b")).rejects.toMatchObject({ status: "UNIMPLEMENTED" });
  await expect(client.listAuthEvents({ limit: 1 })).rejects.toMatchObject({
    status: "UNIMPLEMENTED",
  });
});

test("a program's access token is no ID token, and a store that fails says nothing about a token", async () => {
  const asAdmin = verifyByBackend(async () => "admin");
  await expect(asAdmin("x")).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
  const broken = verifyByBackend(() => Promise.reject(new Error("the disk is gone")));
  await expect(broken("x")).rejects.toMatchObject({ status: "UNAVAILABLE" });
  await expect(verifyByBackend(site.backend.authenticate)("owner")).rejects.toMatchObject({
    status: "UNAUTHENTICATED",
  });
});

test("a link to set a password is made for whom there is", async () => {
  await backend.createAccount({ email: "cleo@example.com" });
  expect(await backend.createPasswordResetLink("cleo@example.com")).toMatch(
    /^https:\/\/example\.com\/forgot-password\?mode=resetPassword&oobCode=/,
  );
  await expect(backend.createPasswordResetLink("x@example.com")).rejects.toMatchObject({
    message: "EMAIL_NOT_FOUND",
  });
});

test("the configuration is read and changed by paths, all or nothing", async () => {
  expect(flatConfig(await backend.authConfig())).toContainEqual([
    "signIn.anonymous.enabled",
    false,
  ]);
  const changed = await backend.setAuthConfig({
    "signIn.anonymous.enabled": true,
    "client.permissions.disabledUserSignup": true,
  });
  expect(flatConfig(changed)).toEqual(
    expect.arrayContaining([
      ["signIn.anonymous.enabled", true],
      ["client.permissions.disabledUserSignup", true],
    ]),
  );
  const wrong = { "signIn.anonymous.enabled": false, "signIn.email.enabled": "maybe" };
  await expect(backend.setAuthConfig(wrong)).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  expect(await backend.authConfig()).toEqual(changed);
});

test("a configuration by paths is the same nested, whatever the names are", () => {
  const values = { "a.b": 1, "a.c.d": [1, 2], e: {}, "__proto__.x": true };
  const nested = nestedConfig(values);
  expect(JSON.stringify(nested)).toBe(
    '{"a":{"b":1,"c":{"d":[1,2]}},"e":{},"__proto__":{"x":true}}',
  );
  expect(Object.fromEntries(flatConfig(nested))).toEqual(values);
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});
