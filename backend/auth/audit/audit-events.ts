/** What happened to accounts, for who has to find out later. No secrets, bounded in number. */
import type { StoreDatabase } from "../../sqlite/index.ts";

const MAX_EVENTS = 100_000;

export type AuditEvent = {
  /** E.g. `password-changed`, `sessions-revoked`. */
  kind: string;
  /** Whom it concerns; null when nobody in particular. */
  uid: string | null;
  /** `uid:…`, `service-account:…` or `server`. */
  actor: string;
  /** IPv4 address or IPv6 /64. */
  network: string | null;
  details?: Record<string, string | number | boolean>;
};

export type StoredAuditEvent = AuditEvent & { number: number; at: number };

/** In the transaction of what happened. */
export function addAuditEvent(db: StoreDatabase, event: AuditEvent, nowMs: number): void {
  const { kind, uid, actor, network, details } = event;
  const { lastInsertRowid } = db
    .prepare(
      "INSERT INTO auth_audit_events (at, kind, uid, actor, network, details) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .run(nowMs, kind, uid, actor, network, details === undefined ? null : JSON.stringify(details));
  db.prepare("DELETE FROM auth_audit_events WHERE number <= ?").run(
    Number(lastInsertRowid) - MAX_EVENTS,
  );
}
