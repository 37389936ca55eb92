/**
 * A provider that speaks OpenID Connect: the code flow with PKCE, state and nonce. The library checks the answer: state,
 * `iss`, and of the ID token issuer, audience, nonce, times and signature.
 */
import type { ClientAuth, Configuration } from "openid-client";
import { ProviderError, identityOf } from "./identity.ts";
import type { Provider } from "./identity.ts";
import { isAllowedAddress } from "./outgoing.ts";
import type { OutgoingFetch } from "./outgoing.ts";

const discoveredForMs = 3_600_000;
const timeoutS = 10;

export function createOpenIdConnect(options: {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  fetch: OutgoingFetch;
  /** Milliseconds since 1970. */
  now: () => number;
}): Provider {
  const { issuer, clientId, clientSecret, scopes, fetch, now } = options;
  let known: { config: Configuration; until: number } | undefined;
  let asking: Promise<Configuration> | undefined;

  /** What the provider says of itself, kept for an hour; the last known, while it cannot be asked. */
  async function configuration(): Promise<Configuration> {
    if (known !== undefined && now() < known.until) return known.config;
    asking ??= discover().finally(() => {
      asking = undefined;
    });
    try {
      return await asking;
    } catch (error) {
      const { failureOf } = await import("./provider-failure.ts");
      const failure = failureOf(error);
      if (known === undefined || failure.code !== "provider-unavailable") throw failure;
      return known.config;
    }
  }

  async function discover(): Promise<Configuration> {
    const library = await import("openid-client");
    const config = await library.discovery(issuer, clientId, undefined, authentication(library), {
      [library.customFetch]: (url, init) => fetch(url, { ...init, signal: init.signal ?? null }),
      timeout: timeoutS,
      execute: [
        // Without it the library trusts an ID token for the connection it came by.
        library.enableNonRepudiationChecks,
        // Which addresses may be http is decided in outgoing.ts. The library marks it so that nobody takes it by chance.
        // oxlint-disable-next-line typescript/no-deprecated
        ...(issuer.protocol === "http:" ? [library.allowInsecureRequests] : []),
      ],
    });
    const { authorization_endpoint: page } = config.serverMetadata();
    if (page === undefined || !URL.canParse(page) || !isAllowedAddress(new URL(page), issuer)) {
      throw new ProviderError("provider-failed", "The provider names no https page to sign in.");
    }
    known = { config, until: now() + discoveredForMs };
    return config;
  }

  /** How the server says who it is, as the provider takes it; RFC 8414 says what it means that it says nothing. */
  function authentication(library: typeof import("openid-client")): ClientAuth {
    const byPost = library.ClientSecretPost(clientSecret);
    const byHeader = library.ClientSecretBasic(clientSecret);
    return (server, ...rest) => {
      const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
      return (ways.includes("client_secret_basic") ? byHeader : byPost)(server, ...rest);
    };
  }

  return {
    async addressFor({ redirectUri, state, nonce, verifier }) {
      const config = await configuration();
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        response_type: "code",
        scope: scopes.join(" "),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        // Who shares a browser chooses an account instead of getting the last one's.
        ...(issuer.hostname === "accounts.google.com" && { prompt: "select_account" }),
      });
    },
    async identify(callback, { state, nonce, verifier }) {
      const config = await configuration();
      const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client");
      try {
        const tokens = await authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new ProviderError("provider-failed", "No ID token came.");
        // Many providers say no more in the ID token than who it is.
        const isWhole = claims["email"] !== undefined && claims["name"] !== undefined;
        const more =
          isWhole || config.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await fetchUserInfo(config, tokens.access_token, claims.sub);
        const all: Record<string, unknown> = { ...more, ...claims };
        return identityOf({
          id: claims.sub,
          ...emailOf(claims, more),
          name: all["name"] ?? all["preferred_username"],
          picture: all["picture"],
        });
      } catch (error) {
        const { failureOf } = await import("./provider-failure.ts");
        throw failureOf(error);
      }
    },
  };
}

/** An address and whether it is verified come from the same place: one of them must not speak for the other. */
function emailOf(
  claims: Record<string, unknown>,
  more: Record<string, unknown>,
): { email: unknown; emailVerified: unknown } {
  const from = claims["email"] === undefined ? more : claims;
  return { email: from["email"], emailVerified: from["email_verified"] };
}
