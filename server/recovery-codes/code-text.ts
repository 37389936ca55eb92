/** The text of a recovery code: 80 random bits in Crockford's base 32, which nobody misreads. */
import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const letters = 16;
const whole = new RegExp(`^[${alphabet}]{${letters}}$`);

/** `7QK2-9F0M-XT3V-A1BC`. */
export function newCode(): string {
  const bits = [...randomBytes(letters)].map((byte) => alphabet[byte % 32]!).join("");
  return bits.replaceAll(/(.{4})(?!$)/g, "$1-");
}

/** As people type it: in any case, with or without dashes, with letters that look like its digits. Undefined when it can be none. */
export function parseCode(text: string): string | undefined {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return whole.test(plain) ? plain : undefined;
}
