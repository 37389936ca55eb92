import { signInWithCustomToken } from "firebase/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthenticator } from "../../../tests/support/auth-authenticator.ts";
import { createSdkClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { createLog } from "../../log.ts";
import { createRecoveryCodes } from "../../recovery-codes/recovery-codes.ts";
import { createRecoveryCodeEndpoints } from "./recovery-codes.ts";

const password = "correct horse battery";
let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site[Symbol.asyncDispose]());

function openEndpoints(isHosted = false) {
  const endpoints = createRecoveryCodeEndpoints({
    backend: site.serverBackend,
    codes: isHosted
      ? undefined
      : createRecoveryCodes({ backend: site.serverBackend, now: Date.now }),
    log: createLog("silent"),
    now: Date.now,
  });
  return async (act: string, body: unknown = {}, idToken?: string) => {
    const path = `/api/recovery-codes${act}`;
    const endpoint = endpoints.find((one) => one.path === path)!;
    const headers = idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
    const request = new Request(`http://localhost${path}`, { method: endpoint.method, headers });
    const answer = await endpoint.answer({
      request,
      body: JSON.stringify(body),
      client: "192.0.2.1",
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
}

async function call(verb: string, body: object) {
  const address = `${site.origin}/identitytoolkit.googleapis.com/${verb}?key=foyer-embedded`;
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, string> & {
    totpSessionInfo: { sharedSecretKey: string; sessionInfo: string };
  };
}

let made = 0;
/** With an authenticator app, and a sign-in that waits for its code. */
async function newPerson() {
  made += 1;
  const email = `ada-${made}@example.com`;
  const { uid } = await site.serverBackend.createAccount({ email, emailVerified: true, password });
  const signIn = () =>
    call("v1/accounts:signInWithPassword", { email, password, returnSecureToken: true });
  const first = await signIn();
  const { totpSessionInfo } = await call("v2/accounts/mfaEnrollment:start", {
    idToken: first["idToken"],
    totpEnrollmentInfo: {},
  });
  const { sharedSecretKey, sessionInfo } = totpSessionInfo;
  const { idToken = "" } = await call("v2/accounts/mfaEnrollment:finalize", {
    idToken: first["idToken"],
    displayName: "Phone",
    totpVerificationInfo: {
      sessionInfo,
      verificationCode: openAuthenticator(sharedSecretKey).code(),
    },
  });
  const pending = async () => (await signIn())["mfaPendingCredential"] ?? "";
  return { uid, idToken, pending };
}

test("a code stands in for the second step, once, and only after the first one", async () => {
  const ask = openEndpoints();
  const { uid, idToken, pending } = await newPerson();
  const { codes } = (await ask("/new", {}, idToken)).body as { codes: string[] };
  const [code = "", next = ""] = codes;
  const pendingCredential = await pending();
  const used = await ask("/use", { pendingCredential, code });
  expect(used).toMatchObject({ status: 200, body: { left: 9 } });
  await using client = createSdkClient(site.origin);
  const { user } = await signInWithCustomToken(client.auth, used.body.customToken);
  expect(user.uid).toBe(uid);

  expect(await ask("/use", { pendingCredential, code })).toMatchObject({
    status: 403,
    body: { error: { code: "wrong-code" } },
  });
  for (const other of ["x", idToken, `A${pendingCredential}`]) {
    // oxlint-disable-next-line no-await-in-loop
    const refused = await ask("/use", { pendingCredential: other, code: next });
    expect([refused.status, refused.body.error.code]).toEqual([401, "sign-in-over"]);
  }
  // Another's first step does not take this one's codes.
  const eve = await newPerson();
  const asEve = await ask("/use", { pendingCredential: await eve.pending(), code: next });
  expect(asEve.status).toBe(403);
  const disabled = await pending();
  await site.serverBackend.updateAccount(uid, { disabled: true });
  const late = await ask("/use", { pendingCredential: disabled, code: next });
  expect(late.status).toBeGreaterThanOrEqual(401);
  expect(late.body.customToken).toBeUndefined();
  expect((await ask("", {}, eve.idToken)).body).toEqual({ left: 0, createdAt: null });
});

test("guesses are counted for each account", async () => {
  const ask = openEndpoints();
  const { pending } = await newPerson();
  const pendingCredential = await pending();
  let last = 0;
  for (let time = 0; time < 12; time += 1) {
    // oxlint-disable-next-line no-await-in-loop
    last = (await ask("/use", { pendingCredential, code: "0000-0000-0000-0000" })).status;
  }
  expect(last).toBe(429);
});

test("codes are made for who signed in just now and has a second step; elsewhere it is said why not", async () => {
  const ask = openEndpoints();
  const { uid } = await site.serverBackend.createAccount({ email: "bo@example.com", password });
  const { idToken } = await call("v1/accounts:signInWithPassword", {
    email: "bo@example.com",
    password,
    returnSecureToken: true,
  });
  expect(await ask("/new", {}, idToken)).toMatchObject({
    status: 409,
    body: { error: { code: "no-second-step" } },
  });
  expect(await site.serverBackend.getDocument(`recoveryCodes/${uid}`)).toBeNull();
  expect((await ask("/new")).status).toBe(401);
  expect((await ask("/use", { code: "x" })).status).toBe(400);
  const hosted = openEndpoints(true);
  for (const act of ["", "/new", "/use", "/delete"]) {
    // oxlint-disable-next-line no-await-in-loop
    const { status, body } = await hosted(act, {}, idToken);
    expect([status, body.error.code]).toEqual([501, "unimplemented"]);
    expect(body.error.message).toContain("owner");
  }
});
