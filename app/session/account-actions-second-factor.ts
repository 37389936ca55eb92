import type { MultiFactorError } from "firebase/auth";
import { openAuth } from "#app/live/firebase.ts";

/** What is still asked for after the first step of signing in. */
export type SecondFactor = {
  /** Signs in. @throws FirebaseError with an auth code */
  verify: (code: string) => Promise<void>;
  /** The same by a recovery code. @throws ApiError */
  recover: (code: string) => Promise<void>;
};

/** Runs the first step; undefined when it was enough. @throws FirebaseError with an auth code */
export async function withSecondFactor(
  { auth, sdk }: Awaited<ReturnType<typeof openAuth>>,
  firstStep: () => Promise<unknown>,
): Promise<SecondFactor | undefined> {
  try {
    await firstStep();
    return undefined;
  } catch (error) {
    return secondFactorOf({ auth, sdk }, error);
  }
}

/** What is still asked for, when that is all that went wrong. @throws the error, when it is another */
function secondFactorOf(
  { auth, sdk }: Awaited<ReturnType<typeof openAuth>>,
  error: unknown,
): SecondFactor {
  if (!asksForMore(error)) throw error;
  const { TotpMultiFactorGenerator: totp } = sdk;
  const resolver = sdk.getMultiFactorResolver(auth, error);
  const hint = resolver.hints.find(({ factorId }) => factorId === totp.FACTOR_ID);
  // Another kind of second step, which this site does not offer: the message says so.
  if (hint === undefined) throw error;
  return {
    async verify(code) {
      await resolver.resolveSignIn(totp.assertionForSignIn(hint.uid, code));
    },
    async recover(code) {
      const { useRecoveryCode: signInByCode } = await import("#app/live/second-factors.ts");
      await signInByCode(pendingCredentialOf(error), code);
    },
  };
}

/** Stands for the first step that is done. */
function pendingCredentialOf({ customData }: MultiFactorError): string {
  const { _serverResponse: answer } = customData as { _serverResponse?: unknown };
  const { mfaPendingCredential } = (answer ?? {}) as { mfaPendingCredential?: unknown };
  return typeof mfaPendingCredential === "string" ? mfaPendingCredential : "";
}

function asksForMore(error: unknown): error is MultiFactorError {
  return (
    error instanceof Error && "code" in error && error.code === "auth/multi-factor-auth-required"
  );
}

/** The step that follows a sign-in which was begun elsewhere. @throws the error, when no step follows it */
export async function stepAfter(error: unknown): Promise<SecondFactor> {
  if (!asksForMore(error)) throw error;
  return secondFactorOf(await openAuth(), error);
}
