import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, expect, test } from "vitest";
import { type Answer, openAuth, payloadOf } from "../testing/open-auth.ts";

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
/** In the middle of a step. */
const START_MS = 1_900_000_005_000;

/** One service for all tests, whose time only goes on; each has people of its own. */
const auth = await openAuth({ nowMs: START_MS });
afterAll(() => auth[Symbol.asyncDispose]());

type Factor = { id: string; secret: string };

const codeAt = (secret: string, timestamp: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
const messageOf = ({ status, body, text }: Answer): string =>
  status === 200 ? "no error" : (body?.error?.message ?? text);

const post = (path: string, body: unknown) =>
  auth.send(`/identitytoolkit.googleapis.com/v2/accounts/${path}?key=any`, {
    method: "POST",
    body: JSON.stringify(body),
  });

const startEnrollment = (idToken: string) =>
  post("mfaEnrollment:start", { idToken, totpEnrollmentInfo: {} });

async function enroll(idToken: string, displayName = "Phone") {
  const { totpSessionInfo } = (await startEnrollment(idToken)).body;
  const secret: string = totpSessionInfo.sharedSecretKey;
  const { sessionInfo } = totpSessionInfo;
  const verificationCode = codeAt(secret, auth.time.nowMs);
  const totpVerificationInfo = { sessionInfo, verificationCode };
  const answer = await post("mfaEnrollment:finalize", {
    idToken,
    displayName,
    totpVerificationInfo,
  });
  const { body } = answer;
  const id: string = body?.idToken && payloadOf(body.idToken).firebase.second_factor_identifier;
  return { answer, factor: { id, secret }, sent: { displayName, totpVerificationInfo } };
}

const finish = (credential: string, { id }: Factor, verificationCode: string) =>
  post("mfaSignIn:finalize", {
    mfaPendingCredential: credential,
    mfaEnrollmentId: id,
    totpVerificationInfo: { verificationCode },
  });

async function signUpVerified(email: string) {
  const { localId, idToken, refreshToken } = await auth.signUp(email);
  await auth.admin(":update", { localId, emailVerified: true });
  return { uid: localId as string, idToken: idToken as string, refreshToken };
}

/** Who signs in by password and app. */
async function openEnrolled(email: string) {
  const person = await signUpVerified(email);
  const { answer, factor } = await enroll(person.idToken);
  auth.time.nowMs += STEP_MS;
  const firstFactor = async (): Promise<string> =>
    (await auth.signIn(email)).body.mfaPendingCredential;
  return { ...person, enrolled: answer.body, factor, firstFactor };
}

test("with a second factor the password alone gives no token, and the app's code completes it", async () => {
  const person = await signUpVerified("ada@example.com");
  const other = (await auth.signIn("ada@example.com")).body;

  const start = (await startEnrollment(person.idToken)).body.totpSessionInfo;
  expect(start).toMatchObject({
    verificationCodeLength: 6,
    hashingAlgorithm: "SHA1",
    periodSec: 30,
    finalizeEnrollmentTime: new Date(auth.time.nowMs + 15 * MINUTE_MS).toISOString(),
  });
  expect(start.sharedSecretKey).toMatch(/^[A-Z2-7]{32}$/);
  const { answer, factor } = await enroll(person.idToken);
  expect(Object.keys(answer.body)).toEqual(["idToken", "refreshToken", "totpAuthInfo"]);
  expect(payloadOf(answer.body.idToken).firebase).toMatchObject({
    sign_in_provider: "password",
    sign_in_second_factor: "totp",
    second_factor_identifier: factor.id,
  });
  expect((await auth.refresh(other.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  // Its own device has a newer one.
  expect((await auth.refresh(person.refreshToken)).status).toBe(503);

  auth.time.nowMs += STEP_MS;
  const first = (await auth.signIn("ada@example.com")).body;
  expect(first).toMatchObject({ localId: person.uid, email: "ada@example.com" });
  expect(first).not.toHaveProperty("idToken");
  expect(first).not.toHaveProperty("refreshToken");
  expect(first.mfaInfo).toEqual([
    {
      mfaEnrollmentId: factor.id,
      displayName: "Phone",
      enrolledAt: new Date(auth.time.nowMs - STEP_MS).toISOString(),
      totpInfo: {},
    },
  ]);
  const code = codeAt(factor.secret, auth.time.nowMs);
  const signedIn = (await finish(first.mfaPendingCredential, factor, code)).body;
  expect(Object.keys(signedIn)).toEqual(["idToken", "refreshToken"]);
  const refreshed = (await auth.refresh(signedIn.refreshToken)).body;
  for (const token of [signedIn.idToken, refreshed.id_token]) {
    expect(payloadOf(token).firebase).toMatchObject({
      sign_in_provider: "password",
      sign_in_second_factor: "totp",
      second_factor_identifier: factor.id,
    });
  }
  const [user] = (await auth.call("lookup", { idToken: signedIn.idToken })).body.users;
  expect(user.mfaInfo).toEqual(first.mfaInfo);
  expect(JSON.stringify(user)).not.toContain(factor.secret);
});

test("a code is taken once, in its own half minute and the ones beside it", async () => {
  const person = await openEnrolled("bob2@example.com");
  const { factor } = person;
  const { time } = auth;
  const attempt = async (atMs: number) => {
    const code = codeAt(factor.secret, atMs);
    return messageOf(await finish(await person.firstFactor(), factor, code));
  };
  // The one that enrolled it.
  expect(await attempt(time.nowMs - STEP_MS)).toBe("INVALID_CODE");
  time.nowMs += 10 * STEP_MS;
  expect(await attempt(time.nowMs - 2 * STEP_MS)).toBe("INVALID_CODE");
  expect(await attempt(time.nowMs + 2 * STEP_MS)).toBe("INVALID_CODE");
  expect(await attempt(time.nowMs)).toBe("no error");
  expect(await attempt(time.nowMs)).toBe("INVALID_CODE");
  expect(await attempt(time.nowMs - STEP_MS)).toBe("INVALID_CODE");
  expect(await attempt(time.nowMs + STEP_MS)).toBe("no error");
});

test("two sign-ins with one code at the same moment: one of them begins", async () => {
  const person = await openEnrolled("cleo@example.com");
  const credentials = [await person.firstFactor(), await person.firstFactor()];
  const code = codeAt(person.factor.secret, auth.time.nowMs);
  const answers = await Promise.all(
    credentials.map((credential) => finish(credential, person.factor, code)),
  );
  expect(answers.map(messageOf).toSorted()).toEqual(["INVALID_CODE", "no error"]);
});

test("what the first factor gave is good once, for five minutes, for its account as it was", async () => {
  const person = await openEnrolled("dora@example.com");
  const { factor } = person;
  const { time } = auth;
  const attempt = async (credential: string, of: Factor = factor) => {
    time.nowMs += STEP_MS;
    return messageOf(await finish(credential, of, codeAt(of.secret, time.nowMs)));
  };
  const used = await person.firstFactor();
  expect(await attempt(used)).toBe("no error");
  expect(await attempt(used)).toBe("INVALID_MFA_PENDING_CREDENTIAL");

  const late = await person.firstFactor();
  time.nowMs += 5 * MINUTE_MS;
  expect(await attempt(late)).toMatch(/^TOTP_CHALLENGE_TIMEOUT : /);

  const good = await person.firstFactor();
  const forged = good.slice(0, -6) + (good.endsWith("AAAAAA") ? "BBBBBB" : "AAAAAA");
  expect(await attempt(forged)).toBe("INVALID_MFA_PENDING_CREDENTIAL");
  expect(await attempt("x")).toBe("INVALID_MFA_PENDING_CREDENTIAL");
  const bob = await signUpVerified("dora2@example.com");
  const { sessionInfo } = (await startEnrollment(bob.idToken)).body.totpSessionInfo;
  expect(await attempt(sessionInfo)).toBe("INVALID_MFA_PENDING_CREDENTIAL");
  const bobs = (await enroll(bob.idToken)).factor;
  expect(await attempt(good, bobs)).toBe("MFA_ENROLLMENT_NOT_FOUND");
  expect(await attempt(good)).toBe("no error");

  const beforeDisabling = await person.firstFactor();
  await auth.admin(":update", { localId: person.uid, disableUser: true });
  expect(await attempt(beforeDisabling)).toBe("INVALID_MFA_PENDING_CREDENTIAL");
  expect(messageOf(await auth.signIn("dora@example.com"))).toBe("USER_DISABLED");
  await auth.admin(":update", { localId: person.uid, disableUser: false });
  const beforeNewPassword = await person.firstFactor();
  await auth.admin(":update", { localId: person.uid, password: "another password" });
  expect(await attempt(beforeNewPassword)).toBe("INVALID_MFA_PENDING_CREDENTIAL");
  const pending = (await auth.signIn("dora@example.com", "another password")).body;
  await auth.admin(":delete", { localId: person.uid });
  expect(await attempt(pending.mfaPendingCredential)).toBe("INVALID_MFA_PENDING_CREDENTIAL");
});

test("requests without their parts say which, and a phone is refused", async () => {
  const person = await openEnrolled("emil@example.com");
  const { idToken } = person.enrolled;
  const mfaPendingCredential = await person.firstFactor();
  const sentTo = async (path: string, body: object) => messageOf(await post(path, body));
  const signIn = (body: object) => sentTo("mfaSignIn:finalize", body);
  expect(await signIn({})).toBe("MISSING_MFA_PENDING_CREDENTIAL");
  expect(await signIn({ mfaPendingCredential })).toBe("MISSING_MFA_ENROLLMENT_ID");
  expect(await signIn({ mfaPendingCredential, mfaEnrollmentId: "x" })).toBe("MISSING_CODE");
  const phone = /^OPERATION_NOT_ALLOWED : SMS/;
  const phoneVerificationInfo = { sessionInfo: "x", code: "1" };
  expect(await signIn({ mfaPendingCredential, phoneVerificationInfo })).toMatch(phone);
  expect(await sentTo("mfaSignIn:start", { mfaPendingCredential })).toMatch(phone);
  const start = (body: object) => sentTo("mfaEnrollment:start", body);
  expect(await start({ idToken, phoneEnrollmentInfo: { phoneNumber: "+1" } })).toMatch(phone);
  expect(await start({ idToken })).toMatch(/^INVALID_REQUEST : /);
  expect(await start({ totpEnrollmentInfo: {} })).toBe("MISSING_ID_TOKEN");
  const finalize = (body: object) => sentTo("mfaEnrollment:finalize", body);
  expect(await finalize({ idToken, phoneVerificationInfo })).toMatch(phone);
  expect(await finalize({ idToken })).toBe("MISSING_SESSION_INFO");
  expect(await finalize({ idToken, totpVerificationInfo: "x" })).toMatch(/^INVALID_REQUEST : /);
  const withdraw = (body: object) => sentTo("mfaEnrollment:withdraw", body);
  expect(await withdraw({ idToken })).toBe("MISSING_MFA_ENROLLMENT_ID");
  expect(await withdraw({ mfaEnrollmentId: "x" })).toBe("MISSING_ID_TOKEN");
  expect(await withdraw({ idToken, mfaEnrollmentId: "x" })).toBe("MFA_ENROLLMENT_NOT_FOUND");
});

test("enrolment needs a verified address, a recent sign-in by password, a name, and its own session", async () => {
  const ada = (await auth.signUp("finn@example.com")) as { localId: string; idToken: string };
  const start = async (idToken: string) => messageOf(await startEnrollment(idToken));
  expect(await start(ada.idToken)).toMatch(/^UNVERIFIED_EMAIL : /);
  await auth.admin(":update", { localId: ada.localId, emailVerified: true });

  const customToken = await auth.service.createCustomToken(ada.localId);
  const custom = (await auth.call("signInWithCustomToken", { token: customToken })).body;
  expect(await start(custom.idToken)).toMatch(/^UNSUPPORTED_FIRST_FACTOR : /);

  const session = (await startEnrollment(ada.idToken)).body.totpSessionInfo;
  const secret: string = session.sharedSecretKey;
  const finalize = async (body: object, idToken: string) => {
    const totpVerificationInfo = {
      sessionInfo: session.sessionInfo,
      verificationCode: codeAt(secret, auth.time.nowMs),
    };
    const sent = { idToken, displayName: "Phone", totpVerificationInfo, ...body };
    return messageOf(await post("mfaEnrollment:finalize", sent));
  };
  const bob = await signUpVerified("finn2@example.com");
  expect(await finalize({}, bob.idToken)).toBe("INVALID_SESSION_INFO");
  expect(await finalize({ displayName: "" }, ada.idToken)).toBe("MISSING_DISPLAY_NAME");
  const { sessionInfo } = session;
  const withCode = (verificationCode: string) =>
    finalize({ totpVerificationInfo: { sessionInfo, verificationCode } }, ada.idToken);
  expect(await withCode("")).toBe("MISSING_CODE");
  expect(await withCode("12345")).toBe("INVALID_CODE");
  expect(await withCode(codeAt(secret, auth.time.nowMs - 10 * STEP_MS))).toBe("INVALID_CODE");

  auth.time.nowMs += 6 * MINUTE_MS;
  expect(await start(ada.idToken)).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  auth.time.nowMs += 9 * MINUTE_MS;
  expect(await finalize({}, ada.idToken)).toBe("SESSION_EXPIRED");
  // As late as it can be.
  auth.time.nowMs -= 1;
  expect(await finalize({}, ada.idToken)).toBe("no error");
  const again = (await auth.sqlite.read("auth.accountByUid", ada.localId))?.secondFactors;
  expect(again).toHaveLength(1);
  expect(await finalize({}, ada.idToken)).toMatch(/has gone on with a newer token/);
});

test("an account has at most five, each with a name of its own; a session info is good once", async () => {
  const person = await openEnrolled("gina@example.com");
  let { idToken } = person.enrolled;
  expect(messageOf((await enroll(idToken, "Phone")).answer)).toMatch(/^SECOND_FACTOR_EXISTS/);
  const tablet = await enroll(idToken, "Tablet");
  idToken = tablet.answer.body.idToken;
  const replayed = await post("mfaEnrollment:finalize", { idToken, ...tablet.sent });
  expect(messageOf(replayed)).toBe("INVALID_SESSION_INFO");
  for (const name of ["Watch", "Desk", "Safe"]) {
    idToken = (await enroll(idToken, name)).answer.body.idToken;
  }
  const sixth = await startEnrollment(idToken);
  expect(messageOf(sixth)).toBe("SECOND_FACTOR_LIMIT_EXCEEDED");
  const { mfaInfo } = (await auth.signIn("gina@example.com")).body;
  expect(mfaInfo).toHaveLength(5);
  // Any of them will do.
  const credential = await person.firstFactor();
  auth.time.nowMs += STEP_MS;
  const code = codeAt(tablet.factor.secret, auth.time.nowMs);
  expect((await finish(credential, tablet.factor, code)).body.idToken).toBeDefined();
});

test("who signed in with a second factor takes it away, and other sessions end", async () => {
  const person = await openEnrolled("hugo@example.com");
  const { factor } = person;
  const code = codeAt(factor.secret, auth.time.nowMs);
  const other = (await finish(await person.firstFactor(), factor, code)).body;
  const bob = await signUpVerified("hugo2@example.com");
  const withdraw = (idToken: string) =>
    post("mfaEnrollment:withdraw", { idToken, mfaEnrollmentId: factor.id });
  expect(messageOf(await withdraw(bob.idToken))).toBe("MFA_ENROLLMENT_NOT_FOUND");
  const { body } = await withdraw(person.enrolled.idToken);
  expect(payloadOf(body.idToken).firebase).not.toHaveProperty("sign_in_second_factor");
  expect((await auth.refresh(other.refreshToken)).status).toBe(400);
  expect((await auth.signIn("hugo@example.com")).body.idToken).toBeDefined();
  const events = await auth.sqlite.read("auth.accountByUid", person.uid);
  expect(events?.secondFactors).toEqual([]);
});

test("who took away the one of this session signs in with another before that one goes or a new one comes", async () => {
  const person = await openEnrolled("nora@example.com");
  const tablet = await enroll(person.enrolled.idToken, "Tablet");
  const withdraw = (idToken: string, { id }: Factor) =>
    post("mfaEnrollment:withdraw", { idToken, mfaEnrollmentId: id });
  const { body } = await withdraw(tablet.answer.body.idToken, tablet.factor);
  const refused = await withdraw(body.idToken, person.factor);
  expect(messageOf(refused)).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  // Nor is another put in its place.
  const added = await enroll(body.idToken, "Watch");
  expect(messageOf(added.answer)).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  expect((await auth.signIn("nora@example.com")).body.mfaInfo).toHaveLength(1);
});

test("a custom token asks for no second factor and may take it away: the way back for who lost the app", async () => {
  const person = await openEnrolled("ivan@example.com");
  const token = await auth.service.createCustomToken(person.uid);
  const { idToken } = (await auth.call("signInWithCustomToken", { token })).body;
  const mfaEnrollmentId = person.factor.id;
  expect((await post("mfaEnrollment:withdraw", { idToken, mfaEnrollmentId })).status).toBe(200);
  expect((await auth.signIn("ivan@example.com")).body.idToken).toBeDefined();
});

test("no operation begins a session without second factor for who has one", async () => {
  const person = await openEnrolled("jana@example.com");
  const account = await auth.sqlite.read("auth.accountByUid", person.uid);
  const session = {
    id: "stolen",
    provider: "password" as const,
    authTimeS: Math.floor(auth.time.nowMs / 1000),
    claims: null,
    secondFactor: null,
    tokenHash: "x",
    device: null,
    network: null,
  };
  const begun = auth.sqlite.write("auth.signInWithPassword", {
    uid: person.uid,
    passwordHash: account?.passwordHash ?? "",
    session,
    nowMs: auth.time.nowMs,
  });
  await expect(begun).rejects.toMatchObject({ code: "INVALID_LOGIN_CREDENTIALS" });
});

test("an administrator takes it away without a code, which ends every session", async () => {
  const person = await openEnrolled("kurt@example.com");
  await auth.sqlite.write("auth.removeSecondFactors", {
    uid: person.uid,
    enrollmentIds: [person.factor.id, "unknown"],
    actor: "server",
    nowMs: auth.time.nowMs,
  });
  expect((await auth.refresh(person.enrolled.refreshToken)).status).toBe(400);
  expect((await auth.signIn("kurt@example.com")).body.idToken).toBeDefined();
});

test("neither the database nor an answer shows a secret", async () => {
  const person = await openEnrolled("lena@example.com");
  const { factor } = person;
  const { time } = auth;
  const files = readdirSync(auth.dir).filter((name) => name.startsWith("test.sqlite"));
  for (const name of files) {
    expect(readFileSync(join(auth.dir, name)).includes(factor.secret), name).toBe(false);
  }
  expect(files.length).toBeGreaterThan(0);
  const first = await auth.signIn("lena@example.com");
  expect(first.text).not.toContain(factor.secret);
  const admins = await auth.admin(":lookup", { localId: [person.uid] });
  expect(admins.body.users[0].mfaInfo).toHaveLength(1);
  expect(admins.text).not.toContain(factor.secret);
  expect(codeAt(factor.secret, time.nowMs)).toMatch(/^\d{6}$/);
});
