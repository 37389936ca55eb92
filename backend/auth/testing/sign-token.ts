/** Tokens as an attacker or a foreign program would make them. */
import { type KeyObject, createHmac, generateKeyPairSync, sign } from "node:crypto";

const encode = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString("base64url");

export const newKeyPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

export function signToken(key: KeyObject | string, header: object, payload: object): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${sign("RSA-SHA256", Buffer.from(text), key).toString("base64url")}`;
}

export function hmacToken(secret: string | Buffer, header: object, payload: object): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

export const unsignedToken = (header: object, payload: object, signature = ""): string =>
  `${encode(header)}.${encode(payload)}.${signature}`;
