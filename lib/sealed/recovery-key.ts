/**
 * A recovery key as somebody writes it down: 160 random bits in Crockford's base32 (no I, L, O, U), eight groups of four,
 * and a ninth one by which a typing error is seen before it is tried: the first 20 bits of their SHA-256.
 * `0000-0000-0000-0000-0000-0000-0000-0000-XXXX`
 */
import { type Bytes, randomBytes } from "./bytes.ts";

const keyBytes = 20;
const keyLetters = 32;
const groupLetters = 4;
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const meant: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0", U: "V" };

export function newRecoveryKey(): Bytes {
  return randomBytes(keyBytes);
}

/** As it is shown, copied, saved and printed. */
export async function formatRecoveryKey(key: Bytes): Promise<string> {
  if (key.length !== keyBytes) throw new TypeError("A recovery key has 20 bytes.");
  const letters = toLetters(key) + (await checkOf(key));
  return letters.match(/.{4}/g)!.join("-");
}

export type ReadRecoveryKey =
  | { key: Bytes }
  /** `letters`: one that it cannot have; `short`, `long`: of another length; `typo`: what it says of itself is not so. */
  | { fault: "letters" | "short" | "long" | "typo" };

/** However it was typed: case, spaces, any dashes, and letters that look like digits do not matter. */
export async function readRecoveryKey(text: string): Promise<ReadRecoveryKey> {
  const typed = kindly(text);
  if (/[^0-9A-Z]/.test(typed)) return { fault: "letters" };
  const all = keyLetters + groupLetters;
  if (typed.length !== all) return { fault: typed.length < all ? "short" : "long" };
  const key = fromLetters(typed.slice(0, keyLetters));
  return (await checkOf(key)) === typed.slice(keyLetters) ? { key } : { fault: "typo" };
}

/** Whether somebody who was shown `shown` has written down its end. */
export function isLastGroup(shown: string, typed: string): boolean {
  return kindly(typed) === kindly(shown).slice(-groupLetters);
}

function kindly(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .replaceAll(/[ILOU]/g, (letter) => meant[letter]!);
}

async function checkOf(key: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", key));
  return toLetters(hash.slice(0, 5)).slice(0, groupLetters);
}

/** @param bytes five, or a multiple of it */
function toLetters(bytes: Uint8Array): string {
  let letters = "";
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = held * 256 + byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      letters += digits[Math.floor(held / 2 ** bits)]!;
      held %= 2 ** bits;
    }
  }
  return letters;
}

function fromLetters(letters: string): Bytes {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const letter of letters) {
    held = held * 32 + digits.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(Math.floor(held / 2 ** bits));
    held %= 2 ** bits;
  }
  return Uint8Array.from(bytes);
}
