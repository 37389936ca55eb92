/** JSON web tokens as this room signs and reads them: RS256 in the compact form, nothing else (RFC 7515). */
import { type KeyObject, sign, verify } from "node:crypto";

/** The largest account's ID token is a little below it. */
const MAX_TOKEN_CHARS = 10_000;

type Json = Record<string, unknown>;
/** Read, not verified. All of it is frozen. */
export type Jwt = { header: Json; payload: Json; signedText: string; signature: Buffer };

const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/** Undefined when the text is no RS256 token, whatever the reason. */
export function decodeJwt(token: string): Jwt | undefined {
  if (token.length > MAX_TOKEN_CHARS) return undefined;
  const [, header = "", payload = "", signature = ""] = COMPACT.exec(token) ?? [];
  const decoded = { header: decodePart(header), payload: decodePart(payload) };
  if (decoded.header === undefined || decoded.payload === undefined) return undefined;
  // `crit` lists extensions that a reader must understand; there are none here.
  if (decoded.header["alg"] !== "RS256" || decoded.header["crit"] !== undefined) return undefined;
  return {
    header: decoded.header,
    payload: decoded.payload,
    signedText: `${header}.${payload}`,
    signature: Buffer.from(signature, "base64url"),
  };
}

export function isSignedBy(jwt: Jwt, publicKey: KeyObject): boolean {
  return verify("RSA-SHA256", Buffer.from(jwt.signedText), publicKey, jwt.signature);
}

export function signJwt(privateKey: KeyObject, header: Json, payload: Json): Promise<string> {
  const text = `${encodePart({ ...header, alg: "RS256" })}.${encodePart(payload)}`;
  return new Promise((resolve, reject) => {
    sign("RSA-SHA256", Buffer.from(text), privateKey, (error, signature) => {
      if (error) reject(error);
      else resolve(`${text}.${signature.toString("base64url")}`);
    });
  });
}

export function readSeconds(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function encodePart(part: Json): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

// Frozen, because one token's claims are handed to many readers.
function decodePart(part: string): Json | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url"));
    const json: unknown = JSON.parse(text, (_name, value: unknown) => Object.freeze(value));
    const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
    return isObject ? (json as Json) : undefined;
  } catch {
    // No UTF-8 or no JSON: anybody can send any text.
    return undefined;
  }
}
