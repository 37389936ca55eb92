/**
 * A real OpenID Connect provider (oidc-provider) on a port of 127.0.0.1: whoever comes is the person that the test says,
 * and it tells lies that the test asks for.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT, UnsecuredJWT, decodeJwt, exportJWK, generateKeyPair } from "jose";
import type { JWTPayload } from "jose";
import { Provider } from "oidc-provider";
import type { Adapter, AdapterPayload, Configuration } from "oidc-provider";

type Person = {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  picture?: string;
};

type Lie =
  | { claims: Partial<JWTPayload> & { nonce?: string } }
  /** Signed by somebody else, or by nobody. */
  | "forged"
  | "unsigned";

export type OpenIdProvider = {
  /** `http://localhost:PORT` */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who comes next. */
  person: Person;
  /** Whether a page with buttons asks first: `Continue`, `Cancel`. */
  asks: boolean;
  /** Of the next ID tokens. */
  lie: Lie | undefined;
  /** It takes requests and never answers, or answers that it is broken. */
  trouble: "silent" | "broken" | undefined;
  /** What came to it: `POST /token`. */
  requests: string[];
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const [{ privateKey }, forger] = await Promise.all([
    generateKeyPair("RS256", { extractable: true }),
    generateKeyPair("RS256"),
  ]);
  const key = { ...(await exportJWK(privateKey)), kid: "provider", alg: "RS256", use: "sig" };
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(http.address() as AddressInfo).port}`;
  const state: OpenIdProvider = {
    issuer,
    clientId: "foyer-tests",
    clientSecret: "a-secret-of-the-tests-alone",
    person: { sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada Lovelace" },
    asks: false,
    lie: undefined,
    trouble: undefined,
    requests: [],
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, configuration(state, people, key));
  // Sites of tests get their ports when they start.
  provider.Client.prototype.redirectUriAllowed = () => true;
  const serve = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
    state.requests.push(`${request.method} ${pathname}`);
    if (state.trouble === "silent") return;
    if (state.trouble === "broken") {
      response.writeHead(500, { "Content-Type": "text/html" }).end("<h1>Oh no</h1>");
      return;
    }
    if (pathname.startsWith("/interaction/")) {
      return interact(request, response, searchParams.get("say"));
    }
    // Each visit asks anew who it is.
    if (pathname === "/auth") delete request.headers.cookie;
    const { lie } = state;
    if (pathname === "/token" && lie !== undefined)
      changeAnswer(response, (body) => told(body, lie));
    await serve(request, response);
  }

  async function interact(
    request: IncomingMessage,
    response: ServerResponse,
    said: string | null,
  ): Promise<void> {
    if (state.asks && said === null) {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(
        `<link rel="icon" href="data:,"><h1>Test provider</h1><a href="?say=yes">Continue</a> <a href="?say=no">Cancel</a>`,
      );
      return;
    }
    people.set(state.person.sub, state.person);
    const result =
      said === "no" ? { error: "access_denied" } : { login: { accountId: state.person.sub } };
    await provider.interactionFinished(request, response, result);
  }

  async function told(body: string, lie: Lie): Promise<string> {
    const answered = JSON.parse(body) as { id_token?: string };
    if (answered.id_token === undefined) return body;
    const claims = decodeJwt(answered.id_token);
    if (lie === "unsigned") answered.id_token = new UnsecuredJWT(claims).encode();
    else {
      const changed = typeof lie === "string" ? claims : { ...claims, ...lie.claims };
      const signer = lie === "forged" ? forger.privateKey : privateKey;
      answered.id_token = await new SignJWT(changed)
        .setProtectedHeader({ alg: "RS256", kid: "provider", typ: "JWT" })
        .sign(signer);
    }
    return JSON.stringify(answered);
  }

  return state;
}

function changeAnswer(response: ServerResponse, change: (body: string) => Promise<string>): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  const endChanged = async (body: string) => {
    const changed = await change(body);
    response.setHeader("Content-Length", Buffer.byteLength(changed));
    end(changed);
  };
  response.end = ((body: string | Buffer) => {
    void endChanged(String(body));
    return response;
  }) as typeof response.end;
}

function configuration(
  state: OpenIdProvider,
  people: Map<string, Person>,
  key: Record<string, unknown>,
): Configuration {
  const day = 86_400;
  return {
    adapter: createAdapter(),
    jwks: { keys: [key] },
    cookies: { keys: ["a-key-of-the-tests-alone"] },
    clients: [
      {
        client_id: state.clientId,
        client_secret: state.clientSecret,
        redirect_uris: ["http://localhost/callback"],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    ttl: { AccessToken: 60, IdToken: 60, Interaction: 600, Session: day, Grant: day },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...people.get(sub), sub }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError(context, { error, error_description: why }) {
      context.type = "text";
      context.body = `${error}: ${why ?? ""}`;
    },
  };
}

/** In memory, and gone with the provider. */
function createAdapter(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  return (model) => {
    const named = (id: string) => `${model} ${id}`;
    const find = async (match: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([name, payload]) => name.startsWith(`${model} `) && match(payload))?.[1];
    return {
      upsert: async (id, payload) => void kept.set(named(id), payload),
      find: async (id) => kept.get(named(id)),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (code) => find((payload) => payload.userCode === code),
      async consume(id) {
        const payload = kept.get(named(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void kept.delete(named(id)),
      async revokeByGrantId(grantId) {
        for (const [name, payload] of kept) if (payload.grantId === grantId) kept.delete(name);
      },
    };
  };
}
