/** SQL of service accounts. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";

export type ServiceAccount = {
  clientEmail: string;
  clientId: string;
  keyId: string;
  /** PEM */
  publicKey: string;
  createdAt: number;
  displayName: string | null;
  lastUsedAt: number | null;
};

const SERVICE_ACCOUNT_COLUMNS = `client_email AS "clientEmail", client_id AS "clientId", key_id AS "keyId",
  public_key AS "publicKey", created_at AS "createdAt", display_name AS "displayName",
  last_used_at AS "lastUsedAt"`;

export function getServiceAccount(
  db: StoreDatabase,
  clientEmail: string,
): ServiceAccount | undefined {
  const sql = `SELECT ${SERVICE_ACCOUNT_COLUMNS} FROM auth_service_accounts WHERE client_email = ?`;
  return db.prepare(sql).get(clientEmail) as ServiceAccount | undefined;
}

export function listServiceAccounts(db: StoreDatabase): ServiceAccount[] {
  const sql = `SELECT ${SERVICE_ACCOUNT_COLUMNS} FROM auth_service_accounts ORDER BY created_at, client_email`;
  return db.prepare(sql).all() as unknown[] as ServiceAccount[];
}

export function addServiceAccount(db: StoreDatabase, account: ServiceAccount): void {
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
}

export function removeServiceAccount(db: StoreDatabase, clientEmail: string): boolean {
  const sql = "DELETE FROM auth_service_accounts WHERE client_email = ?";
  return db.prepare(sql).run(clientEmail).changes > 0;
}

export const serviceAccountOperations = {
  "auth.serviceAccount": getServiceAccount,
  "auth.serviceAccounts": listServiceAccounts,
  "auth.addServiceAccount": addServiceAccount,
  "auth.removeServiceAccount": removeServiceAccount,
};
