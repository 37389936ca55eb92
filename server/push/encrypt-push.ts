/** The body of a push as RFC 8291 has it: only the browser that subscribed can read it, not the service that carries it. */
import { createCipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import type { PushSubscriptionKeys } from "#lib/notification.ts";

const curve = "prime256v1";
const recordBytes = 4096;

/** Both of the sender, new with each push unless a test says them. */
export type PushSeed = { privateKey?: Buffer; salt?: Buffer };

/**
 * For `Content-Encoding: aes128gcm` (RFC 8188), one record.
 * @param text at most 3,000 bytes
 * @throws Error for a key that is no point of the curve
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: Pick<PushSubscriptionKeys, "p256dh" | "auth">,
  seed: PushSeed = {},
): Buffer {
  const { salt = randomBytes(16) } = seed;
  const sender = createECDH(curve);
  if (seed.privateKey) sender.setPrivateKey(seed.privateKey);
  else sender.generateKeys();
  const receiver = Buffer.from(p256dh, "base64url");
  const own = sender.getPublicKey();
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, own, Buffer.from([1])]);
  const shared = hmac(Buffer.from(auth, "base64url"), sender.computeSecret(receiver));
  const prk = hmac(salt, hmac(shared, about));
  const key = hmac(prk, Buffer.from("Content-Encoding: aes128gcm\0\x01")).subarray(0, 16);
  const nonce = hmac(prk, Buffer.from("Content-Encoding: nonce\0\x01")).subarray(0, 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The last record ends with a 2.
  const plain = Buffer.concat([Buffer.from(text), Buffer.from([2])]);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const head = Buffer.alloc(21);
  salt.copy(head);
  head.writeUInt32BE(recordBytes, 16);
  head[20] = own.length;
  return Buffer.concat([head, own, sealed]);
}

/** Whether a browser can have made them: a point of the curve, and 16 bytes. */
export function arePushKeys({ p256dh, auth }: Pick<PushSubscriptionKeys, "p256dh" | "auth">) {
  const point = bytesOf(p256dh);
  if (point?.length !== 65 || point[0] !== 4 || bytesOf(auth)?.length !== 16) return false;
  try {
    const probe = createECDH(curve);
    probe.generateKeys();
    probe.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

function bytesOf(text: string): Buffer | undefined {
  return /^[\w-]{1,200}$/.test(text) ? Buffer.from(text, "base64url") : undefined;
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac("sha256", key).update(data).digest();
}
