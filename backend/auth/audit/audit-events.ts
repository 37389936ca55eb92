/** What happened to accounts, for who has to find out later. No secrets, bounded in number and age. */
import type { StoreDatabase } from "../../sqlite/index.ts";

export const AUDIT_LIMITS = {
  /** A thousand more for a while. */
  events: 100_000,
  /** So that what one does often cannot push out what happened to others. */
  eventsOfAccount: 1_000,
  keptMs: 180 * 24 * 60 * 60 * 1000,
};
/** Deleted at one insertion because of their age. */
const PRUNED_AT_ONCE = 20;
/** It takes some time, so not at each insertion. */
const COUNTED_EVERY = 1_000;

/** Who did it. */
export type ActedBy = {
  /** `uid:…`, `service-account:…` or `server`. */
  actor: string;
  /** IPv4 address or IPv6 /64; null when it is not known. */
  network: string | null;
};

export type AuditEvent = ActedBy & {
  /** One of those in the README. */
  kind: string;
  /** Whom it concerns; null when nobody in particular. */
  uid: string | null;
  details?: Record<string, string | number | boolean>;
};

type StoredAuditEvent = Required<AuditEvent> & { number: number; atMs: number };

/** In the transaction of what happened. */
export function addAuditEvent(db: StoreDatabase, event: AuditEvent, nowMs: number): void {
  const { kind, uid, actor, network, details = {} } = event;
  const { lastInsertRowid } = db
    .prepare(
      "INSERT INTO auth_audit_events (at, kind, uid, actor, network, details) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .run(nowMs, kind, uid, actor, network, JSON.stringify(details));
  const number = Number(lastInsertRowid);
  if (number % COUNTED_EVERY === 0) dropTooMany(db, number);
  db.prepare(`
    DELETE FROM auth_audit_events WHERE at < ? AND number IN
      (SELECT number FROM auth_audit_events ORDER BY number LIMIT ?)
  `).run(nowMs - AUDIT_LIMITS.keptMs, PRUNED_AT_ONCE);
  db.prepare(`
    DELETE FROM auth_audit_events WHERE number IN
      (SELECT number FROM auth_audit_events WHERE uid IS ? ORDER BY number DESC LIMIT -1 OFFSET ?)
  `).run(uid, AUDIT_LIMITS.eventsOfAccount);
}

/** Anybody can sign up and in as often as they like: what does not happen every day must not be pushed out by that. */
function dropTooMany(db: StoreDatabase, newest: number): void {
  const count = db.prepare("SELECT count(*) AS n FROM auth_audit_events").get()?.["n"] as number;
  if (count <= AUDIT_LIMITS.events) return;
  db.prepare(`
    DELETE FROM auth_audit_events WHERE number IN (
      SELECT number FROM auth_audit_events WHERE number < ?
      ORDER BY kind NOT IN ('signed-in', 'signed-up'), number LIMIT ?)
  `).run(newest, count - AUDIT_LIMITS.events);
}

/** Newest first, those before `beforeNumber`; of one account when `uid` is given. */
function listAuditEvents(
  db: StoreDatabase,
  input: { uid?: string; beforeNumber: number; limit: number },
): StoredAuditEvent[] {
  const { uid, beforeNumber, limit } = input;
  const sql = `SELECT number, at AS "atMs", kind, uid, actor, network, details FROM auth_audit_events
    WHERE number < ? ${uid === undefined ? "" : "AND uid = ?"} ORDER BY number DESC LIMIT ?`;
  return db
    .prepare(sql)
    .all(beforeNumber, ...(uid === undefined ? [] : [uid]), limit)
    .map((row) => ({
      ...(row as unknown as StoredAuditEvent),
      details: JSON.parse(row["details"] as string) as StoredAuditEvent["details"],
    }));
}

/** At most one event of a kind and account in a time. */
function wasToldSince(
  db: StoreDatabase,
  { uid, kind, sinceMs }: { uid: string; kind: string; sinceMs: number },
): boolean {
  const sql = `SELECT 1 FROM auth_audit_events WHERE uid = ? AND kind = ? AND at >= ? LIMIT 1`;
  return db.prepare(sql).get(uid, kind, sinceMs) !== undefined;
}

export const auditOperations = {
  "auth.addAuditEvent": (
    db: StoreDatabase,
    { event, nowMs }: { event: AuditEvent; nowMs: number },
  ): void => addAuditEvent(db, event, nowMs),
  "auth.auditEvents": listAuditEvents,
  "auth.wasToldSince": wasToldSince,
};
