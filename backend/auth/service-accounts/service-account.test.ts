import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ORIGIN, PROJECT, openAuth, payloadOf } from "../testing/open-auth.ts";
import { hmacToken, newKeyPair, signToken } from "../testing/sign-token.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const CUSTOM_AUDIENCE =
  "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

async function openWithAccount() {
  const auth = await openAuth();
  const account = await auth.service.createServiceAccount(ORIGIN);
  const nowS = Math.floor(auth.time.nowMs / 1000);
  const header = { alg: "RS256", typ: "JWT", kid: account.private_key_id };
  const claims = {
    iss: account.client_email,
    aud: account.token_uri,
    scope: "https://www.googleapis.com/auth/firebase",
    iat: nowS,
    exp: nowS + 3600,
  };
  const exchange = (assertion: string, grant = JWT_BEARER) =>
    auth.sendForm("/token", { grant_type: grant, assertion });
  return { ...auth, account, header, claims, exchange };
}

// Two keys are made for each, which takes long: those that change nothing share one.
const shared = openWithAccount();
afterAll(async () => (await shared)[Symbol.asyncDispose]());

test("a service account's key file has Google's form and gets administrators' access", async () => {
  const auth = await shared;
  const { account, header, claims } = auth;
  expect(account).toEqual({
    type: "service_account",
    project_id: PROJECT,
    private_key_id: expect.stringMatching(/^[0-9a-f]{40}$/),
    private_key: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n/),
    client_email: expect.stringMatching(/^foyer-[0-9a-f]{10}@p\.iam\.gserviceaccount\.com$/),
    client_id: expect.stringMatching(/^\d{21}$/),
    auth_uri: "https://accounts.google.com/o/oauth2/auth",
    token_uri: `${ORIGIN}/token`,
    auth_provider_x509_cert_url: "https://www.googleapis.com/oauth2/v1/certs",
    client_x509_cert_url: expect.stringMatching(/\/x509\/foyer-[0-9a-f]{10}%40p\.iam\./),
    universe_domain: "googleapis.com",
  });
  const { status, body } = await auth.exchange(signToken(account.private_key, header, claims));
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    expires_in: 3600,
    token_type: "Bearer",
  });
  expect(await auth.service.authenticate(body.access_token)).toBe("admin");
  const headers = { authorization: `Bearer ${body.access_token}` };
  const path = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;
  expect((await auth.send(`${path}:batchGet`, { headers })).status).toBe(200);
  const made = await auth.send(path, { method: "POST", headers, body: '{"localId":"by-program"}' });
  expect(made.body.localId).toBe("by-program");
});

test("an access token is no ID token", async () => {
  const auth = await shared;
  const assertion = signToken(auth.account.private_key, auth.header, auth.claims);
  const { access_token: accessToken } = (await auth.exchange(assertion)).body;
  for (const verb of ["lookup", "update", "delete"]) {
    const { body } = await auth.call(verb, { idToken: accessToken });
    expect(body.error.message).toBe("INVALID_ID_TOKEN");
  }
  const link = { idToken: accessToken, email: "a@example.com", password: "a password" };
  expect((await auth.call("signUp", link)).body.error.message).toBe("INVALID_ID_TOKEN");
});

test("an access token for another project or purpose is refused, though the key and the account are right", async () => {
  const auth = await shared;
  const key = readFileSync(join(auth.dir, "keys", "token-signing-key.pem"), "utf8");
  const good = await auth.exchange(signToken(auth.account.private_key, auth.header, auth.claims));
  const token = good.body.access_token as string;
  const header = JSON.parse(
    Buffer.from(token.split(".")[0] ?? "", "base64url").toString(),
  ) as object;
  const reasonOf = (change: object): Promise<unknown> =>
    auth.service.authenticate(signToken(key, header, { ...payloadOf(token), ...change })).then(
      (caller) => caller,
      (error: { reason: string }) => error.reason,
    );
  expect(await reasonOf({})).toBe("admin");
  expect(await reasonOf({ iss: "urn:foyer:q" })).toBe("invalid");
  expect(await reasonOf({ aud: "urn:foyer:q:admin" })).toBe("invalid");
  expect(await reasonOf({ aud: PROJECT, iss: `https://securetoken.google.com/${PROJECT}` })).toBe(
    "invalid",
  );
  expect(await reasonOf({ sub: "eve@p.iam.gserviceaccount.com" })).toBe("invalid");
  expect(await reasonOf({ exp: undefined })).toBe("invalid");
  expect(await reasonOf({ exp: 1 })).toBe("expired");
});

test("access ends with the hour, and with the service account", async () => {
  await using auth = await openWithAccount();
  const assertion = signToken(auth.account.private_key, auth.header, auth.claims);
  const { access_token: accessToken } = (await auth.exchange(assertion)).body;
  expect(await auth.service.authenticate(accessToken)).toBe("admin");
  expect((await auth.service.listServiceAccounts()).map(({ clientEmail }) => clientEmail)).toEqual([
    auth.account.client_email,
  ]);
  expect(await auth.service.revokeServiceAccount(auth.account.client_email)).toBe(true);
  expect(await auth.service.revokeServiceAccount(auth.account.client_email)).toBe(false);
  await expect(auth.service.authenticate(accessToken)).rejects.toMatchObject({ reason: "invalid" });
  expect((await auth.exchange(assertion)).body.error).toBe("invalid_grant");
  auth.time.nowMs += 3_600_000;
  await expect(auth.service.authenticate(accessToken)).rejects.toMatchObject({ reason: "expired" });
});

test("a service account has a name, and its last use is kept at most once a minute, with an event for the first", async () => {
  await using auth = await openAuth();
  const made = auth.time.nowMs;
  const key = await auth.service.createServiceAccount(ORIGIN, { displayName: "Nightly export" });
  const email = key.client_email;
  const list = async () => (await auth.service.listServiceAccounts())[0];
  expect(await list()).toEqual({
    clientEmail: email,
    keyId: key.private_key_id,
    displayName: "Nightly export",
    createdAt: made,
    lastUsedAt: null,
  });
  const nowS = Math.floor(made / 1000);
  const claims = { iss: email, aud: key.token_uri, iat: nowS, exp: nowS + 3600 };
  const header = { alg: "RS256", typ: "JWT", kid: key.private_key_id };
  const assertion = signToken(key.private_key, header, claims);
  const { body } = await auth.sendForm("/token", { grant_type: JWT_BEARER, assertion });
  const useAt = async (afterMs: number) => {
    auth.time.nowMs = made + afterMs;
    expect(await auth.service.authenticate(body.access_token)).toBe("admin");
    // The note of the use waits before this write in the one queue.
    await auth.service.revokeServiceAccount("nobody");
    return (await list())?.lastUsedAt;
  };
  expect(await useAt(1000)).toBe(made + 1000);
  expect(await useAt(60_999)).toBe(made + 1000);
  expect(await useAt(61_000)).toBe(made + 61_000);
  // The clock is set back.
  expect(await useAt(-3_000)).toBe(made - 3_000);
  await auth.service.revokeServiceAccount(email);
  const events = await auth.sqlite.read("auth.auditEvents", { beforeNumber: 1e9, limit: 9 });
  const ofAccount = { uid: null, details: { serviceAccount: email } };
  expect(events).toMatchObject([
    { kind: "service-account-revoked", actor: "server", ...ofAccount },
    { kind: "service-account-first-used", actor: `service-account:${email}`, ...ofAccount },
    { kind: "service-account-created", actor: "server", ...ofAccount },
  ]);
});

test("assertions that are refused are limited per network, and right ones never count", async () => {
  const tokenExchangesPerNetwork = { count: 3, windowMs: 900_000 };
  await using auth = await openAuth({ limits: { tokenExchangesPerNetwork } });
  const key = await auth.service.createServiceAccount(ORIGIN);
  const iat = Math.floor(auth.time.nowMs / 1000);
  const claims = { iss: key.client_email, aud: key.token_uri, iat, exp: iat + 3600 };
  const good = signToken(key.private_key, { alg: "RS256" }, claims);
  const exchange = (assertion: string, client: string) => {
    const body = new URLSearchParams({ grant_type: JWT_BEARER, assertion });
    return auth.send("/token", { method: "POST", body }, client);
  };
  for (let index = 0; index < 5; index += 1) {
    expect((await exchange(good, "192.0.2.1")).status).toBe(200);
  }
  for (let index = 0; index < 3; index += 1) {
    expect((await exchange("x", "192.0.2.1")).body.error).toBe("invalid_grant");
  }
  const stopped = await exchange(good, "192.0.2.1");
  expect([stopped.status, stopped.body.error]).toEqual([429, "rate_limit_exceeded"]);
  expect(stopped.headers.get("retry-after")).toBe("300");
  expect((await exchange(good, "192.0.2.2")).status).toBe(200);
  auth.time.nowMs += 300_000;
  expect((await exchange(good, "192.0.2.1")).status).toBe(200);
  // A store that cannot be asked has refused nothing.
  await auth.sqlite.close();
  for (let index = 0; index < 5; index += 1) {
    expect((await exchange(good, "192.0.2.3")).status).toBe(503);
  }
});

test("there are at most a hundred service accounts", async () => {
  await using auth = await openAuth();
  const row = { clientId: "1", keyId: "k", publicKey: "p", createdAt: 0 };
  const more = { displayName: null, lastUsedAt: null };
  const add = (index: number) =>
    auth.sqlite.write("auth.addServiceAccount", { clientEmail: `a${index}@p`, ...row, ...more });
  await Promise.all(Array.from({ length: 100 }, (_, index) => add(index)));
  await expect(add(100)).rejects.toThrow(/There are 100 service accounts.+revoke one first/);
  await auth.service.revokeServiceAccount("a7@p");
  await add(100);
});

test("assertions that are forged, stale or for another server are refused", async () => {
  const auth = await shared;
  const { account, header, claims } = auth;
  const other = await auth.service.createServiceAccount(ORIGIN);
  const key = account.private_key;
  const forged = {
    "not a token": "x",
    "another key": signToken(newKeyPair().privateKey, header, claims),
    "another account's key": signToken(other.private_key, header, claims),
    "another account's kid": signToken(key, { ...header, kid: other.private_key_id }, claims),
    HS256: hmacToken("x", { ...header, alg: "HS256" }, claims),
    "unknown account": signToken(key, header, { ...claims, iss: "eve@p.iam.gserviceaccount.com" }),
    "no account": signToken(key, header, { ...claims, iss: undefined }),
    "another server": signToken(key, header, {
      ...claims,
      aud: "https://oauth2.googleapis.com/token",
    }),
    "for sign-in": signToken(key, header, { ...claims, aud: CUSTOM_AUDIENCE }),
    expired: signToken(key, header, { ...claims, iat: claims.iat - 3601, exp: claims.exp - 3601 }),
    "too long": signToken(key, header, { ...claims, exp: claims.exp + 1 }),
    "of the future": signToken(key, header, {
      ...claims,
      iat: claims.iat + 900,
      exp: claims.exp + 900,
    }),
    "without end": signToken(key, header, { ...claims, exp: undefined }),
    "the server's own": await auth.customToken("ada"),
  };
  for (const [name, assertion] of Object.entries(forged)) {
    const { status, body } = await auth.exchange(assertion);
    expect([status, body.error, body.access_token], name).toEqual([
      400,
      "invalid_grant",
      undefined,
    ]);
  }
  const good = signToken(key, header, claims);
  expect((await auth.exchange(good, "password")).body.error).toBe("unsupported_grant_type");
  expect((await auth.exchange("")).body.error).toBe("invalid_request");
  expect((await auth.exchange(good)).status).toBe(200);
});

test("a service account signs people in with custom tokens as the Admin SDK makes them", async () => {
  const auth = await shared;
  const { account, claims: times } = auth;
  const claims = {
    iss: account.client_email,
    sub: account.client_email,
    aud: CUSTOM_AUDIENCE,
    iat: times.iat,
    exp: times.exp,
    uid: "some-uid",
    claims: { level: 3 },
  };
  const header = { alg: "RS256", typ: "JWT" };
  const token = signToken(account.private_key, header, claims);
  const { body } = await auth.call("signInWithCustomToken", { token, returnSecureToken: true });
  expect(body).toMatchObject({ isNewUser: true, expiresIn: "3600" });
  expect(payloadOf(body.idToken)).toMatchObject({ sub: "some-uid", level: 3 });
  expect((await auth.call("signInWithCustomToken", { token })).body.isNewUser).toBe(false);

  const messageOf = async (change: object): Promise<string> => {
    const token = signToken(account.private_key, header, { ...claims, ...change });
    return (await auth.call("signInWithCustomToken", { token })).body.error.message as string;
  };
  expect(await messageOf({ aud: account.token_uri })).toMatch(/^INVALID_CUSTOM_TOKEN/);
  expect(await messageOf({ sub: "eve" })).toMatch(/^INVALID_CUSTOM_TOKEN/);
  expect(await messageOf({ exp: claims.iat - 1, iat: claims.iat - 9 })).toMatch(
    /^INVALID_CUSTOM_TOKEN/,
  );
  expect(await messageOf({ exp: claims.exp + 1 })).toMatch(/^INVALID_CUSTOM_TOKEN/);
  expect(await messageOf({ iss: "x@q.iam.gserviceaccount.com" })).toMatch(/^CREDENTIAL_MISMATCH/);
  expect(await messageOf({ uid: "" })).toMatch(/^INVALID_LOCAL_ID/);
  expect(await messageOf({ uid: "x".repeat(129) })).toMatch(/^INVALID_LOCAL_ID/);
  expect(await messageOf({ claims: { sub: "eve" } })).toBe("FORBIDDEN_CLAIM : sub");
  expect(await messageOf({ claims: [1] })).toMatch(/^INVALID_CLAIMS/);
  const { body: signedIn } = await auth.call("signInWithCustomToken", { token });
  const asCustom = await auth.call("signInWithCustomToken", { token: signedIn.idToken });
  expect(asCustom.body.error.message).toMatch(/^CREDENTIAL_MISMATCH/);
});
