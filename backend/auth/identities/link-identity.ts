/** An account at another provider becomes a way in. Runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Account, Identity } from "../accounts/account.ts";
import { getAccount, putIdentity, uidOfIdentity } from "../accounts/account-store.ts";
import { type ActedBy, addAuditEvent } from "../audit/audit-events.ts";
import { refusal } from "../errors.ts";

/**
 * In place of another one that the account may have at that provider.
 * @throws FEDERATED_USER_ID_ALREADY_LINKED when it is another account's
 */
export function linkIdentity(
  db: StoreDatabase,
  input: { uid: string; identity: Identity; by: ActedBy; nowMs: number },
): Account {
  const { uid, identity, by, nowMs } = input;
  const holder = uidOfIdentity(db, identity);
  if (holder !== undefined && holder !== uid) throw refusal("FEDERATED_USER_ID_ALREADY_LINKED");
  const details = { provider: identity.providerId };
  if (holder === undefined) {
    const before = getAccount(db, uid)?.identities ?? [];
    if (before.some(({ providerId }) => providerId === identity.providerId)) {
      addAuditEvent(db, { kind: "provider-unlinked", uid, ...by, details }, nowMs);
    }
    addAuditEvent(db, { kind: "provider-linked", uid, ...by, details }, nowMs);
  }
  putIdentity(db, uid, identity);
  return getAccount(db, uid) as Account;
}
