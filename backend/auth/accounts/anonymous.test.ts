import { afterAll, expect, test } from "vitest";
import { ORIGIN, PASSWORD, PROJECT, openAuth, payloadOf } from "../testing/open-auth.ts";

const DAY_MS = 24 * 3_600_000;

let last = 0;
const auth = await openAuth({ ids: () => `uid-${String(++last).padStart(3, "0")}` });
const path = `/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/config`;
const body = JSON.stringify({ signIn: { anonymous: { enabled: true } } });
await auth.service.adminFetch(new Request(`${ORIGIN}${path}`, { method: "PATCH", body }));
afterAll(() => auth[Symbol.asyncDispose]());

const begin = async () => (await auth.call("signUp", { returnSecureToken: true })).body;
const messageOf = ({ body: answer }: { body: { error?: { message: string } } }): string =>
  answer.error?.message ?? "done";
const exists = async (localId: string): Promise<boolean> =>
  (await auth.admin(":lookup", { localId: [localId] })).body.users !== undefined;

test("somebody without a name has an account and a session", async () => {
  const { localId, idToken, refreshToken, email } = await begin();
  expect(email).toBeUndefined();
  expect(payloadOf(idToken)).toMatchObject({
    sub: localId,
    provider_id: "anonymous",
    firebase: { sign_in_provider: "anonymous", identities: {} },
  });
  const { users } = (await auth.call("lookup", { idToken })).body;
  expect(users[0]).toMatchObject({ localId, providerUserInfo: [] });
  expect((await auth.refresh(refreshToken)).status).toBe(200);
});

test("it becomes an account with a password: the same uid and claims, another session, however long ago it began", async () => {
  const { localId, refreshToken } = await begin();
  await auth.admin(":update", { localId, customAttributes: '{"level":3}' });
  auth.time.nowMs += 3 * DAY_MS;
  const refreshed = (await auth.refresh(refreshToken)).body;
  const email = "ada@example.com";
  const { body: linked } = await auth.call("signUp", {
    idToken: refreshed.id_token,
    email,
    password: PASSWORD,
  });
  expect(linked).toMatchObject({ localId, email });
  const payload = payloadOf(linked.idToken);
  expect(payload).toMatchObject({ sub: localId, level: 3, email });
  expect(payload.firebase.sign_in_provider).toBe("password");
  expect(payload.provider_id).toBeUndefined();
  auth.time.nowMs += 60_001;
  expect(messageOf(await auth.refresh(refreshed.refresh_token))).toBe("TOKEN_EXPIRED");
  expect((await auth.refresh(linked.refreshToken)).status).toBe(200);
  expect((await auth.signIn(email)).body.localId).toBe(localId);
  // From now on it is an account like others.
  auth.time.nowMs += 6 * 60_000;
  const again = await auth.call("update", { idToken: linked.idToken, password: "another one" });
  expect(messageOf(again)).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
});

test("an old session from before an administrator gave the account a name changes no password", async () => {
  const { localId, idToken, refreshToken } = await begin();
  const email = "named@example.com";
  await auth.admin(":update", { localId, email, password: PASSWORD });
  const change = (token: string) =>
    auth.call("update", { idToken: token, password: "the stranger's own" });
  auth.time.nowMs += 6 * 60_000;
  expect(messageOf(await change(idToken))).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  const refreshed = (await auth.refresh(refreshToken)).body.id_token;
  expect(messageOf(await change(refreshed))).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
});

test("the password of somebody else's account cannot be linked", async () => {
  const { idToken, refreshToken } = await begin();
  const taken = await auth.call("signUp", {
    idToken,
    email: "ADA@example.com",
    password: PASSWORD,
  });
  expect(messageOf(taken)).toBe("EMAIL_EXISTS");
  expect((await auth.refresh(refreshToken)).status).toBe(200);
});

test("accounts that nobody has used for 30 days go, others stay", async () => {
  const stale = await begin();
  const used = await begin();
  const named = await begin();
  await auth.call("signUp", {
    idToken: named.idToken,
    email: "bob@example.com",
    password: PASSWORD,
  });
  const honoured = await begin();
  await auth.admin(":update", { localId: honoured.localId, customAttributes: '{"level":1}' });
  const byToken = await auth.customToken("by-custom-token");
  await auth.call("signInWithCustomToken", { token: byToken });
  auth.time.nowMs += 20 * DAY_MS;
  const { status } = await auth.refresh(used.refreshToken);
  expect(status).toBe(200);
  auth.time.nowMs += 11 * DAY_MS;
  expect(await exists(stale.localId)).toBe(true);
  await begin();
  const left = await Promise.all(
    [stale, used, named, honoured, { localId: "by-custom-token" }].map(({ localId }) =>
      exists(localId),
    ),
  );
  expect(left).toEqual([false, true, true, true, true]);
  expect(messageOf(await auth.refresh(stale.refreshToken))).toBe("USER_NOT_FOUND");
});
