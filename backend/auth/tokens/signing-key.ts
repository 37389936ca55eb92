/**
 * The key that signs this server's tokens, one file in the folder of keys. It is made at the first start only: a
 * missing or damaged file stops the start, because a new key would end every session without anybody knowing why.
 */
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  sign,
  verify,
} from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const FILE = "token-signing-key.pem";
const MODULUS_BITS = 2048;

export type SigningKey = {
  /** RFC 7638 thumbprint. */
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** The public part, as it stands in a JWK set. */
  publicJwk: { kty: "RSA"; alg: "RS256"; use: "sig"; kid: string; n: string; e: string };
};

/**
 * @param expectedKid the key that this data has been used with; null at the first start.
 * @throws Error that says what to do when the file is not that key.
 */
export async function openSigningKey(
  keysDir: string,
  expectedKid: string | null,
): Promise<SigningKey> {
  const path = join(keysDir, FILE);
  const text = await readIfThere(path);
  if (text === undefined && (expectedKid === null || (await isGivenUp(path)))) {
    return makeSigningKey(keysDir, path);
  }
  if (text === undefined) {
    throw new Error(
      `The key that signs the sign-in tokens is missing: ${path}. Restore it from a back-up. If it is lost for ever, ` +
        `create an empty file ${path}.lost: the next start makes a new key, and everybody signs in again.`,
    );
  }
  const key = readSigningKey(path, text);
  if (expectedKid !== null && key.kid !== expectedKid && !(await isGivenUp(path))) {
    throw new Error(
      `The file ${path} holds another key (${key.kid}) than the one this data has been used with (${expectedKid}). ` +
        "Restore the folder of keys from the same back-up as the database.",
    );
  }
  await closeToOthers(path);
  return key;
}

/** Call when the key has been noted: from now on its file must not be missing again. */
export async function forgetGivenUp(keysDir: string): Promise<void> {
  await rm(`${join(keysDir, FILE)}.lost`, { force: true });
}

function readSigningKey(path: string, text: string): SigningKey {
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

async function makeSigningKey(keysDir: string, path: string): Promise<SigningKey> {
  await mkdir(keysDir, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(keysDir));
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: MODULUS_BITS });
  await writeDurably(keysDir, path, privateKey.export({ type: "pkcs8", format: "pem" }));
  return toSigningKey(privateKey);
}

/** The file is there whole or not at all, also after a loss of power. */
async function writeDurably(dir: string, path: string, text: string | Buffer): Promise<void> {
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncFolder(dir);
}

async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function isGivenUp(path: string): Promise<boolean> {
  return (await readIfThere(`${path}.lost`)) !== undefined;
}

async function closeToOthers(path: string): Promise<void> {
  if (process.platform === "win32") return;
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
}
