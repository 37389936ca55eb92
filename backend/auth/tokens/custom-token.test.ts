import { afterAll, expect, test } from "vitest";
import { type Json, openAuth, openAuthAt, payloadOf } from "../testing/open-auth.ts";
import { signToken } from "../testing/sign-token.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";

const auth = await openAuth();
afterAll(() => auth[Symbol.asyncDispose]());

const NEW_PASSWORD = "another horse";

let last = 0;
const newAddress = () => `person-${++last}@example.com`;
const redeem = async (token: string): Promise<string> => {
  const { body } = await auth.call("signInWithCustomToken", { token });
  return (body.error?.message as string | undefined) ?? "done";
};
const refused = expect.stringMatching(/^INVALID_CUSTOM_TOKEN : /);

test("the server's own token is good once, also after a restart", async () => {
  using dir = createTempDir();
  const nowMs = Date.now();
  let token: string;
  {
    await using first = await openAuthAt(dir.path, { nowMs });
    token = await first.customToken("ada");
    expect((await first.call("signInWithCustomToken", { token })).status).toBe(200);
    expect((await first.call("signInWithCustomToken", { token })).status).toBe(400);
  }
  await using again = await openAuthAt(dir.path, { nowMs });
  expect((await again.call("signInWithCustomToken", { token })).status).toBe(400);
});

test("of two who show it at once one comes in", async () => {
  const token = await auth.customToken("twice");
  const both = await Promise.all([redeem(token), redeem(token)]);
  expect(both.toSorted()).toEqual([refused, "done"]);
});

test("it is good for two minutes", async () => {
  const early = await auth.customToken("timed");
  const late = await auth.customToken("timed");
  auth.time.nowMs += 119_000;
  expect(await redeem(early)).toBe("done");
  auth.time.nowMs += 1000;
  expect(await redeem(late)).toEqual(refused);
});

test("whatever ends the account's sign-ins ends one that somebody holds, in the same second, too", async () => {
  const address = newAddress();
  const { localId } = await auth.signUp(address);
  const nowS = () => Math.floor(auth.time.nowMs / 1000);
  const changes: Json[] = [
    { validSince: String(nowS()) },
    { password: NEW_PASSWORD },
    { email: newAddress() },
    { disableUser: true },
  ];
  for (const change of changes) {
    const held = await auth.customToken(localId);
    await auth.admin(":update", { localId, ...change });
    await auth.admin(":update", { localId, disableUser: false });
    expect(await redeem(held), JSON.stringify(change)).toEqual(refused);
    expect(await redeem(await auth.customToken(localId))).toBe("done");
  }
});

test("one of before the owner proved the address does not let the stranger in again", async () => {
  const email = newAddress();
  await using mailing = await openAuth({ actionUrl: () => "https://site.test/forgot-password" });
  const stranger = await mailing.signUp(email);
  const token = await mailing.customToken(stranger.localId);
  const link = { requestType: "PASSWORD_RESET", email, returnOobLink: true };
  const { oobCode } = (await mailing.admin(":sendOobCode", link)).body;
  await mailing.call("resetPassword", { oobCode, newPassword: NEW_PASSWORD });
  const { body } = await mailing.call("signInWithCustomToken", { token });
  expect(body.error.message).toEqual(refused);
});

test("it makes no account, nor lets into one that was made again with the same uid", async () => {
  const held = await auth.customToken("gone");
  const other = await auth.customToken("gone");
  await auth.admin(":delete", { localId: "gone" });
  expect(await redeem(held)).toEqual(refused);
  await expect(auth.service.createCustomToken("gone")).rejects.toMatchObject({
    code: "USER_NOT_FOUND",
  });
  await auth.admin("", { localId: "gone" });
  expect(await redeem(other)).toEqual(refused);
});

test("a service account's is good many times, until the account's sign-ins are ended", async () => {
  const key = await auth.service.createServiceAccount("http://auth.test");
  const { aud } = payloadOf(await auth.customToken("any"));
  const tokenOf = (uid: string) => {
    const iat = Math.floor(auth.time.nowMs / 1000);
    const times = { iat, exp: iat + 3600 };
    const claims = { iss: key.client_email, sub: key.client_email, aud, uid, ...times };
    return signToken(key.private_key, { alg: "RS256", typ: "JWT" }, claims);
  };
  const token = tokenOf("program");
  auth.time.nowMs += 5000;
  expect([await redeem(token), await redeem(token)]).toEqual(["done", "done"]);
  auth.time.nowMs += 5000;
  const validSince = String(Math.floor(auth.time.nowMs / 1000));
  await auth.admin(":update", { localId: "program", validSince });
  expect(await redeem(token)).toEqual(refused);
  expect(await redeem(tokenOf("program"))).toBe("done");
  // The server's own form is no other account's to have.
  const { iss } = payloadOf(await auth.customToken("any"));
  const nowS = Math.floor(auth.time.nowMs / 1000);
  const forged = { iss, sub: iss, aud, uid: "any", iat: nowS, exp: nowS + 60, jti: "x", ep: 0 };
  expect(await redeem(signToken(key.private_key, { alg: "RS256", typ: "JWT" }, forged))).toEqual(
    refused,
  );
});
