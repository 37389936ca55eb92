/** Names that nobody can guess or choose. */
import { randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Letters and digits, as the SDK makes ids of documents: 20 of them. */
export function randomId(length = 20): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
