/** The one way to end what an account's devices hold. Runs inside a store thread; the caller stores the account. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Account } from "../accounts/account.ts";
import { raiseFloor } from "./revocation-store.ts";
import { endSessions } from "./session-store.ts";

/** ID tokens of before are over; sessions go on, with another token. */
export function raiseEpoch(db: StoreDatabase, account: Account, nowMs: number): Account {
  const epoch = account.epoch + 1;
  raiseFloor(db, account.uid, epoch, nowMs);
  return { ...account, epoch };
}

/** Every session is over, too. */
export function endTokens(db: StoreDatabase, account: Account, nowMs: number): Account {
  endSessions(db, account.uid, nowMs);
  return raiseEpoch(db, account, nowMs);
}
