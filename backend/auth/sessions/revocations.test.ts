import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { type Revoked } from "../index.ts";
import {
  type Json,
  PASSWORD,
  PROJECT,
  openAuth,
  openAuthAt,
  payloadOf,
} from "../testing/open-auth.ts";
import { openSigningKeys } from "../tokens/signing-keys.ts";
import { createTokenVerifier } from "../tokens/token-verifier.ts";
import { createAuthenticate } from "./authenticate.ts";
import { REVOCATION_KEPT_MS } from "./revocation-store.ts";
import { createRevocations } from "./revocations.ts";

const auth = await openAuth();
afterAll(() => auth[Symbol.asyncDispose]());

type Auth = Awaited<ReturnType<typeof openAuthAt>>;

const isGood = (auth: Auth, { idToken }: Json): Promise<boolean> =>
  auth.service.authenticate(idToken).then(
    () => true,
    (error: { name: string; reason: string }) => {
      expect([error.name, error.reason]).toEqual(["CredentialError", "invalid"]);
      return false;
    },
  );
const setClaims = (auth: Auth, localId: string, claims: object) =>
  auth.admin(":update", { localId, customAttributes: JSON.stringify(claims) });

test("tokens of before are refused from the answer on: disabled, deleted, signed out everywhere", async () => {
  const changes: Record<string, (localId: string) => Promise<{ status: number }>> = {
    disabled: (localId) => auth.admin(":update", { localId, disableUser: true }),
    deleted: (localId) => auth.admin(":delete", { localId }),
    "signed out everywhere": (localId) =>
      auth.admin(":update", {
        localId,
        validSince: String(Math.floor(auth.time.nowMs / 1000)),
      }),
  };
  for (const [uid, change] of Object.entries(changes)) {
    const before = await auth.enter(uid);
    auth.time.nowMs += 1000;
    expect(await isGood(auth, before), uid).toBe(true);
    expect((await change(uid)).status, uid).toBe(200);
    expect(await isGood(auth, before), uid).toBe(false);
  }
});

test("a second that ends while one signs up, signs in or changes the password takes nobody's session", async () => {
  await using slow = await openAuth();
  slow.time.tickMs = 1000;
  const here = await slow.signUp("ada@example.com");
  expect(await isGood(slow, here)).toBe(true);
  const { body: changed } = await slow.call("update", {
    idToken: here.idToken,
    password: `new ${PASSWORD}`,
    returnSecureToken: true,
  });
  expect(await isGood(slow, changed)).toBe(true);
  expect(await isGood(slow, here)).toBe(false);
  const { body: again } = await slow.signIn("ada@example.com", `new ${PASSWORD}`);
  expect(await isGood(slow, again)).toBe(true);
});

test("a changed password ends the tokens of all sessions, and the acting device has new ones", async () => {
  const here = await auth.signUp("ada@example.com");
  const elsewhere = await auth.enter(here.localId);
  const { body: changed } = await auth.call("update", {
    idToken: here.idToken,
    password: `new ${PASSWORD}`,
    returnSecureToken: true,
  });
  expect(payloadOf(changed.idToken).ep).toBe(1);
  const all = [here, elsewhere, changed];
  expect(await Promise.all(all.map((tokens) => isGood(auth, tokens)))).toEqual([
    false,
    false,
    true,
  ]);
  expect((await auth.refresh(elsewhere.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  // What the acting device still had under way must not sign it out.
  expect((await auth.refresh(here.refreshToken)).status).toBe(503);
  expect((await auth.call("lookup", { idToken: here.idToken })).status).toBe(503);
  auth.time.nowMs += 61_000;
  expect((await auth.refresh(here.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  expect((await auth.call("lookup", { idToken: here.idToken })).status).toBe(400);
  expect((await auth.refresh(changed.refreshToken)).status).toBe(200);
});

test("a claim that is taken away or changed ends tokens but no session; a new one ends nothing", async () => {
  const first = await auth.enter("cyn");
  await setClaims(auth, "cyn", { editor: true });
  expect(await isGood(auth, first)).toBe(true);
  const { body: editor } = await auth.refresh(first.refreshToken);
  await setClaims(auth, "cyn", { editor: true, admin: true });
  expect(await isGood(auth, { idToken: editor.id_token })).toBe(true);
  await setClaims(auth, "cyn", { admin: true });
  expect(await isGood(auth, { idToken: editor.id_token })).toBe(false);
  expect((await auth.call("lookup", { idToken: editor.id_token })).status).toBe(200);
  const { body: admin } = await auth.refresh(editor.refresh_token);
  expect(await isGood(auth, { idToken: admin.id_token })).toBe(true);
  await setClaims(auth, "cyn", { admin: false });
  expect(await isGood(auth, { idToken: admin.id_token })).toBe(false);
});

test("everybody signed out twice in one second is signed out twice", async () => {
  const revoke = () =>
    auth.admin(":update", {
      localId: "ned",
      validSince: String(Math.floor(auth.time.nowMs / 1000)),
    });
  auth.time.nowMs = Math.ceil(auth.time.nowMs / 1000) * 1000;
  const first = await auth.enter("ned");
  await revoke();
  auth.time.nowMs += 100;
  const second = await auth.enter("ned");
  expect([await isGood(auth, first), await isGood(auth, second)]).toEqual([false, true]);
  await revoke();
  expect(await isGood(auth, second)).toBe(false);
  expect((await auth.refresh(second.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
});

test("one session that ends takes its tokens with it and no other's", async () => {
  const here = await auth.enter("dot");
  const there = await auth.enter("dot");
  const sessionId = payloadOf(there.idToken).sid;
  await auth.call("endSession", { idToken: here.idToken, sessionId });
  expect([await isGood(auth, here), await isGood(auth, there)]).toEqual([true, false]);
  expect((await auth.call("lookup", { idToken: there.idToken })).body.error.message).toBe(
    "TOKEN_EXPIRED",
  );
});

test("the session that is one too many takes its tokens with it", async () => {
  const first = await auth.enter("eva");
  for (let index = 0; index < 49; index += 1) await auth.enter("eva");
  expect(await isGood(auth, first)).toBe(true);
  await auth.enter("eva");
  expect(await isGood(auth, first)).toBe(false);
});

test("what was revoked stays refused after a restart, and for as long as a token can be good", async () => {
  using dir = createTempDir();
  const nowMs = Date.now();
  let revoked: Json[];
  let kept: Json;
  {
    await using auth = await openAuthAt(dir.path, { nowMs });
    revoked = [await auth.enter("gone"), await auth.enter("ended"), await auth.enter("demoted")];
    kept = await auth.enter("kept");
    await auth.admin(":delete", { localId: "gone" });
    const { sid } = payloadOf(revoked[1].idToken);
    expect((await auth.adminAsk("DELETE", `accounts/ended/sessions/${sid}`)).status).toBe(200);
    await setClaims(auth, "demoted", { admin: true });
    await setClaims(auth, "demoted", {});
  }
  await using auth = await openAuthAt(dir.path, { nowMs: nowMs + 3_599_000 });
  const verdicts = await Promise.all([...revoked, kept].map((tokens) => isGood(auth, tokens)));
  expect(verdicts).toEqual([false, false, false, true]);
});

test("a new account with the uid of a deleted one does not take over its tokens", async () => {
  const before = await auth.enter("gil");
  await auth.admin(":delete", { localId: "gil" });
  const after = await auth.enter("gil");
  expect([await isGood(auth, before), await isGood(auth, after)]).toEqual([false, true]);
  expect((await auth.call("lookup", { idToken: before.idToken })).status).toBe(400);
});

test("who has open connections is told of whoever was revoked, and of nobody else", async () => {
  const told: Revoked[] = [];
  await using auth = await openAuth({ onRevoked: (revoked) => told.push(revoked) });
  const ada = await auth.enter("ada");
  await setClaims(auth, "ada", { editor: true });
  expect(told).toEqual([]);
  await setClaims(auth, "ada", {});
  expect(told).toEqual([{ uid: "ada" }]);
  await auth.call("endOtherSessions", { idToken: ada.idToken });
  expect(told).toHaveLength(1);
  await auth.enter("ada");
  await auth.call("endOtherSessions", { idToken: ada.idToken });
  expect(told).toEqual([{ uid: "ada" }, { uid: "ada" }]);
  const { client_email } = await auth.service.createServiceAccount("http://x");
  await auth.service.revokeServiceAccount(client_email);
  await auth.service.rotateSigningKey();
  expect(told.slice(2)).toEqual(["admins", "everybody"]);
});

test("in memory: bounded, forgotten when tokens have expired, and what it cannot know it says", () => {
  const time = { nowMs: 10_000_000 };
  const revocations = createRevocations([], () => time.nowMs, 3);
  const token = (uid: string, iatS: number, sid?: string) => ({ uid, epoch: 0, sid, iatS });
  for (const [index, uid] of ["a", "b", "c", "d"].entries()) {
    revocations.note([{ uid, epoch: 1, atMs: time.nowMs + index * 1000 }]);
  }
  expect(revocations.size()).toBe(3);
  expect(revocations.verdictOn(token("d", 10_000))).toBe("over");
  // Of before the one that there was no room for.
  expect(revocations.verdictOn(token("a", 10_000))).toBe("unknown");
  expect(revocations.verdictOn(token("a", 10_001))).toBe("good");
  revocations.note([{ uid: "e", sid: "s", atMs: time.nowMs + 4000 }]);
  expect(revocations.verdictOn(token("e", 10_005, "s"))).toBe("over");
  expect(revocations.verdictOn(token("e", 10_005, "t"))).toBe("good");
  time.nowMs += REVOCATION_KEPT_MS + 10_000;
  revocations.note([]);
  expect(revocations.size()).toBe(0);
});

test("a token from before what memory holds is looked up where everything is", async () => {
  const before = await auth.enter("kim");
  const other = await auth.enter("lea");
  await auth.admin(":delete", { localId: "kim" });
  const clock = () => auth.time.nowMs;
  const keys = await openSigningKeys({
    sqlite: auth.sqlite,
    keysDir: join(auth.dir, "keys"),
    nowMs: clock,
  });
  const revocations = createRevocations([], clock, 0);
  revocations.note([{ uid: "x", epoch: 1, atMs: clock() }]);
  const authenticate = createAuthenticate({
    verify: createTokenVerifier({ projectId: PROJECT, keys, clock }),
    revocations,
    sqlite: auth.sqlite,
    useServiceAccount: () => Promise.resolve(false),
  });
  await expect(authenticate(before.idToken)).rejects.toMatchObject({ reason: "invalid" });
  expect(await authenticate(other.idToken)).toMatchObject({ uid: "lea" });
});
