/** AES-256-GCM with a nonce of chance before it: `0x01 ‖ nonce 12 ‖ sealed ‖ tag 16`. */
import { type Bytes, joined, randomBytes } from "./bytes.ts";
import { SealedFault } from "./sealed-fault.ts";

export const sealedVersion = 1;
const nonceBytes = 12;
export const tagBytes = 16;
const headBytes = 1 + nonceBytes;

/** @param about see `boundTo` */
export async function seal(key: CryptoKey, about: Bytes, plain: Bytes): Promise<Bytes> {
  const nonce = randomBytes(nonceBytes);
  const sealed = await sealWith(key, nonce, about, plain);
  return joined(new Uint8Array([sealedVersion]), nonce, sealed);
}

/** @throws SealedFault */
export async function open(key: CryptoKey, about: Bytes, sealed: Uint8Array): Promise<Bytes> {
  if (sealed.length < headBytes + tagBytes) throw new SealedFault("shape");
  if (sealed[0] !== sealedVersion) throw new SealedFault("version");
  const bytes = sealed as Bytes;
  return openWith(key, bytes.subarray(1, headBytes), about, bytes.subarray(headBytes));
}

/** No two texts may ever meet the same key and nonce. */
export async function sealWith(
  key: CryptoKey,
  nonce: Bytes,
  about: Bytes,
  plain: Bytes,
): Promise<Bytes> {
  const how = { name: "AES-GCM", iv: nonce, additionalData: about };
  return new Uint8Array(await crypto.subtle.encrypt(how, key, plain));
}

/** @throws SealedFault */
export async function openWith(
  key: CryptoKey,
  nonce: Bytes,
  about: Bytes,
  sealed: Bytes,
): Promise<Bytes> {
  const how = { name: "AES-GCM", iv: nonce, additionalData: about };
  try {
    return new Uint8Array(await crypto.subtle.decrypt(how, key, sealed));
  } catch (cause) {
    throw new SealedFault("tag", { cause });
  }
}
