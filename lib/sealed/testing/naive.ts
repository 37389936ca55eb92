/** The formats of docs/journal.md written a second time, with Node's own crypto: what tests compare with. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  pbkdf2Sync,
} from "node:crypto";

const format = "foyer-journal/1";
const hkdf = (key: Buffer, info: string, salt = Buffer.alloc(0)) =>
  Buffer.from(hkdfSync("sha256", key, salt, `${format} ${info}`, 32));

export const bound = (...parts: (string | number)[]) => Buffer.from([format, ...parts].join("\0"));

export function naiveKeys(dataKey: Uint8Array) {
  const whole = Buffer.from(dataKey);
  return {
    record: hkdf(whole, "record"),
    ids: hkdf(whole, "ids"),
    local: hkdf(whole, "local"),
    files: hkdf(whole, "files"),
  };
}

export const naiveFileKey = (files: Buffer, salt: Uint8Array) =>
  hkdf(files, "file", Buffer.from(salt));

export const naivePassKey = (passphrase: string, salt: Uint8Array, rounds: number) =>
  pbkdf2Sync(passphrase.normalize("NFKC"), salt, rounds, 32, "sha256");

export const naiveRescueKey = (recoveryKey: Uint8Array, salt: Uint8Array) =>
  hkdf(Buffer.from(recoveryKey), "recovery", Buffer.from(salt));

export const naiveName = (ids: Buffer, what: string) =>
  createHmac("sha256", ids).update(what).digest("base64url").slice(0, 22);

export const naiveSum = (uid: string, journal: string, parts: object) =>
  createHash("sha256")
    .update(bound("lock", uid, journal, ""))
    .update(JSON.stringify(parts))
    .digest()
    .subarray(0, 12)
    .toString("base64url");

export function gcm(key: Buffer, nonce: Uint8Array, about: Buffer, plain: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(about);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error its tag is another one */
export function ungcm(key: Buffer, nonce: Uint8Array, about: Buffer, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const cipher = createDecipheriv("aes-256-gcm", key, nonce)
    .setAAD(about)
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]);
}

/** The length of Padmé, by trying all lengths. */
export function naivePadme(length: number): number {
  const fits = (one: number) => {
    const bits = one.toString(2);
    const kept = (bits.length - 1).toString(2).length;
    return !bits.slice(1 + kept).includes("1");
  };
  let one = Math.max(length, 256);
  while (!fits(one)) one += 1;
  return one;
}

/** Bytes that are the same in each run. */
export function fixedBytes(count: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count);
  let state = seed;
  for (let at = 0; at < count; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}
