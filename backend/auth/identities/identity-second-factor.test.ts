/** A second factor is asked for whichever way somebody comes; until then another provider is no way in. */
import { Secret, TOTP } from "otpauth";
import { afterAll, expect, test } from "vitest";
import { openAuth, payloadOf } from "../testing/open-auth.ts";
import { CORP, createIdentitySteps } from "./testing/identity-steps.ts";

const STEP_MS = 30_000;

/** In the middle of a step. */
const auth = await openAuth({ nowMs: 1_900_000_005_000 });
afterAll(() => auth[Symbol.asyncDispose]());
const { credentialOf, show, signInAs } = createIdentitySteps(auth);

const mfa = async (path: string, body: object) =>
  auth.send(`/identitytoolkit.googleapis.com/v2/accounts/${path}?key=any`, {
    method: "POST",
    body: JSON.stringify(body),
  });
const lookUp = async (localId: string) =>
  (await auth.admin(":lookup", { localId: [localId] })).body.users[0];

/** Gives what finishes a sign-in. */
async function enroll(idToken: string) {
  const started = (await mfa("mfaEnrollment:start", { idToken, totpEnrollmentInfo: {} })).body;
  const { sharedSecretKey, sessionInfo } = started.totpSessionInfo;
  const code = () => {
    auth.time.nowMs += STEP_MS;
    const secret = Secret.fromBase32(sharedSecretKey);
    return TOTP.generate({ secret, timestamp: auth.time.nowMs });
  };
  const totpVerificationInfo = { sessionInfo, verificationCode: code() };
  const sent = { idToken, displayName: "Phone", totpVerificationInfo };
  const { body } = await mfa("mfaEnrollment:finalize", sent);
  const mfaEnrollmentId = payloadOf(body.idToken).firebase.second_factor_identifier;
  return (mfaPendingCredential: string) =>
    mfa("mfaSignIn:finalize", {
      mfaPendingCredential,
      mfaEnrollmentId,
      totpVerificationInfo: { verificationCode: code() },
    });
}

test("who signs in through another provider enrols a second factor and is asked for it", async () => {
  const person = { rawId: "ada", email: "ada@example.com" };
  const { body: made } = await signInAs(person);
  const finish = await enroll(made.idToken);
  const { body: half } = await signInAs(person);
  expect(half).toMatchObject({ localId: made.localId, providerId: CORP, mfaInfo: [{}] });
  expect(half.idToken).toBeUndefined();
  expect(await auth.service.pendingSignIn(half.mfaPendingCredential)).toEqual({
    uid: made.localId,
  });
  const { body } = await finish(half.mfaPendingCredential);
  expect(payloadOf(body.idToken).firebase).toMatchObject({
    sign_in_provider: CORP,
    sign_in_second_factor: "totp",
  });
  // Finished, it waits no more; nor does anything that was not sealed here.
  for (const credential of [half.mfaPendingCredential, "x", made.idToken]) {
    await expect(auth.service.pendingSignIn(credential)).rejects.toMatchObject({
      code: "INVALID_MFA_PENDING_CREDENTIAL",
    });
  }
});

test("another provider with the same proved address becomes a way in only with the second factor", async () => {
  const email = "bea@example.com";
  const { localId, idToken } = await auth.signUp(email);
  await auth.admin(":update", { localId, emailVerified: true });
  const finish = await enroll(idToken);
  const credential = await credentialOf({ email });
  const { body: half } = await show(credential);
  expect(half).toMatchObject({ localId, isNewUser: false, mfaInfo: [{}] });
  expect((await show(credential)).body.error.message).toMatch(/^INVALID_IDP_RESPONSE/);
  expect((await lookUp(localId)).providerUserInfo).toHaveLength(1);
  const { body } = await finish(half.mfaPendingCredential);
  expect(payloadOf(body.idToken).firebase.identities[CORP]).toHaveLength(1);
  expect((await lookUp(localId)).providerUserInfo).toHaveLength(2);
});

test("a sign-in that waits is over when its sessions were ended, and after five minutes", async () => {
  const person = { rawId: "cleo", email: "cleo@example.com" };
  const { body: made } = await signInAs(person);
  await enroll(made.idToken);
  const wait = async (): Promise<string> => (await signInAs(person)).body.mfaPendingCredential;
  const codeOf = (credential: string) =>
    auth.service.pendingSignIn(credential).then(
      () => "waits",
      (error: { code: string }) => error.code,
    );
  const late = await wait();
  auth.time.nowMs += 5 * 60_000;
  expect(await codeOf(late)).toBe("TOTP_CHALLENGE_TIMEOUT");
  const before = await wait();
  expect(await codeOf(before)).toBe("waits");
  const validSince = String(Math.floor(auth.time.nowMs / 1000));
  await auth.admin(":update", { localId: made.localId, validSince });
  expect(await codeOf(before)).toBe("INVALID_MFA_PENDING_CREDENTIAL");
});
