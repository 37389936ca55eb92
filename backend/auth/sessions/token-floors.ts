/** Which ID tokens are over before they expire. Every function but the type runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";

/** ID tokens of `uid` with an `ep` below `epoch`, or those of one session, are over. */
export type Revocation = { uid: string; epoch: number } | { uid: string; sid: string };

/** 0 when none is known: tokens of what was before have expired. */
export function floorOf(db: StoreDatabase, uid: string): number {
  const row = db.prepare("SELECT epoch FROM auth_token_floors WHERE uid = ?").get(uid);
  return (row?.["epoch"] as number | undefined) ?? 0;
}

export function raiseFloor(
  db: StoreDatabase,
  uid: string,
  epoch: number,
  nowMs: number,
): Revocation {
  db.prepare("INSERT OR REPLACE INTO auth_token_floors VALUES (?, ?, ?)").run(uid, epoch, nowMs);
  return { uid, epoch };
}
