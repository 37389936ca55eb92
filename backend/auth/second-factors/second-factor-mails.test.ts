import { setImmediate } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { afterAll, expect, test } from "vitest";
import { codeOf, createKeptMails } from "../codes/testing/kept-mails.ts";
import { DEFAULT_LIMITS } from "../limits/attempt-limits.ts";
import { type Answer, openAuth, payloadOf } from "../testing/open-auth.ts";

const MOST_A_DAY = DEFAULT_LIMITS.secondFactorsAddedPerAccount.count;

const kept = createKeptMails();
const auth = await openAuth({
  mailer: kept.mailer,
  actionUrl: () => "https://site.test/forgot-password",
  limits: DEFAULT_LIMITS,
});
afterAll(() => auth[Symbol.asyncDispose]());

const messageOf = ({ status, body }: Answer): string =>
  status === 200 ? "done" : body.error.message;
const post = (verb: string, body: unknown) =>
  auth.send(`/identitytoolkit.googleapis.com/v2/accounts/${verb}?key=any`, {
    method: "POST",
    body: JSON.stringify(body),
  });
const codeNow = (secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: auth.time.nowMs });

async function signUpVerified(email: string): Promise<{ localId: string; idToken: string }> {
  const person = await auth.signUp(email);
  await auth.admin(":update", { localId: person.localId, emailVerified: true });
  return person;
}

async function enroll(idToken: string, displayName: string) {
  const { body } = await post("mfaEnrollment:start", { idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey: secret, sessionInfo } = body.totpSessionInfo;
  const totpVerificationInfo = { sessionInfo, verificationCode: codeNow(secret) };
  const sent = { idToken, displayName, totpVerificationInfo };
  const answer = await post("mfaEnrollment:finalize", sent);
  const token: string = answer.body.idToken ?? "";
  const id = token && payloadOf(token).firebase.second_factor_identifier;
  return { answer, token, factor: { id, secret } };
}

async function withdraw(idToken: string, { id }: { id: string }): Promise<string> {
  const answer = await post("mfaEnrollment:withdraw", { idToken, mfaEnrollmentId: id });
  return answer.body.idToken;
}

async function signInWith(email: string, { id, secret }: { id: string; secret: string }) {
  auth.time.nowMs += 30_000;
  const { mfaPendingCredential } = (await auth.signIn(email)).body;
  const totpVerificationInfo = { verificationCode: codeNow(secret) };
  const sent = { mfaPendingCredential, mfaEnrollmentId: id, totpVerificationInfo };
  return (await post("mfaSignIn:finalize", sent)).body.idToken as string;
}

async function mailsTo(email: string) {
  await setImmediate();
  await setImmediate();
  return kept.taken(email);
}

const apply = async (oobCode: string) => messageOf(await auth.call("update", { oobCode }));

test("a mail takes a new second factor back, however many others were added and withdrawn since", async () => {
  const email = "ada@example.com";
  const { localId, idToken } = await signUpVerified(email);
  const { factor } = await enroll(idToken, "Phone");
  const [mail] = await mailsTo(email);
  expect(mail?.kind).toBe("REVERT_SECOND_FACTOR_ADDITION");
  for (let index = 0; index < 5; index += 1) {
    const tablet = await enroll(await signInWith(email, factor), "Tablet");
    await withdraw(tablet.token, tablet.factor);
  }
  const [withdrawn] = await mailsTo(email);
  expect(await apply(codeOf(withdrawn))).toBe("INVALID_OOB_CODE");
  expect(kept.forgotten).toContain(withdrawn?.id);
  expect(await apply(codeOf(mail))).toBe("done");
  const [user] = (await auth.admin(":lookup", { localId: [localId] })).body.users;
  expect(user.mfaInfo).toBeUndefined();
});

test("who adds and withdraws second factors again and again has to wait, so that no mails go off without end", async () => {
  const email = "bob@example.com";
  let { idToken } = await signUpVerified(email);
  for (let index = 0; index < MOST_A_DAY; index += 1) {
    const { token, factor } = await enroll(idToken, "Phone");
    idToken = await withdraw(token, factor);
  }
  const { answer } = await enroll(idToken, "Phone");
  expect(messageOf(answer)).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  expect(answer.headers.get("retry-after")).toBe(String((24 * 3600) / MOST_A_DAY));
  expect(await mailsTo(email)).toHaveLength(MOST_A_DAY);
});
