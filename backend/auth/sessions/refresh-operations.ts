/** What is decided about a refresh token inside one transaction. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Account, type Session, requireUsable } from "../accounts/account.ts";
import { getAccount, putAccount } from "../accounts/account-store.ts";
import { addAuditEvent } from "../audit/audit-events.ts";
import { refusal } from "../errors.ts";
import {
  addToken,
  getToken,
  markReplaced,
  markReplayed,
  pruneTokens,
  supersedeChildren,
} from "./refresh-token-store.ts";
import { type Verdict, judge } from "./rotation.ts";
import {
  type StoredSession,
  endSession,
  getSessionOfToken,
  isIdle,
  touchSession,
} from "./session-store.ts";

/** For what was still under way with the session that a device itself replaced. */
const REPLACED_MS = 60_000;

type Judged =
  | { verdict: Exclude<Verdict, "wait">; account: Account; session: StoredSession }
  | { verdict: "wait" };

/**
 * What the writer would say. Changes nothing.
 * @throws INVALID_REFRESH_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND, USER_DISABLED
 */
function judgeRefresh(
  db: StoreDatabase,
  { tokenHash, nowMs }: { tokenHash: string; nowMs: number },
): Judged {
  const session = getSessionOfToken(db, tokenHash);
  const token = getToken(db, tokenHash);
  if (session === undefined || token === undefined) throw refusal("INVALID_REFRESH_TOKEN");
  if (wasJustReplaced(session, nowMs)) return { verdict: "wait" };
  const account = requireUsable(getAccount(db, session.uid), session.authTimeS);
  if (session.endedAt !== null || isIdle(session, nowMs)) throw refusal("TOKEN_EXPIRED");
  const verdict = judge(token, nowMs);
  return verdict === "wait" ? { verdict } : { verdict, account, session };
}

type Refreshed =
  | { outcome: "refreshed"; account: Account; session: Session }
  | { outcome: "wait" | "reused" };

/** Gives the child's hash a place. `network`: of who asks; null when it is not known. */
function refreshSession(
  db: StoreDatabase,
  input: { tokenHash: string; childHash: string; network: string | null; nowMs: number },
): Refreshed {
  const { tokenHash, childHash, network, nowMs } = input;
  const judged = judgeRefresh(db, { tokenHash, nowMs });
  if (judged.verdict === "wait") return { outcome: "wait" };
  const { verdict, session } = judged;
  const { uid, number } = session;
  if (verdict === "first-replay") {
    markReplayed(db, tokenHash, nowMs);
    return { outcome: "wait" };
  }
  if (verdict === "reused") {
    endSession(db, number, nowMs);
    addAuditEvent(db, { kind: "refresh-token-reused", uid, actor: "server", network }, nowMs);
    return { outcome: "reused" };
  }
  if (verdict === "superseding-child") supersedeChildren(db, tokenHash);
  addToken(db, { hash: childHash, sessionNumber: number, parentHash: tokenHash }, nowMs);
  markReplaced(db, tokenHash, nowMs);
  pruneTokens(db, number, nowMs);
  touchSession(db, number, network, nowMs);
  const account = { ...judged.account, lastRefreshAt: nowMs };
  putAccount(db, account, "use");
  return { outcome: "refreshed", account, session };
}

/** Its device has not heard yet how it goes on: it must neither be signed out nor go on with the old one. */
export function wasJustReplaced(session: StoredSession, nowMs: number): boolean {
  const { endedAt, replacedBy } = session;
  return endedAt !== null && replacedBy !== null && nowMs - endedAt <= REPLACED_MS;
}

export const refreshOperations = {
  "auth.judgeRefresh": judgeRefresh,
  "auth.refreshSession": refreshSession,
};
