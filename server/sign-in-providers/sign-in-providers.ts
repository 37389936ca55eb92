/**
 * Signing in by another site: `GET /auth/ID/start` leads to the provider, which leads back to `/auth/ID/callback`. What
 * the provider says becomes a credential that the sign-in service takes once, for two minutes, and only from the page
 * that began: that one has the secret of which the beginning carried the hash.
 */
import { randomBytes } from "node:crypto";
import { networkOf } from "#lib/network-of.ts";
import type { Admission } from "#lib/server-backend.ts";
import type { ProviderClient, SignInProvider } from "../config/sign-in-provider-settings.ts";
import { answerText } from "../http/answer.ts";
import { isCrossSite } from "../http/cross-site.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import { answerPage, answerPagePolicy, refusalPage } from "./answer-page.ts";
import type { SignInAnswer } from "./answer-page.ts";
import { createGitHub, gitHubPlace } from "./github.ts";
import type { GitHubPlace } from "./github.ts";
import { ProviderError } from "./identity.ts";
import type { Identity, Provider } from "./identity.ts";
import { createOpenIdConnect } from "./openid-connect.ts";
import { createOutgoingFetch } from "./outgoing.ts";
import { forgetRequest, keepRequest, keptRequest, requestLifeMs } from "./request-cookie.ts";
import { createRequestSeal } from "./request-seal.ts";
import type { RequestSeal, SignInRequest } from "./request-seal.ts";
import { returnPath } from "./return-path.ts";

/** Of one request to a provider; a sign-in takes up to three. */
const answerTimeoutMs = 10_000;
const maxCodeChars = 4000;
const maxInviteChars = 200;

type ProviderIdentity = Identity & {
  providerId: string;
  nonceHash: string;
  admission: Admission | null;
};

export type SignInProviderDeps = {
  providers: readonly SignInProvider[];
  /** @throws BackendError */
  createCredential: (identity: ProviderIdentity) => Promise<string>;
  /** By what this invite, counted if need be, lets the identity have an account; null when it does not. */
  takeInvite: (
    code: string,
    identity: Identity & { providerId: string },
  ) => Promise<Admission | null>;
  /** The site's public address; undefined: the host that is asked for, which is this machine. */
  origin: URL | undefined;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  fetch?: typeof globalThis.fetch;
  /** Where GitHub is, for tests. */
  gitHub?: GitHubPlace;
};

type Offered = { provider: Provider; seal: RequestSeal };

export function createSignInProviders(deps: SignInProviderDeps): Handler {
  const { providers, createCredential, takeInvite, log, now } = deps;
  const offered = new Map<string, Offered>();
  for (const { id, client } of providers) {
    if (client === undefined) continue;
    const provider = providerOf(client, deps);
    offered.set(id, { provider, seal: createRequestSeal(`${id} ${client.clientSecret}`) });
  }
  const perNetwork = createRateLimit({ burst: 60, perMinute: 30, now });

  async function start(exchange: Exchange, id: string, site: URL): Promise<void> {
    const query = new URLSearchParams(exchange.query);
    const asked = readStart(query);
    // Nothing that a page of ours would send.
    if (asked === undefined || isCrossSite(exchange)) {
      return answerText(exchange, 400, "Begin on a page of this site.", noReferrer);
    }
    const found = offered.get(id);
    if (found === undefined) return give(exchange, asked, { error: "provider-unknown" });
    if (perNetwork.take(networkOf(exchange.client())) > 0) {
      return give(exchange, asked, { error: "too-many-requests" });
    }
    const random = () => randomBytes(32).toString("base64url");
    const kept: SignInRequest = {
      ...asked,
      provider: id,
      state: random(),
      nonce: random(),
      verifier: random(),
      endsAt: now() + requestLifeMs,
    };
    try {
      const redirectUri = callbackOf(site, id);
      const address = await found.provider.addressFor({ ...kept, redirectUri });
      leadTo(exchange, address.href, {
        cookies: keepRequest(exchange.request, {
          state: kept.state,
          sealed: found.seal.seal(kept),
          isSecure: site.protocol === "https:",
        }),
      });
    } catch (error) {
      return give(exchange, asked, { error: explain(error, id, exchange) });
    }
  }

  async function finish(exchange: Exchange, id: string, site: URL): Promise<void> {
    const query = new URLSearchParams(exchange.query);
    const state = query.get("state") ?? "";
    const isSecure = site.protocol === "https:";
    const found = offered.get(id);
    const sealed = keptRequest(exchange.request, state, isSecure);
    const kept = sealed === undefined ? undefined : found?.seal.open(sealed);
    // Without its cookie nobody here began it, or too long ago: there is no page to tell.
    if (found === undefined || kept === undefined || kept.provider !== id || kept.state !== state) {
      const text = "This sign-in began in another browser, or too long ago. Begin it once more.";
      return answerPageWith(exchange, 400, refusalPage(text));
    }
    const cookies = [forgetRequest(state, isSecure)];
    if (now() >= kept.endsAt) return give(exchange, kept, { error: "provider-expired" }, cookies);
    if (perNetwork.take(networkOf(exchange.client())) > 0) {
      return give(exchange, kept, { error: "too-many-requests" }, cookies);
    }
    try {
      const redirectUri = callbackOf(site, id);
      const callback = new URL(redirectUri + exchange.query);
      const identity = await found.provider.identify(callback, { ...kept, redirectUri });
      const named = { ...identity, providerId: id };
      const credential = await createCredential({
        ...named,
        nonceHash: kept.nonceHash,
        admission: kept.invite === "" ? null : await takeInvite(kept.invite, named),
      });
      give(exchange, kept, { credential }, cookies);
    } catch (error) {
      give(exchange, kept, { error: explain(error, id, exchange) }, cookies);
    }
  }

  /** For the visitor a word; the owner, who alone can do something, gets the reason in the log. */
  function explain(error: unknown, provider: string, { id }: Exchange): string {
    const code = error instanceof ProviderError ? error.code : "internal-error";
    if (code === "internal-error") {
      log.error({ err: error, provider, requestId: id }, "a sign-in by a provider failed");
      return code;
    }
    const context = { provider, code, reason: reasonOf(error), requestId: id };
    if (code === "provider-denied") log.info(context, "a provider was told no");
    else log.warn(context, "a sign-in by a provider was not done");
    return code;
  }

  return async (exchange) => {
    const [, id = "", step] =
      /^\/auth\/([a-z0-9.-]{1,40})\/(start|callback)$/.exec(exchange.path) ?? [];
    const { method } = exchange.request;
    if (step === undefined) return answerText(exchange, 404, "Not found.", noReferrer);
    // A HEAD would use up what can be used once.
    if (method !== "GET") {
      return answerText(exchange, 405, "This address can only be opened.", { Allow: "GET" });
    }
    if (exchange.query.length > maxCodeChars) {
      return answerText(exchange, 414, "This address is too long.", noReferrer);
    }
    const site = deps.origin ?? new URL(`http://${exchange.request.headers.host}`);
    return step === "start" ? start(exchange, id, site) : finish(exchange, id, site);
  };
}

function providerOf(client: ProviderClient, deps: SignInProviderDeps): Provider {
  const { fetch = globalThis.fetch, gitHub = gitHubPlace, now } = deps;
  const issuer = client.issuer ?? gitHub.site;
  const outgoing = createOutgoingFetch({ issuer, timeoutMs: answerTimeoutMs, fetch });
  return client.issuer === undefined
    ? createGitHub({ ...client, fetch: outgoing, place: gitHub })
    : createOpenIdConnect({ ...client, issuer, fetch: outgoing, now });
}

const callbackOf = (site: URL, id: string) => `${site.origin}/auth/${id}/callback`;

/** In words alone: what the library hangs on its errors holds codes, tokens and people's data. */
function reasonOf(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error && words.length < 4; at = at.cause) {
    words.push(
      "error_description" in at ? `${at.message}: ${String(at.error_description)}` : at.message,
    );
  }
  return words.join(": ").slice(0, 500);
}

type Asked = Pick<SignInRequest, "id" | "mode" | "returnTo" | "nonceHash" | "invite">;

function readStart(query: URLSearchParams): Asked | undefined {
  const id = query.get("id") ?? "";
  const nonceHash = query.get("nonceHash") ?? "";
  const mode = query.get("mode");
  const invite = query.get("invite") ?? "";
  if (!/^[0-9a-f]{32}$/.test(id) || !/^[0-9a-f]{64}$/.test(nonceHash)) return undefined;
  if (mode !== "popup" && mode !== "redirect") return undefined;
  if (invite.length > maxInviteChars || /[^\w-]/.test(invite)) return undefined;
  return { id, mode, nonceHash, invite, returnTo: returnPath(query.get("returnTo")) };
}

const noReferrer = { "Referrer-Policy": "no-referrer" };

/** To the page that waits: in another window, or in this one, where it was left. */
function give(
  exchange: Exchange,
  { id, mode, returnTo }: Asked,
  answer: SignInAnswer,
  cookies: string[] = [],
): void {
  if (mode === "redirect") {
    const value = Buffer.from(JSON.stringify({ id, ...answer })).toString("base64url");
    return leadTo(exchange, `${returnTo}#provider=${value}`, { cookies });
  }
  exchange.response.setHeader("Set-Cookie", cookies);
  answerPageWith(exchange, 200, answerPage(id, answer));
}

function answerPageWith({ response }: Exchange, status: number, page: string): void {
  const body = Buffer.from(page);
  response.writeHead(status, {
    ...noReferrer,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": answerPagePolicy,
    "Cache-Control": "no-store",
    "Content-Length": body.length,
  });
  response.end(body);
}

function leadTo(exchange: Exchange, address: string, { cookies }: { cookies: string[] }): void {
  exchange.response.setHeader("Set-Cookie", cookies);
  answerText(exchange, 303, "Moved", { ...noReferrer, Location: address });
}
