/** Calls of the sign-in SDK that send a mail, or begin with the link in one. */
import {
  ActionCodeOperation,
  ActionCodeURL,
  EmailAuthProvider,
  type User,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  isSignInWithEmailLink,
  parseActionCodeURL,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from "firebase/auth";
import type { AuthMailKind } from "#backend";
import { afterAll, expect, test } from "vitest";
import { closeDevices, codeOf, openDevice } from "../support/auth-device.ts";
import { serveAuthSite } from "../support/auth-site.ts";

const PASSWORD = "correct horse";
const HOUR_MS = 3_600_000;

const site = await serveAuthSite();
afterAll(async () => {
  await closeDevices();
  await site[Symbol.asyncDispose]();
});

const newDevice = () => openDevice(site.origin);
const linkTo = (email: string, kind: AuthMailKind) => site.mailTo(email, kind).link;
const codeTo = (email: string, kind: AuthMailKind) =>
  new URL(linkTo(email, kind)).searchParams.get("oobCode") ?? "";

async function signUp(email: string): Promise<User> {
  return (await createUserWithEmailAndPassword(newDevice(), email, PASSWORD)).user;
}

test("a forgotten password is set anew by the link, once, and ends the sessions of before", async () => {
  const user = await signUp("ada@example.com");
  const auth = newDevice();
  await sendPasswordResetEmail(auth, "Ada@example.com", { url: `${site.origin}/Settings` });
  const url = parseActionCodeURL(linkTo("ada@example.com", "PASSWORD_RESET"));
  expect(url).toMatchObject({
    operation: ActionCodeOperation.PASSWORD_RESET,
    apiKey: "foyer-embedded",
    continueUrl: `${site.origin}/Settings`,
    languageCode: "en",
  });
  expect(new URL(linkTo("ada@example.com", "PASSWORD_RESET")).pathname).toBe("/forgot-password");
  const code = url?.code ?? "";
  expect(await verifyPasswordResetCode(auth, code)).toBe("ada@example.com");
  expect(await checkActionCode(auth, code)).toMatchObject({
    operation: "PASSWORD_RESET",
    data: { email: "ada@example.com" },
  });
  expect(await codeOf(confirmPasswordReset(auth, code, "12345"))).toBe("auth/weak-password");
  await confirmPasswordReset(auth, code, "another horse");
  expect(await codeOf(confirmPasswordReset(auth, code, "third horse!"))).toBe(
    "auth/invalid-action-code",
  );
  expect(await codeOf(user.getIdToken(true))).toBe("auth/user-token-expired");
  const signedIn = await signInWithEmailAndPassword(auth, "ada@example.com", "another horse");
  // Only who reads its mail could follow the link.
  expect(signedIn.user.emailVerified).toBe(true);
});

test("for an unknown address it looks the same, and nobody gets a mail", async () => {
  const count = site.mails.length;
  expect(await codeOf(sendPasswordResetEmail(newDevice(), "nobody@example.com"))).toBe("no error");
  expect(site.mails).toHaveLength(count);
});

test("an address is verified by the link, and the next token says so", async () => {
  const user = await signUp("bob@example.com");
  await sendEmailVerification(user);
  const code = codeTo("bob@example.com", "VERIFY_EMAIL");
  const device = newDevice();
  expect(await checkActionCode(device, code)).toMatchObject({ operation: "VERIFY_EMAIL" });
  await applyActionCode(device, code);
  await reload(user);
  expect(user.emailVerified).toBe(true);
  expect((await user.getIdTokenResult(true)).claims).toMatchObject({ email_verified: true });
  expect(await codeOf(applyActionCode(device, code))).toBe("auth/invalid-action-code");
});

test("an address is changed by the link to the new one, and got back by the one to the old", async () => {
  const user = await signUp("carol@example.com");
  await site.admin("accounts:update", { localId: user.uid, emailVerified: true });
  await verifyBeforeUpdateEmail(user, "carol2@example.com");
  const device = newDevice();
  const code = codeTo("carol2@example.com", "VERIFY_AND_CHANGE_EMAIL");
  expect(await checkActionCode(device, code)).toMatchObject({
    operation: "VERIFY_AND_CHANGE_EMAIL",
    data: { email: "carol2@example.com", previousEmail: "carol@example.com" },
  });
  await applyActionCode(device, code);
  const moved = await signInWithEmailAndPassword(device, "carol2@example.com", PASSWORD);
  expect(moved.user).toMatchObject({ uid: user.uid, emailVerified: true });

  const recovery = codeTo("carol@example.com", "RECOVER_EMAIL");
  expect(await checkActionCode(device, recovery)).toMatchObject({
    operation: "RECOVER_EMAIL",
    data: { email: "carol@example.com" },
  });
  await applyActionCode(device, recovery);
  // Whoever changed the address may know the password: it is set anew.
  const signIn = (password: string) =>
    signInWithEmailAndPassword(device, "carol@example.com", password);
  expect(await codeOf(signIn(PASSWORD))).toBe("auth/invalid-credential");
  await sendPasswordResetEmail(device, "carol@example.com");
  await confirmPasswordReset(device, codeTo("carol@example.com", "PASSWORD_RESET"), "new horse!");
  expect((await signIn("new horse!")).user.uid).toBe(user.uid);
});

test("a link alone signs in: a new person, then the same one, and proves it again later", async () => {
  const auth = newDevice();
  const settings = { url: `${site.origin}/Settings`, handleCodeInApp: true };
  const nextLink = async (): Promise<string> => {
    await sendSignInLinkToEmail(auth, "dora@example.com", settings);
    site.time.aheadMs += HOUR_MS / 3;
    return linkTo("dora@example.com", "EMAIL_SIGNIN");
  };
  const link = await nextLink();
  expect(isSignInWithEmailLink(auth, link)).toBe(true);
  expect(isSignInWithEmailLink(auth, `${site.origin}/Settings`)).toBe(false);
  const wrong = signInWithEmailLink(auth, "other@example.com", link);
  expect(await codeOf(wrong)).toMatch(/^auth\/invalid-(email|action-code)$/);
  const { user } = await signInWithEmailLink(auth, "dora@example.com", link);
  expect(user).toMatchObject({ email: "dora@example.com", emailVerified: true });
  expect(await codeOf(signInWithEmailLink(auth, "dora@example.com", link))).toBe(
    "auth/invalid-action-code",
  );
  const credential = EmailAuthProvider.credentialWithLink("dora@example.com", await nextLink());
  expect((await reauthenticateWithCredential(user, credential)).user.uid).toBe(user.uid);
  // A password beside it.
  await updatePassword(user, PASSWORD);
  const byPassword = await signInWithEmailAndPassword(newDevice(), "dora@example.com", PASSWORD);
  expect(byPassword.user.uid).toBe(user.uid);
  const again = EmailAuthProvider.credentialWithLink("dora@example.com", await nextLink());
  expect((await signInWithCredential(newDevice(), again)).user.uid).toBe(user.uid);
});

test("links end: an hour for the password, never for another site, never made up", async () => {
  const auth = newDevice();
  await signUp("emil@example.com");
  const elsewhere = sendPasswordResetEmail(auth, "emil@example.com", { url: "https://evil.test/" });
  expect(await codeOf(elsewhere)).toBe("auth/unauthorized-continue-uri");
  await sendPasswordResetEmail(auth, "emil@example.com");
  const code = codeTo("emil@example.com", "PASSWORD_RESET");
  site.time.aheadMs += HOUR_MS + 1000;
  expect(await codeOf(confirmPasswordReset(auth, code, "another horse"))).toBe(
    "auth/expired-action-code",
  );
  expect(await codeOf(checkActionCode(auth, "made-up"))).toBe("auth/invalid-action-code");
  expect(await codeOf(applyActionCode(auth, "made-up"))).toBe("auth/invalid-action-code");
  expect(ActionCodeURL.parseLink(`${site.origin}/forgot-password`)).toBeNull();
});
