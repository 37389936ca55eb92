import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { createLog } from "../../log.ts";
import { createPasskeys } from "../../passkeys/passkeys.ts";
import { createRecoveryCodes } from "../../recovery-codes/recovery-codes.ts";
import { createSecurityEndpoint } from "./security.ts";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test("an account is told its own ways in, and nothing that could sign in by them", async () => {
  await using ada = await signUp(createSdkClient(site.origin));
  const { serverBackend: backend } = site;
  const ask = async (isHosted: boolean, idToken?: string) => {
    const { answer } = createSecurityEndpoint({
      backend,
      passkeys: createPasskeys({
        backend,
        origin: () => "https://site.example",
        needsProvedAddress: isHosted,
        log: createLog("silent"),
        now: Date.now,
      }),
      codes: isHosted ? undefined : createRecoveryCodes({ backend, now: Date.now }),
      now: Date.now,
    });
    const headers = idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
    const request = new Request("http://localhost/api/account/security", { headers });
    return answer({ request, body: "", client: "192.0.2.1" });
  };
  const facts = {
    email: ada.email,
    emailVerified: false,
    hasPassword: true,
    linked: [],
    hasSecondStep: false,
    signedInBy: "password",
    passkeys: [],
  };
  const token = await ada.idToken();
  expect(await (await ask(false, token)).json()).toEqual({
    ...facts,
    recoveryCodes: { left: 0, createdAt: null },
    passkeyHindrance: null,
  });
  expect(await (await ask(true, token)).json()).toEqual({
    ...facts,
    recoveryCodes: null,
    passkeyHindrance: "unproved-address",
  });
  expect((await ask(false)).status).toBe(401);
});
