/** What is decided about one-time codes inside one transaction of the writer: each is used once, whole or not at all. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Account, requireUsable, toSeconds } from "../accounts/account.ts";
import { type ActingToken, createAccount, updateAccount } from "../accounts/account-operations.ts";
import { getAccount, getAccountByEmail } from "../accounts/account-store.ts";
import { type ActedBy, addAuditEvent } from "../audit/audit-events.ts";
import { type AuthErrorCode, refusal } from "../errors.ts";
import { removeSecondFactors } from "../second-factors/second-factor-operations.ts";
import { beginSession } from "../sessions/session-operations.ts";
import type { NewSession } from "../sessions/session-store.ts";
import {
  type Code,
  addCode,
  getCode,
  hasRoomForCode,
  removeCode,
  voidCodes,
  voidCodesSince,
  voidWaysBackBehind,
  voidSignInCodes,
} from "./code-store.ts";
import { proveEmail, unprovedProvidersOf } from "./prove-email.ts";
import { type Standing, standingOf } from "./standing.ts";

/** A code that is made beforehand, for a mail that the change itself may ask for. */
export type CodeDraft = Pick<Code, "codeHash" | "mailId" | "createdAt" | "expiresAt">;

/** `by`: the administrator who gets the link. */
function putCode(db: StoreDatabase, { code, by }: { code: Code; by?: ActedBy }): void {
  addCode(db, code);
  if (by === undefined) return;
  const { uid, kind: of, createdAt } = code;
  addAuditEvent(db, { kind: "link-created", uid, ...by, details: { of } }, createdAt);
}

/** Who has an address, as far as a mail to it has to know. */
export type Holder = {
  isKnown: boolean;
  isDisabled: boolean;
  standing: Standing;
  displayName: string;
};

/**
 * A code for who has an address, whoever asks. Known or not, the same is read and written, and the answer has one size:
 * the time must not tell. The account is the holder of the code's e-mail unless `uid` names it.
 * @throws `refuseUnknown` when nobody has it
 */
function putCodeForAddress(
  db: StoreDatabase,
  { code, refuseUnknown }: { code: Code; refuseUnknown: AuthErrorCode | null },
): Holder {
  const columns =
    "SELECT uid, display_name, disabled, email_verified, created_at FROM auth_accounts";
  const found = db.prepare(`${columns} WHERE email = ?`).get(code.newEmail ?? code.email);
  const other = db.prepare(`${columns} LIMIT 1`).get();
  const row = found ?? other;
  const isKnown = found !== undefined;
  const isDisabled = isKnown && row?.["disabled"] === 1;
  if (!isKnown && refuseUnknown !== null) throw refusal(refuseUnknown);
  const holder = isKnown && !isDisabled ? (found["uid"] as string) : null;
  addCode(db, { ...code, uid: code.uid ?? holder });
  const emailVerified = row?.["email_verified"] === 1;
  const createdAt = (row?.["created_at"] as number | undefined) ?? 0;
  return {
    isKnown,
    isDisabled,
    standing: isKnown ? standingOf({ emailVerified, createdAt }, code.createdAt) : "new",
    displayName: (row?.["display_name"] as string | null) ?? "",
  };
}

/**
 * A code that can be used now, and the account that it is for: null for a sign-in, which has to look for itself.
 * @throws INVALID_OOB_CODE, EXPIRED_OOB_CODE, USER_DISABLED
 */
function findCode(
  db: StoreDatabase,
  { codeHash, nowMs }: { codeHash: string; nowMs: number },
): { code: Code; account: Account | null } {
  const code = getCode(db, codeHash);
  if (code === undefined) throw refusal("INVALID_OOB_CODE");
  if (nowMs >= code.expiresAt) throw refusal("EXPIRED_OOB_CODE");
  if (code.kind === "EMAIL_SIGNIN") return { code, account: null };
  const account = code.uid === null ? undefined : getAccount(db, code.uid);
  const isForTheAddress =
    code.kind !== "RECOVER_EMAIL" && code.kind !== "REVERT_SECOND_FACTOR_ADDITION";
  if (account === undefined || (isForTheAddress && account.email !== code.email)) {
    throw refusal("INVALID_OOB_CODE");
  }
  if (account.disabled) throw refusal("USER_DISABLED");
  return { code, account };
}

/** Ends every session. The mail proves the address; what somebody had put to it unproved is taken away. */
function resetPassword(
  db: StoreDatabase,
  input: { codeHash: string; passwordHash: string; network: string; nowMs: number },
): Account {
  const { codeHash, passwordHash, network, nowMs } = input;
  const { code, account: stored } = findCode(db, { codeHash, nowMs });
  if (code.kind !== "PASSWORD_RESET" || stored === null) throw refusal("INVALID_OOB_CODE");
  removeCode(db, codeHash);
  if (!stored.emailVerified) voidCodes(db, stored.uid, "all");
  const { account } = updateAccount(db, {
    uid: stored.uid,
    changes: {
      passwordHash,
      emailVerified: true,
      validSinceS: toSeconds(nowMs),
      ...(!stored.emailVerified && { waysInSince: nowMs }),
    },
    removeProviders: stored.emailVerified ? [] : unprovedProvidersOf(stored),
    by: byOwner(stored, network),
    reason: "reset",
    nowMs,
  });
  return account;
}

/** `recovery`: for the mail to the old address, when the e-mail changes. */
function applyCode(
  db: StoreDatabase,
  input: { codeHash: string; recovery?: CodeDraft; network: string; nowMs: number },
): { account: Account; recovery: Code | null } {
  const { codeHash, recovery, network, nowMs } = input;
  const { code, account: stored } = findCode(db, { codeHash, nowMs });
  if (stored === null) throw refusal("INVALID_OOB_CODE");
  const by = byOwner(stored, network);
  removeCode(db, codeHash);
  switch (code.kind) {
    case "VERIFY_EMAIL": {
      const changes = { emailVerified: true };
      const { account } = updateAccount(db, { uid: stored.uid, changes, by, nowMs });
      return { account, recovery: null };
    }
    case "VERIFY_AND_CHANGE_EMAIL": {
      const changes = { email: code.newEmail, emailVerified: true };
      const { account } = updateAccount(db, { uid: stored.uid, changes, by, nowMs });
      if (voidWaysBackBehind(db, stored.uid, account.email ?? ""))
        return { account, recovery: null };
      return { account, recovery: offerRecovery(db, stored, account, recovery) };
    }
    case "RECOVER_EMAIL":
      return { account: recoverEmail(db, code, stored, by, nowMs), recovery: null };
    case "REVERT_SECOND_FACTOR_ADDITION": {
      const enrollmentIds = [code.details?.enrollmentId ?? ""];
      const { actor } = by;
      const account = removeSecondFactors(db, { uid: stored.uid, enrollmentIds, actor, nowMs });
      return { account, recovery: null };
    }
    default:
      throw refusal("INVALID_OOB_CODE");
  }
}

/**
 * Only an address that was proved: a mistyped one must not become a way into the account. Nor does whoever took an
 * account over push the owner's way back out by further changes.
 */
function offerRecovery(
  db: StoreDatabase,
  before: Account,
  after: Account,
  draft: CodeDraft | undefined,
): Code | null {
  const isOffered = before.email !== null && before.emailVerified && before.email !== after.email;
  if (draft === undefined || !isOffered || before.email === null) return null;
  const { uid } = before;
  if (!hasRoomForCode(db, { uid, kind: "RECOVER_EMAIL" }, draft.createdAt)) return null;
  const code: Code = {
    ...draft,
    kind: "RECOVER_EMAIL",
    uid,
    email: before.email,
    newEmail: after.email,
    details: null,
  };
  addCode(db, code);
  return code;
}

/** Whoever took the account over keeps nothing: no session, no password, no other provider, no later second factor. */
function recoverEmail(
  db: StoreDatabase,
  code: Code,
  stored: Account,
  by: ActedBy,
  nowMs: number,
): Account {
  const { uid, secondFactors, identities } = stored;
  freeAddress(db, code.email, uid, by, nowMs);
  voidCodesSince(db, uid, code.createdAt);
  const enrollmentIds = secondFactors
    .filter(({ enrolledAt }) => enrolledAt >= code.createdAt)
    .map(({ enrollmentId }) => enrollmentId);
  removeSecondFactors(db, { uid, enrollmentIds, actor: by.actor, nowMs });
  const { account } = updateAccount(db, {
    uid,
    changes: {
      email: code.email,
      emailVerified: true,
      passwordHash: null,
      validSinceS: toSeconds(nowMs),
      waysInSince: nowMs,
    },
    removeProviders: identities.map(({ providerId }) => providerId),
    by,
    nowMs,
  });
  return account;
}

/** A stranger may have signed up with the address that the account had; the mail has just proved whose it is. */
function freeAddress(
  db: StoreDatabase,
  email: string,
  ownerUid: string,
  by: ActedBy,
  nowMs: number,
): void {
  const holder = getAccountByEmail(db, email);
  if (holder === undefined || holder.uid === ownerUid || holder.emailVerified) return;
  const { uid } = holder;
  const changes = { email: null, passwordHash: null, emailLink: false };
  updateAccount(db, { uid, changes, by, nowMs });
}

/** @returns `isPending`: the address is proved, and no session was begun because of a second factor */
function signInWithEmailLink(
  db: StoreDatabase,
  input: {
    codeHash: string;
    email: string;
    /** Of an account that is made. */
    uid: string;
    mayMakeAccount: boolean;
    session: NewSession;
    nowMs: number;
  },
): { account: Account; isNewUser: boolean; isPending: boolean } {
  const { email, uid, session, nowMs } = input;
  takeSignInCode(db, input);
  const stored = getAccountByEmail(db, email);
  if (stored === undefined) {
    if (!input.mayMakeAccount) throw refusal("ADMIN_ONLY_OPERATION");
    const fields = { email, emailVerified: true, emailLink: true };
    const account = createAccount(db, { uid, fields, session, nowMs });
    return { account, isNewUser: true, isPending: false };
  }
  if (stored.disabled) throw refusal("USER_DISABLED");
  const account = proveEmail(db, stored, { emailLink: true, network: session.network, nowMs });
  if (account.secondFactors.length > 0) return { account, isNewUser: false, isPending: true };
  return { account: beginSession(db, account, session, nowMs), isNewUser: false, isPending: false };
}

/** For an account that is signed in: an e-mail that it signs in with from now on. */
function linkEmailLink(
  db: StoreDatabase,
  input: {
    codeHash: string;
    email: string;
    uid: string;
    token: ActingToken;
    session: NewSession;
    nowMs: number;
  },
): { account: Account; session: NewSession } {
  const { email, uid, token, nowMs } = input;
  takeSignInCode(db, input);
  const stored = requireUsable(getAccount(db, uid), token.authTimeS);
  if (stored.email !== null && stored.email !== email) {
    throw refusal("OPERATION_NOT_ALLOWED", "This account has another e-mail address.");
  }
  const { id, authTimeS, tokenHash, device, network, provider } = input.session;
  const { account, session } = updateAccount(db, {
    uid,
    changes: { email, emailVerified: true, emailLink: true },
    token,
    newSession: { id, authTimeS, tokenHash, device, network, provider },
    nowMs,
  });
  return { account, session: session as NewSession };
}

function takeSignInCode(
  db: StoreDatabase,
  { codeHash, email, nowMs }: { codeHash: string; email: string; nowMs: number },
): void {
  const { code } = findCode(db, { codeHash, nowMs });
  if (code.kind !== "EMAIL_SIGNIN") throw refusal("INVALID_OOB_CODE");
  if (code.email !== email) {
    throw refusal("INVALID_EMAIL", "The email provided does not match the sign-in email address.");
  }
  voidSignInCodes(db, email);
}

function byOwner({ uid }: Account, network: string): ActedBy {
  return { actor: `uid:${uid}`, network };
}

export const codeOperations = {
  "auth.putCode": putCode,
  "auth.putCodeForAddress": putCodeForAddress,
  "auth.findCode": findCode,
  "auth.resetPassword": resetPassword,
  "auth.applyCode": applyCode,
  "auth.signInWithEmailLink": signInWithEmailLink,
  "auth.linkEmailLink": linkEmailLink,
};
