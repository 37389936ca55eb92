/** The second factor as the SDK's `multiFactor` does it, against the mounted server. */
import {
  EmailAuthProvider,
  FactorId,
  type MultiFactorError,
  type TotpSecret,
  TotpMultiFactorGenerator,
  type User,
  applyActionCode,
  checkActionCode,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  multiFactor,
  reauthenticateWithCredential,
  reload,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updatePassword,
} from "firebase/auth";
import { afterAll, expect, test } from "vitest";
import { type Authenticator, openAuthenticator } from "../support/auth-authenticator.ts";
import { createCustomToken } from "../support/auth-custom-token.ts";
import { closeDevices, codeOf, errorOf, openDevice } from "../support/auth-device.ts";
import { serveAuthSite } from "../support/auth-site.ts";

const PASSWORD = "correct horse";
const STEP_MS = 30_000;

const site = await serveAuthSite();
afterAll(async () => {
  await closeDevices();
  await site[Symbol.asyncDispose]();
});

const now = () => Date.now() + site.time.aheadMs;
const nextStep = () => (site.time.aheadMs += STEP_MS);

async function signUpVerified(email: string): Promise<User> {
  const { user } = await createUserWithEmailAndPassword(openDevice(site.origin), email, PASSWORD);
  await site.admin("accounts:update", { localId: user.uid, emailVerified: true });
  await reload(user);
  return user;
}

async function enroll(user: User, name: string): Promise<Authenticator & { secret: TotpSecret }> {
  const secret = await TotpMultiFactorGenerator.generateSecret(
    await multiFactor(user).getSession(),
  );
  const authenticator = openAuthenticator(secret.secretKey, now);
  const code = authenticator.code();
  await multiFactor(user).enroll(
    TotpMultiFactorGenerator.assertionForEnrollment(secret, code),
    name,
  );
  return { ...authenticator, secret };
}

/** Finishes what was refused for want of a second factor. */
function finish(user: User, error: unknown, code: string) {
  const resolver = getMultiFactorResolver(
    // The SDK's own type hides that a user knows its Auth.
    (user as unknown as { auth: Parameters<typeof getMultiFactorResolver>[0] }).auth,
    error as MultiFactorError,
  );
  const id = resolver.hints[0]?.uid ?? "";
  return resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(id, code));
}

test("enrolled by the SDK, the app's code is asked for at sign-in, at re-authentication, and no more once unenrolled", async () => {
  const user = await signUpVerified("ada@example.com");
  expect(multiFactor(user).enrolledFactors).toEqual([]);
  const refreshTokenBefore = user.refreshToken;
  const { secret, ...app } = await enroll(user, "Phone");
  expect(secret).toMatchObject({
    hashingAlgorithm: "SHA1",
    codeLength: 6,
    codeIntervalSeconds: 30,
  });
  expect(secret.generateQrCodeUrl("ada@example.com", "Foyer")).toMatch(/^otpauth:\/\/totp\/Foyer:/);
  expect(Date.parse(secret.enrollmentCompletionDeadline)).toBeGreaterThan(Date.now());
  expect(user.refreshToken).not.toBe(refreshTokenBefore);
  expect(multiFactor(user).enrolledFactors).toMatchObject([
    { factorId: FactorId.TOTP, displayName: "Phone" },
  ]);
  const { claims, signInSecondFactor } = await user.getIdTokenResult();
  expect(signInSecondFactor).toBe("totp");

  const other = openDevice(site.origin);
  const signIn = () => signInWithEmailAndPassword(other, "ada@example.com", PASSWORD);
  const asked = await errorOf(signIn());
  expect(asked).toMatchObject({ code: "auth/multi-factor-auth-required" });
  expect(other.currentUser).toBeNull();
  const resolver = getMultiFactorResolver(other, asked as MultiFactorError);
  const [hint] = resolver.hints;
  expect(hint).toMatchObject({ factorId: "totp", displayName: "Phone" });
  expect(claims["firebase"]).toMatchObject({ second_factor_identifier: hint?.uid });
  const resolve = (code: string) =>
    codeOf(
      resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? "", code)),
    );
  expect(await resolve("000000")).toBe("auth/invalid-verification-code");
  expect(await resolve(app.code())).toBe("no error");
  expect(other.currentUser?.uid).toBe(user.uid);

  nextStep();
  const credential = EmailAuthProvider.credential("ada@example.com", PASSWORD);
  const askedAgain = await errorOf(reauthenticateWithCredential(user, credential));
  const again = await finish(user, askedAgain, app.code());
  expect(again.operationType).toBe("reauthenticate");
  expect((await user.getIdTokenResult()).signInSecondFactor).toBe("totp");

  await multiFactor(user).unenroll(multiFactor(user).enrolledFactors[0] ?? "");
  expect(multiFactor(user).enrolledFactors).toEqual([]);
  expect((await user.getIdTokenResult()).signInSecondFactor).toBeNull();
  expect(await codeOf(signIn())).toBe("no error");
  // What was signed in elsewhere is over.
  expect(await codeOf(multiFactor(user).unenroll("unknown"))).toBe(
    "auth/multi-factor-info-not-found",
  );
});

test("a changed password keeps the second factor, and a session that has it goes on", async () => {
  const user = await signUpVerified("bob@example.com");
  const app = await enroll(user, "Phone");
  nextStep();
  await updatePassword(user, "another horse");
  expect((await user.getIdTokenResult(true)).signInSecondFactor).toBe("totp");
  const device = openDevice(site.origin);
  const asked = await errorOf(
    signInWithEmailAndPassword(device, "bob@example.com", "another horse"),
  );
  expect(asked).toMatchObject({ code: "auth/multi-factor-auth-required" });
  await updatePassword(user, "third horse!");
  expect(await codeOf(finish(user, asked, app.code()))).toBe("auth/invalid-multi-factor-session");
});

test("a link in a mail is a first factor like a password, and its code is used by then", async () => {
  const user = await signUpVerified("beate@example.com");
  const app = await enroll(user, "Phone");
  nextStep();
  const device = openDevice(site.origin);
  const url = `${site.origin}/Settings`;
  await sendSignInLinkToEmail(device, "beate@example.com", { url, handleCodeInApp: true });
  const { link } = site.mailTo("beate@example.com", "EMAIL_SIGNIN");
  const signIn = () => signInWithEmailLink(device, "beate@example.com", link);
  const asked = await errorOf(signIn());
  expect(asked).toMatchObject({ code: "auth/multi-factor-auth-required" });
  expect(await codeOf(signIn())).toBe("auth/invalid-action-code");
  const resolver = getMultiFactorResolver(device, asked as MultiFactorError);
  const assertion = TotpMultiFactorGenerator.assertionForSignIn(
    resolver.hints[0]?.uid ?? "",
    app.code(),
  );
  expect((await resolver.resolveSignIn(assertion)).user.uid).toBe(user.uid);
});

test("the SDK says why an enrolment is refused", async () => {
  const device = openDevice(site.origin);
  const { user } = await createUserWithEmailAndPassword(device, "carol@example.com", PASSWORD);
  const start = async (of: User) =>
    codeOf(TotpMultiFactorGenerator.generateSecret(await multiFactor(of).getSession()));
  expect(await start(user)).toBe("auth/unverified-email");
  await site.admin("accounts:update", { localId: user.uid, emailVerified: true });
  const token = await createCustomToken(site.backend, site.origin, user.uid);
  const custom = await signInWithCustomToken(openDevice(site.origin), token);
  expect(await start(custom.user)).toBe("auth/unsupported-first-factor");

  const secret = await TotpMultiFactorGenerator.generateSecret(
    await multiFactor(user).getSession(),
  );
  const app = openAuthenticator(secret.secretKey, now);
  const finalize = (code: string, name?: string) =>
    codeOf(
      multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), name),
    );
  expect(await finalize("123", "Phone")).toBe("auth/invalid-verification-code");
  expect(await finalize(app.code())).toBe("auth/missing-display-name");
  expect(await finalize(app.code(), "Phone")).toBe("no error");
  nextStep();
  expect(await codeOf(enroll(user, "Phone"))).toBe("auth/second-factor-already-in-use");
  site.time.aheadMs += 10 * 60_000;
  expect(await start(user)).toBe("auth/requires-recent-login");
});

test("switched off, no second factor is added, and who has one is still asked", async () => {
  const user = await signUpVerified("cleo@example.com");
  await enroll(user, "Phone");
  const turn = (state: string) =>
    site.admin("config?updateMask=mfa.state", { mfa: { state } }, "PATCH");
  await turn("DISABLED");
  const session = await multiFactor(user).getSession();
  const start = () => codeOf(TotpMultiFactorGenerator.generateSecret(session));
  expect(await start()).toBe("auth/operation-not-allowed");
  const device = openDevice(site.origin);
  expect(await codeOf(signInWithEmailAndPassword(device, "cleo@example.com", PASSWORD))).toBe(
    "auth/multi-factor-auth-required",
  );
  await turn("ENABLED");
  expect(await start()).toBe("no error");
});

test("the link in the mail about a new second factor takes it away again and ends the sessions", async () => {
  const user = await signUpVerified("dave@example.com");
  await enroll(user, "Not mine");
  const { link } = site.mailTo("dave@example.com", "REVERT_SECOND_FACTOR_ADDITION");
  const code = new URL(link).searchParams.get("oobCode") ?? "";
  const device = openDevice(site.origin);
  const info = await checkActionCode(device, code);
  expect(info.operation).toBe("REVERT_SECOND_FACTOR_ADDITION");
  expect(info.data.multiFactorInfo).toMatchObject({ factorId: "totp", displayName: "Not mine" });
  await applyActionCode(device, code);
  const signIn = signInWithEmailAndPassword(device, "dave@example.com", PASSWORD);
  expect(await codeOf(signIn)).toBe("no error");
  expect(await codeOf(user.getIdToken(true))).toBe("auth/user-token-expired");
  expect(await codeOf(applyActionCode(device, code))).toBe("auth/invalid-action-code");
});

test("an administrator takes a lost second factor away", async () => {
  const user = await signUpVerified("erin@example.com");
  await enroll(user, "Lost");
  await site.admin("accounts:update", { localId: user.uid, mfa: {} });
  const device = openDevice(site.origin);
  expect(await codeOf(signInWithEmailAndPassword(device, "erin@example.com", PASSWORD))).toBe(
    "no error",
  );
});
