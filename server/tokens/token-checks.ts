/** What changes of token accounts are refused for. */
import { faultOfKey } from "#lib/database-key.ts";
import { maxReasonLength } from "#lib/user-admin.ts";
import type { TokenChange } from "./token-account.ts";

/** Refused, with nothing changed; the message is for people. */
export class TokensError extends Error {
  override readonly name = "TokensError";
  readonly code: "no-account" | "not-enough" | "too-many" | "invalid";
  constructor(code: TokensError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

export const mostTokens = 1_000_000_000;
const maxKey = 200;

export function check(uid: string, change: { amount: number; reason: string; key: string }): void {
  const { amount, reason, key } = change;
  if (isNobody(uid)) throw noAccount();
  if (!isWhole(amount) || amount < 1 || amount > mostTokens) {
    throw new TokensError("invalid", "Give a whole number of tokens, 1 or more.");
  }
  if (key === "" || key.length > maxKey || reason === "" || reason.length > maxReasonLength) {
    throw new TokensError("invalid", `A reason has 1 to ${maxReasonLength} characters.`);
  }
}

/** The same key for something else is a mistake of ours that must not pass for done. */
export function sameAs(
  before: TokenChange,
  wanted: Pick<TokenChange, "amount" | "kind">,
): TokenChange {
  if (before.amount === wanted.amount && before.kind === wanted.kind) return before;
  throw new TokensError("invalid", "This change was made before with another amount.");
}

export function isNobody(uid: string): boolean {
  return faultOfKey(uid) !== undefined;
}

export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function noAccount(): TokensError {
  return new TokensError("no-account", "This person has no tokens yet: they have not signed in.");
}

export function notEnough(balance: number): TokensError {
  return new TokensError("not-enough", `There are only ${balance} tokens left.`);
}

export function tooMany(): TokensError {
  return new TokensError("too-many", `An account has at most ${mostTokens} tokens.`);
}
