import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readFileSync, readdirSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import type { Log } from "../../sqlite/index.ts";
import { PASSWORD, openAuth, payloadOf } from "../testing/open-auth.ts";

const auth = await openAuth();
afterAll(() => auth[Symbol.asyncDispose]());
let last = 0;
const newAddress = (): string => `person-${++last}@example.com`;

test("an unknown e-mail, a wrong password and an account without one have the same answer", async () => {
  const email = newAddress();
  await auth.signUp(email);
  await auth.admin("", { email: "bob@example.com" });
  const answers = await Promise.all(
    [email, "nobody@example.com", "bob@example.com"].map((address) =>
      auth.signIn(address, "wrong password"),
    ),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.body.error.message).toBe("INVALID_LOGIN_CREDENTIALS");
  expect([...new Set(answers.map(({ headers }) => [...headers.keys()].join()))]).toHaveLength(1);
});

test("an unknown e-mail costs a hash, and whom the crowd turns away is told in plain text when to come back", async () => {
  // More at once than may wait: that some are turned away shows that the others are hashing.
  const [answers, elsewhere] = await Promise.all([
    Promise.all(Array.from({ length: 90 }, () => auth.signIn("nobody@example.com"))),
    auth.signIn("nobody@example.com", PASSWORD, "198.51.100.1"),
  ]);
  expect(elsewhere.status).toBe(400);
  const away = answers.filter(({ status }) => status === 503);
  expect(away.length).toBeGreaterThan(0);
  expect(away[0]?.text).toMatch(/^Too many people are signing in/);
  expect(away[0]?.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(away[0]?.headers.get("retry-after")).toBe("2");
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(90 - away.length);
}, 60_000);

test("a store that is closed answers plain text, not an error that signs people out", async () => {
  await using auth = await openAuth();
  const { idToken, refreshToken } = await auth.signUp("ada@example.com");
  await auth.sqlite.close();
  for (const answer of [
    await auth.call("lookup", { idToken }),
    await auth.refresh(refreshToken),
    await auth.signIn("ada@example.com"),
  ]) {
    expect([answer.status, answer.body]).toEqual([503, undefined]);
    expect(answer.headers.get("retry-after")).toBe("2");
  }
});

test("a bug answers plain text, tells nothing, and is logged", async () => {
  const logged: object[] = [];
  const log: Log = { info: () => {}, warn: () => {}, error: (facts) => void logged.push(facts) };
  await using auth = await openAuth({ log });
  const { idToken } = await auth.signUp("ada@example.com");
  using db = new DatabaseSync(join(auth.dir, "test.sqlite"));
  db.exec("ALTER TABLE auth_accounts RENAME TO somewhere_else");
  const { status, text, body } = await auth.call("lookup", { idToken });
  expect([status, text, body]).toEqual([500, "Internal error.", undefined]);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatchObject({ err: { code: "operation-failed" } });
});

test("a password that was changed while it was being checked signs nobody in", async () => {
  const email = newAddress();
  const { localId } = await auth.signUp(email);
  const input = {
    uid: localId,
    passwordHash: "the hash that was compared",
    session: {
      id: "s",
      provider: "password",
      authTimeS: 0,
      claims: null,
      secondFactor: null,
      tokenHash: "x",
      device: null,
      network: null,
    },
    nowMs: auth.time.nowMs,
  } as const;
  await expect(auth.sqlite.write("auth.signInWithPassword", input)).rejects.toMatchObject({
    code: "INVALID_LOGIN_CREDENTIALS",
  });
});

test("two sign-ups with one e-mail at the same moment make one account", async () => {
  await using auth = await openAuth();
  const bodies = await Promise.all(
    ["ada@example.com", "ADA@example.com", "Ada@Example.Com"].map((email) => auth.signUp(email)),
  );
  expect(bodies.filter(({ localId }) => localId !== undefined)).toHaveLength(1);
  expect(bodies.filter(({ error }) => error?.message === "EMAIL_EXISTS")).toHaveLength(2);
});

test("a disabled account is told so only with the right password, and its sessions do not come back with it", async () => {
  const email = newAddress();
  const { localId, idToken, refreshToken } = await auth.signUp(email);
  await auth.admin(":update", { localId, disableUser: true });
  const messageOf = async (answer: Promise<{ body: { error: { message: string } } }>) =>
    (await answer).body.error.message;
  expect(await messageOf(auth.signIn(email))).toBe("USER_DISABLED");
  expect(await messageOf(auth.signIn(email, "wrong"))).toBe("INVALID_LOGIN_CREDENTIALS");
  expect(await messageOf(auth.call("lookup", { idToken }))).toBe("USER_DISABLED");
  expect(await messageOf(auth.refresh(refreshToken))).toBe("USER_DISABLED");
  const token = await auth.customToken(localId);
  expect(await messageOf(auth.call("signInWithCustomToken", { token }))).toBe("USER_DISABLED");
  await auth.admin(":update", { localId, disableUser: false });
  expect(await messageOf(auth.refresh(refreshToken))).toBe("TOKEN_EXPIRED");
  expect((await auth.signIn(email)).status).toBe(200);
});

test("fields are checked before anything is done", async () => {
  const { idToken } = await auth.signUp(newAddress());
  const email = newAddress();
  const password = PASSWORD;
  const cases: [verb: string, body: object, message: RegExp][] = [
    ["signUp", {}, /^ADMIN_ONLY_OPERATION$/],
    ["signUp", { returnSecureToken: true }, /^ADMIN_ONLY_OPERATION$/],
    ["signUp", { email }, /^MISSING_PASSWORD$/],
    ["signUp", { password }, /^MISSING_EMAIL$/],
    ["signUp", { email, password: "12345" }, /^WEAK_PASSWORD : Password should be at least 6/],
    ["signUp", { email, password: "ü".repeat(513) }, /^PASSWORD_DOES_NOT_MEET_REQUIREMENTS : /],
    ["signUp", { email, password: "\ud800".repeat(9) }, /^INVALID_REQUEST/],
    ["signUp", { email, password: 123456 }, /^INVALID_REQUEST/],
    ["signUp", { email, password, localId: "admin" }, /^INSUFFICIENT_PERMISSION$/],
    ["signUp", { email, password, displayName: "x".repeat(257) }, /^INVALID_DISPLAY_NAME/],
    ["signUp", { email, password, displayName: "a\nb" }, /^INVALID_DISPLAY_NAME/],
    ["signUp", { email: `${"x".repeat(64)}@${"y.".repeat(100)}com`, password }, /^INVALID_EMAIL$/],
    ["signUp", { email: "a b@example.com", password }, /^INVALID_EMAIL$/],
    ["signUp", { email: " a@example.com", password }, /^INVALID_EMAIL$/],
    ["signUp", { email: "a@b@example.com", password }, /^INVALID_EMAIL$/],
    ["signUp", { email: "a@localhost", password }, /^INVALID_EMAIL$/],
    ["signUp", { email: "a\0@example.com", password }, /^INVALID_EMAIL$/],
    ["signUp", { email: "a@example.com\r\nBcc: x@y.z", password }, /^INVALID_EMAIL$/],
    ["signInWithPassword", { email }, /^MISSING_PASSWORD$/],
    ["signInWithPassword", { email, password: "x".repeat(5000) }, /^INVALID_LOGIN_CREDENTIALS$/],
    ["update", { idToken, photoUrl: "javascript:alert(1)" }, /^INVALID_PHOTO_URL/],
    ["update", { idToken, photoUrl: `https://x.y/${"x".repeat(2048)}` }, /^INVALID_PHOTO_URL/],
    ["update", { idToken, customAttributes: '{"admin":true}' }, /^INSUFFICIENT_PERMISSION$/],
    ["update", { idToken, emailVerified: true }, /^INSUFFICIENT_PERMISSION$/],
    ["update", { idToken, disableUser: false }, /^INSUFFICIENT_PERMISSION$/],
    ["update", { idToken, localId: "other" }, /^INSUFFICIENT_PERMISSION$/],
    ["update", { localId: "other", displayName: "x" }, /^INSUFFICIENT_PERMISSION$/],
    ["update", { displayName: "x" }, /^MISSING_ID_TOKEN$/],
    [
      "update",
      { idToken, deleteProvider: ["password"] },
      /^OPERATION_NOT_ALLOWED : This is the last/,
    ],
    ["update", { idToken, phoneNumber: "+15550101234" }, /^OPERATION_NOT_ALLOWED$/],
    ["update", { oobCode: "x" }, /^INVALID_OOB_CODE$/],
    ["delete", { localId: "other" }, /^INSUFFICIENT_PERMISSION$/],
    ["sendOobCode", { requestType: "PASSWORD_RESET", email }, /^OPERATION_NOT_ALLOWED : /],
    ["signInWithEmailLink", { email, oobCode: "x" }, /^OPERATION_NOT_ALLOWED$/],
    ["signInWithIdp", {}, /^OPERATION_NOT_ALLOWED : /],
    ["sendVerificationCode", { phoneNumber: "+15550101234" }, /^OPERATION_NOT_ALLOWED : /],
    ["createAuthUri", { continueUri: "https://x.y/" }, /^MISSING_IDENTIFIER$/],
    ["createAuthUri", { identifier: "a", continueUri: "https://x.y/" }, /^INVALID_IDENTIFIER$/],
    ["createAuthUri", { identifier: email }, /^MISSING_CONTINUE_URI$/],
    ["createAuthUri", { identifier: email, continueUri: "x" }, /^INVALID_CONTINUE_URI$/],
    ["createAuthUri", { providerId: "google.com" }, /^OPERATION_NOT_ALLOWED$/],
  ];
  for (const [verb, body, message] of cases) {
    const answer = await auth.call(verb, body);
    const at = JSON.stringify([verb, body]).slice(0, 200);
    expect(answer.status, at).toBe(400);
    expect(answer.body.error.message, at).toMatch(message);
  }
  expect((await auth.admin(":lookup", { email: [email] })).body.users).toBeUndefined();
});

test("a changed profile keeps what was not named", async () => {
  const email = newAddress();
  const { idToken } = await auth.signUp(email);
  await auth.call("update", { idToken, displayName: "Ada", photoUrl: 'https://x.y/a b"é' });
  await auth.call("update", { idToken });
  const { body } = await auth.call("update", { idToken, deleteAttribute: ["DISPLAY_NAME"] });
  expect(body).toMatchObject({ email, photoUrl: "https://x.y/a%20b%22%C3%A9" });
  expect(body.displayName).toBeUndefined();
  expect(body.idToken).toBeUndefined();
});

test("a refresh token is what was given, and nothing near it", async () => {
  const email = newAddress();
  const { refreshToken, idToken, localId } = await auth.signUp(email);
  const { status, body } = await auth.refresh(refreshToken);
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: body.id_token,
    expires_in: "3600",
    token_type: "Bearer",
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    id_token: expect.any(String),
    user_id: localId,
    project_id: "p",
  });
  for (const wrong of [
    refreshToken.slice(1),
    `${refreshToken}x`,
    idToken,
    "owner",
    "x".repeat(9999),
  ]) {
    expect((await auth.refresh(wrong)).body.error.message).toBe("INVALID_REFRESH_TOKEN");
  }
  const form = (fields: Record<string, string>) =>
    auth.sendForm("/securetoken.googleapis.com/v1/token", fields);
  expect((await form({})).body.error.message).toBe("MISSING_GRANT_TYPE");
  expect((await form({ grant_type: "x" })).body.error.message).toBe("INVALID_GRANT_TYPE");
  expect((await form({ grant_type: "refresh_token" })).body.error.message).toBe(
    "MISSING_REFRESH_TOKEN",
  );
});

test("a session begun in the second of a password change lives, one begun before in it does not", async () => {
  await using auth = await openAuth({ nowMs: 1_800_000_000_100 });
  const old = await auth.signUp("ada@example.com");
  const { body: elsewhere } = await auth.signIn("ada@example.com");
  auth.time.nowMs += 300;
  const { body: changed } = await auth.call("update", {
    idToken: old.idToken,
    password: "new password",
  });
  expect((await auth.refresh(elsewhere.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  expect((await auth.refresh(changed.refreshToken)).status).toBe(200);
  const { body: later } = await auth.signIn("ada@example.com", "new password");
  expect((await auth.refresh(later.refreshToken)).status).toBe(200);
});

test("a clock that was set back locks nobody out", async () => {
  await using auth = await openAuth({ nowMs: 1_800_000_000_000 });
  const old = await auth.signUp("ada@example.com");
  auth.time.nowMs -= 86_400_000;
  const { body } = await auth.signIn("ada@example.com");
  expect((await auth.call("lookup", { idToken: body.idToken })).status).toBe(200);
  expect((await auth.refresh(body.refreshToken)).status).toBe(200);
  const refreshed = await auth.refresh(old.refreshToken);
  expect(refreshed.status).toBe(200);
});

test("an account keeps its 50 newest sessions", async () => {
  const tokens: string[] = [];
  for (let index = 0; index < 52; index += 1) {
    const token = await auth.customToken("ada");
    tokens.push((await auth.call("signInWithCustomToken", { token })).body.refreshToken);
  }
  const statuses = await Promise.all(tokens.map((token) => auth.refresh(token)));
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, ...Array<number>(50).fill(200)]);
}, 30_000);

test("claims that an account has lost do not come back by a changed password", async () => {
  const email = newAddress();
  const { localId } = await auth.signUp(email);
  await auth.admin(":update", { localId, customAttributes: '{"admin":true}' });
  const { body: asAdmin } = await auth.signIn(email);
  expect(payloadOf(asAdmin.idToken).admin).toBe(true);
  await auth.admin(":update", { localId, customAttributes: "{}" });
  const { body } = await auth.call("update", {
    idToken: asAdmin.idToken,
    password: "new password",
  });
  expect(payloadOf(body.idToken).admin).toBeUndefined();
  const refreshed = await auth.refresh(body.refreshToken);
  expect(payloadOf(refreshed.body.id_token).admin).toBeUndefined();
});

test("neither passwords nor tokens are in the database or in the log", async () => {
  const logged: unknown[] = [];
  const note = (facts: object, message: string) => void logged.push(facts, message);
  const log: Log = { info: note, warn: note, error: note };
  await using auth = await openAuth({ log });
  const { refreshToken, idToken } = await auth.signUp("ada@example.com", "a secret password");
  await auth.signIn("ada@example.com", "a secret guess");
  await auth.refresh(refreshToken);
  const files = readdirSync(auth.dir).filter((name) => name.startsWith("test.sqlite"));
  const stored = files.map((name) => readFileSync(`${auth.dir}/${name}`, "latin1")).join("");
  expect(stored).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  for (const secret of ["a secret password", "a secret guess", refreshToken, idToken]) {
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(logged)).not.toContain(secret);
  }
});
