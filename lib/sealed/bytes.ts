/** Bytes as WebCrypto takes them, and as text. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export function toUtf8(text: string): Bytes {
  return encoder.encode(text);
}

/** @throws TypeError that is no UTF-8 */
export function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** base64url without padding */
export function toText(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8_192) {
    letters += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Undefined: these are not the only letters by which any bytes are written. */
export function fromText(text: string): Bytes | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return toText(bytes) === text ? bytes : undefined;
}

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function randomBytes(count: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(count));
}

/**
 * What is sealed is bound to it. Two lists are never the same bytes.
 * @throws TypeError a part holds U+0000, which is between them
 */
export function boundTo(...parts: readonly (string | number)[]): Bytes {
  const all = ["foyer-journal/1", ...parts.map(String)];
  if (all.some((part) => part.includes("\0"))) throw new TypeError("No name may hold U+0000.");
  return toUtf8(all.join("\0"));
}
