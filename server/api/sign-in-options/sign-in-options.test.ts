import { expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { createSignInOptionsEndpoint } from "./sign-in-options.ts";

function open(authConfig: ServerBackend["authConfig"]) {
  const clock = { now: 0 };
  const { log, entries } = recordingLog();
  const now = () => clock.now;
  const endpoint = createSignInOptionsEndpoint({
    backend: { authConfig },
    sendsMail: true,
    policy: async () => "invite",
    providers: () => [{ id: "oidc.corp", name: "Corp" }],
    passkeys: () => true,
    log,
    now,
  });
  const request = new Request("http://localhost/api/sign-in-options");
  const ask = async () => (await endpoint.answer({ request, body: "", client: "::1" })).json();
  return { clock, entries, ask };
}

const others = {
  sendsMail: true,
  signUp: "invite",
  providers: [{ id: "oidc.corp", name: "Corp" }],
  passkeys: true,
};

test("a link by mail is offered where no password is required, and a change is seen within seconds", async () => {
  const email = { enabled: true, passwordRequired: true };
  let reads = 0;
  const { clock, ask } = open(async () => {
    reads += 1;
    return { signIn: { email: { ...email } } };
  });
  expect(await ask()).toEqual({ emailLink: false, ...others });
  email.passwordRequired = false;
  expect(await ask()).toEqual({ emailLink: false, ...others });
  expect(reads).toBe(1);
  clock.now += 5000;
  expect(await ask()).toEqual({ emailLink: true, ...others });
  email.enabled = false;
  clock.now += 5000;
  expect(await ask()).toEqual({ emailLink: false, ...others });
});

test("what is not known is not offered, and said in the log once", async () => {
  const { ask, entries } = open(() => Promise.reject(new Error("no permission")));
  expect(await ask()).toEqual({ emailLink: false, ...others });
  await ask();
  expect(entries).toHaveLength(1);
  expect(await open(async () => ({})).ask()).toEqual({ emailLink: false, ...others });
});
