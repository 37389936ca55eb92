/** The ways into one's own account, as Settings shows them. */
import { callApi } from "#app/live/api.ts";
import type { OwnPasskey } from "#app/live/passkeys.ts";
import { secondSteps } from "#app/live/second-factors.ts";
import type { SecondStep } from "#app/live/second-factors.ts";
import { readSignInOptions } from "#app/session/sign-in-panel-options.ts";

type Answer = {
  email: string | null;
  emailVerified: boolean;
  hasPassword: boolean;
  /** Accounts elsewhere. */
  linked: { providerId: string; email: string | null }[];
  hasSecondStep: boolean;
  /** As `firebase.sign_in_provider`; `custom` after a passkey or a recovery code. */
  signedInBy: string | null;
  /** Null where the site has none. */
  recoveryCodes: { left: number; createdAt: string | null } | null;
  passkeys: OwnPasskey[];
  /** Why none can be added, as far as the server knows. */
  passkeyHindrance: "impossible" | "unproved-address" | null;
};

export type SecurityFacts = Answer & {
  secondSteps: SecondStep[];
  /** Whom the site offers to sign in by. */
  providers: readonly { id: string; name: string }[];
};

/** @throws ApiError, FirebaseError */
export async function readSecurityFacts(): Promise<SecurityFacts> {
  const [answer, steps, options] = await Promise.all([
    callApi<Answer>("GET", "/api/account/security"),
    secondSteps(),
    readSignInOptions(),
  ]);
  return { ...answer, secondSteps: steps, providers: options?.providers ?? [] };
}

/** How many other ways in there are beside one. */
export function otherWays(facts: SecurityFacts): number {
  return Number(facts.hasPassword) + facts.linked.length + facts.passkeys.length - 1;
}
