/**
 * The embedded sign-in service: accounts, sessions and tokens over Identity Toolkit, Secure Token and OAuth's token
 * endpoint. It opens no port; the wiring routes requests to it.
 */
import { randomInt } from "node:crypto";
import type { Authenticate, RequestFacts } from "../http/index.ts";
import type { Log, SqlitePort } from "../sqlite/index.ts";
import {
  type AttemptLimits,
  DEFAULT_LIMITS,
  createAttemptLimiter,
} from "./limits/attempt-limits.ts";
import type { AuthContext } from "./auth-context.ts";
import { createAuthHttp } from "./auth-http.ts";
import type { AuthOperations } from "./auth-operations.ts";
import { createAuthenticate } from "./sessions/authenticate.ts";
import { createCustomToken } from "./tokens/custom-token.ts";
import { createPasswordHasher } from "./passwords/password-hasher.ts";
import {
  type ServiceAccountKey,
  createServiceAccount,
} from "./service-accounts/service-accounts.ts";
import { type SigningKey, forgetGivenUp, openSigningKey } from "./tokens/signing-key.ts";
import { createTokenVerifier } from "./tokens/token-verifier.ts";

export type { AttemptLimits, AuthOperations, ServiceAccountKey };

/** For `openSqlite`. */
export const authModule = new URL("./auth-operations.ts", import.meta.url);

export type AuthService = {
  /** `/identitytoolkit.googleapis.com/…`, `/securetoken.googleapis.com/…`, `/token`, `/.well-known/jwks.json` */
  fetch: (request: Request, facts: RequestFacts) => Promise<Response>;
  /** `/identitytoolkit.googleapis.com/v1/projects/{p}/accounts…` for the server's own code, without a token. */
  adminFetch: (request: Request) => Promise<Response>;
  /** Also throws StoreError, for access tokens only: then nothing is known about the credential. */
  authenticate: Authenticate;
  /**
   * Signs somebody in who proved to the server's own code who they are. The account is made when it is missing.
   * @throws OperationError when the uid or the claims cannot be used
   */
  createCustomToken: (uid: string, claims?: Record<string, unknown>) => Promise<string>;
  /** @param origin `scheme://host[:port]` at which its program reaches this server. */
  createServiceAccount: (origin: string) => Promise<ServiceAccountKey>;
  listServiceAccounts: () => Promise<{ clientEmail: string; keyId: string; createdAt: number }[]>;
  /** Its access tokens end with it. False when there is none. */
  deleteServiceAccount: (clientEmail: string) => Promise<boolean>;
};

/** @throws Error that says what to do when the signing key is missing, damaged or not the one of this data. */
export async function createAuthService(deps: {
  sqlite: SqlitePort<AuthOperations>;
  /** The folder of the signing key. */
  keysDir: string;
  projectId: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  /** Makes uids. */
  ids?: () => string;
  limits?: Partial<AttemptLimits>;
}): Promise<AuthService> {
  const { sqlite, projectId, clock, log } = deps;
  const key = await openNotedKey(sqlite, deps.keysDir);
  const verify = createTokenVerifier({ projectId, key, clock });
  const context: AuthContext = {
    sqlite,
    projectId,
    key,
    verify,
    passwords: createPasswordHasher(),
    limiter: createAttemptLimiter({ ...DEFAULT_LIMITS, ...deps.limits }, clock),
    nowMs: () => Math.floor(clock()),
    newUid: deps.ids ?? randomUid,
  };
  const authenticate = createAuthenticate(verify, sqlite);
  return {
    ...createAuthHttp(context, authenticate, log),
    authenticate,
    createCustomToken: (uid, claims) => createCustomToken(context, uid, claims),
    createServiceAccount: (origin) => createServiceAccount(context, origin),
    async listServiceAccounts() {
      const accounts = await sqlite.read("auth.serviceAccounts", undefined);
      return accounts.map(({ clientEmail, keyId, createdAt }) => ({
        clientEmail,
        keyId,
        createdAt,
      }));
    },
    deleteServiceAccount: (clientEmail) => sqlite.write("auth.removeServiceAccount", clientEmail),
  };
}

async function openNotedKey(
  sqlite: SqlitePort<AuthOperations>,
  keysDir: string,
): Promise<SigningKey> {
  const expectedKid = await sqlite.read("auth.signingKeyId", undefined);
  const key = await openSigningKey(keysDir, expectedKid);
  if (key.kid !== expectedKid) await sqlite.write("auth.putSigningKeyId", key.kid);
  await forgetGivenUp(keysDir);
  return key;
}

/** As long as Firebase's own. */
function randomUid(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from({ length: 28 }, () => letters[randomInt(letters.length)]).join("");
}
