/** Audit entries with the names of whom they speak of, as these are called now. */
import { faultOfKey } from "#lib/database-key.ts";
import type { AuditEntry } from "#lib/audit-actions.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { AuditRow } from "#lib/user-admin.ts";
import { toUserRow } from "./user-row.ts";

export type AuditNames = { withNames(entries: readonly AuditEntry[]): Promise<AuditRow[]> };

export function createAuditNames(backend: Pick<ServerBackend, "getValue">): AuditNames {
  /** Null for who has no account any more, and for the server itself. */
  async function nameOf(uid: string): Promise<string | null> {
    if (uid === "server" || uid === "cli" || faultOfKey(uid) !== undefined) return null;
    const { value } = await backend.getValue(`directory/${uid}`);
    const { name, email } = toUserRow(uid, value);
    return name || email || null;
  }

  return {
    async withNames(entries) {
      const uids = entries.flatMap(({ actor, target }) =>
        target === null ? [actor] : [actor, target],
      );
      const names = new Map(
        await Promise.all([...new Set(uids)].map(async (uid) => [uid, await nameOf(uid)] as const)),
      );
      return entries.map((entry) => ({
        ...entry,
        actorName: names.get(entry.actor) ?? null,
        targetName: entry.target === null ? null : (names.get(entry.target) ?? null),
      }));
    },
  };
}
