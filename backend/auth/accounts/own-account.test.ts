import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createKeptMails } from "../codes/testing/kept-mails.ts";
import { PASSWORD, openAuth } from "../testing/open-auth.ts";

const auth = await openAuth();
afterAll(() => auth[Symbol.asyncDispose]());

let last = 0;
const newAddress = (): string => `person-${++last}@example.com`;
const messageOf = ({ body }: { body: { error?: { message: string } } }): string =>
  body.error?.message ?? "done";

async function signInAs(uid: string) {
  const token = await auth.customToken(uid);
  return (await auth.call("signInWithCustomToken", { token })).body;
}

function linkProvider(uid: string): void {
  using db = new DatabaseSync(`${auth.dir}/test.sqlite`);
  db.prepare("INSERT INTO auth_identities VALUES (?, 'oidc.corp', ?, NULL, NULL, NULL)").run(
    uid,
    uid,
  );
}

test("a provider is unlinked without a new token, and the last way in stays", async () => {
  const { localId, idToken, refreshToken, email } = await auth.signUp(newAddress());
  const last1 = await auth.call("update", { idToken, deleteProvider: ["password"] });
  expect(messageOf(last1)).toMatch(/^OPERATION_NOT_ALLOWED : This is the last way to sign in/);
  linkProvider(localId);
  const unlinked = await auth.call("update", { idToken, deleteProvider: ["password"] });
  expect(unlinked.body.providerUserInfo).toMatchObject([{ providerId: "oidc.corp" }]);
  expect(unlinked.body.idToken).toBeUndefined();
  expect((await auth.call("lookup", { idToken })).status).toBe(200);
  expect((await auth.refresh(refreshToken)).status).toBe(200);
  expect(messageOf(await auth.signIn(email))).toBe("INVALID_LOGIN_CREDENTIALS");
  const last2 = await auth.call("update", { idToken, deleteProvider: ["oidc.corp", "password"] });
  expect(messageOf(last2)).toMatch(/^OPERATION_NOT_ALLOWED : This is the last way to sign in/);
});

test("linking a password to an account with an e-mail asks for a recent sign-in", async () => {
  const email = newAddress();
  const { localId } = (await auth.admin("", { email })).body;
  const { idToken } = await signInAs(localId);
  auth.time.nowMs += 6 * 60_000;
  const link = () => auth.call("signUp", { idToken, email, password: PASSWORD });
  expect(messageOf(await link())).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  const fresh = (await signInAs(localId)).idToken;
  const linked = await auth.call("signUp", { idToken: fresh, email, password: PASSWORD });
  expect(linked.body.localId).toBe(localId);
  expect(messageOf(await auth.signIn(email))).toBe("done");
});

test("a custom token's person links a password only soon after the sign-in, so an old token takes no account over", async () => {
  const { idToken } = await signInAs("custom-only");
  auth.time.nowMs += 6 * 60_000;
  const late = await auth.call("signUp", { idToken, email: newAddress(), password: PASSWORD });
  expect(messageOf(late)).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
});

test("a password that thieves know, or that is the e-mail, is refused wherever one is chosen", async () => {
  const email = "rumpelstiltskin@example.com";
  const { idToken } = await auth.signUp(email);
  const messages = [
    await auth.call("signUp", { email: newAddress(), password: "password123" }),
    await auth.call("update", { idToken, password: "password123" }),
    await auth.call("update", { idToken, password: "Rumpelstiltskin" }),
  ].map(messageOf);
  expect(messages.every((message) => message.startsWith("WEAK_PASSWORD : "))).toBe(true);
});

test("the e-mail that the account has already is no change: the session goes on as it is", async () => {
  const email = newAddress();
  const { localId } = (await auth.admin("", { email })).body;
  const { idToken, refreshToken } = await signInAs(localId);
  auth.time.nowMs += 6 * 60_000;
  const { body } = await auth.call("update", { idToken, email: email.toUpperCase() });
  expect(body).toMatchObject({ localId, email });
  expect(body.idToken).toBeUndefined();
  expect((await auth.refresh(refreshToken)).status).toBe(200);
});

test("one mailbox is one account, however its domain is written", async () => {
  const make = (email: string) => auth.admin("", { email });
  for (const [first, ...others] of [
    ["ada@example.org", "ada@\uff45xample.org", "ada@exam\u00adple.org"],
    ["ada@m\u00fcnchen.example", "ada@xn--mnchen-3ya.example", "ada@mu\u0308nchen.example"],
  ] as const) {
    const { localId } = (await make(first)).body;
    const { users } = (await auth.admin(":lookup", { localId: [localId] })).body;
    expect(users[0].email).toBe(first);
    for (const other of others) {
      expect(messageOf(await make(other)), other).toMatch(/^(EMAIL_EXISTS|INVALID_EMAIL)$/);
    }
  }
  expect(messageOf(await make("ada@example.1"))).toBe("INVALID_EMAIL");
});

test("whoever has a proved address hears of a changed password, but not of a first one", async () => {
  const kept = createKeptMails();
  const actionUrl = () => "https://site.test/forgot-password";
  await using mailing = await openAuth({ mailer: kept.mailer, actionUrl });
  const change = async (token: string, password: string) => {
    const { body } = await mailing.call("update", { idToken: token, password });
    await setImmediate();
    await setImmediate();
    return body.idToken as string;
  };
  const heard = (email: string) => kept.taken(email).map(({ kind, link }) => [kind, link]);
  const { localId, idToken, email } = await mailing.signUp(newAddress());
  const second = await change(idToken, "another long password");
  expect(heard(email)).toEqual([]);
  await mailing.admin(":update", { localId, emailVerified: true });
  await change(second, "a third long password");
  expect(heard(email)).toEqual([["PASSWORD_CHANGED", actionUrl()]]);

  const other = newAddress();
  const made = await mailing.admin("", { email: other, emailVerified: true });
  const entered = await mailing.call("signInWithCustomToken", {
    token: await mailing.customToken(made.body.localId),
  });
  await change(entered.body.idToken, "a first long password");
  expect(heard(other)).toEqual([]);
});
