/** ID tokens with the claim set of Firebase's own, so that one verifier serves both modes. */
import type { Account, Session } from "../accounts/account.ts";
import { readClaims } from "../accounts/claims.ts";
import { signJwt } from "./jwt.ts";
import type { SigningKeys } from "./signing-keys.ts";

export const ID_TOKEN_LIFETIME_S = 3600;
/** How far this server's clock may have been set back since a token was made, without signing its holder out. */
export const MAX_SKEW_S = 300;

export const issuerOf = (projectId: string): string =>
  `https://securetoken.google.com/${projectId}`;

/** Claims of the session win over the account's, and neither can take the name of another claim. */
export function signIdToken(
  { projectId, keys }: { projectId: string; keys: SigningKeys },
  account: Account,
  session: Session,
  nowS: number,
): Promise<string> {
  const { uid, email, displayName, photoUrl, phoneNumber } = account;
  const payload = {
    ...readClaims(account.customClaims),
    ...readClaims(session.claims),
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
  const key = keys.signer();
  return signJwt(key.privateKey, { typ: "JWT", kid: key.kid }, payload);
}

function identitiesOf({ email, phoneNumber, identities }: Account): Record<string, string[]> {
  return {
    ...Object.fromEntries(identities.map(({ providerId, rawId }) => [providerId, [rawId]])),
    ...(email !== null && { email: [email] }),
    ...(phoneNumber !== null && { phone: [phoneNumber] }),
  };
}
