/** Accounts without a name: made freely, so those that nobody uses any more are removed. Runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { NewSession } from "../sessions/session-store.ts";
import { createAccount, deleteAccount } from "./account-operations.ts";
import type { Account } from "./account.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** More than one sign-up can add. */
const PRUNED_AT_ONCE = 20;

function signUpAnonymously(
  db: StoreDatabase,
  { uid, session, nowMs }: { uid: string; session: NewSession; nowMs: number },
): Account {
  const account = createAccount(db, { uid, fields: {}, session, nowMs });
  db.prepare("UPDATE auth_accounts SET began_anonymous = 1, last_refresh_at = ? WHERE uid = ?").run(
    nowMs,
    uid,
  );
  for (const stale of listStale(db, nowMs - KEPT_MS)) {
    deleteAccount(db, { uid: stale, by: { actor: "server", network: null }, nowMs });
  }
  return { ...account, lastRefreshAt: nowMs };
}

/** Not one that an administrator has given claims to, or that has another way in by now. */
function listStale(db: StoreDatabase, beforeMs: number): string[] {
  const sql = `
    SELECT uid FROM auth_accounts
    WHERE began_anonymous = 1 AND email IS NULL AND phone_number IS NULL AND last_refresh_at < ?
      AND custom_claims IS NULL
      AND NOT EXISTS (SELECT 1 FROM auth_identities i WHERE i.uid = auth_accounts.uid)
    ORDER BY last_refresh_at LIMIT ?`;
  return db
    .prepare(sql)
    .all(beforeMs, PRUNED_AT_ONCE)
    .map(({ uid }) => uid as string);
}

export const anonymousOperations = { "auth.signUpAnonymously": signUpAnonymously };
