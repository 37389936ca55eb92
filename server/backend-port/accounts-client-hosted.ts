/** What the accounts' part of the port is at Firebase, where it is no wire form that an administrator has. */
import { SignJWT, importPKCS8 } from "jose";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { ServiceAccountKey } from "../config/firebase-settings.ts";
import { refuseServerClaims } from "./server-claims.ts";

const audience =
  "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
/** Firebase takes them as often as they come, and asks nothing of the account. Clocks may differ by some seconds. */
const lifeS = 120;
const maxUidChars = 128;

export type HostedTokens = Pick<
  ServerBackend,
  "createCustomToken" | "createIdpCredential" | "pendingSignIn"
>;

export function createHostedTokens(options: {
  key: ServiceAccountKey;
  /** Milliseconds since 1970. */
  clock: () => number;
}): HostedTokens {
  const { key, clock } = options;
  return {
    async createCustomToken(uid, claims = {}) {
      if (uid === "" || uid.length > maxUidChars) {
        throw new BackendError("INVALID_ARGUMENT", "INVALID_LOCAL_ID");
      }
      refuseServerClaims(claims);
      const nowS = Math.floor(clock() / 1000);
      const own = Object.keys(claims).length > 0 ? { claims } : {};
      return new SignJWT({ uid, ...own })
        .setProtectedHeader({ alg: "RS256", kid: key.private_key_id, typ: "JWT" })
        .setIssuer(key.client_email)
        .setSubject(key.client_email)
        .setAudience(audience)
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + lifeS)
        .sign(await importPKCS8(key.private_key, "RS256"));
    },
    createIdpCredential: () => notThere("Firebase asks other providers itself."),
    pendingSignIn: () => notThere("Firebase does not tell who is half signed in."),
  };
}

function notThere(text: string): Promise<never> {
  return Promise.reject(new BackendError("UNIMPLEMENTED", text));
}
