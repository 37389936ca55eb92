/** What goes by a mail: asking for one, and using the code of its link. All throw a FirebaseError with an auth code. */
import type { ActionCodeInfo } from "firebase/auth";
import { openAuth, signedInUser } from "#app/live/firebase.ts";
import { withSecondFactor } from "./account-actions-second-factor.ts";
import type { SecondFactor } from "./account-actions-second-factor.ts";
import { renewAccountState } from "./account-state.ts";
import { logFailure } from "./log-failure.ts";
import { readStored } from "./stored.ts";
import { rememberWhyEnded } from "./why-ended.ts";
import type { Why } from "./why-ended.ts";

// Who asked for a sign-in link in this browser need not type the address again.
const askedKey = "foyer:sign-in-mail";

/** The address of the page that all links in mails lead to. */
const linkPath = "/forgot-password";

export type CodeFacts = {
  operation: ActionCodeInfo["operation"];
  /** Of the account, as it is or will be once the code is used. */
  email: string;
  /** Of the account now, when the code changes it. */
  emailNow: string | undefined;
};

/** The same for an address that has no account. */
export async function askForPasswordMail(email: string): Promise<void> {
  const { auth, sdk } = await openAuth();
  try {
    await sdk.sendPasswordResetEmail(auth, email);
  } catch (error) {
    // Who has an account here is nobody's business, whatever the service tells.
    if (codeOf(error) !== "auth/user-not-found") throw error;
  }
}

/** `returnTo`: path on this site that is shown once signed in. */
export async function askForSignInMail(email: string, returnTo: string): Promise<void> {
  const { auth, sdk } = await openAuth();
  const url = new URL(returnTo, location.origin).href;
  await sdk.sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true });
  try {
    localStorage.setItem(askedKey, email);
  } catch {
    // Storage is switched off or full: the page of the link asks for the address.
  }
}

/** The address that a sign-in link was asked for in this browser. */
export function addressOfSignInMail(): string | undefined {
  return readStored(askedKey) ?? undefined;
}

export async function signInByMail(email: string, code: string): Promise<SecondFactor | undefined> {
  const opened = await openAuth();
  const { auth, sdk } = opened;
  const query = new URLSearchParams({
    mode: "signIn",
    oobCode: code,
    apiKey: auth.app.options.apiKey ?? "",
  });
  const link = `${location.origin}${linkPath}?${query.toString()}`;
  return withSecondFactor(opened, async () => {
    await sdk.signInWithEmailLink(auth, email, link);
  });
}

export function forgetSignInMail(): void {
  try {
    localStorage.removeItem(askedKey);
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

/** Uses nothing up. */
export async function checkCode(code: string): Promise<CodeFacts> {
  const { auth, sdk } = await openAuth();
  const { operation, data } = await sdk.checkActionCode(auth, code);
  return { operation, email: data.email ?? "", emailNow: data.previousEmail ?? undefined };
}

/** Signs nobody in. */
export async function setPasswordByCode({
  code,
  email,
  password,
}: {
  code: string;
  /** Of the account. */
  email: string;
  password: string;
}): Promise<void> {
  const { auth, sdk } = await openAuth();
  await endingSessions(email, "password", () => sdk.confirmPasswordReset(auth, code, password));
}

/** Confirms or takes back whatever the code is for. */
export async function applyCode(code: string, emailNow: string | undefined): Promise<void> {
  const { auth, sdk } = await openAuth();
  await endingSessions(emailNow, "email", () => sdk.applyActionCode(auth, code));
  const user = auth.currentUser;
  if (user === null) return;
  try {
    // It may be this account that has changed, and its tokens say what was.
    await renewAccountState();
  } catch (error) {
    // A changed e-mail ends the sessions: then one is signed out here, which the session follows.
    if (codeOf(error) !== "auth/user-token-expired")
      logFailure("The account was not read again", error);
  }
}

/** @param email of the account whose sessions end by it: whoever is signed in to it here is told why */
async function endingSessions(
  email: string | undefined,
  why: Why,
  work: () => Promise<void>,
): Promise<void> {
  const account = await signedInUser();
  const isTheirs = email !== undefined && account?.email?.toLowerCase() === email.toLowerCase();
  // Before it is done: an open connection ends at once.
  if (isTheirs) rememberWhyEnded(account.uid, why);
  try {
    await work();
  } catch (error) {
    if (isTheirs) rememberWhyEnded(account.uid, undefined);
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
