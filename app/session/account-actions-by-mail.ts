/** What goes by a mail: asking for one, and using the code of its link. All throw a FirebaseError with an auth code. */
import type { ActionCodeInfo } from "firebase/auth";
import { openAuth } from "#app/live/firebase.ts";
import { withSecondFactor } from "./account-actions-second-factor.ts";
import type { SecondFactor } from "./account-actions-second-factor.ts";
import { logFailure } from "./log-failure.ts";
import { readStored } from "./stored.ts";

// Who asked for a sign-in link in this browser need not type the address again.
const askedKey = "foyer:sign-in-mail";

/** The address of the page that all links in mails lead to. */
const linkPath = "/forgot-password";

export type CodeFacts = {
  operation: ActionCodeInfo["operation"];
  /** Of the account, as it is or will be once the code is used. */
  email: string;
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
  return { operation, email: data.email ?? "" };
}

/** Signs nobody in. */
export async function setPasswordByCode(code: string, password: string): Promise<void> {
  const { auth, sdk } = await openAuth();
  await sdk.confirmPasswordReset(auth, code, password);
}

/** Confirms or takes back whatever the code is for. */
export async function applyCode(code: string): Promise<void> {
  const { auth, sdk } = await openAuth();
  await sdk.applyActionCode(auth, code);
  await auth.authStateReady();
  const user = auth.currentUser;
  if (user === null) return;
  try {
    // It may be this account that has changed, and its tokens say what was.
    await user.reload();
    await user.getIdToken(true);
  } catch (error) {
    // A changed e-mail ends the sessions: then one is signed out here, which the session follows.
    if (codeOf(error) !== "auth/user-token-expired")
      logFailure("The account was not read again", error);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
