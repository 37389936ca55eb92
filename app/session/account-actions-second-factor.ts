import type { MultiFactorError } from "firebase/auth";
import type { openAuth } from "#app/live/firebase.ts";

/** What is still asked for after the first step of signing in. */
export type SecondFactor = {
  /** Signs in. @throws FirebaseError with an auth code */
  verify: (code: string) => Promise<void>;
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
    };
  }
}

function asksForMore(error: unknown): error is MultiFactorError {
  return (
    error instanceof Error && "code" in error && error.code === "auth/multi-factor-auth-required"
  );
}
