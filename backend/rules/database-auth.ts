/** `auth` of Realtime Database rules: what is missing in it is null, and so is everything without a sign-in. */
import { noValue } from "./evaluation.ts";
import type { RulesAuth } from "./types.ts";

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

/** @throws noValue */
export function memberOfAuth(auth: RulesAuth, name: unknown): unknown {
  if (auth === null) return memberOf(auth, name);
  if (name === "provider") return providerOf(auth.token);
  return memberOf({ uid: auth.uid, token: auth.token }, name);
}

function providerOf(token: Record<string, unknown>): string {
  const provider = providers.get(memberOf(memberOf(token, "firebase"), "sign_in_provider"));
  if (provider === undefined) throw noValue;
  return provider;
}

/** Of a part of the token: a member of a map, an item of a list, the length of a text. @throws noValue */
export function memberOf(owner: unknown, name: unknown): unknown {
  if (typeof name !== "string" && typeof name !== "number") throw noValue;
  if (owner === null && name !== "length") return null;
  if (typeof owner === "string" && name === "length") return owner.length;
  if (typeof owner !== "object" || owner === null) throw noValue;
  if (Array.isArray(owner) !== (typeof name === "number")) throw noValue;
  if (Object.hasOwn(owner, name)) return (owner as Record<string, unknown>)[name] ?? null;
  if (typeof name === "number") throw noValue;
  return null;
}
