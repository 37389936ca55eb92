/** Tokens that somebody made up are refused by every service (quality.md, R6). */
import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { createSdkClient, recordOf, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";
import { askAll, refused } from "./forged-tokens-ask.ts";

type Claims = Record<string, unknown>;

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? "", "base64url").toString()) as Claims;

const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });

function signed(header: object, claims: object, key = stranger.privateKey): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

test("forged and foreign tokens are refused everywhere", async () => {
  await using site = await serveSite();
  await using me = await signUp(createSdkClient(site.origin));
  await site.serverBackend.updateValues({ [`users/${me.uid}`]: { ...recordOf(me) } });
  const good = await me.idToken();
  const [headerPart, claimsPart, signature] = good.split(".");
  const header = decode(headerPart);
  const claims = decode(claimsPart);
  const jwks = await (await fetch(`${site.origin}/.well-known/jwks.json`)).text();
  const none = { alg: "none", typ: "JWT" };
  const hmac = (secret: string) => {
    const text = `${encode({ ...header, alg: "HS256" })}.${encode(claims)}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const jwk = stranger.publicKey.export({ format: "jwk" });
  const forged = {
    owner: "owner",
    "alg none": `${encode(none)}.${encode({ ...claims, admin: true })}.`,
    "alg none with a signature": `${encode(none)}.${claimsPart}.${signature}`,
    "no signature": `${headerPart}.${claimsPart}.`,
    "another key under our kid": signed(header, claims),
    "another key with its own kid": signed({ ...header, kid: "mine" }, claims),
    "a key inside the token": signed({ ...header, jwk }, claims),
    "no kid": signed({ alg: "RS256", typ: "JWT" }, claims),
    "the public key as a secret": hmac(jwks),
    "changed claims": `${headerPart}.${encode({ ...claims, admin: true })}.${signature}`,
    "changed header": `${encode({ ...header, x: 1 })}.${claimsPart}.${signature}`,
    nothing: "x",
    "three dots": "...",
    "not JSON": "a.b.c",
    long: `${headerPart}.${"a".repeat(10_000)}.${signature}`,
  };
  for (const [kind, token] of Object.entries(forged)) {
    const answers = await askAll(site, me.uid, token);
    expect(answers, kind).toMatchObject(refused);
    expect(Object.values(answers), kind).not.toContain("ok");
  }
  expect(await askAll(site, me.uid, good)).toMatchObject({
    databaseQuery: 200,
    databaseAccess: 401,
    databaseBearer: 200,
    documents: 404,
    files: 404,
    lookup: 200,
    admin: 403,
    socket: "ok",
  });
});

test("a token of another installation is refused", async () => {
  await using site = await serveSite();
  await using other = await serveSite({ fresh: true });
  await using me = await signUp(createSdkClient(other.origin));
  expect(await askAll(site, me.uid, await me.idToken())).toMatchObject(refused);
});
