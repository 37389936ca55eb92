/** What is decided about a sign-in through another provider inside one transaction of the writer. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Account, type Identity, requireUsable } from "../accounts/account.ts";
import {
  type AccountChanges,
  type ActingToken,
  createAccount,
  updateAccount,
} from "../accounts/account-operations.ts";
import {
  getAccount,
  getAccountByEmail,
  putIdentity,
  uidOfIdentity,
} from "../accounts/account-store.ts";
import { proveEmail } from "../codes/prove-email.ts";
import { refusal } from "../errors.ts";
import { beginSession } from "../sessions/session-operations.ts";
import type { NewSession } from "../sessions/session-store.ts";
import { linkIdentity } from "./link-identity.ts";
import { notGood } from "./idp-credential.ts";
import { type CredentialUse, isUsed, markUsed } from "./used-credentials.ts";

type Proved = {
  credential: CredentialUse;
  identity: Identity;
  /** By the provider. */
  emailVerified: boolean;
};

type SignIn = Proved & {
  session: NewSession;
  nowMs: number;
};

type IdentitySignIn =
  | { outcome: "signed-in"; account: Account; isNewUser: boolean }
  /** A second factor is asked for first. `link`: what then becomes a way in. */
  | { outcome: "pending"; account: Account; link: Identity | undefined }
  /** An account has the address, and the provider does not say that it is this person's. Nothing was done. */
  | { outcome: "needs-confirmation" };

function signInWithIdentity(
  db: StoreDatabase,
  input: SignIn & {
    /** Of an account that is made. */
    uid: string;
    /** Anybody may have an account; otherwise who has an admission by which none was made yet. */
    isOpen: boolean;
    admission: CredentialUse | null;
    /** False: only who is known signs in. */
    autoCreate: boolean;
  },
): IdentitySignIn {
  const { credential, identity, uid, session, nowMs } = input;
  if (isUsed(db, credential)) throw notGood();
  const known = getAccount(db, uidOfIdentity(db, identity) ?? "");
  if (known !== undefined) return signInKnown(db, known, input);
  // Not USER_NOT_FOUND, at which the SDK would sign the person out who only proves it again.
  if (!input.autoCreate) throw refusal("EMAIL_NOT_FOUND");
  const { email, displayName, photoUrl } = identity;
  const holder = email === null ? undefined : getAccountByEmail(db, email);
  if (holder !== undefined) {
    if (!input.emailVerified) return { outcome: "needs-confirmation" };
    return signInHolder(db, holder, input);
  }
  if (!input.isOpen) takeAdmission(db, input.admission, nowMs);
  markUsed(db, credential, nowMs);
  const { emailVerified } = input;
  const fields = { email, emailVerified, displayName, photoUrl };
  createAccount(db, { uid, fields, session, nowMs });
  const account = linkIdentity(db, { uid, identity, by: byPerson(uid, session), nowMs });
  return { outcome: "signed-in", account, isNewUser: true };
}

function takeAdmission(db: StoreDatabase, admission: CredentialUse | null, nowMs: number): void {
  if (admission === null) throw refusal("ADMIN_ONLY_OPERATION");
  // None that a credential has.
  const use = { ...admission, id: `admission:${admission.id}` };
  if (isUsed(db, use)) throw refusal("ADMIN_ONLY_OPERATION");
  markUsed(db, use, nowMs);
}

function signInKnown(db: StoreDatabase, known: Account, input: SignIn): IdentitySignIn {
  const { credential, identity, emailVerified, session, nowMs } = input;
  if (known.disabled) throw refusal("USER_DISABLED");
  markUsed(db, credential, nowMs);
  const { network } = session;
  const { providerId: byProvider, email } = identity;
  if (emailVerified && email === known.email) {
    proveEmail(db, known, { byProvider, network, nowMs });
  }
  // As the provider has it now.
  putIdentity(db, known.uid, identity);
  const account = getAccount(db, known.uid) as Account;
  if (account.secondFactors.length > 0) return { outcome: "pending", account, link: undefined };
  return {
    outcome: "signed-in",
    account: beginSession(db, account, session, nowMs),
    isNewUser: false,
  };
}

/** Whose address it is has an account: it is theirs, as by a link in a mail. */
function signInHolder(db: StoreDatabase, holder: Account, input: SignIn): IdentitySignIn {
  const { credential, identity, session, nowMs } = input;
  if (holder.disabled) throw refusal("USER_DISABLED");
  markUsed(db, credential, nowMs);
  const { uid } = holder;
  const account = proveEmail(db, holder, { network: session.network, nowMs });
  if (account.secondFactors.length > 0) return { outcome: "pending", account, link: identity };
  const linked = linkIdentity(db, { uid, identity, by: byPerson(uid, session), nowMs });
  return {
    outcome: "signed-in",
    account: beginSession(db, linked, session, nowMs),
    isNewUser: false,
  };
}

/** For an account that is signed in; its device goes on with `session`. */
function linkOwnIdentity(
  db: StoreDatabase,
  input: SignIn & { uid: string; token: ActingToken },
): { account: Account; session: NewSession } {
  const { credential, identity, uid, token, nowMs } = input;
  if (isUsed(db, credential)) throw notGood();
  const stored = requireUsable(getAccount(db, uid), token.authTimeS);
  if (stored.identities.some(({ providerId }) => providerId === identity.providerId)) {
    throw refusal("PROVIDER_ALREADY_LINKED");
  }
  const { id, authTimeS, tokenHash, device, network, provider } = input.session;
  const { session } = updateAccount(db, {
    uid,
    changes: changesByLink(stored, input),
    token,
    newSession: { id, authTimeS, tokenHash, device, network, provider },
    nowMs,
  });
  markUsed(db, credential, nowMs);
  const account = linkIdentity(db, { uid, identity, by: byPerson(uid, input.session), nowMs });
  return { account, session: session as NewSession };
}

/** Who had no name gets the provider's. Whoever links an account of the same address has proved it. */
function changesByLink(stored: Account, { identity, emailVerified }: Proved): AccountChanges {
  const { email, displayName, photoUrl } = identity;
  if (stored.email !== null) {
    return emailVerified && email === stored.email ? { emailVerified } : {};
  }
  return {
    ...(email !== null && { email, emailVerified }),
    displayName: stored.displayName ?? displayName,
    photoUrl: stored.photoUrl ?? photoUrl,
  };
}

function byPerson(uid: string, { network }: NewSession) {
  return { actor: `uid:${uid}`, network };
}

export const identityOperations = {
  "auth.isKnownIdentity": (db: StoreDatabase, identity: Identity): boolean =>
    uidOfIdentity(db, identity) !== undefined,
  "auth.signInWithIdentity": signInWithIdentity,
  "auth.linkIdentity": linkOwnIdentity,
};
