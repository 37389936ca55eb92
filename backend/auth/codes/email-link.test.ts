import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { ORIGIN, PROJECT, openAuth, payloadOf } from "../testing/open-auth.ts";
import { codeOf, createKeptMails } from "./testing/kept-mails.ts";

const SITE = "https://site.test/forgot-password";
const continueUrl = "https://site.test/tools";

const kept = createKeptMails();
const auth = await openAuth({ mailer: kept.mailer, actionUrl: () => SITE });
afterAll(() => auth[Symbol.asyncDispose]());

let last = 0;
const newAddress = (): string => `person-${++last}@example.com`;
const messageOf = ({ body }: { body: { error?: { message: string } } }): string =>
  body.error?.message ?? "done";

async function ask(email: string): Promise<string[]> {
  const body = { requestType: "EMAIL_SIGNIN", email, continueUrl, canHandleCodeInApp: true };
  expect(messageOf(await auth.call("sendOobCode", body))).toBe("done");
  await setImmediate();
  await setImmediate();
  return kept.taken(email).map(codeOf);
}

const codeFor = async (email: string): Promise<string> => (await ask(email))[0] ?? "";
const follow = (email: string, oobCode: string, idToken?: string) =>
  auth.call("signInWithEmailLink", { email, oobCode, idToken, returnSecureToken: true });
const lookUp = async (localId: string) =>
  (await auth.admin(":lookup", { localId: [localId] })).body.users[0];

async function change(mask: string, body: object): Promise<void> {
  const path = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=${mask}`;
  const init = { method: "PATCH", body: JSON.stringify(body) };
  const { status } = await auth.service.adminFetch(new Request(`${ORIGIN}${path}`, init));
  expect(status).toBe(200);
}

async function signInAs(uid: string) {
  const token = await auth.customToken(uid);
  return (await auth.call("signInWithCustomToken", { token })).body;
}

test("a link signs in once, makes the account, and its address counts as proved", async () => {
  const email = newAddress();
  const oobCode = await codeFor(email);
  expect((await auth.call("resetPassword", { oobCode })).body).toEqual({
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType: "EMAIL_SIGNIN",
  });
  const { body } = await follow(email.toUpperCase(), oobCode);
  expect(body).toMatchObject({ email, isNewUser: true, expiresIn: "3600" });
  expect(payloadOf(body.idToken)).toMatchObject({
    email,
    email_verified: true,
    firebase: { sign_in_provider: "password" },
  });
  expect(messageOf(await follow(email, oobCode))).toBe("INVALID_OOB_CODE");
  expect((await auth.refresh(body.refreshToken)).status).toBe(200);

  const again = await follow(email, await codeFor(email));
  expect(again.body).toMatchObject({ localId: body.localId, isNewUser: false });
  expect(await lookUp(body.localId)).toMatchObject({
    emailVerified: true,
    emailLinkSignin: true,
    providerUserInfo: [{ providerId: "password" }],
  });
});

test("a link is of use only together with the address that it was sent to, and of no use for another", async () => {
  const email = newAddress();
  const oobCode = await codeFor(email);
  expect(messageOf(await follow(newAddress(), oobCode))).toMatch(/^INVALID_EMAIL : /);
  expect(messageOf(await follow(email, "x"))).toBe("INVALID_OOB_CODE");
  expect(messageOf(await follow("", oobCode))).toBe("MISSING_EMAIL");
  expect(messageOf(await follow(email, ""))).toBe("MISSING_OOB_CODE");
  expect(messageOf(await follow(email, oobCode))).toBe("done");
});

test("the first link that is followed makes the others of its address void", async () => {
  const email = newAddress();
  const [first, second] = [await codeFor(email), await codeFor(email)];
  expect(messageOf(await follow(email, second))).toBe("done");
  expect(messageOf(await follow(email, first))).toBe("INVALID_OOB_CODE");
});

test("what a stranger put to an account before its address was proved is gone, and so are the stranger's sessions", async () => {
  const email = newAddress();
  const stranger = await auth.signUp(email);
  await auth.admin(":update", { localId: stranger.localId, customAttributes: '{"editor":true}' });
  auth.time.nowMs += 1000;
  const { body } = await follow(email, await codeFor(email));
  expect(body).toMatchObject({ localId: stranger.localId, isNewUser: false });
  expect(messageOf(await auth.refresh(stranger.refreshToken))).toBe("TOKEN_EXPIRED");
  await expect(auth.service.authenticate(stranger.idToken)).rejects.toThrow("revoked");
  expect(messageOf(await auth.signIn(email))).toBe("INVALID_LOGIN_CREDENTIALS");
  expect(payloadOf(body.idToken).editor).toBe(true);
  expect((await auth.refresh(body.refreshToken)).status).toBe(200);
});

test("an account whose address is proved keeps its password and its sessions", async () => {
  const email = newAddress();
  const { localId, refreshToken } = await auth.signUp(email);
  await auth.admin(":update", { localId, emailVerified: true });
  await follow(email, await codeFor(email));
  expect((await auth.signIn(email)).status).toBe(200);
  expect((await auth.refresh(refreshToken)).status).toBe(200);
});

test("an account that came to have the address after the link was sent is signed in to, not made twice", async () => {
  const email = newAddress();
  const oobCode = await codeFor(email);
  const { localId } = (await auth.admin("", { email })).body;
  const { body } = await follow(email, oobCode);
  expect(body).toMatchObject({ localId, isNewUser: false });
});

test("a link gives an account that is signed in an e-mail, and it keeps its uid and claims", async () => {
  const email = newAddress();
  const uid = `linked-${last}`;
  const first = await signInAs(uid);
  await auth.admin(":update", { localId: uid, customAttributes: '{"level":3}' });
  const linked = await follow(email, await codeFor(email), first.idToken);
  expect(linked.body).toMatchObject({ localId: uid, email, isNewUser: false });
  const payload = payloadOf(linked.body.idToken);
  expect(payload).toMatchObject({ email_verified: true, level: 3, user_id: uid });
  expect(payload.firebase.sign_in_provider).toBe("password");

  const taken = newAddress();
  await auth.admin("", { email: taken });
  const oobCode = await codeFor(taken);
  const other = await signInAs("another-one");
  expect(messageOf(await follow(taken, oobCode, other.idToken))).toBe("EMAIL_EXISTS");
  const second = newAddress();
  const swap = await follow(second, await codeFor(second), linked.body.idToken);
  expect(messageOf(swap)).toMatch(/^OPERATION_NOT_ALLOWED : This account has another/);
  // Neither used the code up.
  expect(messageOf(await follow(taken, oobCode))).toBe("done");
  auth.time.nowMs += 6 * 60_000;
  const third = newAddress();
  const late = await follow(third, await codeFor(third), other.idToken);
  expect(messageOf(late)).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
});

test("with sign-up closed no account is made, and nobody learns who has one", async () => {
  const known = newAddress();
  await auth.admin("", { email: known });
  const unknown = newAddress();
  const early = newAddress();
  const oobCode = await codeFor(early);
  await change("client.permissions.disabledUserSignup", {
    client: { permissions: { disabledUserSignup: true } },
  });
  expect(await ask(unknown)).toEqual([]);
  expect(messageOf(await follow(known, await codeFor(known)))).toBe("done");
  expect(messageOf(await follow(early, oobCode))).toBe("ADMIN_ONLY_OPERATION");
  await change("client", {});
  expect(messageOf(await follow(early, oobCode))).toBe("done");
});

test("a disabled account gets no link and follows none", async () => {
  const email = newAddress();
  const { localId } = (await auth.admin("", { email })).body;
  await auth.admin(":update", { localId, disableUser: true });
  expect(await ask(email)).toEqual([]);
});

test("it can be turned off, and is off without a mailer", async () => {
  const email = newAddress();
  const oobCode = await codeFor(email);
  await change("signIn.email.passwordRequired", { signIn: { email: { passwordRequired: true } } });
  expect(messageOf(await follow(email, oobCode))).toBe("OPERATION_NOT_ALLOWED");
  const body = { requestType: "EMAIL_SIGNIN", email, continueUrl };
  expect(messageOf(await auth.call("sendOobCode", body))).toBe("OPERATION_NOT_ALLOWED");
  await change("signIn.email.passwordRequired", {});
  expect(messageOf(await follow(email, oobCode))).toBe("done");
});
