/** Guessing and flooding at the sign-in service, over HTTP with the limits that every server has. */
import { Secret, TOTP } from "otpauth";
import { afterAll, expect, test } from "vitest";
import { serveAuthSite } from "../support/auth-site.ts";

const PASSWORD = "correct horse";
const TOO_MANY = "TOO_MANY_ATTEMPTS_TRY_LATER";

const site = await serveAuthSite();
afterAll(() => site[Symbol.asyncDispose]());

type Answer = {
  status: number;
  /** The code of a refusal, else undefined. */
  code: string | undefined;
  /** Seconds, as the header says. */
  retryAfter: number;
  // The answers of many forms; a test says what it expects of them.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
};

/** @param client the address that it seems to come from. */
async function post(path: string, body: object, client: string): Promise<Answer> {
  const response = await fetch(`${site.origin}/identitytoolkit.googleapis.com/${path}?key=any`, {
    method: "POST",
    headers: { "x-forwarded-for": client },
    body: JSON.stringify(body),
  });
  return readAnswer(response);
}

async function readAnswer(response: Response): Promise<Answer> {
  const answer = (await response.json()) as Record<string, unknown>;
  const { error } = answer as { error?: { message: string } | string };
  const message = typeof error === "object" ? error.message : error;
  return {
    status: response.status,
    code: message?.split(" : ")[0],
    retryAfter: Number(response.headers.get("retry-after") ?? NaN),
    body: answer,
  };
}

const signIn = (email: string, password: string, client: string) =>
  post("v1/accounts:signInWithPassword", { email, password, returnSecureToken: true }, client);
const signUp = (email: string, client: string) =>
  post("v1/accounts:signUp", { email, password: PASSWORD, returnSecureToken: true }, client);

/** How many answers came before the first that says when to come back; that one is `stopped`. */
async function untilStopped(most: number, ask: (time: number) => Promise<Answer>) {
  for (let time = 0; time <= most; time += 1) {
    const answer = await ask(time);
    if (answer.code === TOO_MANY) return { before: time, stopped: answer };
  }
  throw new Error(`${most} times were not too many.`);
}

function expectStop({ status, code, retryAfter }: Answer): void {
  expect({ status, code }).toEqual({ status: 400, code: TOO_MANY });
  expect(retryAfter).toBeGreaterThan(0);
  expect(Number.isInteger(retryAfter)).toBe(true);
}

test("who guesses at a password waits longer each time, its owner elsewhere does not", async () => {
  const owner = "192.0.2.1";
  const guesser = "198.51.100.7";
  await signUp("ada@example.com", owner);
  const guess = () => signIn("ada@example.com", "wrong password", guesser);
  const first = await untilStopped(10, guess);
  expectStop(first.stopped);
  expect((await signIn("ada@example.com", PASSWORD, guesser)).code).toBe(TOO_MANY);
  expect((await signIn("ada@example.com", PASSWORD, owner)).status).toBe(200);
  let waitS = first.stopped.retryAfter;
  for (let round = 0; round < 3; round += 1) {
    site.time.aheadMs += waitS * 1000;
    expect((await guess()).code).toBe("INVALID_LOGIN_CREDENTIALS");
    const { stopped } = await untilStopped(0, guess);
    expect(stopped.retryAfter).toBeGreaterThan(waitS * 1.5);
    waitS = stopped.retryAfter;
  }
  site.time.aheadMs += waitS * 1000;
  expect((await signIn("ada@example.com", PASSWORD, guesser)).status).toBe(200);
});

test("an address that is not known is guessed at under the same limits", async () => {
  const { before, stopped } = await untilStopped(10, () =>
    signIn("nobody@example.com", "wrong password", "198.51.100.8"),
  );
  expectStop(stopped);
  const known = await untilStopped(10, () =>
    signIn("ada@example.com", "wrong password", "198.51.100.9"),
  );
  expect(known.before).toBe(before);
});

test("accounts are made, and addresses asked for, only so often from one network", async () => {
  const { before, stopped } = await untilStopped(200, () =>
    signUp("ada@example.com", "2001:db8:1:2::1"),
  );
  expectStop(stopped);
  expect(before).toBeGreaterThan(20);
  // A network is a /64.
  expect((await signUp("new@example.com", "2001:db8:1:2:ffff::9")).code).toBe(TOO_MANY);
  expect((await signUp("ada@example.com", "2001:db8:1:3::1")).code).toBe("EMAIL_EXISTS");
});

test("mails go to one address only so often, known or not, and from one network", async () => {
  const reset = (email: string, client: string) =>
    post("v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email }, client);
  const sent = site.mails.length;
  for (const email of ["ada@example.com", "nobody@example.com"]) {
    expect((await reset(email, "198.51.100.10")).status, email).toBe(200);
    expectStop(await reset(email, "198.51.100.11"));
  }
  expect(site.mails.length - sent).toBe(1);
  const { before, stopped } = await untilStopped(100, (time) =>
    reset(`somebody${time}@example.com`, "198.51.100.12"),
  );
  expectStop(stopped);
  expect(before).toBeGreaterThan(4);
  const other = await reset("somebody-else@example.com", "198.51.100.13");
  expect(other.status).toBe(200);
});

test("codes of mails are guessed at only so often", async () => {
  const { stopped } = await untilStopped(100, (time) =>
    post("v1/accounts:resetPassword", { oobCode: `made-up-${time}` }, "198.51.100.14"),
  );
  expectStop(stopped);
  const elsewhere = await post(
    "v1/accounts:resetPassword",
    { oobCode: "made-up" },
    "198.51.100.15",
  );
  expect(elsewhere.code).toBe("INVALID_OOB_CODE");
});

test("who has a password guesses few codes of its second factor, from any network", async () => {
  const { localId, idToken } = (await signUp("bob@example.com", "192.0.2.2")).body;
  await site.admin("accounts:update", { localId, emailVerified: true });
  const mfa = (path: string, body: object, client = "192.0.2.2") =>
    post(`v2/accounts/${path}`, body, client);
  const start = await mfa("mfaEnrollment:start", { idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey, sessionInfo } = start.body.totpSessionInfo;
  const codeNow = () =>
    TOTP.generate({
      secret: Secret.fromBase32(sharedSecretKey),
      timestamp: Date.now() + site.time.aheadMs,
    });
  const enrolled = await mfa("mfaEnrollment:finalize", {
    idToken,
    displayName: "Phone",
    totpVerificationInfo: { sessionInfo, verificationCode: codeNow() },
  });
  expect(enrolled.status).toBe(200);

  const firstFactor = async () => (await signIn("bob@example.com", PASSWORD, "192.0.2.2")).body;
  const { mfaPendingCredential, mfaInfo } = await firstFactor();
  const attempt = (verificationCode: string, client: string, credential = mfaPendingCredential) =>
    mfa(
      "mfaSignIn:finalize",
      {
        mfaPendingCredential: credential,
        mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
        totpVerificationInfo: { verificationCode },
      },
      client,
    );
  const wrong = () => String((Number(codeNow()) + 1) % 1_000_000).padStart(6, "0");
  const { before, stopped } = await untilStopped(20, (time) =>
    attempt(wrong(), `203.0.113.${time}`),
  );
  expectStop(stopped);
  expect(before).toBeLessThanOrEqual(10);
  // Neither another network nor the right code nor a new credential is a way around.
  const again = await firstFactor();
  expectStop(await attempt(codeNow(), "203.0.113.99", again.mfaPendingCredential));
  site.time.aheadMs += stopped.retryAfter * 1000;
  const later = await firstFactor();
  expect((await attempt(wrong(), "203.0.113.1", later.mfaPendingCredential)).code).toBe(
    "INVALID_CODE",
  );
  const second = await attempt(codeNow(), "203.0.113.2", later.mfaPendingCredential);
  expect(second.retryAfter).toBeGreaterThan(stopped.retryAfter * 1.5);
  site.time.aheadMs += second.retryAfter * 1000;
  const right = await firstFactor();
  expect((await attempt(codeNow(), "203.0.113.3", right.mfaPendingCredential)).status).toBe(200);
});

test("assertions of service accounts are guessed at only so often", async () => {
  const exchange = async (client: string): Promise<Answer> =>
    readAnswer(
      await fetch(`${site.origin}/token`, {
        method: "POST",
        headers: { "x-forwarded-for": client },
        body: new URLSearchParams({
          grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
          assertion: "made.up.assertion",
        }),
      }),
    );
  let answer = await exchange("198.51.100.20");
  expect(answer).toMatchObject({ status: 400, code: "invalid_grant" });
  for (let time = 0; time < 100 && Number.isNaN(answer.retryAfter); time += 1) {
    answer = await exchange("198.51.100.20");
  }
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.retryAfter).toBeGreaterThan(0);
  expect((await exchange("198.51.100.21")).retryAfter).toBeNaN();
});
