/** SQL of service accounts. Every function runs inside a store thread. */
import { OperationError, type StoreDatabase } from "../../sqlite/index.ts";
import { addAuditEvent } from "../audit/audit-events.ts";
import { noteServiceAccountEnd } from "../sessions/revocation-store.ts";

export const MAX_SERVICE_ACCOUNTS = 100;

/** Times in milliseconds since 1970. */
export type ServiceAccount = {
  clientEmail: string;
  clientId: string;
  keyId: string;
  /** PEM */
  publicKey: string;
  createdAt: number;
  displayName: string | null;
  /** Null before the first use. */
  lastUsedAt: number | null;
};

const SERVICE_ACCOUNT_COLUMNS = `client_email AS "clientEmail", client_id AS "clientId", key_id AS "keyId",
  public_key AS "publicKey", created_at AS "createdAt", display_name AS "displayName",
  last_used_at AS "lastUsedAt"`;

function getServiceAccount(db: StoreDatabase, clientEmail: string): ServiceAccount | undefined {
  const sql = `SELECT ${SERVICE_ACCOUNT_COLUMNS} FROM auth_service_accounts WHERE client_email = ?`;
  return db.prepare(sql).get(clientEmail) as ServiceAccount | undefined;
}

function listServiceAccounts(db: StoreDatabase): ServiceAccount[] {
  const sql = `SELECT ${SERVICE_ACCOUNT_COLUMNS} FROM auth_service_accounts ORDER BY created_at, client_email`;
  return db.prepare(sql).all() as unknown[] as ServiceAccount[];
}

/** @throws OperationError RESOURCE_EXHAUSTED */
function addServiceAccount(db: StoreDatabase, account: ServiceAccount): void {
  const row = db.prepare("SELECT count(*) AS n FROM auth_service_accounts").get();
  if ((row?.["n"] as number) >= MAX_SERVICE_ACCOUNTS) {
    const text = `There are ${MAX_SERVICE_ACCOUNTS} service accounts, and no more are taken: revoke one first.`;
    throw new OperationError("RESOURCE_EXHAUSTED", text);
  }
  const { clientEmail, clientId, keyId, publicKey, createdAt, displayName, lastUsedAt } = account;
  db.prepare("INSERT INTO auth_service_accounts VALUES (?, ?, ?, ?, ?, ?, ?)").run(
    clientEmail,
    clientId,
    keyId,
    publicKey,
    createdAt,
    displayName,
    lastUsedAt,
  );
  noteEvent(db, "service-account-created", clientEmail, "server", createdAt);
}

/** False when there is none. */
function revokeServiceAccount(
  db: StoreDatabase,
  { clientEmail, nowMs }: { clientEmail: string; nowMs: number },
): boolean {
  const sql = "DELETE FROM auth_service_accounts WHERE client_email = ?";
  if (db.prepare(sql).run(clientEmail).changes === 0) return false;
  noteServiceAccountEnd(clientEmail);
  noteEvent(db, "service-account-revoked", clientEmail, "server", nowMs);
  return true;
}

/** Also who is there no more may be named. */
function noteServiceAccountUse(
  db: StoreDatabase,
  { clientEmail, nowMs }: { clientEmail: string; nowMs: number },
): void {
  const account = getServiceAccount(db, clientEmail);
  if (account === undefined) return;
  const sql = "UPDATE auth_service_accounts SET last_used_at = ? WHERE client_email = ?";
  db.prepare(sql).run(nowMs, clientEmail);
  if (account.lastUsedAt !== null) return;
  noteEvent(db, "service-account-first-used", clientEmail, `service-account:${clientEmail}`, nowMs);
}

function noteEvent(
  db: StoreDatabase,
  kind: string,
  clientEmail: string,
  actor: string,
  nowMs: number,
): void {
  addAuditEvent(
    db,
    { kind, uid: null, actor, network: null, details: { serviceAccount: clientEmail } },
    nowMs,
  );
}

export const serviceAccountOperations = {
  "auth.serviceAccount": getServiceAccount,
  "auth.serviceAccounts": listServiceAccounts,
  "auth.addServiceAccount": addServiceAccount,
  "auth.revokeServiceAccount": revokeServiceAccount,
  "auth.noteServiceAccountUse": noteServiceAccountUse,
};
