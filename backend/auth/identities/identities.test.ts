/** Accounts at other providers: who is let in, whose account it is, and what is linked to it. */
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createKeptMails } from "../codes/testing/kept-mails.ts";
import type { AccountChange } from "../index.ts";
import {
  type Answer,
  ORIGIN,
  PASSWORD,
  PROJECT,
  openAuth,
  payloadOf,
} from "../testing/open-auth.ts";
import { CORP, createIdentitySteps } from "./testing/identity-steps.ts";

const NOT_GOOD =
  "INVALID_IDP_RESPONSE : The credential is not of this site, is for something else, or was used or has expired.";

const changes: AccountChange[] = [];
const auth = await openAuth({ onChanged: (change) => void changes.push(change) });
afterAll(() => auth[Symbol.asyncDispose]());
const { credentialOf, show, signInAs } = createIdentitySteps(auth);

let last = 0;
const newAddress = (): string => `person-${++last}@example.com`;
const messageOf = ({ body }: Answer): string => body?.error?.message ?? "done";
const lookUp = async (localId: string) =>
  (await auth.admin(":lookup", { localId: [localId] })).body.users[0];
const providersOf = async (localId: string): Promise<string[]> =>
  (await lookUp(localId)).providerUserInfo.map((info: { providerId: string }) => info.providerId);
const eventsOf = async (uid: string): Promise<string[]> =>
  (await auth.adminAsk("GET", `auditEvents?uid=${uid}`)).body.auditEvents
    .toReversed()
    .map((event: { kind: string }) => event.kind);

async function configure(mask: string, body: object): Promise<void> {
  const path = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config?updateMask=${mask}`;
  const init = { method: "PATCH", body: JSON.stringify(body) };
  expect((await auth.service.adminFetch(new Request(ORIGIN + path, init))).status).toBe(200);
}
const closeSignUp = (disabledUserSignup: boolean) =>
  configure("client.permissions.disabledUserSignup", {
    client: { permissions: { disabledUserSignup } },
  });

/** Of somebody who has proved the address. */
async function newPerson(fields: object = {}) {
  const email = newAddress();
  const body = { email, emailVerified: true, password: PASSWORD, ...fields };
  const { localId } = (await auth.admin("", body)).body;
  return { email, localId: localId as string };
}

test("who is new gets an account, and is known again; the answer has what the SDK reads", async () => {
  const email = newAddress();
  const person = {
    rawId: "ada",
    email: email.toUpperCase(),
    displayName: "Ada",
    photoUrl: "https://example.com/a.png",
  };
  const { body: made } = await signInAs(person);
  expect(made).toMatchObject({
    kind: "identitytoolkit#VerifyAssertionResponse",
    isNewUser: true,
    providerId: CORP,
    federatedId: "ada",
    email,
    emailVerified: true,
    expiresIn: "3600",
  });
  expect(JSON.parse(made.rawUserInfo)).toEqual({
    sub: "ada",
    name: "Ada",
    picture: "https://example.com/a.png",
    email,
    email_verified: true,
  });
  expect(payloadOf(made.idToken)).toMatchObject({
    sub: made.localId,
    email,
    email_verified: true,
    name: "Ada",
    firebase: { sign_in_provider: CORP, identities: { [CORP]: ["ada"], email: [email] } },
  });
  // The provider's address has changed meanwhile; the account's is its own.
  const { body: again } = await signInAs({ ...person, email: newAddress(), emailVerified: false });
  expect(again).toMatchObject({ localId: made.localId, isNewUser: false });
  expect(await lookUp(made.localId)).toMatchObject({ email, emailVerified: true });
  expect((await auth.refresh(again.refreshToken)).status).toBe(200);
  expect(await eventsOf(made.localId)).toEqual(["signed-up", "provider-linked", "signed-in"]);

  const { body: nameless } = await signInAs({ rawId: "nobody", email: null });
  expect(nameless).toMatchObject({ isNewUser: true });
  expect((await lookUp(nameless.localId)).email).toBeUndefined();
});

test("a credential is good once, for two minutes, for its provider, nonce and key alone", async () => {
  const refused = async (credential: Awaited<ReturnType<typeof credentialOf>>) =>
    expect(messageOf(await show(credential))).toBe(NOT_GOOD);
  const used = await credentialOf();
  expect((await show(used)).status).toBe(200);
  await refused(used);

  const fresh = await credentialOf();
  await refused({ ...fresh, providerId: "google.com" });
  await refused({ ...fresh, rawNonce: "" });
  await refused({ ...fresh, rawNonce: used.rawNonce });
  await refused({ ...fresh, idToken: `${fresh.idToken.slice(0, -8)}AAAAAAAA` });
  await refused({ ...fresh, idToken: await auth.customToken("a") });
  await refused({ ...fresh, idToken: (await auth.enter("a")).idToken });
  // Nor does it pass for anything else.
  await expect(auth.service.authenticate(fresh.idToken)).rejects.toThrow("The token is not valid");
  expect(messageOf(await auth.call("signInWithCustomToken", { token: fresh.idToken }))).not.toBe(
    "done",
  );
  auth.time.nowMs += 120_000;
  await refused(fresh);
  const ofBefore = await credentialOf();
  await auth.service.rotateSigningKey();
  await refused(ofBefore);
  for (const wrong of [
    { providerId: "password" },
    { rawId: "" },
    { rawId: "x".repeat(257) },
    { rawId: "\ud800" },
  ]) {
    await expect(credentialOf(wrong)).rejects.toMatchObject({ name: "OperationError" });
  }
});

test("two at the same moment with one credential: one is let in", async () => {
  const credential = await credentialOf();
  const answers = await Promise.all([show(credential), show(credential), show(credential)]);
  expect(answers.map(messageOf).toSorted()).toEqual([NOT_GOOD, NOT_GOOD, "done"]);
});

test("what no account can keep of a provider's word is left out", async () => {
  const { body } = await signInAs({
    email: "no address",
    displayName: `a\u0000${"b".repeat(300)}`,
    photoUrl: "javascript:alert(1)",
  });
  const user = await lookUp(body.localId);
  expect([user.email, user.displayName, user.photoUrl]).toEqual([undefined, undefined, undefined]);
});

test("an address that both have proved is the same person's: the account is theirs with both ways in", async () => {
  const { email, localId } = await newPerson();
  const { body } = await signInAs({ email });
  expect(body).toMatchObject({ localId, isNewUser: false });
  expect(await providersOf(localId)).toEqual(["password", CORP]);
  expect(payloadOf(body.idToken).firebase.identities[CORP]).toHaveLength(1);
  expect((await auth.signIn(email)).status).toBe(200);
  // The same address with another account there: that one from now on.
  const { body: other } = await signInAs({ email, rawId: "another" });
  expect(other).toMatchObject({ localId });
  expect(payloadOf(other.idToken).firebase.identities[CORP]).toEqual(["another"]);
  expect((await eventsOf(localId)).filter((kind) => kind.startsWith("provider"))).toEqual([
    "provider-linked",
    "provider-unlinked",
    "provider-linked",
  ]);
});

test("an account that a stranger made with the address keeps nothing of the stranger's", async () => {
  const email = newAddress();
  const stranger = await auth.signUp(email);
  const thief = await credentialOf({ providerId: "github.com", email: null, rawId: "thief" });
  const { body: held } = await show(thief, { idToken: stranger.idToken });
  expect((await auth.refresh(held.refreshToken)).status).toBe(200);
  auth.time.nowMs += 1000;
  const { body } = await signInAs({ email });
  expect(body).toMatchObject({ localId: stranger.localId, isNewUser: false });
  expect(await lookUp(stranger.localId)).toMatchObject({
    emailVerified: true,
    waysInSince: String(auth.time.nowMs),
  });
  expect(await providersOf(stranger.localId)).toEqual([CORP]);
  expect(messageOf(await auth.signIn(email))).toBe("INVALID_LOGIN_CREDENTIALS");
  expect((await auth.refresh(held.refreshToken)).status).toBe(400);
  await expect(auth.service.authenticate(held.idToken)).rejects.toThrow("revoked");
  const again = await signInAs({ providerId: "github.com", email: null, rawId: "thief" });
  expect(again.body.localId).not.toBe(stranger.localId);
});

test("an address that the provider has not proved opens nobody's account, and links nothing", async () => {
  const { email, localId } = await newPerson();
  const credential = await credentialOf({ email, emailVerified: false, rawId: "maybe" });
  const { status, body } = await show(credential);
  expect([status, body.needConfirmation, body.idToken, body.localId]).toEqual([
    200,
    true,
    undefined,
    undefined,
  ]);
  expect(await providersOf(localId)).toEqual(["password"]);
  expect(await eventsOf(localId)).toEqual(["account-created"]);
  // Whoever signs in to the account by its password may link it.
  const { idToken } = (await auth.signIn(email)).body;
  expect(messageOf(await show(credential, { idToken }))).toBe("done");
  expect(await providersOf(localId)).toEqual(["password", CORP]);
  const unproved = await signInAs({ email: newAddress(), emailVerified: false });
  expect((await lookUp(unproved.body.localId)).emailVerified).toBe(false);
});

test("the address counts as proved when the provider proves it later, or when its account is linked", async () => {
  const email = newAddress();
  const { body } = await signInAs({ email, emailVerified: false, rawId: "later" });
  await auth.call("update", { idToken: body.idToken, password: PASSWORD });
  expect(await providersOf(body.localId)).toEqual(["password", CORP]);
  await signInAs({ email, emailVerified: true, rawId: "later" });
  expect((await lookUp(body.localId)).emailVerified).toBe(true);
  expect(await providersOf(body.localId)).toEqual([CORP]);

  const other = newAddress();
  const { idToken, localId } = await auth.signUp(other);
  await show(await credentialOf({ email: other }), { idToken });
  expect((await lookUp(localId)).emailVerified).toBe(true);
  expect(await providersOf(localId)).toEqual(["password", CORP]);
});

test("closed sign-up lets in who has an account, and who is invited", async () => {
  const { email, localId } = await newPerson();
  await closeSignUp(true);
  const stranger = { email: newAddress(), rawId: "invited" };
  expect(messageOf(await signInAs(stranger))).toBe("ADMIN_ONLY_OPERATION");
  expect((await signInAs({ email })).body.localId).toBe(localId);
  const admission = { id: "guest", expiresAt: Date.now() + 3_600_000 };
  expect((await signInAs({ ...stranger, admission })).body.isNewUser).toBe(true);
  // Not a second account, whoever comes with it.
  expect(messageOf(await signInAs({ admission }))).toBe("ADMIN_ONLY_OPERATION");
  await closeSignUp(false);
});

test("who is disabled is refused, by a known account and by the address", async () => {
  const { email, localId } = await newPerson();
  await signInAs({ email, rawId: "off" });
  await auth.admin(":update", { localId, disableUser: true });
  expect(messageOf(await signInAs({ email, rawId: "off" }))).toBe("USER_DISABLED");
  expect(messageOf(await signInAs({ email, providerId: "github.com" }))).toBe("USER_DISABLED");
  expect(await providersOf(localId)).toEqual(["password", CORP]);
});

test("who only proves it again and is not known is not signed out, and gets no account", async () => {
  const { email } = await newPerson();
  const credential = await credentialOf({ email });
  expect(messageOf(await show(credential, { autoCreate: false }))).toBe("EMAIL_NOT_FOUND");
  expect((await show(credential)).status).toBe(200);
});

test("an account links one of each provider, of nobody else's, after a recent sign-in", async () => {
  const { email, localId } = await newPerson();
  const { body: first } = await auth.signIn(email);
  const link = async (person: Parameters<typeof credentialOf>[0], idToken: string) =>
    show(await credentialOf(person), { idToken });
  auth.time.nowMs += 6 * 60_000;
  expect(messageOf(await link({}, first.idToken))).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  const { body: entered } = await auth.signIn(email);
  const { body: linked } = await link({ rawId: "mine" }, entered.idToken);
  expect(linked).toMatchObject({ localId, isNewUser: false });
  expect(payloadOf(linked.idToken).firebase).toMatchObject({
    sign_in_provider: CORP,
    identities: { [CORP]: ["mine"] },
  });
  // Its own device goes on with the new session, others as they were.
  expect((await auth.refresh(first.refreshToken)).status).toBe(200);
  expect(messageOf(await link({ rawId: "more" }, linked.idToken))).toBe("PROVIDER_ALREADY_LINKED");
  const other = await auth.signUp(newAddress());
  expect(messageOf(await link({ rawId: "mine" }, other.idToken))).toBe(
    "FEDERATED_USER_ID_ALREADY_LINKED",
  );
  const { body: left } = await auth.call("update", {
    idToken: linked.idToken,
    deleteProvider: [CORP],
  });
  expect(left.providerUserInfo).toHaveLength(1);
  expect((await eventsOf(localId)).filter((kind) => kind.startsWith("provider"))).toEqual([
    "provider-linked",
    "provider-unlinked",
  ]);
});

test("who has no address gets the provider's if it is free; the last way in stays", async () => {
  const { idToken, localId } = await auth.enter("nameless");
  const taken = await newPerson();
  expect(messageOf(await show(await credentialOf({ email: taken.email }), { idToken }))).toBe(
    "EMAIL_EXISTS",
  );
  const email = newAddress();
  const { body } = await show(await credentialOf({ email, displayName: "Nell" }), { idToken });
  expect(await lookUp(localId)).toMatchObject({ email, emailVerified: true, displayName: "Nell" });
  const unlink = { idToken: body.idToken, deleteProvider: [CORP] };
  expect(messageOf(await auth.call("update", unlink))).toMatch(/^OPERATION_NOT_ALLOWED/);
});

test("what changes in accounts is told, sign-ins and refreshes are not", async () => {
  const told = () => changes.splice(0);
  told();
  const email = newAddress();
  const { body } = await signInAs({ email, rawId: "told" });
  const uid = body.localId;
  const changed = { uid, deleted: false };
  expect(told()).toEqual([changed]);
  await auth.refresh(body.refreshToken);
  await auth.enter(uid);
  expect(told()).toEqual([]);
  for (const change of [
    { displayName: "Tell" },
    { disableUser: true },
    { emailVerified: false },
    { linkProviderUserInfo: { providerId: "google.com", rawId: "told" } },
    { deleteProvider: ["google.com"] },
  ]) {
    await auth.admin(":update", { localId: uid, ...change });
    expect(told()).toEqual([changed]);
  }
  await auth.admin(":delete", { localId: uid });
  expect(told()).toEqual([{ uid, deleted: true }]);
  await auth.enter("entered");
  // As made, and as used for the first time.
  const entered = { uid: "entered", deleted: false };
  expect(told()).toEqual([entered, entered]);
});

test("whoever has a proved address hears of each new way in, but for the one that made the account", async () => {
  const kept = createKeptMails();
  const actionUrl = () => "https://site.test/forgot-password";
  await using mailing = await openAuth({ mailer: kept.mailer, actionUrl, limits: {} });
  const steps = createIdentitySteps(mailing);
  const taken = async (address: string) => {
    await setImmediate();
    await setImmediate();
    return kept.taken(address).map(({ kind, link, providerId }) => [kind, link, providerId]);
  };
  const email = newAddress();
  await steps.signInAs({ email, rawId: "own" });
  await steps.signInAs({ email, rawId: "own" });
  expect(await taken(email)).toEqual([]);
  const { body } = await steps.signInAs({ email, providerId: "github.com" });
  const link = "https://site.test/Settings";
  expect(await taken(email)).toEqual([["PROVIDER_LINKED", link, "github.com"]]);
  let { idToken } = body;
  for (let count = 0; count < 12; count += 1) {
    const google = { providerId: "google.com" };
    const { body: linked } = await steps.show(await steps.credentialOf(google), { idToken });
    ({ idToken } = linked);
    await mailing.call("update", { idToken, deleteProvider: ["google.com"] });
  }
  expect(await taken(email)).toHaveLength(10 - 1);
});

test("identities move with their accounts", async () => {
  const { body } = await signInAs({ rawId: "moves", displayName: "Mo" });
  const { users } = (await auth.admin(":batchGet?maxResults=1000")).body;
  const user = users.find((each: { localId: string }) => each.localId === body.localId);
  await using other = await openAuth({});
  expect((await other.admin(":batchCreate", { users: [user] })).body.error).toBeUndefined();
  const moved = await createIdentitySteps(other).signInAs({ rawId: "moves" });
  expect(moved.body).toMatchObject({ localId: body.localId, isNewUser: false });
});

test("bad credentials of one network are counted, good ones are not; used ones are forgotten in time", async () => {
  const limits = { identitiesPerNetwork: { count: 3, windowMs: 3_600_000 } };
  await using limited = await openAuth({ limits });
  const steps = createIdentitySteps(limited);
  const credentials = await Promise.all(Array.from({ length: 30 }, () => steps.credentialOf()));
  for (const credential of credentials) {
    expect(messageOf(await steps.show(credential))).toBe("done");
  }
  const [used] = credentials;
  if (used === undefined) throw new Error("There is none.");
  for (let count = 0; count < 3; count += 1)
    expect(messageOf(await steps.show(used))).toBe(NOT_GOOD);
  expect(messageOf(await steps.show(used))).toMatch(/^TOO_MANY_ATTEMPTS_TRY_LATER/);
  expect(messageOf(await steps.show(await steps.credentialOf(), {}, "198.51.100.9"))).toBe("done");

  const rows = () => {
    using db = new DatabaseSync(`${limited.dir}/test.sqlite`);
    return db.prepare("SELECT count(*) AS n FROM auth_used_credentials").get()?.["n"];
  };
  expect(rows()).toBe(31);
  limited.time.nowMs += 121_000;
  await steps.show(await steps.credentialOf(), {}, "198.51.100.9");
  await steps.show(await steps.credentialOf(), {}, "198.51.100.9");
  expect(rows()).toBe(2);
});
