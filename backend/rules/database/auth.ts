/** `auth` of Realtime Database rules: what is missing in it is null, and so is everything without a sign-in. */
import { withChildren } from "./snapshot.ts";
import { noValue } from "../evaluation.ts";
import type { RulesAuth } from "../types.ts";

/** What Firebase documents; it does not say what others are called. */
const providers = new Map<unknown, string>([
  ["anonymous", "anonymous"],
  ["custom", "custom"],
  ["facebook.com", "facebook"],
  ["github.com", "github"],
  ["google.com", "google"],
  ["password", "password"],
  ["twitter.com", "twitter"],
]);

/** Of the caller's `auth`, whatever expression gave it, or of a part of the token. @throws noValue */
export function memberOf(auth: RulesAuth, owner: unknown, name: unknown): unknown {
  if (auth === null || owner !== auth) return partOf(owner, name);
  if (name === "provider") return providerOf(auth.token);
  return partOf({ uid: auth.uid, token: auth.token }, name);
}

function providerOf(token: Record<string, unknown>): string {
  const provider = providers.get(partOf(partOf(token, "firebase"), "sign_in_provider"));
  if (provider === undefined) throw noValue;
  return provider;
}

/** A member of a map, an item of a list, the length of a text. */
function partOf(owner: unknown, name: unknown): unknown {
  if (typeof name !== "string" && typeof name !== "number") throw noValue;
  if (owner === null && name !== "length") return null;
  if (typeof owner === "string" && name === "length") return owner.length;
  if (typeof owner !== "object" || owner === null || owner === withChildren) throw noValue;
  if (Array.isArray(owner) !== (typeof name === "number")) throw noValue;
  if (Object.hasOwn(owner, name)) return (owner as Record<string, unknown>)[name] ?? null;
  if (typeof name === "number") throw noValue;
  return null;
}
