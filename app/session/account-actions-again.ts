/** Signing in again as who one is: the account stays, its sign-in is a fresh one. */
import type { IdTokenResult } from "firebase/auth";
import { callApi } from "#app/live/api.ts";
import { endSession, openAuth, signedInUser } from "#app/live/firebase.ts";
import { logFailure } from "./log-failure.ts";

export type AccountWays = {
  /** Empty for an account without one. */
  email: string;
  hasPassword: boolean;
  /** Ids of providers: `google.com`. */
  providers: readonly string[];
  hasPasskey: boolean;
};

/** Undefined when nobody is signed in. @throws as openAuth */
export async function waysOfAccount(): Promise<AccountWays | undefined> {
  const account = await signedInUser();
  if (account === null) return undefined;
  const ids = account.providerData.map(({ providerId }) => providerId);
  return {
    email: account.email ?? "",
    hasPassword: ids.includes("password"),
    providers: ids.filter((id) => id !== "password"),
    hasPasskey: await hasPasskey(),
  };
}

async function hasPasskey(): Promise<boolean> {
  try {
    const { passkeys } = await callApi<{ passkeys: unknown[] }>("GET", "/api/account/security");
    return passkeys.length > 0;
  } catch (error) {
    // It is offered then: who has none is told so by the browser.
    logFailure("The passkeys of the account were not counted", error);
    return true;
  }
}

/** @throws FirebaseError with an auth code, `auth/multi-factor-auth-required` too */
export async function reauthenticate(password: string): Promise<void> {
  const { auth, sdk } = await openAuth();
  const account = auth.currentUser;
  if (account === null)
    throw Object.assign(new Error("signed out"), { code: "user-token-expired" });
  const credential = sdk.EmailAuthProvider.credential(account.email ?? "", password);
  await sdk.reauthenticateWithCredential(account, credential);
}

/**
 * To be called before somebody signs in again, and what it resolves with after: they go on in another session then, and
 * that of before would stay in the list of them. Neither rejects.
 */
export async function sessionToReplace(): Promise<() => Promise<void>> {
  const before = await tokenOfNow();
  return async () => {
    const now = await tokenOfNow();
    if (before === undefined || now === undefined) return;
    if (now.claims["sid"] === before.claims["sid"] || now.claims.sub !== before.claims.sub) return;
    try {
      await endSession({ getIdTokenResult: async () => before });
    } catch (error) {
      // It can be ended later, by who sees it in the list of sessions.
      logFailure("The session of before was not ended", error);
    }
  };
}

async function tokenOfNow(): Promise<IdTokenResult | undefined> {
  try {
    return await (await signedInUser())?.getIdTokenResult();
  } catch (error) {
    logFailure("The session of now was not read", error);
    return undefined;
  }
}
