/**
 * What is remembered of a sign-in while the visitor is at the provider: sealed in a cookie of the browser that began it,
 * so it outlives a restart, nobody else can end it, and nothing is kept here. AES-256-GCM.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import * as z from "zod/mini";

const signInRequest = z.object({
  provider: z.string(),
  /** The page that waits chose it: the answer is laid down under this name. */
  id: z.string(),
  mode: z.enum(["popup", "redirect"]),
  /** Path and query of a page of ours. */
  returnTo: z.string(),
  /** SHA-256, hex, of what only the page that waits has. */
  nonceHash: z.string(),
  /** Of an invite to make an account; "" for none. */
  invite: z.string(),
  state: z.string(),
  /** Of the ID token. */
  nonce: z.string(),
  /** Of PKCE. */
  verifier: z.string(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
});

export type SignInRequest = z.infer<typeof signInRequest>;

export type RequestSeal = {
  seal(request: SignInRequest): string;
  /** Undefined for what was not sealed with this key, or has been changed. */
  open(text: string): SignInRequest | undefined;
};

const purpose = "foyer sign-in request 1";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** @param secret the provider's client secret: all copies of this process have it, and no other provider. */
export function createRequestSeal(secret: string): RequestSeal {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", purpose, keyBytes));
  const aad = Buffer.from(purpose);
  return {
    seal(request) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(aad);
      const hidden = [cipher.update(JSON.stringify(request)), cipher.final()];
      return Buffer.concat([nonce, ...hidden, cipher.getAuthTag()]).toString("base64url");
    },
    open(text) {
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(aad);
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const hidden = bytes.subarray(nonceBytes, -tagBytes);
        const plain = Buffer.concat([decipher.update(hidden), decipher.final()]);
        return signInRequest.parse(JSON.parse(plain.toString()));
      } catch {
        // The tag is not that of these bytes. Nothing more can be said of them.
        return undefined;
      }
    },
  };
}
