/** Whole flows against a real OpenID Connect provider and the real sign-in service. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startGitHub } from "../../tests/support/github-stand-in.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { startOpenIdProvider } from "../../tests/support/openid-provider.ts";
import { createVisitor } from "../../tests/support/provider-visit.ts";
import type { Visit } from "../../tests/support/provider-visit.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import { splitTarget } from "../http/request-facts.ts";
import type { Exchange } from "../http/request-facts.ts";
import { createSignInProviders } from "./sign-in-providers.ts";

const opened = new AsyncDisposableStack();
const provider = opened.use(await startOpenIdProvider());
const gitHub = opened.use(await startGitHub());
const backend = opened.use(await serveSite());
const clock = { aheadMs: 0 };
const { log, entries } = recordingLog();
const invites = new Set<string>();
const usual = { ...provider.person };

const handle = createSignInProviders({
  providers: [
    {
      id: "oidc.corp",
      name: "Corp",
      client: {
        issuer: new URL(provider.issuer),
        clientId: provider.clientId,
        clientSecret: provider.clientSecret,
        scopes: ["openid", "email", "profile"],
      },
    },
    {
      id: "github.com",
      name: "GitHub",
      client: {
        issuer: undefined,
        clientId: gitHub.clientId,
        clientSecret: gitHub.clientSecret,
        scopes: ["read:user", "user:email"],
      },
    },
    {
      id: "oidc.gone",
      name: "Gone",
      client: {
        issuer: new URL("http://localhost:9"),
        clientId: "x",
        clientSecret: "a-secret-of-the-tests-alone",
        scopes: ["openid"],
      },
    },
  ],
  createCredential: (identity) => backend.serverBackend.createIdpCredential(identity),
  takeInvite: async (code) =>
    invites.delete(code) ? { id: code, expiresAt: Date.now() + 3_600_000 } : null,
  origin: undefined,
  log,
  now: () => Date.now() + clock.aheadMs,
  gitHub: { site: gitHub.url, api: gitHub.url },
});
let client = 0;
const http = createServer((request, response) => {
  const { path, query } = splitTarget(request.url ?? "/");
  // Of another network each: a test is not held up by the one before.
  const exchange: Exchange = {
    request,
    response,
    id: "t",
    path,
    query,
    client: () => `10.0.${client}.1`,
  };
  handle(exchange).catch((error: unknown) => response.destroy(error as Error));
});
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
const site = `http://localhost:${(http.address() as AddressInfo).port}`;
opened.defer(() => {
  http.closeAllConnections();
  http.close();
});
afterAll(() => opened.disposeAsync());

beforeEach(() => {
  client += 1;
  entries.length = 0;
  clock.aheadMs = 0;
  Object.assign(provider, {
    person: { ...usual },
    lie: undefined,
    trouble: undefined,
    asks: false,
  });
});

type Signed = { status: number; body: Record<string, unknown> };

/** What the SDK's signInWithCredential sends. */
async function signIn(visit: Visit, change: Record<string, string> = {}): Promise<Signed> {
  const postBody = new URLSearchParams({
    id_token: visit.answer?.credential ?? "",
    providerId: "oidc.corp",
    nonce: visit.rawNonce,
    ...change,
  });
  const url = `${backend.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=x`;
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      requestUri: "http://localhost",
      postBody: postBody.toString(),
      returnSecureToken: true,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const visit = (query: Record<string, string> = {}, id = "oidc.corp") =>
  createVisitor().start(site, id, query);

test("a person comes back with a credential that makes their account, once", async () => {
  const back = await visit();
  expect(back.answer).toEqual({ credential: expect.any(String) });
  expect(back.status).toBe(200);
  expect(back.headers.get("cache-control")).toBe("no-store");
  expect(back.headers.get("referrer-policy")).toBe("no-referrer");
  expect(back.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'sha256-/,
  );
  const { status, body } = await signIn(back);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    email: "ada@example.com",
    emailVerified: true,
    displayName: "Ada Lovelace",
    providerId: "oidc.corp",
    isNewUser: true,
  });
  const account = await backend.serverBackend.findAccountByEmail("ada@example.com");
  expect(account?.providers).toEqual([{ providerId: "oidc.corp", email: "ada@example.com" }]);
  // The same credential does not open it again, nor does one of another page.
  expect((await signIn(back)).status).toBe(400);
  const second = await visit();
  expect((await signIn(second, { nonce: back.rawNonce })).status).toBe(400);
  const third = await visit();
  expect((await signIn(third)).body).toMatchObject({ localId: body["localId"] });
});

test("the request carries PKCE, state and nonce, and its cookie is for the way back alone", async () => {
  const visitor = createVisitor();
  const { trail } = await visitor.start(site, "oidc.corp");
  const asked = new URL(trail[1]!).searchParams;
  expect(asked.get("code_challenge_method")).toBe("S256");
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
  }
  expect(asked.get("redirect_uri")).toBe(`${site}/auth/oidc.corp/callback`);
  const first = await fetch(trail[0]!, { redirect: "manual" });
  const [cookie = ""] = first.headers.getSetCookie();
  expect(cookie).toMatch(
    /^foyer-sign-in-[0-9a-f]{16}=[\w-]+; Path=\/auth\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  expect(cookie.length).toBeLessThan(2000);
  // Used, it is gone.
  const { host } = new URL(site);
  expect([...visitor.cookies.get(host)!.keys()]).toEqual([]);
});

test("without a window of its own a person lands on the page where they were, and on no other site", async () => {
  const back = async (returnTo: string) => {
    const { headers } = await visit({ mode: "redirect", returnTo });
    return headers.get("location")?.replace(/#provider=[\w-]+$/, "#…");
  };
  expect(await back("/Settings?tab=security")).toBe("/Settings?tab=security#…");
  for (const elsewhere of [
    "https://evil.example/",
    "//evil.example",
    String.raw`/\evil.example`,
    "/auth/oidc.corp/start",
    "javascript:alert(1)",
    "/\t/evil.example",
  ]) {
    expect(await back(elsewhere)).toBe("/#…");
  }
  const { answer, rawNonce } = await visit({ mode: "redirect", returnTo: "/" });
  expect((await signIn({ answer, rawNonce } as Visit)).status).toBe(200);
});

test.each([
  ["another nonce", { claims: { nonce: "x".repeat(43) } }],
  ["another issuer", { claims: { iss: "https://evil.example" } }],
  ["another audience", { claims: { aud: "somebody-else" } }],
  ["two audiences and no party", { claims: { aud: ["foyer-tests", "somebody-else"] } }],
  ["an end in the past", { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
  ["another signature", "forged"],
  ["no signature", "unsigned"],
] as const)("an ID token with %s is refused", async (_what, lie) => {
  provider.lie = lie as NonNullable<typeof provider.lie>;
  expect((await visit()).answer).toEqual({ error: "provider-failed" });
  // The owner learns why, and neither codes nor tokens are in the log.
  expect(entries).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toMatch(/eyJ|code=|"body"/);
});

test("a way back with a forged state, issuer or code ends there", async () => {
  const forge = async (change: (query: URLSearchParams) => void) => {
    const visitor = createVisitor({
      change: ({ pathname, searchParams }) =>
        pathname.endsWith("/callback") && change(searchParams),
    });
    return visitor.start(site, "oidc.corp");
  };
  const otherState = await forge((query) => query.set("state", "A".repeat(43)));
  expect(otherState.status).toBe(400);
  expect(otherState.body).toContain("began in another browser");
  expect(otherState.answer).toBeUndefined();
  const noState = await forge((query) => query.delete("state"));
  expect(noState.status).toBe(400);
  const otherIssuer = await forge((query) => query.set("iss", "https://evil.example"));
  expect(otherIssuer.answer).toEqual({ error: "provider-failed" });
  const otherCode = await forge((query) => query.set("code", "guessed"));
  expect(otherCode.answer).toEqual({ error: "provider-failed" });
});

test("the way back is open only to the browser that began, for ten minutes, and at its own provider", async () => {
  let callback = "";
  const stopped = createVisitor({
    change: (address) => {
      if (!address.pathname.endsWith("/callback")) return;
      callback = address.href;
      address.pathname = "/auth/oidc.corp/nowhere";
    },
  });
  expect((await stopped.start(site, "oidc.corp")).status).toBe(404);
  // Somebody else is sent there: the attacker's sign-in does not become theirs.
  expect((await createVisitor().open(callback)).status).toBe(400);
  const cookies = stopped.cookies.get(new URL(site).host)!;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const open = async (address: string, headers = { cookie }) =>
    fetch(address, { redirect: "manual", headers });
  expect((await open(callback.replace("oidc.corp", "github.com"))).status).toBe(400);
  // The last character of base64url may hold bits that nobody reads, so another one is changed.
  const at = cookie.length - 8;
  const changed = cookie.slice(0, at) + (cookie[at] === "A" ? "B" : "A") + cookie.slice(at + 1);
  expect((await open(callback, { cookie: changed })).status).toBe(400);
  clock.aheadMs = 600_000;
  expect(await (await open(callback)).text()).toContain("provider-expired");
});

test("an e-mail that the provider does not vouch for opens nobody's account", async () => {
  await backend.serverBackend.createAccount({ email: "grace@example.com", emailVerified: true });
  provider.person = { sub: "mallory", email: "grace@example.com", email_verified: false };
  const { body } = await signIn(await visit());
  expect(body["idToken"]).toBeUndefined();
  const account = await backend.serverBackend.findAccountByEmail("grace@example.com");
  expect(account?.providers).toEqual([]);
  // One that vouches links it.
  provider.person = { sub: "grace", email: "grace@example.com", email_verified: true };
  expect((await signIn(await visit())).body).toMatchObject({ localId: account?.uid });
});

test("where nobody may sign up an invite lets one in", async () => {
  await backend.serverBackend.setAuthConfig({ "client.permissions.disabledUserSignup": true });
  try {
    provider.person = { sub: "new", email: "new@example.com", email_verified: true };
    expect((await signIn(await visit({ invite: "wrong" }))).status).toBe(400);
    invites.add("good");
    expect((await signIn(await visit({ invite: "good" }))).status).toBe(200);
  } finally {
    await backend.serverBackend.setAuthConfig({ "client.permissions.disabledUserSignup": false });
  }
});

test("a provider that is down, broken or refused says so in a word, and the next try is a new one", async () => {
  expect((await visit({}, "oidc.gone")).answer).toEqual({ error: "provider-unavailable" });
  expect((await visit({}, "oidc.unknown")).answer).toEqual({ error: "provider-unknown" });
  // At the way back, when it was well at the start.
  const failing = createVisitor({
    change: ({ pathname }) => {
      if (pathname.endsWith("/callback")) provider.trouble = "broken";
    },
  });
  expect((await failing.start(site, "oidc.corp")).answer).toEqual({
    error: "provider-unavailable",
  });
  provider.trouble = undefined;
  expect((await visit()).answer).toEqual({ credential: expect.any(String) });
  const denying = createVisitor({
    change: ({ pathname, searchParams }) => {
      if (pathname.startsWith("/interaction/")) searchParams.set("say", "no");
    },
  });
  expect((await denying.start(site, "oidc.corp")).answer).toEqual({ error: "provider-denied" });
});

test("GitHub's people come with their primary address and whether it is verified", async () => {
  const back = await visit({}, "github.com");
  const { body } = await signIn(back, { providerId: "github.com" });
  expect(body).toMatchObject({
    email: "octocat@example.com",
    emailVerified: true,
    displayName: "The Octocat",
    providerId: "github.com",
  });
  gitHub.emails = [{ email: "ada@example.com", primary: true, verified: false }];
  gitHub.user = { ...gitHub.user, id: 7 };
  const stranger = await signIn(await visit({}, "github.com"), { providerId: "github.com" });
  expect(stranger.body["idToken"]).toBeUndefined();
});

test("nothing begins at another site's wish, by guessing, or without end", async () => {
  const address = (query: string) => `${site}/auth/oidc.corp/start?${query}`;
  const asked = `id=${"a".repeat(32)}&nonceHash=${"b".repeat(64)}&mode=popup`;
  const status = async (url: string, init: RequestInit = {}) =>
    (await fetch(url, { redirect: "manual", ...init })).status;
  expect(await status(address(asked))).toBe(303);
  expect(await status(address(asked), { headers: { "Sec-Fetch-Site": "cross-site" } })).toBe(400);
  expect(await status(address(asked.replace("popup", "frame")))).toBe(400);
  expect(await status(address("id=<script>"))).toBe(400);
  expect(await status(address(asked), { method: "HEAD" })).toBe(405);
  expect(await status(address(`${asked}&invite=${"x".repeat(5000)}`))).toBe(414);
  const texts = await Promise.all(
    Array.from({ length: 70 }, async () =>
      (await fetch(address(asked), { redirect: "manual" })).text(),
    ),
  );
  expect(texts.filter((text) => text.includes("too-many-requests")).length).toBeGreaterThan(5);
});

test("a browser that begins again and again sends no more than a few cookies", async () => {
  const cookies: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const asked = `id=${"a".repeat(32)}&nonceHash=${"b".repeat(64)}&mode=popup`;
    // One after the other, as a browser does.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetch(`${site}/auth/oidc.corp/start?${asked}`, {
      redirect: "manual",
      headers: { cookie: cookies.join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      const at = cookies.findIndex((each) => each.startsWith(`${name}=`));
      if (at !== -1) cookies.splice(at, 1);
      if (!line.includes("Max-Age=0")) cookies.push(pair);
    }
  }
  expect(cookies.length).toBeLessThanOrEqual(4);
});
