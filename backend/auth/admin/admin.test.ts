import { expect, test } from "vitest";
import { ORIGIN, PROJECT, openAuth, payloadOf } from "../testing/open-auth.ts";

const ADMIN_PATH = `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;

test("administrators change any account, and the claims are in its next token", async () => {
  await using auth = await openAuth();
  const { localId, refreshToken } = await auth.signUp("ada@example.com");
  const { status, body } = await auth.admin(":update", {
    localId,
    customAttributes: '{ "editor": true, "constructor": 1, "__proto__": {"x": 2} }',
    displayName: "Ada",
    emailVerified: true,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ localId, displayName: "Ada", emailVerified: true });
  const payload = payloadOf((await auth.refresh(refreshToken)).body.id_token);
  expect(payload).toMatchObject({ editor: true, name: "Ada", email_verified: true });
  expect(Object.getOwnPropertyDescriptor(payload, "__proto__")?.value).toEqual({ x: 2 });
  const caller = await auth.service.authenticate((await auth.refresh(refreshToken)).body.id_token);
  expect((caller as { token: { x?: unknown } }).token.x).toBeUndefined();

  await auth.admin(":update", { localId, customAttributes: "{}" });
  const later = payloadOf((await auth.refresh(refreshToken)).body.id_token);
  expect([later.editor, later.name]).toEqual([undefined, "Ada"]);
});

test("custom claims are a small object without reserved names", async () => {
  await using auth = await openAuth();
  const { localId } = await auth.signUp("ada@example.com");
  const messageOf = async (customAttributes: string): Promise<string> =>
    (await auth.admin(":update", { localId, customAttributes })).body.error?.message ?? "accepted";
  for (const name of [
    "sub",
    "iss",
    "aud",
    "firebase",
    "user_id",
    "email",
    "email_verified",
    "exp",
  ]) {
    expect(await messageOf(JSON.stringify({ [name]: "x" }))).toBe(`FORBIDDEN_CLAIM : ${name}`);
  }
  const sized = (bytes: number) => JSON.stringify({ a: "x".repeat(bytes - 8) });
  expect(await messageOf(sized(1000))).toBe("accepted");
  for (const text of [
    "",
    "[]",
    "null",
    "1",
    "{",
    '"x"',
    sized(1001),
    `{"a":[${"1E19,".repeat(60)}1]}`,
  ]) {
    expect(await messageOf(text), text.slice(0, 50)).toMatch(/^INVALID_CLAIMS : /);
  }
  const claims = { email: "root@example.com" };
  await expect(auth.service.createCustomToken("eve", claims)).rejects.toThrow("email");
});

test("accounts are looked up, listed by pages, found and deleted", async () => {
  let last = 0;
  await using auth = await openAuth({ ids: () => `uid-${++last}` });
  for (const name of ["a", "b", "c", "d", "e"]) await auth.signUp(`${name}@example.com`);
  const uidsOf = (users: { localId: string }[] = []) => users.map(({ localId }) => localId);

  const found = await auth.admin(":lookup", {
    localId: ["uid-2", "nobody", "uid-1"],
    email: ["B@example.com", "c@example.com", "x@example.com"],
  });
  expect(uidsOf(found.body.users)).toEqual(["uid-2", "uid-1", "uid-3"]);
  expect((await auth.admin(":lookup", { localId: ["nobody"] })).body.users).toBeUndefined();
  expect(
    (await auth.admin(":query", { expression: [{ email: "d@example.com" }] })).body,
  ).toMatchObject({
    recordsCount: "1",
    userInfo: [{ localId: "uid-4" }],
  });
  expect((await auth.admin(":query", { returnUserInfo: false })).body.recordsCount).toBe("5");

  const pages: string[][] = [];
  let token: string | undefined;
  do {
    const next = token === undefined ? "" : `&nextPageToken=${token}`;
    const { body } = await auth.admin(`:batchGet?maxResults=2${next}`);
    pages.push(uidsOf(body.users));
    token = body.nextPageToken as string | undefined;
  } while (token !== undefined);
  expect(pages).toEqual([["uid-1", "uid-2"], ["uid-3", "uid-4"], ["uid-5"]]);

  expect((await auth.admin(":delete", { localId: "uid-2" })).status).toBe(200);
  expect((await auth.admin(":delete", { localId: "uid-2" })).body.error.message).toBe(
    "USER_NOT_FOUND",
  );
  expect(uidsOf((await auth.admin(":batchGet")).body.users)).not.toContain("uid-2");
});

test("an account that an administrator made can sign in", async () => {
  await using auth = await openAuth();
  const fields = {
    localId: "chosen",
    email: "Ada@example.com",
    password: "a password",
    displayName: "Ada",
  };
  expect((await auth.admin("", fields)).body).toMatchObject({
    localId: "chosen",
    email: "ada@example.com",
  });
  expect((await auth.signIn("ada@example.com", "a password")).body.localId).toBe("chosen");
  expect((await auth.admin("", fields)).body.error.message).toBe("DUPLICATE_LOCAL_ID");
  expect((await auth.admin("", { ...fields, localId: "x" })).body.error.message).toBe(
    "EMAIL_EXISTS",
  );
  for (const localId of ["", "a/b", "a\0", "x".repeat(129), 7, "\udc00"]) {
    expect((await auth.admin("", { localId })).body.error.message).toMatch(/^INVALID_LOCAL_ID/);
  }
});

test("sessions can be revoked, and a changed password revokes them", async () => {
  await using auth = await openAuth();
  const { localId, refreshToken, idToken } = await auth.signUp("ada@example.com");
  auth.time.nowMs += 2000;
  const nowS = Math.floor(auth.time.nowMs / 1000);
  expect((await auth.admin(":update", { localId, validSince: nowS + 9 })).status).toBe(400);
  await auth.admin(":update", { localId, validSince: String(nowS) });
  expect((await auth.refresh(refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
  expect((await auth.call("lookup", { idToken })).body.error.message).toBe("TOKEN_EXPIRED");
  const { body } = await auth.signIn("ada@example.com");
  await auth.admin(":update", { localId, password: "another password" });
  expect((await auth.refresh(body.refreshToken)).body.error.message).toBe("TOKEN_EXPIRED");
});

test("the admin forms need a service account's token on the network", async () => {
  await using auth = await openAuth();
  const { idToken, localId } = await auth.signUp("ada@example.com");
  const body = JSON.stringify({ localId, customAttributes: '{"admin":true}' });
  const statusOf = async (
    authorization: string | undefined,
    path = ":update",
  ): Promise<unknown[]> => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await auth.send(`${ADMIN_PATH}${path}`, { method: "POST", body, headers });
    return [answer.status, answer.body.error.status];
  };
  const unauthenticated = [401, "UNAUTHENTICATED"];
  const denied = [403, "PERMISSION_DENIED"];
  expect(await statusOf(undefined)).toEqual(unauthenticated);
  expect(await statusOf("Bearer owner")).toEqual(unauthenticated);
  expect(await statusOf("Bearer ")).toEqual(unauthenticated);
  expect(await statusOf("Basic b3duZXI6")).toEqual(unauthenticated);
  expect(await statusOf(`Bearer ${idToken}`)).toEqual(denied);
  expect(await statusOf(`Bearer ${idToken}`, ":lookup")).toEqual(denied);
  expect(await statusOf(`Bearer ${idToken}`, "")).toEqual(denied);
  const custom = await auth.service.createCustomToken(localId, { admin: true });
  expect(await statusOf(`Bearer ${custom}`)).toEqual(unauthenticated);
  expect((await auth.admin(":lookup", { localId })).body.users[0].customAttributes).toBeUndefined();
});

test("what is not there is 404 in Firebase's form, and another project is refused", async () => {
  await using auth = await openAuth();
  for (const path of [
    "/identitytoolkit.googleapis.com/v1/projects?key=any",
    "/identitytoolkit.googleapis.com/v2/passwordPolicy",
    "/identitytoolkit.googleapis.com/v2/recaptchaConfig",
    "/identitytoolkit.googleapis.com/v1/accounts:signUp",
    "/identitytoolkit.googleapis.com/v1/accounts:constructor",
    "/securetoken.googleapis.com/v1/token",
    "/token",
    "/",
  ]) {
    const answer = await auth.send(path);
    expect([answer.status, answer.body.error.message], path).toEqual([404, "NOT_FOUND"]);
  }
  expect((await auth.call("constructor", {})).status).toBe(404);
  expect((await auth.admin(":__proto__", {})).status).toBe(404);
  const url = `${ORIGIN}/identitytoolkit.googleapis.com/v1/projects/other/accounts:lookup`;
  const answer = await auth.service.adminFetch(new Request(url, { method: "POST", body: "{}" }));
  expect(await answer.text()).toContain("PROJECT_NOT_FOUND");
  const own = await auth.service.adminFetch(new Request(`${ORIGIN}/token`, { method: "POST" }));
  expect(own.status).toBe(404);
});
