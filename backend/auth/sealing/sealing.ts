/**
 * What leaves this process or lies in the database, and only this process may read or make: AES-256-GCM under a key of
 * the folder of keys. Text: base64url of 12 random bytes, the ciphertext and its 16 byte tag.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export const SEALING_KEY_BYTES = 32;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What is sealed here is small; a longer text is not from here. */
const MAX_SEALED_CHARS = 8192;

export type Sealing = {
  /** @param purpose who opens it must name the same, so that nothing sealed for one use passes for another. */
  seal: (purpose: string, value: object) => string;
  /** Undefined when it was not sealed here for this purpose. */
  open: (purpose: string, text: string) => object | undefined;
};

export function createSealing(key: Buffer): Sealing {
  return {
    seal(purpose, value) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const parts = [nonce, cipher.update(JSON.stringify(value)), cipher.final()];
      return Buffer.concat([...parts, cipher.getAuthTag()]).toString("base64url");
    },
    open(purpose, text) {
      if (text.length > MAX_SEALED_CHARS || !/^[\w-]+$/.test(text)) return undefined;
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
        return JSON.parse(Buffer.concat(opened).toString()) as object;
      } catch {
        // The tag is wrong: that is what it is for.
        return undefined;
      }
    },
  };
}
