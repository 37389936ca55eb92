/** Who holds the address of an account has proved it. Runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Account, toSeconds } from "../accounts/account.ts";
import { updateAccount } from "../accounts/account-operations.ts";
import { voidCodes } from "./code-store.ts";

/**
 * A stranger may have made the account first: nothing that was put to it before the address was proved stays, nor a way
 * back to a former address.
 */
export function proveEmail(
  db: StoreDatabase,
  stored: Account,
  how: {
    /** By a link in a mail, which is a way in from now on. */
    emailLink?: boolean;
    /** By the account's user of this provider, which stays. */
    byProvider?: string;
    network: string | null;
    nowMs: number;
  },
): Account {
  const { emailLink = false, byProvider, network, nowMs } = how;
  const { uid, emailVerified } = stored;
  if (emailVerified && (stored.emailLink || !emailLink)) return stored;
  if (!emailVerified) voidCodes(db, uid, "all");
  const link = emailLink ? { emailLink } : {};
  const changes = emailVerified
    ? link
    : {
        ...link,
        emailVerified: true,
        passwordHash: null,
        validSinceS: toSeconds(nowMs),
        waysInSince: nowMs,
      };
  const removeProviders = emailVerified
    ? []
    : unprovedProvidersOf(stored).filter((providerId) => providerId !== byProvider);
  const by = { actor: `uid:${uid}`, network };
  return updateAccount(db, { uid, changes, removeProviders, by, nowMs }).account;
}

export function unprovedProvidersOf({ identities }: Account): string[] {
  return [...identities.map(({ providerId }) => providerId), "phone"];
}
