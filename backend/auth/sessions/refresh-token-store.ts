/** SQL of refresh tokens. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { RefreshToken } from "./rotation.ts";

/** Of a session, of each kind. Who comes with an older one than these is not known. */
export const MAX_TOKENS = { unused: 20, replaced: 20 };
/** As many if they are young: the tabs that a browser opens again all at once come with one token. */
export const MAX_YOUNG_TOKENS = 100;
/** Longer than an ID token is good: by then each tab has come again. */
const YOUNG_MS = 2 * 60 * 60 * 1000;

export function addToken(
  db: StoreDatabase,
  token: { hash: string; sessionNumber: number; parentHash: string | null },
  nowMs: number,
): void {
  db.prepare("INSERT INTO auth_session_tokens VALUES (?, ?, ?, ?, NULL, 0, NULL)").run(
    token.hash,
    token.sessionNumber,
    token.parentHash,
    nowMs,
  );
}

export function getToken(db: StoreDatabase, hash: string): RefreshToken | undefined {
  const row = db
    .prepare(`
      SELECT replaced_at AS "replacedAt", superseded, replayed_at AS "replayedAt", EXISTS (
          SELECT 1 FROM auth_session_tokens child
          WHERE child.parent_hash = parent.token_hash AND child.replaced_at IS NOT NULL) AS "childUsed"
        FROM auth_session_tokens parent WHERE token_hash = ?
    `)
    .get(hash);
  if (row === undefined) return undefined;
  return {
    hash,
    replacedAt: row["replacedAt"] as number | null,
    superseded: row["superseded"] === 1,
    replayedAt: row["replayedAt"] as number | null,
    childUsed: row["childUsed"] === 1,
  };
}

/** The first time counts. */
export function markReplaced(db: StoreDatabase, hash: string, nowMs: number): void {
  const sql =
    "UPDATE auth_session_tokens SET replaced_at = ? WHERE token_hash = ? AND replaced_at IS NULL";
  db.prepare(sql).run(nowMs, hash);
}

export function markReplayed(db: StoreDatabase, hash: string, nowMs: number): void {
  db.prepare("UPDATE auth_session_tokens SET replayed_at = ? WHERE token_hash = ?").run(
    nowMs,
    hash,
  );
}

export function supersedeChildren(db: StoreDatabase, hash: string): void {
  db.prepare("UPDATE auth_session_tokens SET superseded = 1 WHERE parent_hash = ?").run(hash);
}

/** Of those in use the newest stay, of the others those that were in use last. */
export function pruneTokens(db: StoreDatabase, sessionNumber: number, nowMs: number): void {
  const inUse = "replaced_at IS NULL AND superseded = 0";
  for (const [kind, order, max] of [
    [inUse, "created_at", MAX_TOKENS.unused],
    [`NOT (${inUse})`, "coalesce(replaced_at, created_at)", MAX_TOKENS.replaced],
  ] as const) {
    db.prepare(`
      DELETE FROM auth_session_tokens WHERE token_hash IN (
        SELECT token_hash FROM (
          SELECT token_hash, ${order} AS at, row_number() OVER (ORDER BY ${order} DESC, rowid DESC) AS place
          FROM auth_session_tokens WHERE session_number = ? AND ${kind})
        WHERE place > ? OR (place > ? AND at < ?))
    `).run(sessionNumber, MAX_YOUNG_TOKENS, max, nowMs - YOUNG_MS);
  }
}
