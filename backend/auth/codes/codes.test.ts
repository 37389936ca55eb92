import { readFileSync, readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Log } from "../../sqlite/index.ts";
import { PASSWORD, openAuth, payloadOf } from "../testing/open-auth.ts";
import { codeOf, createKeptMails } from "./testing/kept-mails.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SITE = "https://site.test/forgot-password";

const logged: unknown[] = [];
const note = (facts: object, message: string) => void logged.push(facts, message);
const log: Log = { info: note, warn: note, error: note };
const kept = createKeptMails();
const auth = await openAuth({
  log,
  mailer: kept.mailer,
  actionUrl: () => SITE,
  apiKey: "the-key",
});
afterAll(() => auth[Symbol.asyncDispose]());
beforeEach(() => {
  kept.failure = undefined;
});

let last = 0;
const newAddress = (): string => `person-${++last}@example.com`;

/** An account with an ID token, without the work of a hash; its e-mail is proved unless `fields` says otherwise. */
async function newPerson(fields: object = {}) {
  const email = newAddress();
  const { localId } = (await auth.admin("", { email, emailVerified: true, ...fields })).body;
  return { email, localId, ...(await sessionOf(localId)) };
}

async function sessionOf(uid: string): Promise<{ idToken: string; refreshToken: string }> {
  const token = await auth.service.createCustomToken(uid);
  const { body } = await auth.call("signInWithCustomToken", { token, returnSecureToken: true });
  return { idToken: body.idToken, refreshToken: body.refreshToken };
}

/** Mails that no answer waits for go off in the next turn. */
async function mailsTo(address: string) {
  await setImmediate();
  await setImmediate();
  return kept.taken(address);
}

const ask = (requestType: string, fields: object) =>
  auth.call("sendOobCode", { requestType, ...fields });
const messageOf = ({ body }: { body?: { error?: { message: string } } }): string =>
  body?.error?.message ?? "done";
const lookUp = async (localId: string) =>
  (await auth.admin(":lookup", { localId: [localId] })).body.users[0];

async function resetCodeOf(email: string): Promise<string> {
  expect(messageOf(await ask("PASSWORD_RESET", { email }))).toBe("done");
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(1);
  return codeOf(mails[0]);
}

test("a reset link says whose it is, sets the password once, and ends every session", async () => {
  const person = await newPerson({ displayName: "Ada" });
  const { email, localId, refreshToken, idToken } = person;
  auth.time.nowMs += 1000;
  const { body } = await ask("PASSWORD_RESET", { email: email.toUpperCase() });
  expect(body).toEqual({ kind: "identitytoolkit#GetOobConfirmationCodeResponse", email });
  const [mail] = await mailsTo(email);
  expect(mail).toMatchObject({
    kind: "PASSWORD_RESET",
    to: email,
    displayName: "Ada",
    newEmail: null,
    expiresAt: auth.time.nowMs + HOUR_MS,
  });
  const link = new URL(mail?.link ?? "");
  expect(link.origin + link.pathname).toBe(SITE);
  const { oobCode, ...rest } = Object.fromEntries(link.searchParams);
  expect(rest).toEqual({ mode: "resetPassword", apiKey: "the-key", lang: "en" });
  expect(oobCode).toMatch(/^[\w-]{43}$/);

  const checked = await auth.call("resetPassword", { oobCode });
  expect(checked.body).toMatchObject({ email, requestType: "PASSWORD_RESET" });
  const weak = await auth.call("resetPassword", { oobCode, newPassword: "12345" });
  expect(messageOf(weak)).toMatch(/^WEAK_PASSWORD/);
  const newPassword = "a wholly new one";
  const done = await auth.call("resetPassword", { oobCode, newPassword });
  expect(done.body).toMatchObject({ email, requestType: "PASSWORD_RESET" });
  expect(messageOf(await auth.call("resetPassword", { oobCode, newPassword }))).toBe(
    "INVALID_OOB_CODE",
  );
  expect(kept.forgotten).toContain(mail?.id);
  expect(messageOf(await auth.refresh(refreshToken))).toBe("TOKEN_EXPIRED");
  await expect(auth.service.authenticate(idToken)).rejects.toThrow("revoked");
  expect((await auth.signIn(email, newPassword)).status).toBe(200);
  expect((await lookUp(localId)).emailVerified).toBe(true);
});

test("nobody learns from a reset whether an address is known, neither from the answer nor from what is written", async () => {
  const { email } = await newPerson();
  const disabled = await newPerson({ disabled: true });
  const unknown = newAddress();
  using db = new DatabaseSync(`${auth.dir}/test.sqlite`);
  const rowsOf = (address: string) =>
    db.prepare("SELECT count(*) AS n FROM auth_oob_codes WHERE email = ?").get(address)?.["n"];
  const answers = await Promise.all(
    [email, unknown, disabled.email].map(async (address) => {
      const { status, text, headers } = await ask("PASSWORD_RESET", { email: address });
      return [status, text.replace(address, "X"), [...headers.keys()].join()].join(" ");
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect([email, unknown, disabled.email].map(rowsOf)).toEqual([1, 1, 1]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await mailsTo(unknown)).toEqual([]);
  expect(await mailsTo(disabled.email)).toEqual([]);
});

test("a mailer that fails is not noticed by who asks about an address, and is told to who verifies the own", async () => {
  const { email, idToken } = await newPerson();
  logged.length = 0;
  kept.failure = new Error("The disk is full.");
  expect((await ask("PASSWORD_RESET", { email })).status).toBe(200);
  await mailsTo(email);
  expect(JSON.stringify(logged)).toContain("A mail could not be handed over");
  expect(JSON.stringify(logged)).not.toContain(email);
  const verification = await ask("VERIFY_EMAIL", { idToken });
  expect([verification.status, verification.body]).toEqual([503, undefined]);
});

test("a code is nowhere but in its mail", async () => {
  const { email } = await newPerson();
  const oobCode = await resetCodeOf(email);
  const stored = readdirSync(auth.dir)
    .filter((name) => name.startsWith("test.sqlite"))
    .map((name) => readFileSync(`${auth.dir}/${name}`, "latin1"))
    .join("");
  expect(stored).toContain(email);
  expect(stored).not.toContain(oobCode);
  expect(JSON.stringify(logged)).not.toContain(oobCode);
});

test("codes end after their time, and say so for a day", async () => {
  const { email, idToken } = await newPerson();
  const reset = await resetCodeOf(email);
  await ask("VERIFY_EMAIL", { idToken });
  const verify = codeOf((await mailsTo(email))[0]);
  const check = async (oobCode: string) => messageOf(await auth.call("resetPassword", { oobCode }));
  auth.time.nowMs += HOUR_MS - 1;
  expect(await check(reset)).toBe("done");
  auth.time.nowMs += 1;
  expect([await check(reset), await check(verify)]).toEqual(["EXPIRED_OOB_CODE", "done"]);
  expect(
    messageOf(await auth.call("resetPassword", { oobCode: reset, newPassword: "some other one" })),
  ).toBe("EXPIRED_OOB_CODE");
  auth.time.nowMs += DAY_MS + 1;
  expect(messageOf(await auth.call("update", { oobCode: verify }))).toBe("EXPIRED_OOB_CODE");
  // The next code that is made clears away what is older than a day.
  await resetCodeOf((await newPerson()).email);
  expect(await check(reset)).toBe("INVALID_OOB_CODE");
});

test("an account has at most five open codes of a kind, and the oldest becomes void", async () => {
  const { email } = await newPerson();
  const codes: string[] = [];
  for (let index = 0; index < 6; index += 1) codes.push(await resetCodeOf(email));
  const messages = await Promise.all(
    codes.map(async (oobCode) => messageOf(await auth.call("resetPassword", { oobCode }))),
  );
  expect(messages).toEqual(["INVALID_OOB_CODE", ...Array<string>(5).fill("done")]);
});

test("of two uses of a code at the same moment one wins", async () => {
  const { email } = await newPerson();
  const oobCode = await resetCodeOf(email);
  const messages = await Promise.all(
    ["the first password", "the second password"].map(async (newPassword) =>
      messageOf(await auth.call("resetPassword", { oobCode, newPassword })),
    ),
  );
  expect(messages.toSorted()).toEqual(["INVALID_OOB_CODE", "done"]);
});

test("a changed password makes the codes of before void", async () => {
  const { email, localId } = await newPerson();
  const codes = [await resetCodeOf(email), await resetCodeOf(email)];
  kept.forgotten.length = 0;
  await auth.admin(":update", { localId, password: PASSWORD });
  for (const oobCode of codes) {
    expect(messageOf(await auth.call("resetPassword", { oobCode }))).toBe("INVALID_OOB_CODE");
  }
  await setImmediate();
  expect(kept.forgotten).toHaveLength(2);
});

test("codes of a deleted account are void, also for who takes its address", async () => {
  const { email, localId } = await newPerson();
  const oobCode = await resetCodeOf(email);
  await auth.admin(":delete", { localId });
  await auth.admin("", { email });
  expect(messageOf(await auth.call("resetPassword", { oobCode, newPassword: PASSWORD }))).toBe(
    "INVALID_OOB_CODE",
  );
});

test("a code does only what it was made for, and is not used up by the attempt", async () => {
  const { email, idToken, localId } = await newPerson({ emailVerified: false });
  const reset = await resetCodeOf(email);
  await ask("VERIFY_EMAIL", { idToken });
  const [mail] = await mailsTo(email);
  const verify = codeOf(mail);
  expect(mail?.link).toContain("mode=verifyEmail");
  const misuses = [
    await auth.call("update", { oobCode: reset }),
    await auth.call("resetPassword", { oobCode: verify, newPassword: PASSWORD }),
    await auth.call("signInWithEmailLink", { oobCode: reset, email }),
    await auth.call("update", { oobCode: "x" }),
    await auth.call("update", { oobCode: "x".repeat(3000) }),
  ];
  expect(misuses.map(messageOf)).toEqual(Array<string>(5).fill("INVALID_OOB_CODE"));
  expect(messageOf(await auth.call("resetPassword", {}))).toBe("MISSING_OOB_CODE");
  const applied = await auth.call("update", { oobCode: verify });
  expect(applied.body).toMatchObject({ localId, email, emailVerified: true });
  expect(applied.body.idToken).toBeUndefined();
  // Who was signed in stays so, and the next token knows.
  expect((await auth.call("lookup", { idToken })).body.users[0].emailVerified).toBe(true);
  expect(messageOf(await auth.call("update", { oobCode: verify }))).toBe("INVALID_OOB_CODE");
  expect(messageOf(await auth.call("resetPassword", { oobCode: reset }))).toBe("done");
});

test("a new e-mail is proved before it takes the place of the old one, which gets a way back", async () => {
  const { email, idToken, localId, refreshToken } = await newPerson({ password: PASSWORD });
  const newEmail = newAddress();
  auth.time.nowMs += 1000;
  const direct = await auth.call("update", { idToken, email: newEmail });
  expect(messageOf(direct)).toBe(
    "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.",
  );
  await ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail });
  const [mail] = await mailsTo(newEmail);
  expect(mail).toMatchObject({ kind: "VERIFY_AND_CHANGE_EMAIL", newEmail });
  expect((await auth.call("resetPassword", { oobCode: codeOf(mail) })).body).toMatchObject({
    email,
    newEmail,
    requestType: "VERIFY_AND_CHANGE_EMAIL",
  });
  expect((await lookUp(localId)).email).toBe(email);
  const applied = await auth.call("update", { oobCode: codeOf(mail) });
  expect(applied.body).toMatchObject({ email: newEmail, emailVerified: true });
  expect(messageOf(await auth.refresh(refreshToken))).toBe("TOKEN_EXPIRED");

  const [recovery] = await mailsTo(email);
  expect(recovery).toMatchObject({
    kind: "RECOVER_EMAIL",
    to: email,
    newEmail,
    expiresAt: auth.time.nowMs + 7 * DAY_MS,
  });
  // Whoever did it keeps the account from its owner as well as can be.
  const thief = await sessionOf(localId);
  const oldReset = await resetCodeOf(newEmail);
  const password = "the thief's password";
  expect((await auth.call("update", { idToken: thief.idToken, password })).status).toBe(200);
  auth.time.nowMs += 6 * DAY_MS;
  const oobCode = codeOf(recovery);
  expect((await auth.call("resetPassword", { oobCode })).body).toMatchObject({ email, newEmail });
  const recovered = await auth.call("update", { oobCode });
  expect(recovered.body).toMatchObject({ localId, email, emailVerified: true });
  expect((await lookUp(localId)).passwordHash).toBeUndefined();
  expect(messageOf(await auth.refresh(thief.refreshToken))).toBe("TOKEN_EXPIRED");
  for (const code of [oldReset, oobCode]) {
    expect(messageOf(await auth.call("resetPassword", { oobCode: code }))).toBe("INVALID_OOB_CODE");
  }
  expect(messageOf(await auth.call("resetPassword", { oobCode: await resetCodeOf(email) }))).toBe(
    "done",
  );
});

test("an address that was never proved is no way back into the account", async () => {
  const { email, idToken } = await newPerson({ emailVerified: false });
  const newEmail = newAddress();
  await ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail });
  const applied = await auth.call("update", { oobCode: codeOf((await mailsTo(newEmail))[0]) });
  expect(applied.body.email).toBe(newEmail);
  expect(await mailsTo(email)).toEqual([]);
});

test("nobody learns from a change of e-mail whether the new address is taken", async () => {
  const { email, idToken } = await newPerson();
  const taken = (await newPerson()).email;
  const free = newAddress();
  const [one, other] = [
    await ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail: taken }),
    await ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail: free }),
  ];
  expect([one.status, one.text]).toEqual([other.status, other.text]);
  expect(await mailsTo(taken)).toEqual([]);
  const oobCode = codeOf((await mailsTo(free))[0]);
  // Taken in the meantime: nothing is done, and the link is good still.
  const { localId } = (await auth.admin("", { email: free })).body;
  expect(messageOf(await auth.call("update", { oobCode }))).toBe("EMAIL_EXISTS");
  await auth.admin(":delete", { localId });
  expect((await auth.call("update", { oobCode })).body.email).toBe(free);
  const messages = [
    await ask("VERIFY_AND_CHANGE_EMAIL", { newEmail: free }),
    await ask("VERIFY_AND_CHANGE_EMAIL", { idToken }),
    await ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail: "x" }),
    await ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail: newAddress() }),
  ].map(messageOf);
  expect(messages).toEqual([
    "MISSING_ID_TOKEN",
    "MISSING_NEW_EMAIL",
    "INVALID_NEW_EMAIL",
    "TOKEN_EXPIRED",
  ]);
  expect(email).not.toBe(free);
});

test("a change of e-mail is asked for soon after a sign-in, a verification at any time", async () => {
  const { email, idToken } = await newPerson();
  auth.time.nowMs += 6 * 60_000;
  const change = await ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail: newAddress() });
  expect(messageOf(change)).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  expect(messageOf(await ask("VERIFY_EMAIL", { idToken }))).toBe("done");
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a link leads on only to a page of this site", async () => {
  const { email } = await newPerson();
  const cases: [continueUrl: unknown, message: RegExp][] = [
    ["https://site.test/tools?a=1#b", /^done$/],
    ["https://site.test.evil.test/", /^UNAUTHORIZED_DOMAIN/],
    ["http://site.test/", /^UNAUTHORIZED_DOMAIN/],
    ["https://site.test:8443/", /^UNAUTHORIZED_DOMAIN/],
    ["https://site.test@evil.test/", /^UNAUTHORIZED_DOMAIN/],
    ["//evil.test", /^INVALID_CONTINUE_URI/],
    ["/tools", /^INVALID_CONTINUE_URI/],
    ["javascript:alert(1)", /^INVALID_CONTINUE_URI/],
    [`https://site.test/${"x".repeat(3000)}`, /^INVALID_CONTINUE_URI/],
    [7, /^INVALID_REQUEST/],
  ];
  for (const [continueUrl, message] of cases) {
    const answer = await ask("PASSWORD_RESET", { email, continueUrl });
    expect(messageOf(answer), String(continueUrl)).toMatch(message);
  }
  const [mail] = await mailsTo(email);
  expect(new URL(mail?.link ?? "").searchParams.get("continueUrl")).toBe(
    "https://site.test/tools?a=1#b",
  );
  expect(messageOf(await ask("EMAIL_SIGNIN", { email }))).toBe("MISSING_CONTINUE_URI");
});

test("a request for a mail is checked", async () => {
  const { email } = await newPerson();
  const answers = [
    await ask("", { email }),
    await ask("OTHER", { email }),
    await ask("constructor", { email }),
    await ask("RECOVER_EMAIL", { email }),
    await ask("PASSWORD_RESET", {}),
    await ask("PASSWORD_RESET", { email: "x" }),
    await ask("PASSWORD_RESET", { email, returnOobLink: true }),
    await ask("VERIFY_EMAIL", { email }),
  ].map(messageOf);
  expect(answers).toEqual([
    "MISSING_REQ_TYPE",
    "INVALID_REQ_TYPE",
    "INVALID_REQ_TYPE",
    "INVALID_REQ_TYPE",
    "MISSING_EMAIL",
    "INVALID_EMAIL",
    "INSUFFICIENT_PERMISSION",
    "MISSING_ID_TOKEN",
  ]);
  expect(await mailsTo(email)).toEqual([]);
});

test("an administrator gets links of every kind, and who got one is noted", async () => {
  const { email, localId } = await newPerson();
  const link = (requestType: string, fields: object = {}) =>
    auth.admin(":sendOobCode", { requestType, email, returnOobLink: true, ...fields });
  const { body } = await link("PASSWORD_RESET");
  expect(body).toMatchObject({ email, oobCode: expect.any(String) });
  expect(new URL(body.oobLink).searchParams.get("oobCode")).toBe(body.oobCode);
  expect(messageOf(await auth.call("resetPassword", { oobCode: body.oobCode }))).toBe("done");
  const newEmail = newAddress();
  const links = [
    (await link("VERIFY_EMAIL")).body.oobLink,
    (await link("VERIFY_AND_CHANGE_EMAIL", { newEmail })).body.oobLink,
    (await link("EMAIL_SIGNIN", { continueUrl: "https://site.test/" })).body.oobLink,
  ].map((text) => new URL(text as string).searchParams.get("mode"));
  expect(links).toEqual(["verifyEmail", "verifyAndChangeEmail", "signIn"]);
  expect(await mailsTo(email)).toEqual([]);
  const unknown = newAddress();
  expect(messageOf(await link("PASSWORD_RESET", { email: unknown }))).toBe("EMAIL_NOT_FOUND");
  expect(messageOf(await link("VERIFY_EMAIL", { email: unknown }))).toBe("USER_NOT_FOUND");
  expect(messageOf(await link("PASSWORD_RESET", { returnOobLink: false }))).toBe("done");
  expect(await mailsTo(email)).toHaveLength(1);
  const events = await auth.sqlite.read("auth.auditEvents", {
    uid: localId,
    beforeNumber: Number.MAX_SAFE_INTEGER,
    limit: 50,
  });
  expect(events.filter(({ kind }) => kind === "link-created")).toHaveLength(5);
});

test("a disabled account's codes are void", async () => {
  const { email, localId } = await newPerson();
  const oobCode = await resetCodeOf(email);
  await auth.admin(":update", { localId, disableUser: true });
  await auth.admin(":update", { localId, disableUser: false });
  expect(messageOf(await auth.call("resetPassword", { oobCode, newPassword: PASSWORD }))).toBe(
    "INVALID_OOB_CODE",
  );
});

test("without a mailer nothing is sent, links for administrators are made, and an e-mail changes directly", async () => {
  await using plain = await openAuth({ actionUrl: () => SITE });
  const { localId } = (await plain.admin("", { email: "a@example.com" })).body;
  const token = await plain.service.createCustomToken(localId);
  const { idToken } = (await plain.call("signInWithCustomToken", { token })).body;
  const asked = await plain.call("sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
  expect(messageOf(asked)).toBe("OPERATION_NOT_ALLOWED : This site sends no mail.");
  const body = { requestType: "PASSWORD_RESET", email: "a@example.com" };
  expect(messageOf(await plain.admin(":sendOobCode", body))).toMatch(/^OPERATION_NOT_ALLOWED/);
  const { oobLink } = (await plain.admin(":sendOobCode", { ...body, returnOobLink: true })).body;
  expect(oobLink).toMatch(/^https:\/\/site\.test\/forgot-password\?mode=resetPassword&/);
  const changed = await plain.call("update", { idToken, email: "b@example.com" });
  expect(changed.body).toMatchObject({ email: "b@example.com", emailVerified: false });
  expect(payloadOf(changed.body.idToken).email).toBe("b@example.com");
});
