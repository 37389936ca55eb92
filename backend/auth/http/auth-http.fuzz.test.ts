import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createKeptMails } from "../codes/testing/kept-mails.ts";
import { PROJECT, openAuth } from "../testing/open-auth.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 2_500);
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);

type Random = (below: number) => number;

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  "",
  "a",
  "\ud800",
  "\0",
  "a\0b",
  "__proto__",
  "constructor",
  "'; DROP TABLE auth_accounts; --",
  "%",
  "owner",
  "eyJhbGciOiJub25lIn0.e30.",
  "a.b.c",
  "{",
  '{"a":{"b":[1]}}',
  "9".repeat(40),
  "x".repeat(3_000),
  "ada@example.com",
  "ADA@EXAMPLE.COM",
  "uid-2",
  "12345",
  "https://example.com/x",
  "javascript:alert(1)",
  [],
  {},
  [[]],
  ["DISPLAY_NAME"],
  { toString: 1, length: 3 },
];
const NAMES = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "idToken",
  "localId",
  "email",
  "password",
  "displayName",
  "deleteAttribute",
  "customAttributes",
  "validSince",
  "expression",
  "oobCode",
  "requestType",
  "continueUrl",
  "deleteProvider",
  "",
];

const TOOLKIT = "/identitytoolkit.googleapis.com";
const ACCOUNTS = `${TOOLKIT}/v1/accounts:`;
const ADMIN = `${TOOLKIT}/v1/projects/${PROJECT}/accounts`;
const SITE = "https://site.test/forgot-password";

type Known = {
  idToken: string;
  refreshToken: string;
  clientEmail: string;
  oobCode: string;
  credential: string;
};

/** Well-formed requests; the fuzz damages them in some places. Few of them come as far as a password hash. */
function requestsWith(known: Known) {
  const { idToken, refreshToken, clientEmail: accessToken, oobCode, credential } = known;
  const email = "ada@example.com";
  const continueUrl = "https://site.test/x";
  const json = (path: string, body: object, admin = false, method = "POST") => ({
    path,
    body,
    admin,
    form: false,
    method,
  });
  const form = (path: string, body: object) => ({ ...json(path, body), form: true });
  const get = (path: string, admin = false) => json(path, {}, admin, "GET");
  return [
    json(`${ACCOUNTS}signUp`, { returnSecureToken: true }),
    json(`${ACCOUNTS}sendOobCode`, { requestType: "EMAIL_SIGNIN", email, continueUrl }),
    json(`${ACCOUNTS}sendOobCode`, { requestType: "VERIFY_EMAIL", idToken }),
    json(`${ACCOUNTS}sendOobCode`, {
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      idToken,
      newEmail: "new@example.com",
    }),
    json(`${ACCOUNTS}resetPassword`, { oobCode }),
    json(`${ACCOUNTS}resetPassword`, { oobCode, newPassword: "12345" }),
    json(`${ACCOUNTS}update`, { oobCode }),
    json(`${ACCOUNTS}update`, { idToken, deleteProvider: ["password", "oidc.x"] }),
    json(`${ACCOUNTS}signInWithEmailLink`, { email, oobCode, idToken }),
    json(`${ACCOUNTS}createAuthUri`, { identifier: email, continueUri: "http://localhost" }),
    json(`${ACCOUNTS}listSessions`, { idToken }),
    json(`${ACCOUNTS}endSession`, { idToken, sessionId: "x" }),
    json(`${ACCOUNTS}signInWithIdp`, {
      idToken,
      autoCreate: false,
      postBody: `&id_token=${credential}&providerId=oidc.x&nonce=n`,
    }),
    json(`${ACCOUNTS}signInWithIdp`, { pendingToken: "x", postBody: "id_token=x&id_token=y" }),
    json(`${TOOLKIT}/v2/accounts/mfaEnrollment:start`, { idToken, totpEnrollmentInfo: {} }),
    json(`${TOOLKIT}/v2/accounts/mfaEnrollment:finalize`, {
      idToken,
      displayName: "phone",
      totpVerificationInfo: { sessionInfo: "x", verificationCode: "123456" },
    }),
    json(`${TOOLKIT}/v2/accounts/mfaEnrollment:withdraw`, { idToken, mfaEnrollmentId: "x" }),
    json(`${TOOLKIT}/v2/accounts/mfaSignIn:finalize`, {
      mfaPendingCredential: "x",
      mfaEnrollmentId: "x",
      totpVerificationInfo: { verificationCode: "123456" },
    }),
    get(`${TOOLKIT}/v2/passwordPolicy?key=x`),
    get(`${TOOLKIT}/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB`),
    json(
      `${TOOLKIT}/v2/projects/${PROJECT}/config?updateMask=signIn.anonymous,mfa,passwordPolicyConfig`,
      {
        signIn: { anonymous: { enabled: true } },
        mfa: { state: "ENABLED", providerConfigs: [{ state: "ENABLED" }] },
        passwordPolicyConfig: {
          passwordPolicyVersions: [{ customStrengthOptions: { minPasswordLength: 6 } }],
        },
      },
      true,
      "PATCH",
    ),
    get(`${ADMIN}/uid-1/sessions`, true),
    json(`${ADMIN}/uid-1/sessions/x`, {}, true, "DELETE"),
    get(`${TOOLKIT}/v1/projects/${PROJECT}/auditEvents?pageSize=5&uid=uid-1`, true),
    json(`${ADMIN}:sendOobCode`, { requestType: "VERIFY_EMAIL", email, returnOobLink: true }, true),
    json(`${ADMIN}:batchDelete`, { localIds: ["uid-77"], force: true }, true),
    json(`${ADMIN}:batchCreate`, { users: [{ localId: "uid-66", email: "b@example.com" }] }, true),
    json(`${ACCOUNTS}signUp`, { email, password: "12345", returnSecureToken: true }),
    json(`${ACCOUNTS}signUp`, { idToken, email, password: "12345" }),
    json(`${ACCOUNTS}signInWithPassword`, { email, password: "", clientType: "CLIENT_TYPE_WEB" }),
    json(`${ACCOUNTS}signInWithCustomToken`, { token: idToken, returnSecureToken: true }),
    json(`${ACCOUNTS}lookup`, { idToken }),
    json(`${ACCOUNTS}update`, { idToken, displayName: "A", photoUrl: "https://example.com/a" }),
    json(`${ACCOUNTS}update`, { idToken, deleteAttribute: ["DISPLAY_NAME"] }),
    json(`${ACCOUNTS}delete`, { idToken: "x" }),
    json(`${ACCOUNTS}sendOobCode`, { requestType: "PASSWORD_RESET", email }),
    form("/securetoken.googleapis.com/v1/token", {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
    }),
    form("/token", {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: accessToken,
    }),
    json(
      `${ADMIN}:update`,
      { localId: "uid-1", customAttributes: '{"a":1}', validSince: "1" },
      true,
    ),
    json(`${ADMIN}:update`, { localId: "uid-1", emailVerified: true, disableUser: false }, true),
    json(`${ADMIN}:lookup`, { localId: ["uid-1", "uid-2"], email: [email] }, true),
    json(`${ADMIN}:query`, { expression: [{ email }, { userId: "uid-1" }], limit: "5" }, true),
    json(`${ADMIN}:delete`, { localId: "uid-9" }, true),
    json(ADMIN, { localId: "uid-8", displayName: "B" }, true),
  ];
}

/** mulberry32 */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const pick = <Item>(items: readonly Item[], random: Random): Item =>
  items[random(items.length)] as Item;

function damage(json: unknown, random: Random): unknown {
  if (random(8) === 0) return pick(VALUES, random);
  if (typeof json === "string" && random(8) === 0) return damageText(json, random);
  if (Array.isArray(json)) {
    const items = json.map((item) => damage(item, random));
    return random(10) === 0 ? Array<unknown[]>(50).fill(items).flat() : items;
  }
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).flatMap(([name, value]): [string, unknown][] => {
    const kind = random(20);
    if (kind === 0) return [];
    return [[kind === 1 ? pick(NAMES, random) : name, damage(value, random)]];
  });
  if (random(8) === 0) entries.push([pick(NAMES, random), pick(VALUES, random)]);
  return Object.fromEntries(entries);
}

function damageText(text: string, random: Random): string {
  const at = random(text.length + 1);
  const inserted = pick(["", "\0", "\ud800", ".", "=", "%00", "😀", "{"], random);
  return text.slice(0, at) + inserted + text.slice(at + random(3));
}

function toText([name, value]: [string, unknown]): [string, string] {
  return [name, typeof value === "string" ? value : JSON.stringify(value)];
}

function encode(body: unknown, isForm: boolean, random: Random): string | Buffer<ArrayBuffer> {
  const text = isForm
    ? String(new URLSearchParams(Object.entries(Object(body) as object).map(toText)))
    : JSON.stringify(body);
  if (random(10) > 0) return text;
  const bytes = Buffer.from(text);
  for (let count = random(4); count >= 0; count -= 1) {
    if (bytes.length > 0) bytes[random(bytes.length)] = random(256);
  }
  return bytes.subarray(0, random(4) === 0 ? random(bytes.length + 1) : bytes.length);
}

test(`damaged requests are answered and never an internal error (seeds from ${FIRST_SEED}, ${RUNS} runs)`, async () => {
  const logged: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (facts: object) => void logged.push(facts) };
  let last = 0;
  const { mailer } = createKeptMails();
  const ids = () => `uid-${++last}`;
  await using auth = await openAuth({ log, ids, mailer, actionUrl: () => SITE });
  await auth.signUp("ada@example.com");
  await auth.signUp("bob@example.com");
  const { client_email: clientEmail } = await auth.service.createServiceAccount("http://auth.test");
  const wanted = { requestType: "VERIFY_EMAIL", email: "bob@example.com", returnOobLink: true };
  const { oobCode } = (await auth.admin(":sendOobCode", wanted)).body;
  async function newRequests() {
    const token = await auth.service.createCustomToken("uid-1");
    const { idToken, refreshToken } = (await auth.call("signInWithCustomToken", { token })).body;
    const credential = await auth.service.createIdpCredential({
      providerId: "oidc.x",
      rawId: "1",
      email: "ada@example.com",
      emailVerified: false,
      displayName: null,
      photoUrl: null,
      nonceHash: createHash("sha256").update("n").digest("hex"),
    });
    return requestsWith({ idToken, refreshToken, clientEmail, oobCode, credential });
  }
  let requests = await newRequests();
  const seen = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
    const random = createRandom(seed);
    // Some of what gets through ends the session that it came from.
    if (seed % 250 === 0) requests = await newRequests();
    const { path: whole, body, admin, form, method } = pick(requests, random);
    const path = random(20) === 0 ? encodeURI(damageText(whole, random).toWellFormed()) : whole;
    const sent = encode(damage(body, random), form, random);
    const init = {
      method: random(30) === 0 ? "PUT" : method,
      ...(method !== "GET" && { body: sent }),
    };
    const request = new Request(new URL(path, "http://auth.test"), init);
    const response = admin
      ? await auth.service.adminFetch(request)
      : await auth.service.fetch(request, {
          client: String(random(9)),
          origin: "http://auth.test",
        });
    const text = await response.text();
    seen.set(`${path} ${response.status}`, seed);
    if (response.status === 503 && text.startsWith("This sign-in has gone on")) continue;
    expect([200, 400, 401, 404], `seed ${seed}: ${path} ${sent.toString()} ${text}`).toContain(
      response.status,
    );
    expect(() => JSON.parse(text) as unknown, `seed ${seed}: ${text}`).not.toThrow();
    expect(text, `seed ${seed}`).not.toMatch(/argon2|SELECT|at .*\.ts/);
  }
  expect(logged).toEqual([]);
  // The account that the requests are about was there to the end.
  const half = FIRST_SEED + RUNS / 2;
  expect(seen.get(`${ACCOUNTS}lookup 200`)).toBeGreaterThan(half);
  expect(seen.get(`${ADMIN}:update 200`)).toBeGreaterThan(half);
  expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  await auth.signUp("carol@example.com");
  expect((await auth.signIn("carol@example.com")).status).toBe(200);
}, 120_000);

test("a body that is too large, or breaks off, changes nothing", async () => {
  await using auth = await openAuth();
  const send = (body: BodyInit) =>
    auth.send(`${ACCOUNTS}signUp`, { method: "POST", body, duplex: "half" } as RequestInit);
  const large = await send(
    JSON.stringify({ email: "a@example.com", password: "x".repeat(70_000) }),
  );
  expect([large.status, large.body.error.message]).toEqual([
    400,
    "INVALID_REQUEST : The body must not be larger than 65536 bytes.",
  ]);
  const deep = await send("[".repeat(60_000));
  expect(deep.status).toBe(400);
  const nested = await send(`{"email":${"[".repeat(30_000)}${"]".repeat(30_000)}}`);
  expect(nested.status).toBe(400);
  let sent = 0;
  const broken = await send(
    new ReadableStream({
      pull(controller) {
        if (sent++ === 0) controller.enqueue(new TextEncoder().encode('{"email":'));
        else controller.error(new Error("The connection was reset."));
      },
    }),
  );
  expect([broken.status, broken.body]).toEqual([503, undefined]);
});
