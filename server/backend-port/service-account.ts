/**
 * A fetch that acts as a service account: a signed assertion is exchanged for a short-lived access token
 * (RFC 7523), which every request then carries.
 */
import { SignJWT, importPKCS8 } from "jose";
import { BackendError } from "#lib/server-backend.ts";
import type { ServiceAccountKey } from "../config/firebase-settings.ts";

const scope = [
  "https://www.googleapis.com/auth/datastore",
  "https://www.googleapis.com/auth/devstorage.full_control",
  "https://www.googleapis.com/auth/firebase.database",
  "https://www.googleapis.com/auth/identitytoolkit",
  "https://www.googleapis.com/auth/userinfo.email",
].join(" ");

const assertionLifeS = 600;
/** So long before its end a token is taken for ended. */
const marginMs = 60_000;

export function createServiceAccountFetch(options: {
  key: ServiceAccountKey;
  fetch: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  clock: () => number;
}): (request: Request) => Promise<Response> {
  const { key, fetch, clock } = options;
  let current: { token: Promise<string>; endsAt: number } | undefined;

  async function requestToken(): Promise<{ token: string; lifeMs: number }> {
    const now = Math.floor(clock() / 1000);
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: "RS256", kid: key.private_key_id, typ: "JWT" })
      .setIssuer(key.client_email)
      .setSubject(key.client_email)
      .setAudience(key.token_uri)
      .setIssuedAt(now)
      .setExpirationTime(now + assertionLifeS)
      .sign(await importPKCS8(key.private_key, "RS256"));
    const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
    const response = await fetch(
      new Request(key.token_uri, {
        method: "POST",
        body: new URLSearchParams({ grant_type: grant, assertion }),
      }),
    );
    if (!response.ok) {
      const text = (await response.text()).slice(0, 300);
      // Too many asked: what the account may is not decided by that.
      const isLater = response.status >= 500 || response.status === 429;
      const status = isLater ? "UNAVAILABLE" : "UNAUTHENTICATED";
      throw new BackendError(
        status,
        `No access token for ${key.client_email}: ${response.status} ${text}`,
      );
    }
    const answer = (await response.json()) as { access_token: string; expires_in: number };
    return { token: answer.access_token, lifeMs: answer.expires_in * 1000 };
  }

  function accessToken(): Promise<string> {
    if (current !== undefined && clock() < current.endsAt) return current.token;
    // Requests that come meanwhile wait for the same token.
    const entry = { token: Promise.resolve(""), endsAt: Number.POSITIVE_INFINITY };
    entry.token = requestToken().then(
      ({ token, lifeMs }) => {
        entry.endsAt = clock() + lifeMs - marginMs;
        return token;
      },
      (error: unknown) => {
        if (current === entry) current = undefined;
        throw error;
      },
    );
    current = entry;
    return entry.token;
  }

  return async (request) => {
    const authorized = new Request(request);
    authorized.headers.set("authorization", `Bearer ${await accessToken()}`);
    const response = await fetch(authorized);
    // Revoked, or from before the backend's keys changed: the next request asks anew.
    if (response.status === 401) current = undefined;
    return response;
  };
}
