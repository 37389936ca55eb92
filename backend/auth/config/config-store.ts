/** SQL of the configuration. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type ActedBy, addAuditEvent } from "../audit/audit-events.ts";
import type { StoredConfig } from "./auth-config.ts";

function getConfig(db: StoreDatabase): StoredConfig {
  const row = db.prepare("SELECT config FROM auth_config").get();
  return row === undefined ? {} : (JSON.parse(row["config"] as string) as StoredConfig);
}

/** @returns all that was ever changed */
function changeConfig(
  db: StoreDatabase,
  { changes, by, nowMs }: { changes: StoredConfig; by: ActedBy; nowMs: number },
): StoredConfig {
  const before = getConfig(db);
  const passwords = { ...before.passwords, ...changes.passwords };
  const text = JSON.stringify({ ...before, ...changes, passwords });
  db.prepare("INSERT OR REPLACE INTO auth_config VALUES (1, ?)").run(text);
  // What has its default again has no value, and is still a change.
  const details = {
    changes: JSON.stringify(changes, (_name, value: unknown) => value ?? null),
  };
  addAuditEvent(db, { kind: "config-changed", uid: null, ...by, details }, nowMs);
  // Without what is undefined, as a restart would read it.
  return JSON.parse(text) as StoredConfig;
}

export const configOperations = {
  "auth.config": (db: StoreDatabase) => getConfig(db),
  "auth.changeConfig": changeConfig,
};
