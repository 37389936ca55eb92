/** 48 bits of a text's SHA-256, as a number: among some ten thousand texts no other one has the same by chance. */
import { hash } from "node:crypto";

export function fingerprint(text: string): number {
  return hash("sha256", text, "buffer").readUIntBE(0, 6);
}
