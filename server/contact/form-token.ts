/**
 * What every rendering of the contact form carries: when that was and an id that no other has, signed, so that a form
 * can be told from one that a program made up, and how long it took to be filled in.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

export type FormTokens = {
  issue(): string;
  /** Undefined for what was not issued with this key. */
  read(token: string): FormToken | undefined;
};

type FormToken = {
  /** In the order of the renderings: `0m4x2k1abc…`. */
  id: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
};

/** Says what a key is used for, and in which form. */
const purpose = "foyer contact form 1";
const timeBytes = 6;
const randomSize = 10;
const signedBytes = timeBytes + randomSize;
const macBytes = 16;

/** @param secret shared by processes that take each other's forms; without it one of this process alone. */
export function createFormTokens({
  secret,
  now,
}: {
  secret?: string | undefined;
  now: () => number;
}): FormTokens {
  const key =
    secret === undefined
      ? randomBytes(32)
      : Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  const sign = (bytes: Buffer) =>
    createHmac("sha256", key).update(bytes).digest().subarray(0, macBytes);

  return {
    issue() {
      const signed = Buffer.alloc(signedBytes);
      signed.writeUIntBE(now(), 0, timeBytes);
      randomBytes(randomSize).copy(signed, timeBytes);
      return Buffer.concat([signed, sign(signed)]).toString("base64url");
    },
    read(token) {
      if (!/^[\w-]{43}$/.test(token)) return undefined;
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== signedBytes + macBytes || bytes.toString("base64url") !== token) {
        return undefined;
      }
      const signed = bytes.subarray(0, signedBytes);
      if (!timingSafeEqual(sign(signed), bytes.subarray(signedBytes))) return undefined;
      const issuedAt = signed.readUIntBE(0, timeBytes);
      const time = issuedAt.toString(36).padStart(9, "0");
      return { id: time + signed.subarray(timeBytes).toString("hex"), issuedAt };
    },
  };
}
