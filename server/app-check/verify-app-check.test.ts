import { writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { createAppCheckVerifier } from "./verify-app-check.ts";

const NOW = Date.UTC(2026, 0, 2);
const PROJECT = "123456789012";
const GOOGLE = new URL("https://firebaseappcheck.googleapis.com/v1/jwks");

const [own, strange, elliptic] = await Promise.all([
  generateKeyPair("RS256"),
  generateKeyPair("RS256"),
  generateKeyPair("ES256"),
]);
const keySet = JSON.stringify({
  keys: [
    { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" },
    { ...(await exportJWK(elliptic.publicKey)), kid: "elliptic" },
  ],
});
const claims = {
  iss: `https://firebaseappcheck.googleapis.com/${PROJECT}`,
  aud: [`projects/${PROJECT}`, "projects/foyer"],
  sub: "1:123456789012:web:abc",
  exp: NOW / 1000 + 3600,
};

function sign(
  change: object = {},
  header: object = {},
  key: Parameters<SignJWT["sign"]>[0] = own.privateKey,
): Promise<string> {
  return new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "own", ...header })
    .sign(key);
}

function verifier(now: () => number = () => NOW) {
  const asked: string[] = [];
  const verify = createAppCheckVerifier({
    projectNumber: PROJECT,
    keys: GOOGLE,
    now,
    fetch: async (url) => {
      asked.push(url);
      return new Response(keySet);
    },
  });
  return { verify, asked };
}

test("a token of the project is good, and the keys are fetched once", async () => {
  const { verify, asked } = verifier();
  expect(await verify(await sign())).toBe(true);
  expect(await verify(await sign({ sub: "1:123456789012:ios:def" }))).toBe(true);
  expect(asked).toEqual([GOOGLE.href]);
});

test("any other token is not", async () => {
  const { verify } = verifier();
  const good = await sign();
  const [head = "", body = "", signature = ""] = good.split(".");
  const none = Buffer.from('{"alg":"none","typ":"JWT","kid":"own"}').toString("base64url");
  const tokens: [string, string | null][] = [
    ["none", null],
    ["empty", ""],
    ["no token", "eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ=="],
    ["too long", `${good}${"A".repeat(10_000)}`],
    ["of another project's issuer", await sign({ iss: claims.iss.replace(PROJECT, "1") })],
    ["of an issuer that begins alike", await sign({ iss: `${claims.iss}0` })],
    ["for another project", await sign({ aud: ["projects/1"] })],
    ["for a project by its id", await sign({ aud: "projects/foyer" })],
    ["past its end", await sign({ exp: NOW / 1000 - 6 })],
    ["without an end", await sign({ exp: undefined })],
    ["without an app", await sign({ sub: undefined })],
    ["of an app without a name", await sign({ sub: "" })],
    ["not valid yet", await sign({ nbf: NOW / 1000 + 60 })],
    ["of another type", await sign({}, { typ: "at+jwt" })],
    ["without a type", await sign({}, { typ: undefined })],
    ["of an unknown key", await sign({}, { kid: "other" })],
    ["signed by a stranger", await sign({}, {}, strange.privateKey)],
    [
      "of another algorithm",
      await sign({}, { alg: "ES256", kid: "elliptic" }, elliptic.privateKey),
    ],
    ["with a shared secret", await sign({}, { alg: "HS256" }, Buffer.from(keySet))],
    ["not signed", `${none}.${body}.`],
    ["with another's signature", `${head}.${body}.${signature.slice(0, -8)}AAAAAAAA`],
  ];
  for (const [what, token] of tokens) expect(await verify(token), what).toBe(false);
});

test("while the keys cannot be had nothing is said of a token", async () => {
  let isUp = false;
  const verify = createAppCheckVerifier({
    projectNumber: PROJECT,
    keys: GOOGLE,
    now: () => NOW,
    fetch: async () => {
      if (!isUp) throw new TypeError("fetch failed");
      return new Response(keySet);
    },
  });
  await expect(verify(await sign())).rejects.toThrow("fetch failed");
  expect(await verify(null)).toBe(false);
  isUp = true;
  expect(await verify(await sign())).toBe(true);
});

test("a file of keys may be replaced while the server runs, and is not read for every wrong token", async () => {
  await using dir = await mkdtempDisposable(join(tmpdir(), "app-check-"));
  const path = join(dir.path, "keys.json");
  writeFileSync(path, '{"keys":[]}');
  let now = NOW;
  const verify = createAppCheckVerifier({ projectNumber: PROJECT, keys: path, now: () => now });
  const token = await sign();
  expect(await verify(token)).toBe(false);
  writeFileSync(path, keySet);
  expect(await verify(token)).toBe(false);
  now += 60 * 1000;
  expect(await verify(token)).toBe(true);
});
