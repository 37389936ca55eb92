/** Service accounts: programs outside this process that act as administrators. Their private keys are not kept here. */
import { createPublicKey, generateKeyPair, randomBytes, randomInt } from "node:crypto";
import { promisify } from "node:util";
import type { AuthContext } from "../auth-context.ts";
import { type Jwt, decodeJwt, isSignedBy, readSeconds } from "../tokens/jwt.ts";

const MAX_LIFETIME_S = 3600;
/** Between another machine's clock and this one's. */
const MAX_SKEW_S = 300;

/** As in the JSON file that Google hands out for one. */
export type ServiceAccountKey = {
  type: "service_account";
  project_id: string;
  private_key_id: string;
  /** PKCS #8 in PEM. It is nowhere else. */
  private_key: string;
  client_email: string;
  client_id: string;
  token_uri: string;
};

/** @param origin `scheme://host[:port]` at which the account's program reaches this server. */
export async function createServiceAccount(
  context: AuthContext,
  origin: string,
): Promise<ServiceAccountKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const name = `foyer-${randomBytes(5).toString("hex")}`;
  const clientEmail = `${name}@${context.projectId}.iam.gserviceaccount.com`;
  const clientId = Array.from({ length: 21 }, () => randomInt(1, 10)).join("");
  const keyId = randomBytes(20).toString("hex");
  await context.sqlite.write("auth.addServiceAccount", {
    clientEmail,
    clientId,
    keyId,
    publicKey,
    createdAt: context.nowMs(),
    displayName: null,
    lastUsedAt: null,
  });
  return {
    type: "service_account",
    project_id: context.projectId,
    private_key_id: keyId,
    private_key: privateKey,
    client_email: clientEmail,
    client_id: clientId,
    token_uri: `${origin}/token`,
  };
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
  const signer = await findSigner(context, issuer);
  if (signer === undefined) return "unknown-issuer";
  const { kid } = jwt.header;
  if (kid !== undefined && kid !== signer.keyId) return "invalid";
  if (!isSignedBy(jwt, signer.publicKey)) return "invalid";
  if (jwt.payload["aud"] !== audience || !isInTime(context, jwt.payload)) return "invalid";
  return { issuer, payload: jwt.payload };
}

async function findSigner(context: AuthContext, issuer: string) {
  if (issuer === ownServiceAccountOf(context.projectId)) {
    return { keyId: context.key.kid, publicKey: context.key.publicKey };
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
