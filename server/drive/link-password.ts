/** The password of a link, and what a visitor's browser keeps who has given it. */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { LinkRecord } from "./link-record.ts";
import { sharePath } from "#lib/drive/share-link.ts";

type Password = NonNullable<LinkRecord["password"]>;

/** 32 MiB and some 0.1 s each. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const hashBytes = 32;
const proofLifeMs = 12 * 3_600_000;
const cookieName = "foyer-share";
/** scrypt holds memory: so many at once. */
const atOnce = 2;
const mostWaiting = 40;

const waiting: (() => void)[] = [];
let running = 0;

export async function newPassword(text: string): Promise<Password> {
  const salt = randomBytes(16);
  const hash = await hashOf(text, salt);
  return {
    salt: salt.toString("base64url"),
    hash: hash.toString("base64url"),
    key: randomBytes(32).toString("base64url"),
  };
}

/** `busy`: too many are being tried. */
export async function fitsPassword(text: string, password: Password): Promise<boolean | "busy"> {
  if (waiting.length >= mostWaiting) return "busy";
  const hash = await hashOf(text, Buffer.from(password.salt, "base64url"));
  return timingSafeEqual(hash, Buffer.from(password.hash, "base64url"));
}

/** As the same password is typed on other keyboards. */
async function hashOf(text: string, salt: Buffer): Promise<Buffer> {
  if (running < atOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await new Promise((resolve, reject) => {
      scrypt(text.normalize("NFKC"), salt, hashBytes, cost, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Value of `Set-Cookie`: for this link alone. */
export function proofCookie(
  token: string,
  { key }: Password,
  { now, isSecure }: { now: number; isSecure: boolean },
): string {
  const until = (now + proofLifeMs).toString(36);
  const attributes = `Path=${sharePath(token)}; Max-Age=${proofLifeMs / 1000}; HttpOnly; SameSite=Lax`;
  const value = `${until}.${signed(token, until, key)}`;
  return `${cookieName}=${value}; ${attributes}${isSecure ? "; Secure" : ""}`;
}

/** @param cookies the header `Cookie` */
export function isProved(
  cookies: string | undefined,
  token: string,
  { key }: Password,
  now: number,
): boolean {
  for (const pair of (cookies ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=", 2);
    const [until = "", signature = ""] = value.split(".", 2);
    if (name !== cookieName || !/^[0-9a-z]{1,12}$/.test(until)) continue;
    const expected = Buffer.from(signed(token, until, key));
    const given = Buffer.from(signature);
    const isSame = given.length === expected.length && timingSafeEqual(given, expected);
    if (isSame && now < Number.parseInt(until, 36)) return true;
  }
  return false;
}

function signed(token: string, until: string, key: string): string {
  return createHmac("sha256", Buffer.from(key, "base64url"))
    .update(`${token}.${until}`)
    .digest("base64url");
}
