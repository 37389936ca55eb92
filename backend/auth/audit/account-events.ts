/** What a change of an account is called in the audit. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Account } from "../accounts/account.ts";
import { readClaims } from "../accounts/claims.ts";
import { type ActedBy, type AuditEvent, addAuditEvent } from "./audit-events.ts";

export function addChangeEvents(
  db: StoreDatabase,
  before: Account,
  after: Account,
  context: { by: ActedBy; reason?: "reset" | undefined; nowMs: number },
): void {
  const { by, reason, nowMs } = context;
  const add = (kind: string, details?: AuditEvent["details"]) =>
    addAuditEvent(db, { kind, uid: after.uid, ...by, ...(details && { details }) }, nowMs);
  if (after.email !== before.email) add("email-changed", { first: before.email === null });
  if (after.passwordHash !== before.passwordHash) {
    if (after.passwordHash === null) add("password-removed");
    else if (reason === "reset") add("password-reset");
    else add("password-changed", { first: before.passwordHash === null });
  }
  if (after.customClaims !== before.customClaims) {
    add("claims-changed", { claims: Object.keys(readClaims(after.customClaims)).join(" ") });
  }
  const left = new Set(after.identities.map(({ providerId }) => providerId));
  for (const { providerId } of before.identities) {
    if (!left.has(providerId)) add("provider-unlinked", { provider: providerId });
  }
  if (after.disabled !== before.disabled) add(after.disabled ? "disabled" : "enabled");
}
