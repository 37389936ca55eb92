/** ID tokens with the claim set of Firebase's own, so that one verifier serves both modes. */
import type { Account, Session } from "../accounts/account.ts";
import { signJwt } from "./jwt.ts";
import type { SigningKey } from "./signing-key.ts";

export const ID_TOKEN_LIFETIME_S = 3600;

export const issuerOf = (projectId: string): string =>
  `https://securetoken.google.com/${projectId}`;

/** Claims of the session win over the account's, and neither can take the name of another claim. */
export function signIdToken(
  { projectId, key }: { projectId: string; key: SigningKey },
  account: Account,
  session: Session,
  nowS: number,
): Promise<string> {
  const { uid, email, displayName, photoUrl, phoneNumber } = account;
  const payload = {
    ...parse(account.customClaims),
    ...parse(session.claims),
    ...(displayName !== null && { name: displayName }),
    ...(photoUrl !== null && { picture: photoUrl }),
    iss: issuerOf(projectId),
    aud: projectId,
    auth_time: session.authTimeS,
    user_id: uid,
    sub: uid,
    iat: nowS,
    exp: nowS + ID_TOKEN_LIFETIME_S,
    sid: session.id,
    ...(account.epoch > 0 && { ep: account.epoch }),
    ...(email !== null && { email, email_verified: account.emailVerified }),
    ...(phoneNumber !== null && { phone_number: phoneNumber }),
    ...(session.provider === "anonymous" && { provider_id: "anonymous" }),
    firebase: {
      identities: identitiesOf(account),
      sign_in_provider: session.provider,
      ...(session.secondFactor !== null && {
        sign_in_second_factor: "totp",
        second_factor_identifier: session.secondFactor,
      }),
    },
  };
  return signJwt(key.privateKey, { typ: "JWT", kid: key.kid }, payload);
}

function identitiesOf({ email, phoneNumber, identities }: Account): Record<string, string[]> {
  return {
    ...Object.fromEntries(identities.map(({ providerId, rawId }) => [providerId, [rawId]])),
    ...(email !== null && { email: [email] }),
    ...(phoneNumber !== null && { phone: [phoneNumber] }),
  };
}

function parse(claims: string | null): Record<string, unknown> {
  return JSON.parse(claims ?? "{}") as Record<string, unknown>;
}
