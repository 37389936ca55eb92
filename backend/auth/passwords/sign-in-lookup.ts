/** What a sign-in by password reads. Runs inside a store thread. */
import { createHash } from "node:crypto";
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Account } from "../accounts/account.ts";
import { getAccount, getAccountByEmail } from "../accounts/account-store.ts";

const UID_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const UID_CHARS = 28;
/** Accounts without a password are passed over, but not endlessly. */
const MAX_LOOKED_AT = 20;

/**
 * `decoy` is the hash of another account, the same one at each try of this e-mail. Imported hashes cost other work
 * than today's: an e-mail of nobody is given one of the kinds in use, as often as accounts have it, so that what the
 * work does to others tells a kind at most. What is read and sent is as much for an unknown e-mail.
 */
function findSignIn(
  db: StoreDatabase,
  email: string,
): { account: Account | undefined; standIn: Account | undefined; decoy: string | null } {
  const account = getAccountByEmail(db, email);
  const other = accountBehind(db, placeOf(email)) ?? accountBehind(db, "");
  return {
    account,
    standIn: account === undefined ? getAccount(db, other?.uid ?? "") : undefined,
    decoy: other?.hash ?? null,
  };
}

function accountBehind(db: StoreDatabase, uid: string): { uid: string; hash: string } | undefined {
  return db
    .prepare(`
      SELECT uid, hash FROM
        (SELECT uid, password_hash AS hash FROM auth_accounts WHERE uid >= ? ORDER BY uid LIMIT ${MAX_LOOKED_AT})
      WHERE hash IS NOT NULL LIMIT 1
    `)
    .get(uid) as { uid: string; hash: string } | undefined;
}

/** Spread as evenly as uids are. It need not be secret: what lies there is. */
function placeOf(email: string): string {
  const bytes = createHash("sha256").update(email).digest();
  return Array.from(
    { length: UID_CHARS },
    (_, index) => UID_LETTERS[(bytes[index] as number) % UID_LETTERS.length],
  ).join("");
}

/** For a sign-in that waits for a second factor. The password stays the same, so nothing else changes. */
function upgradePasswordHash(
  db: StoreDatabase,
  input: { uid: string; passwordHash: string; upgradedHash: string },
): void {
  db.prepare("UPDATE auth_accounts SET password_hash = ? WHERE uid = ? AND password_hash = ?").run(
    input.upgradedHash,
    input.uid,
    input.passwordHash,
  );
}

export const passwordOperations = {
  "auth.findSignIn": findSignIn,
  "auth.upgradePasswordHash": upgradePasswordHash,
};
