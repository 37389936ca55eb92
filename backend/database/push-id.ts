/** Keys that order by the time they were made (SDK: NextPushId): 8 characters of time, 12 of chance. */
import { randomBytes } from "node:crypto";

// In the order of their character codes.
const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

export function createPushIds(clock: () => number): () => string {
  let lastMs = -1;
  let chance: number[] = [];
  return () => {
    const nowMs = Math.floor(clock());
    // Two of the same millisecond order as they were made.
    if (nowMs === lastMs) addOne(chance);
    else chance = Array.from(randomBytes(12), (byte) => byte & 63);
    lastMs = nowMs;
    const time = Array.from({ length: 8 }, (_, i) => Math.floor(nowMs / 64 ** (7 - i)) % 64);
    return [...time, ...chance].map((digit) => ALPHABET[digit]).join("");
  };
}

function addOne(digits: number[]): void {
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    digits[at] = ((digits[at] ?? 0) + 1) % 64;
    if (digits[at] !== 0) return;
  }
}
