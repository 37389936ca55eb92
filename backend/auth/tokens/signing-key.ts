/** One key that signs this server's tokens, and the file that it is in. Which keys there are: signing-keys.ts. */
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  sign,
  verify,
} from "node:crypto";
import { promisify } from "node:util";
import { readKeyFile, writeKeyFile } from "../sealing/key-file.ts";

const MODULUS_BITS = 2048;

export type SigningKey = {
  /** RFC 7638 thumbprint. */
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** The public part, as it stands in a JWK set. */
  publicJwk: { kty: "RSA"; alg: "RS256"; use: "sig"; kid: string; n: string; e: string };
};

export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: MODULUS_BITS });
  return toSigningKey(privateKey);
}

export async function writeSigningKey(path: string, { privateKey }: SigningKey): Promise<void> {
  await writeKeyFile(path, privateKey.export({ type: "pkcs8", format: "pem" }));
}

/** Undefined when there is no file. @throws Error that says what to do when it is damaged; it does not show it. */
export async function readSigningKey(path: string): Promise<SigningKey | undefined> {
  const text = await readKeyFile(path);
  if (text === undefined) return undefined;
  try {
    const privateKey = createPrivateKey(text);
    const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
    if (privateKey.asymmetricKeyType !== "rsa" || bits < MODULUS_BITS) {
      throw new Error(`it must be an RSA key of at least ${MODULUS_BITS} bits`);
    }
    const key = toSigningKey(privateKey);
    // A key with a flipped bit can still be read; it signs what nobody can verify.
    const probe = Buffer.from(key.kid);
    if (!verify("RSA-SHA256", probe, key.publicKey, sign("RSA-SHA256", probe, privateKey))) {
      throw new Error("its parts do not belong together");
    }
    return key;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The key that signs the sign-in tokens cannot be read: ${path} (${reason}). Restore it from a back-up.`,
      { cause: error },
    );
  }
}

function toSigningKey(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const { n, e } = publicKey.export({ format: "jwk" }) as { n: string; e: string };
  const kid = createHash("sha256")
    .update(JSON.stringify({ e, kty: "RSA", n }))
    .digest("base64url");
  const publicJwk = { kty: "RSA", alg: "RS256", use: "sig", kid, n, e } as const;
  return { kid, privateKey, publicKey, publicJwk };
}
