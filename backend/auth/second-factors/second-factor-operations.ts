/** What is decided about second factors inside one transaction of the writer. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Account, admitting, requireUsable, toSeconds } from "../accounts/account.ts";
import { type ActingToken, actingSession } from "../accounts/account-operations.ts";
import { getAccount, putAccount } from "../accounts/account-store.ts";
import { type AuditEvent, addAuditEvent } from "../audit/audit-events.ts";
import { voidRevertCodes } from "../codes/code-store.ts";
import { refusal } from "../errors.ts";
import { linkIdentity } from "../identities/link-identity.ts";
import { beginSession } from "../sessions/session-operations.ts";
import { type NewSession, addSession, endSession, getSession } from "../sessions/session-store.ts";
import { endTokens } from "../sessions/end-tokens.ts";
import type { PendingSignIn } from "./pending-credential.ts";
import {
  type StoredSecondFactor,
  addSecondFactor,
  anySealedSecret,
  getSecondFactor,
  removeSecondFactor,
  takeStep,
  uidsWithSecondFactors,
} from "./second-factor-store.ts";

const MAX_SECOND_FACTORS = 5;

/** The one that goes on when all others end. Provider and claims are those of the acting session. */
type NextSession = Omit<NewSession, "provider" | "claims" | "secondFactor">;

/** Ends every session; the acting person goes on with `session`, which has the new second factor. */
function enroll(
  db: StoreDatabase,
  input: {
    uid: string;
    token: ActingToken;
    factor: StoredSecondFactor;
    session: NextSession;
    nowMs: number;
  },
): { account: Account; session: NewSession } {
  const { uid, token, factor, nowMs } = input;
  const { account, acting } = requireActing(db, uid, token);
  requireEnrollable(account);
  if (account.secondFactors.some(({ displayName }) => displayName === factor.displayName)) {
    throw refusal("SECOND_FACTOR_EXISTS", "A second factor has this name already.");
  }
  if (account.secondFactors.length > 0) requireSecondFactorOf(acting);
  addSecondFactor(db, uid, factor);
  endSession(db, acting.number, nowMs, input.session.id);
  const changed = endEverySession(db, account, nowMs, input.session);
  const { provider, claims } = acting;
  const session = { ...input.session, provider, claims, secondFactor: factor.enrollmentId };
  addSession(db, uid, session, nowMs);
  const { network } = session;
  const event = { kind: "second-factor-added", uid, actor: `uid:${uid}`, network };
  audit(db, event, factor.enrollmentId, nowMs);
  return { account: changed, session };
}

/** @throws UNVERIFIED_EMAIL, SECOND_FACTOR_LIMIT_EXCEEDED */
export function requireEnrollable({ emailVerified, secondFactors }: Account): void {
  // Else a stranger could take an address first and lock its owner out.
  if (!emailVerified) {
    throw refusal("UNVERIFIED_EMAIL", "The e-mail address must be verified before.");
  }
  if (secondFactors.length >= MAX_SECOND_FACTORS) throw refusal("SECOND_FACTOR_LIMIT_EXCEEDED");
}

/** Ends every session; the acting person goes on with `session`. */
function withdraw(
  db: StoreDatabase,
  input: {
    uid: string;
    token: ActingToken;
    enrollmentId: string;
    session: NextSession;
    nowMs: number;
  },
): { account: Account; session: NewSession } {
  const { uid, token, enrollmentId, nowMs } = input;
  const { account, acting } = requireActing(db, uid, token);
  if (!removeSecondFactor(db, uid, enrollmentId)) throw refusal("MFA_ENROLLMENT_NOT_FOUND");
  voidRevertCodes(db, uid, enrollmentId);
  // A custom token is the server's own word: the way back for who lost the authenticator app.
  if (acting.provider !== "custom") requireSecondFactorOf(acting);
  endSession(db, acting.number, nowMs, input.session.id);
  const changed = endEverySession(db, account, nowMs, input.session);
  const { provider, claims } = acting;
  const secondFactor = acting.secondFactor === enrollmentId ? null : acting.secondFactor;
  const session = { ...input.session, provider, claims, secondFactor };
  addSession(db, uid, session, nowMs);
  const { network } = session;
  const event = { kind: "second-factor-removed", uid, actor: `uid:${uid}`, network };
  audit(db, event, enrollmentId, nowMs);
  return { account: changed, session };
}

/**
 * An administrator's removal, or that of a link in a mail. Ends every session when there was one of `enrollmentIds`.
 * @param input.actor as in `AuditEvent`.
 */
export function removeSecondFactors(
  db: StoreDatabase,
  input: { uid: string; enrollmentIds: readonly string[]; actor: string; nowMs: number },
): Account {
  const { uid, enrollmentIds, actor, nowMs } = input;
  const account = getAccount(db, uid);
  if (account === undefined) throw refusal("USER_NOT_FOUND");
  const removed = enrollmentIds.filter((id) => removeSecondFactor(db, uid, id));
  if (removed.length === 0) return account;
  for (const id of removed) {
    voidRevertCodes(db, uid, id);
    audit(db, { kind: "second-factor-removed", uid, actor, network: null }, id, nowMs);
  }
  return endEverySession(db, account, nowMs);
}

/** `step` is of a code that was right for `sealedSecret`. */
function signIn(
  db: StoreDatabase,
  input: {
    pending: PendingSignIn;
    enrollmentId: string;
    sealedSecret: string;
    step: number;
    session: NewSession;
    nowMs: number;
  },
): Account {
  const { pending, enrollmentId, sealedSecret, step, session, nowMs } = input;
  const { account, factor } = findPending(db, { pending, enrollmentId });
  if (factor.sealedSecret !== sealedSecret) throw refusal("MFA_ENROLLMENT_NOT_FOUND");
  if (!takeStep(db, enrollmentId, step)) throw refusal("INVALID_CODE");
  const { uid, link } = pending;
  const by = { actor: `uid:${uid}`, network: session.network };
  const entered =
    link === undefined ? account : linkIdentity(db, { uid, identity: link, by, nowMs });
  return beginSession(db, entered, session, nowMs);
}

/** @throws INVALID_MFA_PENDING_CREDENTIAL, USER_DISABLED */
function requirePending(db: StoreDatabase, pending: PendingSignIn): Account {
  const account = getAccount(db, pending.uid);
  const isUsed = getSession(db, pending.sessionId) !== undefined;
  if (account === undefined || isUsed || !isStillSame(account, pending)) {
    throw refusal("INVALID_MFA_PENDING_CREDENTIAL");
  }
  if (account.disabled) throw refusal("USER_DISABLED");
  return account;
}

/** @throws INVALID_MFA_PENDING_CREDENTIAL, USER_DISABLED, MFA_ENROLLMENT_NOT_FOUND */
function findPending(
  db: StoreDatabase,
  { pending, enrollmentId }: { pending: PendingSignIn; enrollmentId: string },
): { account: Account; factor: StoredSecondFactor } {
  const account = requirePending(db, pending);
  const factor = getSecondFactor(db, pending.uid, enrollmentId);
  if (factor === undefined) throw refusal("MFA_ENROLLMENT_NOT_FOUND");
  return { account, factor };
}

/** The key that opens their secrets is lost for ever. */
function forgetSecondFactors(db: StoreDatabase, nowMs: number): void {
  for (const uid of uidsWithSecondFactors(db)) {
    const enrollmentIds = getAccount(db, uid)?.secondFactors.map((factor) => factor.enrollmentId);
    removeSecondFactors(db, { uid, enrollmentIds: enrollmentIds ?? [], actor: "server", nowMs });
  }
}

export const secondFactorOperations = {
  "auth.enrollSecondFactor": enroll,
  "auth.withdrawSecondFactor": withdraw,
  "auth.removeSecondFactors": removeSecondFactors,
  "auth.findPendingSecondFactor": findPending,
  "auth.requirePendingSignIn": (db: StoreDatabase, pending: PendingSignIn): void =>
    void requirePending(db, pending),
  "auth.signInWithSecondFactor": signIn,
  "auth.anySealedSecret": anySealedSecret,
  "auth.forgetSecondFactors": forgetSecondFactors,
};

/** False once the password was changed or the account's tokens were revoked. */
function isStillSame({ epoch, passwordUpdatedAt }: Account, pending: PendingSignIn): boolean {
  return epoch === pending.epoch && passwordUpdatedAt === pending.passwordUpdatedAt;
}

function requireActing(db: StoreDatabase, uid: string, token: ActingToken) {
  const account = requireUsable(getAccount(db, uid), token.authTimeS);
  const acting = actingSession(db, uid, token);
  if (acting === undefined) throw refusal("TOKEN_EXPIRED");
  return { account, acting };
}

function requireSecondFactorOf({ secondFactor }: { secondFactor: string | null }): void {
  if (secondFactor === null) throw refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
}

/** @param next the one that begins instead */
function endEverySession(
  db: StoreDatabase,
  stored: Account,
  nowMs: number,
  next?: NextSession,
): Account {
  const validSinceS = Math.max(stored.validSinceS, toSeconds(nowMs));
  const ended = endTokens(db, { ...stored, validSinceS }, nowMs);
  const account = next === undefined ? ended : admitting(ended, next);
  putAccount(db, account);
  // With the second factors that it has now.
  return getAccount(db, stored.uid) ?? account;
}

function audit(
  db: StoreDatabase,
  event: Omit<AuditEvent, "details">,
  enrollmentId: string,
  nowMs: number,
): void {
  addAuditEvent(db, { ...event, details: { enrollmentId } }, nowMs);
}
