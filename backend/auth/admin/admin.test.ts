import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hashSync } from "bcryptjs";
import { afterAll, expect, test } from "vitest";
import { ORIGIN, PROJECT, openAuth, payloadOf } from "../testing/open-auth.ts";
import { signToken } from "../testing/sign-token.ts";

let last = 0;
const auth = await openAuth({ ids: () => `uid-${++last}` });
afterAll(() => auth[Symbol.asyncDispose]());

/** One that no other test has. */
const newEmail = () => `${crypto.randomUUID()}@example.com`;

const ADMIN_PATH = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;

test("administrators change any account, and the claims are in its next token", async () => {
  const { localId, refreshToken } = await auth.signUp(newEmail());
  const { status, body } = await auth.admin(":update", {
    localId,
    customAttributes: '{ "editor": true, "constructor": 1, "__proto__": {"x": 2} }',
    displayName: "Ada",
    emailVerified: true,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ localId, displayName: "Ada", emailVerified: true });
  const payload = payloadOf((await auth.refresh(refreshToken)).body.id_token);
  expect(payload).toMatchObject({ editor: true, name: "Ada", email_verified: true });
  expect(Object.getOwnPropertyDescriptor(payload, "__proto__")?.value).toEqual({ x: 2 });
  const caller = await auth.service.authenticate((await auth.refresh(refreshToken)).body.id_token);
  expect((caller as { token: { x?: unknown } }).token.x).toBeUndefined();

  await auth.admin(":update", { localId, customAttributes: "{}" });
  const later = payloadOf((await auth.refresh(refreshToken)).body.id_token);
  expect([later.editor, later.name]).toEqual([undefined, "Ada"]);
});

test("custom claims are a small object without reserved names", async () => {
  const { localId } = await auth.signUp(newEmail());
  const messageOf = async (customAttributes: string): Promise<string> =>
    (await auth.admin(":update", { localId, customAttributes })).body.error?.message ?? "accepted";
  for (const name of [
    "sub",
    "iss",
    "aud",
    "firebase",
    "user_id",
    "email",
    "email_verified",
    "exp",
  ]) {
    expect(await messageOf(JSON.stringify({ [name]: "x" }))).toBe(`FORBIDDEN_CLAIM : ${name}`);
  }
  const sized = (bytes: number) => JSON.stringify({ a: "x".repeat(bytes - 8) });
  expect(await messageOf(sized(1000))).toBe("accepted");
  for (const text of [
    "",
    "[]",
    "null",
    "1",
    "{",
    '"x"',
    sized(1001),
    `{"a":[${"1E19,".repeat(60)}1]}`,
  ]) {
    expect(await messageOf(text), text.slice(0, 50)).toMatch(/^INVALID_CLAIMS : /);
  }
  const claims = { email: "root@example.com" };
  await expect(auth.service.createCustomToken("eve", claims)).rejects.toThrow("email");
});

test("accounts are looked up, listed by pages, found and deleted", async () => {
  const users = ["a", "b", "c", "d", "e"].map((name, index) => ({
    localId: `zz-${index + 1}`,
    email: `${name}@list.example`,
    phoneNumber: `+1555000000${index}`,
    providerUserInfo: [{ providerId: "oidc.list", rawId: `raw/${name}` }],
  }));
  const countBefore = Number(
    (await auth.admin(":query", { returnUserInfo: false })).body.recordsCount,
  );
  await auth.admin(":batchCreate", { users });
  const uidsOf = (found: { localId: string }[] = []) => found.map(({ localId }) => localId);

  const found = await auth.admin(":lookup", {
    localId: ["zz-2", "nobody", "zz-1"],
    email: ["B@list.example", "c@list.example", "x@list.example"],
    phoneNumber: ["+15550000004", "+15550000009"],
    federatedUserId: [
      { providerId: "oidc.list", rawId: "raw/d" },
      { providerId: "oidc.other", rawId: "raw/d" },
    ],
  });
  expect(uidsOf(found.body.users)).toEqual(["zz-2", "zz-1", "zz-3", "zz-5", "zz-4"]);
  expect((await auth.admin(":lookup", { localId: ["nobody"] })).body.users).toBeUndefined();

  const query = async (body: object) => (await auth.admin(":query", body)).body;
  expect(await query({ expression: [{ email: "d@list.example" }] })).toMatchObject({
    recordsCount: "1",
    userInfo: [{ localId: "zz-4" }],
  });
  expect((await query({ returnUserInfo: false })).recordsCount).toBe(String(countBefore + 5));
  expect(
    uidsOf((await query({ sortBy: "USER_ID", order: "DESC", limit: 2, offset: 1 })).userInfo),
  ).toEqual(["zz-4", "zz-3"]);
  expect((await query({ sortBy: "CREATED_AT" })).error.message).toMatch(
    /^OPERATION_NOT_ALLOWED : /,
  );

  const pages: string[][] = [];
  let token: string | undefined = Buffer.from("zz-").toString("base64url");
  do {
    const { body } = await auth.admin(`:batchGet?maxResults=2&nextPageToken=${token}`);
    pages.push(uidsOf(body.users));
    token = body.nextPageToken as string | undefined;
  } while (token !== undefined);
  expect(pages).toEqual([["zz-1", "zz-2"], ["zz-3", "zz-4"], ["zz-5"]]);

  expect((await auth.admin(":delete", { localId: "zz-2" })).status).toBe(200);
  expect((await auth.admin(":delete", { localId: "zz-2" })).body.error.message).toBe(
    "USER_NOT_FOUND",
  );
  expect(uidsOf((await auth.admin(":lookup", { localId: ["zz-1", "zz-2"] })).body.users)).toEqual([
    "zz-1",
  ]);
});

test("what belongs to an account is linked, taken away and never taken from another one", async () => {
  const email = newEmail();
  const fields = { localId: "linked", email, password: "a password", phoneNumber: "+15551110000" };
  await auth.admin("", fields);
  await auth.admin("", { localId: "other", email: newEmail() });
  const update = async (body: object) => {
    const answer = (await auth.admin(":update", { localId: "linked", ...body })).body;
    return answer.error?.message ?? answer;
  };
  const google = { providerId: "google.com", rawId: "g", displayName: "G" };
  expect((await update({ linkProviderUserInfo: google })).providerUserInfo).toMatchObject([
    { providerId: "password", email },
    { providerId: "phone", phoneNumber: "+15551110000" },
    google,
  ]);
  const taken = { localId: "other", linkProviderUserInfo: google };
  expect(await update(taken)).toBe("FEDERATED_USER_ID_ALREADY_LINKED");
  expect(await update({ localId: "other", phoneNumber: "+15551110000" })).toBe(
    "PHONE_NUMBER_EXISTS",
  );
  expect(await update({ phoneNumber: "555" })).toMatch(/^INVALID_PHONE_NUMBER/);
  expect(await update({ linkProviderUserInfo: { providerId: "google.com" } })).toBe(
    "MISSING_RAW_ID",
  );
  expect(await update({ linkProviderUserInfo: { providerId: "password", rawId: "x" } })).toMatch(
    /^INVALID_PROVIDER_ID/,
  );

  const bare = await update({
    deleteProvider: ["phone", "google.com"],
    deleteAttribute: ["DISPLAY_NAME"],
  });
  expect(bare.providerUserInfo).toMatchObject([{ providerId: "password" }]);
  expect(bare.phoneNumber).toBeUndefined();
  expect((await update({ localId: "other", linkProviderUserInfo: google })).localId).toBe("other");
  expect((await update({ deleteAttribute: ["PASSWORD"] })).providerUserInfo).toEqual([]);
  expect((await auth.signIn(email, "a password")).body.error.message).toBe(
    "INVALID_LOGIN_CREDENTIALS",
  );
  expect(await update({ deleteAttribute: ["EMAIL"] })).toMatchObject({ emailVerified: false });
  expect((await auth.admin(":lookup", { email: [email] })).body.users).toBeUndefined();
});

test("administrators take second factors away and cannot make one", async () => {
  const password = "user1password";
  const email = newEmail();
  const passwordHash = Buffer.from(hashSync(password, 4)).toString("base64url");
  const user = { localId: "two-factors", email, emailVerified: true, passwordHash };
  await auth.admin(":batchCreate", { hashAlgorithm: "BCRYPT", users: [user] });
  for (const enrollmentId of ["one", "two"]) addFactor("two-factors", enrollmentId);
  const update = async (mfa: unknown) =>
    (await auth.admin(":update", { localId: "two-factors", mfa })).body;
  expect((await update({ enrollments: [{ phoneInfo: "+15550101234" }] })).error.message).toMatch(
    /^UNSUPPORTED_SECOND_FACTOR/,
  );
  expect((await update({ enrollments: [{ mfaEnrollmentId: "none" }] })).error.message).toBe(
    "MFA_ENROLLMENT_NOT_FOUND",
  );
  const kept = await update({ enrollments: [{ mfaEnrollmentId: "two" }] });
  expect(kept.mfaInfo).toMatchObject([{ mfaEnrollmentId: "two" }]);

  // An imported hash is replaced by today's, also when the sign-in waits for the second factor.
  const waiting = (await auth.signIn(email, password)).body;
  expect([waiting.mfaInfo?.length, waiting.idToken]).toEqual([1, undefined]);
  const stored = await auth.sqlite.read("auth.accountByUid", "two-factors");
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456/);

  for (const wrong of [5, "two", true, [], { enrollments: 5 }, { enrollments: [5] }]) {
    const said = (await update(wrong)).error?.message;
    expect(said, JSON.stringify(wrong)).toMatch(/^(INVALID_REQUEST|UNSUPPORTED_SECOND_FACTOR) : /);
  }
  expect((await auth.signIn(email, password)).body.mfaInfo).toHaveLength(1);
  expect((await update({})).mfaInfo).toBeUndefined();
  expect((await auth.signIn(email, password)).body.idToken).toBeDefined();
  const mfaInfo = [{ phoneInfo: "+15550101234" }];
  expect((await auth.admin("", { mfaInfo })).body.error.message).toMatch(
    /^UNSUPPORTED_SECOND_FACTOR/,
  );
});

test("an administrator's password is judged as anybody's, and session cookies are refused", async () => {
  const email = newEmail();
  expect((await auth.admin("", { email, password: "Password123" })).body.error.message).toBe(
    "WEAK_PASSWORD : This password is on lists of stolen passwords. Choose another one.",
  );
  const [name = ""] = email.split("@");
  expect((await auth.admin("", { email, password: name })).body.error.message).toMatch(
    /^WEAK_PASSWORD : This password is the e-mail/,
  );
  const url = `${ORIGIN}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}:createSessionCookie`;
  const request = new Request(url, { method: "POST", body: "{}" });
  expect(await (await auth.service.adminFetch(request)).text()).toContain("OPERATION_NOT_ALLOWED");
});

test("the audit says which administrator it was", async () => {
  const { localId } = (await auth.admin("", { email: newEmail() })).body;
  const {
    client_email: email,
    private_key: key,
    token_uri: aud,
  } = await auth.service.createServiceAccount(ORIGIN);
  const iat = Math.floor(auth.time.nowMs / 1000);
  const assertion = signToken(key, { alg: "RS256" }, { iss: email, aud, iat, exp: iat + 60 });
  const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  const { body } = await auth.sendForm("/token", { grant_type: grant, assertion });
  const headers = { authorization: `Bearer ${body.access_token}` };
  const ask = (verb: string, request: object) =>
    auth.send(`${ADMIN_PATH}:${verb}`, { method: "POST", headers, body: JSON.stringify(request) });
  await ask("update", { localId, disableUser: true });
  await ask("batchDelete", { localIds: [localId] });
  const events = await auth.sqlite.read("auth.auditEvents", {
    uid: localId,
    beforeNumber: Number.MAX_SAFE_INTEGER,
    limit: 9,
  });
  expect(events.map(({ kind, actor, network }) => `${kind} ${actor} ${network}`)).toEqual([
    `account-deleted service-account:${email} 192.0.2.1`,
    `disabled service-account:${email} 192.0.2.1`,
    "account-created server null",
  ]);
});

test("an account that an administrator made can sign in", async () => {
  const fields = {
    localId: "chosen",
    email: "Chosen@example.com",
    password: "a password",
    displayName: "Ada",
  };
  expect((await auth.admin("", fields)).body).toMatchObject({
    localId: "chosen",
    email: "chosen@example.com",
  });
  expect((await auth.signIn("chosen@example.com", "a password")).body.localId).toBe("chosen");
  expect((await auth.admin("", fields)).body.error.message).toBe("DUPLICATE_LOCAL_ID");
  expect((await auth.admin("", { ...fields, localId: "x" })).body.error.message).toBe(
    "EMAIL_EXISTS",
  );
  for (const localId of ["", "a/b", "a\0", "x".repeat(129), 7, "\udc00"]) {
    expect((await auth.admin("", { localId })).body.error.message).toMatch(/^INVALID_LOCAL_ID/);
  }
});

test("sessions can be revoked, and a changed password revokes them", async () => {
  const email = newEmail();
  const { localId, refreshToken, idToken } = await auth.signUp(email);
  auth.time.nowMs += 2000;
  const nowS = Math.floor(auth.time.nowMs / 1000);
  expect((await auth.admin(":update", { localId, validSince: nowS + 9 })).status).toBe(400);
  await auth.admin(":update", { localId, validSince: String(nowS) });
  expect((await auth.refresh(refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  expect((await auth.call("lookup", { idToken })).body.error.message).toBe("TOKEN_EXPIRED");
  const { body } = await auth.signIn(email);
  await auth.admin(":update", { localId, password: "another password" });
  expect((await auth.refresh(body.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
});

test("the admin forms need a service account's token on the network", async () => {
  const { idToken, localId } = await auth.signUp(newEmail());
  const body = JSON.stringify({ localId, customAttributes: '{"admin":true}' });
  const statusOf = async (
    authorization: string | undefined,
    path = ":update",
  ): Promise<unknown[]> => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await auth.send(`${ADMIN_PATH}${path}`, { method: "POST", body, headers });
    return [answer.status, answer.body.error.status];
  };
  const unauthenticated = [401, "UNAUTHENTICATED"];
  const denied = [403, "PERMISSION_DENIED"];
  expect(await statusOf(undefined)).toEqual(unauthenticated);
  expect(await statusOf("Bearer owner")).toEqual(unauthenticated);
  expect(await statusOf("Bearer ")).toEqual(unauthenticated);
  expect(await statusOf("Basic b3duZXI6")).toEqual(unauthenticated);
  expect(await statusOf(`Bearer ${idToken}`)).toEqual(denied);
  expect(await statusOf(`Bearer ${idToken}`, ":lookup")).toEqual(denied);
  expect(await statusOf(`Bearer ${idToken}`, "")).toEqual(denied);
  const custom = await auth.service.createCustomToken(localId, { admin: true });
  expect(await statusOf(`Bearer ${custom}`)).toEqual(unauthenticated);
  expect((await auth.admin(":lookup", { localId })).body.users[0].customAttributes).toBeUndefined();
});

test("what is not there is 404 in Firebase's form, and another project is refused", async () => {
  for (const path of [
    "/identitytoolkit.googleapis.com/v1/project?key=any",
    "/identitytoolkit.googleapis.com/v2/password",
    "/identitytoolkit.googleapis.com/v3/passwordPolicy",
    "/identitytoolkit.googleapis.com/v1/accounts:signUp",
    "/identitytoolkit.googleapis.com/v1/accounts:constructor",
    "/securetoken.googleapis.com/v1/token",
    "/token",
    "/",
  ]) {
    const answer = await auth.send(path);
    expect([answer.status, answer.body.error.message], path).toEqual([404, "NOT_FOUND"]);
  }
  expect((await auth.call("constructor", {})).status).toBe(404);
  expect((await auth.admin(":__proto__", {})).status).toBe(404);
  const url = `${ORIGIN}/identitytoolkit.googleapis.com/v1/projects/other/accounts:lookup`;
  const answer = await auth.service.adminFetch(new Request(url, { method: "POST", body: "{}" }));
  expect(await answer.text()).toContain("PROJECT_NOT_FOUND");
  const own = await auth.service.adminFetch(new Request(`${ORIGIN}/token`, { method: "POST" }));
  expect(own.status).toBe(404);
});

/** As an enrollment leaves it; nobody has its secret. */
function addFactor(uid: string, enrollmentId: string): void {
  using db = new DatabaseSync(join(auth.dir, "test.sqlite"));
  db.prepare("INSERT INTO auth_second_factors VALUES (?, ?, ?, 0, 'sealed', 0)").run(
    enrollmentId,
    uid,
    enrollmentId,
  );
}
