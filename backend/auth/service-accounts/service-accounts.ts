/** Service accounts: programs outside this process that act as administrators. Their private keys are not kept here. */
import { createPublicKey, generateKeyPair, randomBytes, randomInt } from "node:crypto";
import { promisify } from "node:util";
import { parseDisplayName } from "../accounts/account-fields.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Jwt, decodeJwt, isSignedBy, readSeconds } from "../tokens/jwt.ts";
import { type ServiceAccountKey, toKeyFile } from "./service-account-key.ts";

const MAX_LIFETIME_S = 3600;
/** Between another machine's clock and this one's. */
const MAX_SKEW_S = 300;

export type { ServiceAccountKey };

/** Times in milliseconds since 1970. */
export type ServiceAccountInfo = {
  clientEmail: string;
  keyId: string;
  displayName: string | null;
  createdAt: number;
  /** To the minute; null before the first use. */
  lastUsedAt: number | null;
};

export type ServiceAccounts = {
  /**
   * @param origin `scheme://host[:port]` at which the account's program reaches this server.
   * @throws OperationError INVALID_DISPLAY_NAME, RESOURCE_EXHAUSTED
   */
  createServiceAccount(
    origin: string,
    options?: { displayName?: string },
  ): Promise<ServiceAccountKey>;
  /** Oldest first. */
  listServiceAccounts(): Promise<ServiceAccountInfo[]>;
  /** Its access tokens end with it. False when there is none. */
  revokeServiceAccount(clientEmail: string): Promise<boolean>;
};

type Context = Pick<AuthContext, "sqlite" | "projectId" | "nowMs">;

export function createServiceAccounts(context: Context): ServiceAccounts {
  const { sqlite, nowMs } = context;
  return {
    createServiceAccount: (origin, options = {}) => createServiceAccount(context, origin, options),
    async listServiceAccounts() {
      const accounts = await sqlite.read("auth.serviceAccounts", undefined);
      return accounts.map(({ clientEmail, keyId, displayName, createdAt, lastUsedAt }) => {
        return { clientEmail, keyId, displayName, createdAt, lastUsedAt };
      });
    },
    revokeServiceAccount: (clientEmail) =>
      sqlite.write("auth.revokeServiceAccount", { clientEmail, nowMs: nowMs() }),
  };
}

async function createServiceAccount(
  context: Context,
  origin: string,
  options: { displayName?: string } = {},
): Promise<ServiceAccountKey> {
  const displayName = parseDisplayName(options.displayName ?? "");
  const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const name = `foyer-${randomBytes(5).toString("hex")}`;
  const account = {
    clientEmail: `${name}@${context.projectId}.iam.gserviceaccount.com`,
    clientId: Array.from({ length: 21 }, () => randomInt(1, 10)).join(""),
    keyId: randomBytes(20).toString("hex"),
    publicKey,
    createdAt: context.nowMs(),
    displayName,
    lastUsedAt: null,
  };
  await context.sqlite.write("auth.addServiceAccount", account);
  return toKeyFile(account, privateKey, { projectId: context.projectId, origin });
}

/** The account that this server signs custom tokens as; it has no key of its own. */
export function ownServiceAccountOf(projectId: string): string {
  return `foyer@${projectId}.iam.gserviceaccount.com`;
}

export type Assertion = { issuer: string; payload: Jwt["payload"] };

/**
 * What a service account signed, RS256 and valid now for at most an hour.
 * @returns `unknown-issuer` when it is no account of this project; `invalid` when it cannot be believed.
 */
export async function readAssertion(
  context: AuthContext,
  token: string,
  audience: string,
): Promise<Assertion | "unknown-issuer" | "invalid"> {
  const jwt = decodeJwt(token);
  const issuer = jwt?.payload["iss"];
  if (jwt === undefined || typeof issuer !== "string" || issuer === "") return "invalid";
  const { kid } = jwt.header;
  const signer = await findSigner(context, issuer, kid);
  if (signer === undefined) return "unknown-issuer";
  if (kid !== undefined && kid !== signer.keyId) return "invalid";
  if (signer.publicKey === undefined || !isSignedBy(jwt, signer.publicKey)) return "invalid";
  if (jwt.payload["aud"] !== audience || !isInTime(context, jwt.payload)) return "invalid";
  return { issuer, payload: jwt.payload };
}

async function findSigner(context: AuthContext, issuer: string, kid: unknown) {
  if (issuer === ownServiceAccountOf(context.projectId)) {
    // A token outlives the time in which its key signs.
    const key = typeof kid === "string" ? context.keys.find(kid) : context.keys.signer();
    return { keyId: key?.kid, publicKey: key?.publicKey };
  }
  if (issuer.length > 320) return undefined;
  const account = await context.sqlite.read("auth.serviceAccount", issuer);
  return account && { keyId: account.keyId, publicKey: createPublicKey(account.publicKey) };
}

function isInTime(context: AuthContext, payload: Jwt["payload"]): boolean {
  const iatS = readSeconds(payload["iat"]);
  const expS = readSeconds(payload["exp"]);
  if (iatS === undefined || expS === undefined) return false;
  const nowS = context.nowMs() / 1000;
  return nowS < expS && iatS <= nowS + MAX_SKEW_S && expS > iatS && expS - iatS <= MAX_LIFETIME_S;
}
