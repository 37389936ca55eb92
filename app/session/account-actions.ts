/** What somebody can do about being signed in. What follows from it comes with the auth state: open-session.ts. */
import type { User } from "firebase/auth";
import { callApi } from "#app/live/api.ts";
import { endSession, openAuth } from "#app/live/firebase.ts";
import { needsUsername, usernameOf } from "#lib/user-record.ts";
import { withSecondFactor } from "./account-actions-second-factor.ts";
import type { SecondFactor } from "./account-actions-second-factor.ts";
import { forgetLastUser, rememberUid } from "./last-user.ts";
import { leaveNothing } from "./leave-nothing.ts";
import { logFailure } from "./log-failure.ts";
import { leavePush } from "./notifications/leave-push.ts";
import { rememberWhyEnded } from "./why-ended.ts";

type FormName = { uid: string; name: string };

let formName: Promise<FormName | undefined> = Promise.resolve(undefined);

/** What is still asked for, if anything. @throws FirebaseError with an auth code */
export async function signIn(email: string, password: string): Promise<SecondFactor | undefined> {
  const opened = await openAuth();
  const { auth, sdk } = opened;
  return withSecondFactor(opened, () => sdk.signInWithEmailAndPassword(auth, email, password));
}

/**
 * A name that is none is asked for later. With `invite` the server makes the account, which may do so where sign-up is
 * not open. @throws FirebaseError with an auth code; ApiError with the same codes
 */
export async function createAccount(form: {
  name: string;
  email: string;
  password: string;
  invite?: string | undefined;
  /** Whether a mail that asks to confirm the address reaches anybody. */
  sendsMail: boolean;
}): Promise<void> {
  const { auth, sdk } = await openAuth();
  const { email, password, invite } = form;
  const name = needsUsername(form.name) ? "" : usernameOf(form.name);
  const known = Promise.withResolvers<FormName | undefined>();
  // Before the account exists: its auth state comes before its profile is written.
  formName = known.promise;
  try {
    if (invite !== undefined) {
      await callApi("POST", "/api/invites/accept", { code: invite, email, password, name });
    }
    const { user } =
      invite === undefined
        ? await sdk.createUserWithEmailAndPassword(auth, email, password)
        : await sdk.signInWithEmailAndPassword(auth, email, password);
    known.resolve({ uid: user.uid, name });
    if (name && invite === undefined)
      await keepAsProfile(() => sdk.updateProfile(user, { displayName: name }));
    if (form.sendsMail) void askToConfirm(user);
  } finally {
    known.resolve(undefined);
  }
}

/** Sends the mail that confirms the address of who is signed in. @throws FirebaseError with an auth code */
export async function askToConfirmAgain(): Promise<void> {
  const { auth, sdk } = await openAuth();
  if (auth.currentUser) await sdk.sendEmailVerification(auth.currentUser);
}

/** Not waited for: it can be asked for again. */
async function askToConfirm(user: User): Promise<void> {
  try {
    const { sdk } = await openAuth();
    await sdk.sendEmailVerification(user);
  } catch (error) {
    logFailure("The mail that confirms the address was not sent", error);
  }
}

/** The name that the sign-up form gave this account, if it was made by the form. */
export async function nameFromForm(uid: string): Promise<string | undefined> {
  const form = await formName;
  return form?.uid === uid ? form.name : undefined;
}

/**
 * A failure is only logged (specification §4, §8). Who has something that is not saved is asked first. `isEnded`: the
 * server has ended the session already.
 */
export async function signOut({ isEnded = false }: { isEnded?: boolean } = {}): Promise<void> {
  let account: User | null = null;
  try {
    const { auth, sdk } = await openAuth();
    account = auth.currentUser;
    if (account && !(await leaveNothing(account.uid, { asks: !isEnded }))) return;
    if (account) await leavePush({ tellsServer: !isEnded });
    // Before it: so all tabs can tell it from a session that was ended elsewhere.
    forgetLastUser();
    if (account) rememberWhyEnded(account.uid, undefined);
    await sdk.signOut(auth);
    // Not waited for: without a network one is signed out here all the same, and at once.
    if (account && !isEnded) void endOnServer(account);
  } catch (error) {
    if (account) rememberUid(account.uid);
    logFailure("Sign-out failed", error);
  }
}

async function endOnServer(account: User): Promise<void> {
  try {
    await endSession(account);
  } catch (error) {
    // It can be ended later, by who sees it in the list of sessions.
    logFailure("The session was not ended on the server", error);
  }
}

async function keepAsProfile(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    // The account is there, and its record has the name.
    logFailure("The name was not kept in the sign-in service", error);
  }
}
