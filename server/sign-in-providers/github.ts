/** GitHub: OAuth 2.0 with PKCE and without ID token, so its API is asked who it is. */
import type { Configuration } from "openid-client";
import * as z from "zod/mini";
import { ProviderError, identityOf } from "./identity.ts";
import type { Provider } from "./identity.ts";
import type { OutgoingFetch } from "./outgoing.ts";

/** Where GitHub is. */
export type GitHubPlace = {
  /** Above `/login/oauth/…`. */
  site: URL;
  /** Above `/user`. */
  api: URL;
};

export const gitHubPlace: GitHubPlace = {
  site: new URL("https://github.com"),
  api: new URL("https://api.github.com"),
};

const timeoutS = 10;
const apiHeaders = {
  Accept: "application/vnd.github+json",
  "X-GitHub-Api-Version": "2022-11-28",
};

const gitHubUser = z.object({
  id: z.int(),
  login: z.string(),
  name: z.optional(z.nullable(z.string())),
  avatar_url: z.optional(z.nullable(z.string())),
});

const gitHubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

export function createGitHub(options: {
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  fetch: OutgoingFetch;
  place?: GitHubPlace;
}): Provider {
  const { clientId, clientSecret, scopes, fetch, place = gitHubPlace } = options;
  let known: Promise<Configuration> | undefined;

  async function configuration(): Promise<Configuration> {
    const library = await import("openid-client");
    const config = new library.Configuration(
      {
        // GitHub names itself so in what it leads back with.
        issuer: new URL("/login/oauth", place.site).href,
        authorization_endpoint: new URL("/login/oauth/authorize", place.site).href,
        token_endpoint: new URL("/login/oauth/access_token", place.site).href,
      },
      clientId,
      clientSecret,
    );
    config.timeout = timeoutS;
    config[library.customFetch] = (url, init) =>
      fetch(url, { ...init, signal: init.signal ?? null });
    // A stand-in for tests. The library marks it so that nobody takes it by chance.
    // oxlint-disable-next-line typescript/no-deprecated
    if (place.site.protocol === "http:") library.allowInsecureRequests(config);
    return config;
  }

  return {
    async addressFor({ redirectUri, state, verifier }) {
      const config = await (known ??= configuration());
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        response_type: "code",
        scope: scopes.join(" "),
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },
    async identify(callback, { state, verifier }) {
      const config = await (known ??= configuration());
      const { authorizationCodeGrant, fetchProtectedResource } = await import("openid-client");
      const ask = async (path: string) => {
        const url = new URL(path, place.api);
        const headers = new Headers(apiHeaders);
        const answer = await fetchProtectedResource(
          config,
          tokens.access_token,
          url,
          "GET",
          undefined,
          headers,
        );
        if (answer.ok) return (await answer.json()) as unknown;
        const isItsFault = answer.status >= 500 || answer.status === 429;
        throw new ProviderError(
          isItsFault ? "provider-unavailable" : "provider-failed",
          `GitHub answered ${answer.status} to ${path}.`,
        );
      };
      let tokens: Awaited<ReturnType<typeof authorizationCodeGrant>>;
      try {
        tokens = await authorizationCodeGrant(config, callback, {
          expectedState: state,
          pkceCodeVerifier: verifier,
        });
        const [user, emails] = await Promise.all([
          ask("/user").then((answer) => gitHubUser.parse(answer)),
          ask("/user/emails").then((answer) => gitHubEmails.parse(answer)),
        ]);
        const primary = emails.find(({ primary: isPrimary }) => isPrimary);
        return identityOf({
          id: String(user.id),
          email: primary?.email,
          emailVerified: primary?.verified,
          name: user.name ?? user.login,
          picture: user.avatar_url,
        });
      } catch (error) {
        const { failureOf } = await import("./provider-failure.ts");
        throw failureOf(error);
      }
    },
  };
}
