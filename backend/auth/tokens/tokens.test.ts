import { createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PASSWORD, PROJECT, openAuth, openAuthAt, payloadOf } from "../testing/open-auth.ts";
import { hmacToken, newKeyPair, signToken, unsignedToken } from "../testing/sign-token.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";

const reasonOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "accepted",
    (error: { name: string; reason: string }) => `${error.name} ${error.reason}`,
  );
const headerOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as { kid: string };

test("an ID token has the claims of Firebase's own and the session's id", async () => {
  await using auth = await openAuth({ nowMs: 1_800_000_000_500 });
  const { idToken, localId, expiresIn } = await auth.signUp("ada@example.com");
  expect(expiresIn).toBe("3600");
  expect(headerOf(idToken)).toEqual({ alg: "RS256", typ: "JWT", kid: expect.any(String) });
  expect(payloadOf(idToken)).toEqual({
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    auth_time: 1_800_000_000,
    user_id: localId,
    sub: localId,
    iat: 1_800_000_000,
    exp: 1_800_003_600,
    sid: expect.stringMatching(/^[\w-]{22}$/),
    email: "ada@example.com",
    email_verified: false,
    firebase: { identities: { email: ["ada@example.com"] }, sign_in_provider: "password" },
  });
  expect(await auth.service.authenticate(idToken)).toEqual({
    uid: localId,
    token: payloadOf(idToken),
  });
});

test("the published key verifies the tokens, and only its public part is published", async () => {
  await using auth = await openAuth();
  const { idToken } = await auth.signUp("ada@example.com");
  const { body, headers } = await auth.send("/.well-known/jwks.json");
  expect(headers.get("cache-control")).toBe("public, max-age=300");
  expect(Object.keys(body.keys[0]).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  expect(body.keys[0].kid).toBe(headerOf(idToken).kid);
  const key = await crypto.subtle.importKey(
    "jwk",
    body.keys[0],
    { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const [header, payload, signature] = idToken.split(".");
  const isValid = await crypto.subtle.verify(
    "RSASSA-PKCS1-v1_5",
    key,
    Buffer.from(signature, "base64url"),
    Buffer.from(`${header}.${payload}`),
  );
  expect(isValid).toBe(true);
});

test("forged, foreign and damaged tokens are refused wherever a token is read", async () => {
  await using auth = await openAuth();
  const { idToken } = await auth.signUp("ada@example.com");
  const header = headerOf(idToken);
  const payload = payloadOf(idToken);
  const own = createPrivateKey(readFileSync(join(auth.dir, "keys", "token-signing-key.pem")));
  const publicPem = createPublicKey(own).export({ type: "spki", format: "pem" });
  const other = newKeyPair();
  const [head, body, signature] = idToken.split(".");
  const withPayload = (change: object) => signToken(own, header, { ...payload, ...change });
  const { sub: _sub, ...noSub } = payload;
  const { exp: _exp, ...noExp } = payload;
  const { auth_time: _authTime, ...noAuthTime } = payload;
  const forged = {
    owner: "owner",
    empty: "",
    "two parts": `${head}.${body}`,
    "no signature": `${head}.${body}.`,
    "the emulator's signature": `${head}.${body}.NOT_A_SIGNATURE`,
    "alg none": unsignedToken({ alg: "none", typ: "JWT" }, payload),
    "alg none with our kid": unsignedToken({ ...header, alg: "none" }, payload, signature),
    "alg None": unsignedToken({ ...header, alg: "None" }, payload),
    "HS256 with the public key": hmacToken(publicPem, { ...header, alg: "HS256" }, payload),
    "HS256 called RS256": hmacToken(publicPem, header, payload),
    "another key": signToken(other.privateKey, header, payload),
    "another key, its own jwk": signToken(
      other.privateKey,
      { ...header, jwk: other.publicKey.export({ format: "jwk" }) },
      payload,
    ),
    "unknown kid": signToken(own, { ...header, kid: "x" }, payload),
    "no kid": signToken(own, { alg: "RS256", typ: "JWT" }, payload),
    "an unknown critical header": signToken(own, { ...header, crit: ["b64"], b64: false }, payload),
    "another person in the payload": `${head}.${Buffer.from(JSON.stringify({ ...payload, sub: "eve" })).toString("base64url")}.${signature}`,
    "another project": withPayload({ aud: "q", iss: "https://securetoken.google.com/q" }),
    "another issuer": withPayload({ iss: `https://example.com/${PROJECT}` }),
    "two audiences": withPayload({ aud: [PROJECT] }),
    "no subject": signToken(own, header, noSub),
    "empty subject": withPayload({ sub: "" }),
    "a number as subject": withPayload({ sub: 7 }),
    "no exp": signToken(own, header, noExp),
    "exp as text": withPayload({ exp: "9999999999" }),
    "no auth_time": signToken(own, header, noAuthTime),
    "made tomorrow": withPayload({ iat: payload.iat + 86_400 }),
    "signed in tomorrow": withPayload({ auth_time: payload.iat + 86_400 }),
    oversize: withPayload({ padding: "x".repeat(10_000) }),
    "a list": signToken(own, header, [payload] as object),
    "access token's type": signToken(own, { ...header, typ: "at+jwt" }, payload),
    "another type": signToken(own, { ...header, typ: "logout+jwt" }, payload),
    "a custom token": await auth.customToken("ada"),
  };
  for (const [name, token] of Object.entries(forged)) {
    expect(await reasonOf(auth.service.authenticate(token)), name).toBe("CredentialError invalid");
    const { status, body: answer } = await auth.call("lookup", { idToken: token });
    expect([status, answer.error.message], name).toEqual([
      400,
      name === "empty" ? "MISSING_ID_TOKEN" : "INVALID_ID_TOKEN",
    ]);
  }
  expect(await reasonOf(auth.service.authenticate(withPayload({})))).toBe("accepted");
});

test("a token expires by the clock, also when it has been seen before", async () => {
  await using auth = await openAuth();
  const { idToken } = await auth.signUp("ada@example.com");
  const { exp } = payloadOf(idToken);
  auth.time.nowMs = exp * 1000 - 1;
  expect(await reasonOf(auth.service.authenticate(idToken))).toBe("accepted");
  auth.time.nowMs = exp * 1000;
  expect(await reasonOf(auth.service.authenticate(idToken))).toBe("CredentialError expired");
  expect((await auth.call("lookup", { idToken })).body.error.message).toBe("TOKEN_EXPIRED");
});

test("a clock that was corrected by some minutes signs nobody out", async () => {
  await using auth = await openAuth();
  const { idToken } = await auth.signUp("ada@example.com");
  auth.time.nowMs -= 4 * 60_000;
  expect((await auth.call("lookup", { idToken })).status).toBe(200);
  auth.time.nowMs -= 2 * 60_000;
  expect(await reasonOf(auth.service.authenticate(idToken))).toBe("CredentialError invalid");
});

test("what a reader does to the claims of a token reaches no other reader", async () => {
  await using auth = await openAuth();
  const { idToken } = await auth.signUp("ada@example.com");
  const caller = await auth.service.authenticate(idToken);
  if (caller === "admin") throw new Error("Somebody was taken for an administrator.");
  expect(() => Object.assign(caller.token, { admin: true })).toThrow(TypeError);
  expect(() => Object.assign(caller.token["firebase"] as object, { x: 1 })).toThrow(TypeError);
});

test("a token of another data folder of the same project is refused", async () => {
  await using one = await openAuth();
  await using two = await openAuth();
  const { idToken } = await one.signUp("ada@example.com");
  expect(await reasonOf(two.service.authenticate(idToken))).toBe("CredentialError invalid");
});

test("accounts, sessions and tokens outlive a restart, with the same key", async () => {
  using dir = createTempDir();
  const nowMs = Date.now();
  let before;
  let jwks;
  {
    await using auth = await openAuthAt(dir.path, { nowMs });
    before = await auth.signUp("ada@example.com");
    jwks = (await auth.send("/.well-known/jwks.json")).text;
  }
  await using auth = await openAuthAt(dir.path, { nowMs: nowMs + 1000 });
  expect((await auth.send("/.well-known/jwks.json")).text).toBe(jwks);
  expect(await auth.service.authenticate(before.idToken)).toMatchObject({ uid: before.localId });
  expect((await auth.refresh(before.refreshToken)).body.user_id).toBe(before.localId);
  expect((await auth.signIn("ada@example.com", PASSWORD)).body.localId).toBe(before.localId);
});

test("the largest account there can be still has a token that is accepted", async () => {
  await using auth = await openAuth({ ids: () => "ü".repeat(128) });
  const email = `${"ä".repeat(30)}@${"ö".repeat(60)}.${"ü".repeat(29)}`;
  const { idToken: first, localId } = await auth.signUp(email);
  const claims = (name: string) => ({ [name]: '"'.repeat(494 - name.length) });
  await auth.admin(":update", { localId, customAttributes: JSON.stringify(claims("a")) });
  const changed = await auth.call("update", {
    idToken: first,
    displayName: "ภ".repeat(256),
    photoUrl: `https://example.com/${"x".repeat(2028)}`,
  });
  expect(changed.status).toBe(200);
  const token = await auth.service.createCustomToken(localId, claims("b"));
  const { body } = await auth.call("signInWithCustomToken", { token });
  expect(Object.keys(payloadOf(body.idToken))).toEqual(
    expect.arrayContaining(["a", "b", "name", "picture", "email"]),
  );
  expect(await reasonOf(auth.service.authenticate(body.idToken))).toBe("accepted");
});
