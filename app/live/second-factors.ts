/** The second step of signing in: an authenticator app (by the SDK, in both modes), and recovery codes of our own server. */
import { callApi } from "./api.ts";
import { openAuth } from "./firebase.ts";

export type SecondStep = {
  /** Of the enrolment. */
  id: string;
  name: string;
  /** ISO; undefined when nobody knows. */
  addedAt: string | undefined;
};

export type SecondStepOffer = {
  /** Base 32, for who types it. */
  secret: string;
  /** `otpauth://…`, for a picture that an app takes. */
  uri: string;
  /** The app's code of now proves that it has the secret. Everywhere else one is signed out. @throws FirebaseError */
  confirm(code: string, name: string): Promise<void>;
};

/** Those of who is signed in, as the service has them now. @throws FirebaseError */
export async function secondSteps(): Promise<SecondStep[]> {
  const { user, sdk } = await signedIn();
  await user.reload();
  return sdk.multiFactor(user).enrolledFactors.map(({ uid, displayName, enrollmentTime }) => {
    const time = Date.parse(enrollmentTime);
    return {
      id: uid,
      name: displayName ?? "Authenticator app",
      addedAt: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
    };
  });
}

/** @throws FirebaseError, `auth/requires-recent-login` and `auth/unverified-email` among them */
export async function offerSecondStep(siteName: string): Promise<SecondStepOffer> {
  const { user, sdk } = await signedIn();
  const { TotpMultiFactorGenerator: totp } = sdk;
  const factors = sdk.multiFactor(user);
  const secret = await totp.generateSecret(await factors.getSession());
  return {
    secret: secret.secretKey,
    uri: secret.generateQrCodeUrl(user.email ?? user.uid, siteName),
    async confirm(code, name) {
      await factors.enroll(totp.assertionForEnrollment(secret, code), name);
    },
  };
}

/** @throws FirebaseError */
export async function removeSecondStep(id: string): Promise<void> {
  const { user, sdk } = await signedIn();
  await sdk.multiFactor(user).unenroll(id);
}

/** New ones, shown this once; those of before no longer work. @throws ApiError */
export async function makeRecoveryCodes(): Promise<string[]> {
  const { codes } = await callApi<{ codes: string[] }>("POST", "/api/recovery-codes/new", {});
  return codes;
}

/** @throws ApiError */
export async function forgetRecoveryCodes(): Promise<void> {
  await callApi("POST", "/api/recovery-codes/delete", {});
}

/**
 * Signs in by a recovery code in place of the second step's code.
 * @param pendingCredential of the first step
 * @throws ApiError `wrong-code`, `sign-in-over`, `unimplemented`; FirebaseError
 */
export async function useRecoveryCode(pendingCredential: string, code: string): Promise<void> {
  const { auth, sdk } = await openAuth();
  const { customToken } = await callApi<{ customToken: string }>(
    "POST",
    "/api/recovery-codes/use",
    { pendingCredential, code },
  );
  await sdk.signInWithCustomToken(auth, customToken);
}

async function signedIn() {
  const { auth, sdk } = await openAuth();
  const user = auth.currentUser;
  if (user === null) throw new Error("Nobody is signed in.");
  return { user, sdk };
}
