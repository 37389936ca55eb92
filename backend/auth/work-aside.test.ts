import { expect, test } from "vitest";
import { ORIGIN, openAuth } from "./testing/open-auth.ts";
import { signToken } from "./testing/sign-token.ts";

type Auth = Awaited<ReturnType<typeof openAuth>>;

async function eventKindsOf({ sqlite }: Auth): Promise<string[]> {
  const events = await sqlite.read("auth.auditEvents", { beforeNumber: 1e9, limit: 9 });
  return events.map(({ kind }) => kind);
}

test("a reached limit is noted when the service has closed, though nobody waited for it", async () => {
  const limits = { signInsPerEmail: { count: 1, windowMs: 1e9 } };
  await using auth = await openAuth({ limits });
  await auth.admin("", { email: "ada@example.com" });
  await auth.signIn("ada@example.com", "wrong");
  expect((await auth.signIn("ada@example.com", "wrong")).body.error.message).toMatch(/^TOO_MANY/);
  await auth.service.close();
  expect(await eventKindsOf(auth)).toContain("sign-in-limit-reached");
});

test("the use of a service account is noted when the service has closed", async () => {
  await using auth = await openAuth();
  const key = await auth.service.createServiceAccount(ORIGIN);
  const iat = Math.floor(auth.time.nowMs / 1000);
  const claims = { iss: key.client_email, aud: key.token_uri, iat, exp: iat + 3600 };
  const { body } = await auth.sendForm("/token", {
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: signToken(key.private_key, { alg: "RS256" }, claims),
  });
  await auth.service.authenticate(body.access_token);
  await auth.service.close();
  expect(await eventKindsOf(auth)).toContain("service-account-first-used");
});
