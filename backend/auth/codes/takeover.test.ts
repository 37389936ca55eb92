/** Who may get an account by its codes: the owner of its proved address, whatever a stranger did before or afterwards. */
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { ORIGIN, PASSWORD, PROJECT, openAuth, payloadOf } from "../testing/open-auth.ts";
import { codeOf, createKeptMails } from "./testing/kept-mails.ts";

const DAY_MS = 24 * 3_600_000;
const REFUSED = "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.";

const kept = createKeptMails();
const auth = await openAuth({
  mailer: kept.mailer,
  actionUrl: () => "https://site.test/forgot-password",
});
afterAll(() => auth[Symbol.asyncDispose]());

// Here an e-mail may change directly, so more can go wrong.
const config = new Request(
  `${ORIGIN}/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config`,
  {
    method: "PATCH",
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } }),
  },
);
await auth.service.adminFetch(config);

let last = 0;
const newAddress = (): string => `person-${++last}@example.com`;
const messageOf = ({ body }: { body?: { error?: { message: string } } }): string =>
  body?.error?.message ?? "done";
const ask = (requestType: string, fields: object) =>
  auth.call("sendOobCode", { requestType, ...fields });
const lookUp = async (localId: string) =>
  (await auth.admin(":lookup", { localId: [localId] })).body.users[0];
const apply = async (oobCode: string) => messageOf(await auth.call("update", { oobCode }));

async function newPerson(fields: object = {}) {
  const email = newAddress();
  const { localId } = (await auth.admin("", { email, emailVerified: true, ...fields })).body;
  const { idToken } = await auth.enter(localId);
  return { email, localId: localId as string, idToken: idToken as string };
}

async function codeTo(address: string): Promise<string> {
  await setImmediate();
  await setImmediate();
  return codeOf(kept.taken(address).at(-1));
}

async function codeFor(requestType: string, email: string): Promise<string> {
  const continueUrl = "https://site.test/";
  expect(messageOf(await ask(requestType, { email, continueUrl }))).toBe("done");
  return codeTo(email);
}

/** By a link to the new address; gives the code of the way back, if there is one. */
async function changeEmail(person: { localId: string; email: string }, newEmail: string) {
  auth.time.nowMs += 1000;
  const { idToken } = await auth.enter(person.localId);
  expect(messageOf(await ask("VERIFY_AND_CHANGE_EMAIL", { idToken, newEmail }))).toBe("done");
  expect(await apply(await codeTo(newEmail))).toBe("done");
  await setImmediate();
  await setImmediate();
  const mails = kept.taken(person.email).filter(({ kind }) => kind === "RECOVER_EMAIL");
  return mails.length === 0 ? undefined : codeOf(mails.at(-1));
}

function writeRow(sql: string, ...values: (string | number)[]): void {
  using db = new DatabaseSync(`${auth.dir}/test.sqlite`);
  db.prepare(sql).run(...values);
}

const addFactor = (uid: string, id: string, enrolledAt: number) =>
  writeRow("INSERT INTO auth_second_factors VALUES (?, ?, ?, ?, 'x', 0)", id, uid, id, enrolledAt);

test("an account whose address is proved, or that has a second factor, goes to no other address without a mail there", async () => {
  const { email, localId, idToken } = await newPerson();
  const change = async (token: string) =>
    messageOf(await auth.call("update", { idToken: token, email: newAddress() }));
  expect(await change(idToken)).toBe(REFUSED);
  // The address can be proved while the request is under way.
  const { sid, auth_time: authTimeS } = payloadOf(idToken);
  const late = auth.sqlite.write("auth.updateOwnAccount", {
    update: {
      uid: localId,
      changes: { email: newAddress() },
      token: { sid, authTimeS },
      nowMs: auth.time.nowMs,
    },
    directEmailChange: "unproved",
  });
  await expect(late).rejects.toMatchObject({ code: "OPERATION_NOT_ALLOWED" });
  const racer = await newPerson({ emailVerified: false });
  const body = { idToken: racer.idToken, email: newAddress(), password: PASSWORD };
  const [changed] = await Promise.all([
    auth.call("update", body),
    auth.admin(":update", { localId: racer.localId, emailVerified: true }),
  ]);
  expect(messageOf(changed)).toBe(REFUSED);
  expect((await lookUp(localId)).email).toBe(email);

  const unproved = await newPerson({ emailVerified: false });
  addFactor(unproved.localId, "factor-of-unproved", auth.time.nowMs);
  expect(await change(unproved.idToken)).toBe(REFUSED);
  const free = await newPerson({ emailVerified: false });
  expect(await change(free.idToken)).toBe("done");
});

test.each(["PASSWORD_RESET", "EMAIL_SIGNIN"])(
  "who is the first to prove an address, by %s, has the account alone: ways back of before are void",
  async (kind) => {
    const stranger = await newPerson();
    const wayBack = await changeEmail(stranger, newAddress());
    const victim = newAddress();
    await auth.admin(":update", { localId: stranger.localId, email: victim, emailVerified: false });
    const oobCode = await codeFor(kind, victim);
    const proved =
      kind === "PASSWORD_RESET"
        ? await auth.call("resetPassword", { oobCode, newPassword: PASSWORD })
        : await auth.call("signInWithEmailLink", { oobCode, email: victim });
    expect(messageOf(proved)).toBe("done");
    expect(await apply(wayBack ?? "")).toBe("INVALID_OOB_CODE");
    expect(await lookUp(stranger.localId)).toMatchObject({ email: victim, emailVerified: true });
  },
);

test("a reset by the owner of a proved address leaves the way back as it is", async () => {
  const person = await newPerson();
  const newEmail = newAddress();
  const wayBack = await changeEmail(person, newEmail);
  const oobCode = await codeFor("PASSWORD_RESET", newEmail);
  await auth.call("resetPassword", { oobCode, newPassword: PASSWORD });
  expect(await apply(wayBack ?? "")).toBe("done");
  expect((await lookUp(person.localId)).email).toBe(person.email);
});

test("a reset takes away other ways in and the phone of an address that nobody had proved, and of a proved one nothing", async () => {
  const leftAfterReset = async (emailVerified: boolean) => {
    const { email, localId } = await newPerson({ emailVerified });
    await auth.admin(":update", { localId, phoneNumber: `+4930901820${++last}` });
    const sql = "INSERT INTO auth_identities VALUES (?, 'oidc.corp', ?, NULL, NULL, NULL)";
    writeRow(sql, localId, localId);
    const oobCode = await codeFor("PASSWORD_RESET", email);
    await auth.call("resetPassword", { oobCode, newPassword: PASSWORD });
    const { providerUserInfo, waysInSince } = await lookUp(localId);
    return [
      ...providerUserInfo.map(({ providerId }: { providerId: string }) => providerId),
      waysInSince,
    ];
  };
  expect(await leftAfterReset(false)).toEqual(["password", String(auth.time.nowMs)]);
  expect(await leftAfterReset(true)).toEqual(["password", "phone", "oidc.corp", undefined]);
});

test("the way back takes away second factors that came after the change, and keeps those of before", async () => {
  const person = await newPerson();
  addFactor(person.localId, "of-before", auth.time.nowMs);
  const wayBack = await changeEmail(person, newAddress());
  addFactor(person.localId, "of-afterwards", auth.time.nowMs + 1);
  expect(await apply(wayBack ?? "")).toBe("done");
  const { mfaInfo, waysInSince } = await lookUp(person.localId);
  expect(mfaInfo).toMatchObject([{ mfaEnrollmentId: "of-before" }]);
  expect(waysInSince).toBe(String(auth.time.nowMs));
});

test("further changes do not push the owner's way back out", async () => {
  const person = await newPerson();
  let email = newAddress();
  const wayBack = await changeEmail(person, email);
  const further: (string | undefined)[] = [];
  for (let index = 0; index < 6; index += 1) {
    const next = newAddress();
    further.push(await changeEmail({ localId: person.localId, email }, next));
    email = next;
  }
  expect(further.filter((code) => code !== undefined)).toHaveLength(4);
  auth.time.nowMs += 7 * DAY_MS - 60_000;
  expect(await apply(wayBack ?? "")).toBe("done");
  expect((await lookUp(person.localId)).email).toBe(person.email);
  expect(await apply(further[0] ?? "")).toBe("INVALID_OOB_CODE");
});

test("ways back that have expired make room for others", async () => {
  const person = await newPerson();
  const { localId } = person;
  let { email } = person;
  const change = async () => {
    const next = newAddress();
    const code = await changeEmail({ localId, email }, next);
    email = next;
    return code;
  };
  for (let index = 0; index < 5; index += 1) expect(await change()).toBeDefined();
  expect(await change()).toBeUndefined();
  auth.time.nowMs += 7 * DAY_MS;
  expect(await change()).toBeDefined();
});

test("somebody who signed up with the former address meanwhile does not stop the way back, unless it is proved", async () => {
  const person = await newPerson();
  const wayBack = (await changeEmail(person, newAddress())) ?? "";
  const squatter = (await auth.admin("", { email: person.email, emailVerified: true })).body;
  expect(await apply(wayBack)).toBe("EMAIL_EXISTS");
  await auth.admin(":update", { localId: squatter.localId, emailVerified: false });
  auth.time.nowMs += 1000;
  const { idToken } = await auth.enter(squatter.localId);
  expect(await apply(wayBack)).toBe("done");
  expect(await lookUp(person.localId)).toMatchObject({ email: person.email, emailVerified: true });
  const left = await lookUp(squatter.localId);
  expect([left.email, left.emailVerified, left.passwordHash]).toEqual([
    undefined,
    false,
    undefined,
  ]);
  await expect(auth.service.authenticate(idToken)).rejects.toThrow("revoked");
});

test.each([
  ["gives it another e-mail", { email: "rescued@example.com", emailVerified: true }],
  ["gives it another password", { password: "a password of the rescue" }],
  ["disables it", { disableUser: true }],
])("a thief's own way back is over once an administrator %s", async (_what, rescue) => {
  const { email, localId } = await newPerson();
  const ofThief = { localId, email: newAddress() };
  await changeEmail({ localId, email }, ofThief.email);
  const wayBack = await changeEmail(ofThief, newAddress());
  expect(messageOf(await auth.admin(":update", { localId, ...rescue }))).toBe("done");
  await auth.admin(":update", { localId, disableUser: false });
  expect(await apply(wayBack ?? "")).toBe("INVALID_OOB_CODE");
});

test("a thief's own way back is over once the owner has confirmed the former address again", async () => {
  const { email, localId } = await newPerson();
  const ofThief = { localId, email: newAddress() };
  expect(await changeEmail({ localId, email }, ofThief.email)).toBeDefined();
  expect(await changeEmail(ofThief, email)).toBeUndefined();
  expect(kept.taken(ofThief.email).map(({ kind }) => kind)).not.toContain("RECOVER_EMAIL");
  // From here on it is an ordinary account again.
  const next = newAddress();
  expect(await apply((await changeEmail({ localId, email }, next)) ?? "")).toBe("done");
  expect((await lookUp(localId)).email).toBe(email);
});
