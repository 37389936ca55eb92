import { signInWithEmailAndPassword } from "firebase/auth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import type { AccountSession } from "#lib/server-backend.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { createSessionEndpoints } from "./sessions.ts";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site[Symbol.asyncDispose]());

type Shown = AccountSession & { isThis: boolean };

function openEndpoints(backend = site.serverBackend) {
  const endpoints = createSessionEndpoints({ backend, now: Date.now });
  return async (path: string, idToken?: string, body: unknown = {}) => {
    const endpoint = endpoints.find((one) => one.path === `/api/account${path}`)!;
    const headers = idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
    const request = new Request("http://localhost/", { method: endpoint.method, headers });
    const answer = await endpoint.answer({
      request,
      body: JSON.stringify(body),
      client: "192.0.2.1",
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
  };
}

test("an account sees where it is signed in, and ends the others, nobody else's", async () => {
  const ask = openEndpoints();
  await using ada = await signUp(createSdkClient(site.origin));
  await using phone = createSdkClient(site.origin);
  await using tablet = createSdkClient(site.origin);
  await using eve = await signUp(createSdkClient(site.origin));
  await signInWithEmailAndPassword(phone.auth, ada.email, "correct horse");
  await signInWithEmailAndPassword(tablet.auth, ada.email, "correct horse");
  const token = await ada.idToken();
  const list = async () => (await ask("/sessions", token)).body.sessions as Shown[];
  const all = await list();
  expect(all.filter(({ isThis }) => isThis)).toHaveLength(1);
  expect(all).toHaveLength(3);
  const [other] = all.filter(({ isThis }) => !isThis);

  // Somebody else's is none of Eve's.
  expect(await ask("/sessions/end", await eve.idToken(), { id: other!.id })).toMatchObject({
    status: 204,
  });
  expect(await list()).toHaveLength(3);
  expect((await ask("/sessions/end", token, { id: other!.id })).status).toBe(204);
  expect((await ask("/sessions/end", token, { id: other!.id })).status).toBe(204);
  expect(await list()).toHaveLength(2);
  expect((await ask("/sessions/end-others", token)).body).toEqual({ ended: 1 });
  expect(await list()).toMatchObject([{ isThis: true }]);
  expect((await ask("/end-sessions", token)).status).toBe(204);
  expect((await ask("/sessions", token)).status).toBe(401);
});

test("only who is signed in may ask; where there is no list it is said so, and everywhere still works", async () => {
  const ask = openEndpoints();
  for (const path of ["/sessions", "/sessions/end", "/sessions/end-others", "/end-sessions"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(path)).status).toBe(401);
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(path, "owner")).status).toBe(401);
  }
  await using bo = await signUp(createSdkClient(site.origin));
  expect((await ask("/sessions/end", await bo.idToken(), { id: 7 })).status).toBe(400);
  const asFirebase = openEndpoints({
    ...site.serverBackend,
    listSessions: () => Promise.reject(new BackendError("UNIMPLEMENTED", "no such list")),
  });
  expect((await asFirebase("/sessions", await bo.idToken())).body).toEqual({ sessions: null });
  const refused = await asFirebase("/sessions/end-others", await bo.idToken());
  expect([refused.status, refused.body.error.code]).toEqual([501, "unimplemented"]);
  expect((await asFirebase("/end-sessions", await bo.idToken())).status).toBe(204);
});
