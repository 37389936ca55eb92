/** What somebody can do about being signed in. What follows from it comes with the auth state: open-session.ts. */
import type { User } from "firebase/auth";
import { endSession, openAuth } from "#app/live/firebase.ts";
import { needsUsername, usernameOf } from "#lib/user-record.ts";
import { withSecondFactor } from "./account-actions-second-factor.ts";
import type { SecondFactor } from "./account-actions-second-factor.ts";
import { logFailure } from "./log-failure.ts";

type FormName = { uid: string; name: string };

let formName: Promise<FormName | undefined> = Promise.resolve(undefined);

/** What is still asked for, if anything. @throws FirebaseError with an auth code */
export async function signIn(email: string, password: string): Promise<SecondFactor | undefined> {
  const opened = await openAuth();
  const { auth, sdk } = opened;
  return withSecondFactor(opened, () => sdk.signInWithEmailAndPassword(auth, email, password));
}

/** A name that is none is asked for later. @throws FirebaseError with an auth code */
export async function createAccount(form: {
  name: string;
  email: string;
  password: string;
}): Promise<void> {
  const { auth, sdk } = await openAuth();
  const name = needsUsername(form.name) ? "" : usernameOf(form.name);
  const known = Promise.withResolvers<FormName | undefined>();
  // Before the account exists: its auth state comes before its profile is written.
  formName = known.promise;
  try {
    const { user } = await sdk.createUserWithEmailAndPassword(auth, form.email, form.password);
    known.resolve({ uid: user.uid, name });
    if (name) await keepAsProfile(() => sdk.updateProfile(user, { displayName: name }));
  } finally {
    known.resolve(undefined);
  }
}

/** The name that the sign-up form gave this account, if it was made by the form. */
export async function nameFromForm(uid: string): Promise<string | undefined> {
  const form = await formName;
  return form?.uid === uid ? form.name : undefined;
}

/** A failure is only logged (specification §4, §8). */
export async function signOut(): Promise<void> {
  try {
    const { auth, sdk } = await openAuth();
    const account = auth.currentUser;
    await sdk.signOut(auth);
    // Not waited for: without a network one is signed out here all the same, and at once.
    if (account) void endOnServer(account);
  } catch (error) {
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
