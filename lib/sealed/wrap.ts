/** A data key wrapped by what somebody knows: a passphrase, or a recovery key. */
import { type Bytes, boundTo, randomBytes, toUtf8 } from "./bytes.ts";
import { openWith, sealWith, tagBytes } from "./gcm.ts";
import { type SealedPlace, aesFrom } from "./keys.ts";

/** OWASP's recommendation of 2023 for PBKDF2 with SHA-256; 0.4 s on a laptop. */
export const usualRounds = 600_000;
/** What asks for less would be weak, and what asks for more would stop the page. */
const mostRounds = 10_000_000;
export const saltBytes = 16;
const wrapNonceBytes = 12;
/** 32 of the data key, 16 of the tag. */
const wrappedBytes = 32 + tagBytes;

/** By which the wrapping key is made; `rounds` of a passphrase only. */
export type WrapWay = { salt: Bytes; rounds?: number };

export type Wrapped = {
  /** Nonce. */
  n: Bytes;
  c: Bytes;
};

export type Secret =
  | { passphrase: string }
  /** 20 bytes, see recovery-key.ts. */
  | { recoveryKey: Bytes };

/** The passphrase as Unicode composes it (NFKC): keyboards write the same letter in different ways. */
async function wrappingKey(secret: Secret, { salt, rounds }: WrapWay): Promise<CryptoKey> {
  if ("recoveryKey" in secret) {
    const from = await crypto.subtle.importKey("raw", secret.recoveryKey, "HKDF", false, [
      "deriveKey",
    ]);
    return aesFrom(from, "recovery", salt);
  }
  if (rounds === undefined || !isRounds(rounds)) throw new RangeError("These are no rounds.");
  const letters = toUtf8(secret.passphrase.normalize("NFKC"));
  const from = await crypto.subtle.importKey("raw", letters, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
  const aes = { name: "AES-GCM", length: 256 };
  return crypto.subtle.deriveKey(how, from, aes, false, ["encrypt", "decrypt"]);
}

export function isRounds(rounds: unknown): rounds is number {
  return Number.isInteger(rounds) && Number(rounds) >= usualRounds && Number(rounds) <= mostRounds;
}

export async function wrap(
  secret: Secret,
  way: WrapWay,
  place: SealedPlace,
  dataKey: Bytes,
): Promise<Wrapped> {
  const n = randomBytes(wrapNonceBytes);
  const key = await wrappingKey(secret, way);
  return { n, c: await sealWith(key, n, aboutWrap(secret, way, place), dataKey) };
}

/** @throws SealedFault `tag`: the secret is another one, or something was changed */
export async function unwrap(
  secret: Secret,
  way: WrapWay,
  place: SealedPlace,
  { n, c }: Wrapped,
): Promise<Bytes> {
  return openWith(await wrappingKey(secret, way), n, aboutWrap(secret, way, place), c);
}

function aboutWrap(secret: Secret, { rounds = 0 }: WrapWay, { uid, journal }: SealedPlace): Bytes {
  return "passphrase" in secret
    ? boundTo("wrap", "pass", uid, journal, rounds)
    : boundTo("wrap", "rescue", uid, journal);
}

/** A first glance at what was read: of these lengths and no others. */
export function isWrapped(wrapped: Partial<Wrapped>): wrapped is Wrapped {
  return wrapped.n?.length === wrapNonceBytes && wrapped.c?.length === wrappedBytes;
}
