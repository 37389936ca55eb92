import { signInWithCustomToken } from "firebase/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPasskeyDevice } from "../../../tests/support/passkey-device.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { createLog } from "../../log.ts";
import { createPasskeys } from "../../passkeys/passkeys.ts";
import { createPasskeyEndpoints } from "./passkeys.ts";

const here = { origin: "https://site.example", rpId: "site.example" };
let site: ServedSite;
let ada: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  ada = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await ada[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function openEndpoints(options: { ahead?: number; origin?: string } = {}) {
  const told: string[] = [];
  const now = () => Date.now() + (options.ahead ?? 0);
  const endpoints = createPasskeyEndpoints({
    backend: site.serverBackend,
    passkeys: createPasskeys({
      backend: site.serverBackend,
      origin: () => options.origin ?? here.origin,
      needsProvedAddress: false,
      log: createLog("silent"),
      now,
    }),
    notice: async (uid, what) => void told.push(`${uid} ${what}`),
    now,
  });
  const call = async (method: string, act: string, body: unknown = {}, idToken?: string) => {
    const path = `/api/passkeys${act}`;
    const endpoint = endpoints.find((one) => one.path === path && one.method === method)!;
    const headers = idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
    const request = new Request(`http://localhost${path}`, { method, headers });
    const answer = await endpoint.answer({
      request,
      body: JSON.stringify(body),
      client: "192.0.2.1",
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  return { call, told };
}

test("a passkey that was added signs in by a custom token, and its person is told by mail", async () => {
  const { call, told } = openEndpoints();
  const token = await ada.idToken();
  const device = createPasskeyDevice(here);
  const options = await call("POST", "/registration-options", {}, token);
  const answer = device.register(options.body);
  const added = await call("POST", "/registration", { answer, name: " Laptop " }, token);
  expect(added).toMatchObject({ status: 200, body: { passkey: { name: "Laptop" } } });
  const list = await call("GET", "", {}, token);
  expect(list.body).toEqual({ possible: true, passkeys: [added.body.passkey] });
  expect(JSON.stringify(list.body)).not.toMatch(/publicKey|credentialId|counter/);

  const asked = await call("POST", "/sign-in-options");
  const signed = await call("POST", "/sign-in", { answer: device.signIn(asked.body) });
  await using other = createSdkClient(site.origin);
  const { user } = await signInWithCustomToken(other.auth, signed.body.customToken);
  expect(user.uid).toBe(ada.uid);

  const { id } = added.body.passkey;
  expect(await call("POST", "/rename", { id, name: "\u0000" }, token)).toMatchObject({
    status: 400,
  });
  expect(await call("POST", "/rename", { id, name: "Desk" }, token)).toMatchObject({ status: 204 });
  expect((await call("POST", "/delete", { id }, token)).body).toMatchObject({
    allAcceptedCredentialIDs: [],
  });
  expect(told).toEqual([`${ada.uid} passkey-added`, `${ada.uid} passkey-removed`]);
});

test("nothing of it is for strangers, and changes want a sign-in of the last minutes", async () => {
  const { call } = openEndpoints();
  const acts = ["/registration-options", "/registration", "/rename", "/delete"];
  for (const act of acts) {
    for (const token of [undefined, "owner", "a.b.c"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await call("POST", act, {}, token)).status, `${act} ${token}`).toBe(401);
    }
  }
  expect((await call("GET", "")).status).toBe(401);
  const later = openEndpoints({ ahead: 10 * 60_000 });
  for (const act of ["/registration-options", "/delete"]) {
    // oxlint-disable-next-line no-await-in-loop
    const { status, body } = await later.call("POST", act, {}, await ada.idToken());
    expect([status, body.error.code]).toEqual([401, "recent-sign-in-needed"]);
  }
});

test("what is no answer of an authenticator is refused before it is looked at, and not without end", async () => {
  const { call } = openEndpoints();
  const token = await ada.idToken();
  const answer = createPasskeyDevice(here).signIn({ challenge: "x" });
  const { response } = answer;
  const wrong = [
    undefined,
    {},
    { ...answer, id: "a/b" },
    { ...answer, type: "password" },
    { ...answer, response: { ...response, clientDataJSON: "A".repeat(5000) } },
    { ...answer, response: { ...response, signature: 7 } },
  ];
  for (const one of wrong) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await call("POST", "/sign-in", { answer: one })).status).toBe(400);
  }
  for (const clientDataJSON of ["AAAA", Buffer.from("null").toString("base64url")]) {
    const broken = { ...answer, response: { ...response, clientDataJSON } };
    // oxlint-disable-next-line no-await-in-loop
    const refused = await call("POST", "/sign-in", { answer: broken });
    expect([refused.status, refused.body.error.code]).toEqual([403, "passkey-refused"]);
  }
  expect((await call("POST", "/delete", { id: "x" }, token)).status).toBe(400);
  expect((await call("POST", "/delete", { id: "0".repeat(64) }, token)).status).toBe(404);
  let last = 0;
  for (let time = 0; time < 70 && last !== 429; time += 1) {
    // oxlint-disable-next-line no-await-in-loop
    last = (await call("POST", "/sign-in-options")).status;
  }
  expect(last).toBe(429);
});

test("without https there are none, and it is said why", async () => {
  const { call } = openEndpoints({ origin: "http://192.0.2.1:3000" });
  const token = await ada.idToken();
  expect((await call("GET", "", {}, token)).body).toMatchObject({ possible: false });
  const refused = await call("POST", "/sign-in-options");
  expect([refused.status, refused.body.error.code]).toEqual([409, "passkeys-impossible"]);
  expect(refused.body.error.message).toContain("https");
});
