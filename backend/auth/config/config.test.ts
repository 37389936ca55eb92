import { validatePassword } from "firebase/auth";
import { afterAll, expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { ORIGIN, PASSWORD, PROJECT, openAuthAt } from "../testing/open-auth.ts";
import { openSdk } from "../testing/open-sdk.ts";

type OpenAuth = Pick<Awaited<ReturnType<typeof openAuthAt>>, "service">;

const auth = await openSdk();
afterAll(() => auth[Symbol.asyncDispose]());

const TOOLKIT = "/identitytoolkit.googleapis.com";

async function config({ service }: OpenAuth, mask?: string, body?: unknown) {
  const query = mask === undefined ? "" : `?updateMask=${mask}`;
  const url = `${ORIGIN}${TOOLKIT}/v2/projects/${PROJECT}/config${query}`;
  const init = body === undefined ? {} : { method: "PATCH", body: JSON.stringify(body) };
  const response = await service.adminFetch(new Request(url, init));
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const messageOf = ({ body }: { body: { error?: { message: string } } }): string =>
  body.error?.message ?? "done";

test("as delivered people sign up, neither anonymously nor delete their accounts by the SDK, and nothing tells who has one", async () => {
  const { status, body } = await config(auth);
  expect(status).toBe(200);
  expect(body).toEqual({
    name: "projects/p/config",
    signIn: {
      email: { enabled: true, passwordRequired: true },
      anonymous: { enabled: false },
      allowDuplicateEmails: false,
    },
    authorizedDomains: [],
    client: { permissions: { disabledUserSignup: false, disabledUserDeletion: true } },
    mfa: {
      state: "ENABLED",
      providerConfigs: [{ state: "ENABLED", totpProviderConfig: { adjacentIntervals: 1 } }],
    },
    passwordPolicyConfig: {
      passwordPolicyEnforcementState: "OFF",
      passwordPolicyVersions: [
        {
          customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 1024 },
          schemaVersion: 1,
        },
      ],
      forceUpgradeOnSignin: false,
    },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  });
});

test("what a mask names is changed, and set back to its default when the body lacks it; nothing else is touched", async () => {
  const both = { signIn: { anonymous: { enabled: true }, email: { enabled: false } } };
  const changed = await config(auth, "signIn.anonymous.enabled", both);
  expect(changed.body.signIn).toMatchObject({
    email: { enabled: true },
    anonymous: { enabled: true },
  });
  expect((await config(auth, "signIn", both)).body.signIn.email.enabled).toBe(false);
  const reset = await config(auth, "signIn.email,signIn.anonymous", {});
  expect(reset.body.signIn).toMatchObject({
    email: { enabled: true },
    anonymous: { enabled: false },
  });
  const unmasked = await config(auth, undefined, {
    name: "projects/other/config",
    mfa: { state: "DISABLED" },
  });
  expect(unmasked.body).toMatchObject({
    name: "projects/p/config",
    mfa: { state: "DISABLED", providerConfigs: [{ state: "DISABLED" }] },
  });
  await config(auth, "mfa", {});
});

test("one of the two fields that say it is enough to turn second factors off, and both must say the same", async () => {
  const state = (value: string) => ({ mfa: { state: value } });
  const provider = (value: string) => ({ mfa: { providerConfigs: [{ state: value }] } });
  const stateAfter = async (mask: string | undefined, body: object) => {
    const answer = await config(auth, mask, body);
    return answer.status === 200 ? answer.body.mfa.state : messageOf(answer);
  };
  expect(await stateAfter("mfa", state("DISABLED"))).toBe("DISABLED");
  expect(await stateAfter("mfa", {})).toBe("ENABLED");
  expect(await stateAfter("mfa", provider("DISABLED"))).toBe("DISABLED");
  expect(await stateAfter("mfa", state("ENABLED"))).toBe("ENABLED");
  const both = { mfa: { ...state("DISABLED").mfa, ...provider("DISABLED").mfa } };
  expect(await stateAfter(undefined, both)).toBe("DISABLED");
  const contradiction = { mfa: { ...state("DISABLED").mfa, ...provider("ENABLED").mfa } };
  expect(await stateAfter("mfa", contradiction)).toMatch(
    /^INVALID_CONFIG : mfa\.state and the state in mfa\.providerConfigs must be the same\.$/,
  );
  expect(await stateAfter("mfa.providerConfigs", contradiction)).toBe("ENABLED");
});

test("what cannot be set is refused with its name, and changes nothing", async () => {
  const before = (await config(auth)).body;
  const cases: [mask: string, body: object, message: RegExp][] = [
    ["signIn.phoneNumber", {}, /^INVALID_CONFIG : signIn\.phoneNumber cannot be changed here/],
    ["__proto__", {}, /^INVALID_CONFIG/],
    ["signIn.anonymous.enabled", { signIn: { anonymous: { enabled: "yes" } } }, /true or false\.$/],
    ["mfa.state", { mfa: { state: "MANDATORY" } }, /must be ENABLED or DISABLED here\.$/],
    [
      "passwordPolicyConfig",
      {
        passwordPolicyConfig: {
          passwordPolicyVersions: [{ customStrengthOptions: { minPasswordLength: 5 } }],
        },
      },
      /minPasswordLength must be a whole number from 6 to 30\.$/,
    ],
    [
      "passwordPolicyConfig",
      { passwordPolicyConfig: { passwordPolicyVersions: [] } },
      /must be a list of one object\.$/,
    ],
  ];
  for (const [mask, body, message] of cases) {
    const answer = await config(auth, mask, body);
    expect([answer.status, messageOf(answer)], mask).toEqual([400, expect.stringMatching(message)]);
  }
  expect((await config(auth)).body).toEqual(before);
});

test("it is for administrators only", async () => {
  const { idToken } = await auth.signUp("admin-not@example.com");
  const path = `${TOOLKIT}/v2/projects/${PROJECT}/config`;
  const send = (headers: Record<string, string>) =>
    auth.send(path, { method: "PATCH", headers, body: "{}" });
  expect((await send({})).status).toBe(401);
  expect((await send({ authorization: `Bearer ${idToken}` })).status).toBe(403);
  expect((await send({ authorization: "Bearer owner" })).status).toBe(401);
});

test("a closed sign-up and a closed deletion say so, and administrators go on", async () => {
  const { idToken } = await auth.signUp("closed@example.com");
  await config(auth, "client.permissions", {
    client: { permissions: { disabledUserSignup: true } },
  });
  const messages = [
    await auth.call("signUp", { email: "new@example.com", password: PASSWORD }),
    await auth.call("signUp", { returnSecureToken: true }),
    await auth.call("delete", { idToken }),
    await auth.admin("", { email: "new@example.com" }),
  ].map(messageOf);
  expect(messages).toEqual([
    "ADMIN_ONLY_OPERATION",
    "ADMIN_ONLY_OPERATION",
    "ADMIN_ONLY_OPERATION",
    "done",
  ]);
  await config(auth, "client", {});
  expect(messageOf(await auth.call("delete", { idToken }))).toBe("ADMIN_ONLY_OPERATION");
});

test("where people may delete their accounts, an administrator still may not, who could be the last", async () => {
  const both = { client: { permissions: { disabledUserDeletion: false } } };
  await config(auth, "client.permissions.disabledUserDeletion", both);
  const { idToken, localId } = await auth.signUp("goes@example.com");
  await auth.admin(":update", { localId, customAttributes: '{"admin":true}' });
  const last = await auth.call("delete", { idToken });
  await auth.admin(":update", { localId, customAttributes: "{}" });
  const one = await auth.call("delete", { idToken });
  await config(auth, "client", {});
  expect([last, one].map(messageOf)).toEqual(["ADMIN_ONLY_OPERATION", "done"]);
});

test("with e-mail and password turned off nobody signs up, in or resets with one", async () => {
  await auth.signUp("off@example.com");
  await config(auth, "signIn.email.enabled", { signIn: { email: { enabled: false } } });
  const messages = [
    await auth.call("signUp", { email: "off2@example.com", password: PASSWORD }),
    await auth.signIn("off@example.com"),
    await auth.signIn("nobody@example.com"),
  ].map(messageOf);
  await config(auth, "signIn.email.enabled", {});
  expect(messages).toEqual([
    "OPERATION_NOT_ALLOWED",
    "PASSWORD_LOGIN_DISABLED",
    "PASSWORD_LOGIN_DISABLED",
  ]);
});

test("how somebody signs in is told only without e-mail privacy", async () => {
  await auth.signUp("methods@example.com");
  const ask = (identifier: string) =>
    auth.call("createAuthUri", { identifier, continueUri: "http://localhost" });
  const known = Object.keys((await ask("methods@example.com")).body);
  expect(known).toEqual(["kind", "sessionId"]);
  expect(Object.keys((await ask("nobody@example.com")).body)).toEqual(known);
  await config(auth, "emailPrivacyConfig", {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
  });
  expect((await ask("methods@example.com")).body).toMatchObject({
    registered: true,
    signinMethods: ["password"],
    allProviders: ["password"],
  });
  expect((await ask("nobody@example.com")).body).toMatchObject({
    registered: false,
    signinMethods: [],
  });
  await config(auth, "emailPrivacyConfig", {});
});

test("a password policy is enforced where passwords are chosen, at a sign-in only if wanted, and the SDK reads it", async () => {
  const { idToken } = await auth.signUp("policy@example.com");
  const options = {
    minPasswordLength: 8,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
    containsNonAlphanumericCharacter: true,
  };
  const policy = {
    passwordPolicyEnforcementState: "ENFORCE",
    passwordPolicyVersions: [{ customStrengthOptions: options }],
  };
  await config(auth, "passwordPolicyConfig", { passwordPolicyConfig: policy });
  const refused = [
    await auth.call("signUp", { email: "p2@example.com", password: "kiwi-42" }),
    await auth.call("update", { idToken, password: "Kiwis and plums" }),
  ].map(messageOf);
  expect(refused).toEqual([
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain at least 8 " +
      "characters, Password must contain an upper case character]",
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a numeric " +
      "character, Password must contain a non-alphanumeric character]",
  ]);
  expect(messageOf(await auth.signIn("policy@example.com"))).toBe("done");
  await config(auth, "passwordPolicyConfig.forceUpgradeOnSignin", {
    passwordPolicyConfig: { forceUpgradeOnSignin: true },
  });
  expect(messageOf(await auth.signIn("policy@example.com"))).toMatch(/^PASSWORD_DOES_NOT_MEET/);
  expect(messageOf(await auth.signIn("policy@example.com", "wrong"))).toBe(
    "INVALID_LOGIN_CREDENTIALS",
  );

  const sdk = auth.newDevice();
  expect(await validatePassword(sdk, "kiwis and plums")).toMatchObject({
    isValid: false,
    meetsMinPasswordLength: true,
    containsUppercaseLetter: false,
    containsNumericCharacter: false,
  });
  const good = await validatePassword(sdk, "Kiwis & 42 plums");
  expect(good).toMatchObject({
    isValid: true,
    passwordPolicy: { enforcementState: "ENFORCE", forceUpgradeOnSignin: true },
  });
  expect(good.containsLowercaseLetter).toBeUndefined();
  expect(
    messageOf(await auth.call("signUp", { email: "p3@example.com", password: "Kiwis & 42 plums" })),
  ).toBe("done");
  await config(auth, "passwordPolicyConfig", {});
});

test("what was changed is there after a restart, and who changed it is noted", async () => {
  using dir = createTempDir();
  {
    await using first = await openAuthAt(dir.path);
    await config(first, "signIn.anonymous", { signIn: { anonymous: { enabled: true } } });
    await config(first, "mfa.state", { mfa: { state: "DISABLED" } });
    await config(first, "mfa.state", {});
    await config(first, "passwordPolicyConfig.forceUpgradeOnSignin", {});
  }
  await using second = await openAuthAt(dir.path);
  const { body } = await config(second);
  expect([body.signIn.anonymous.enabled, body.mfa.state]).toEqual([true, "ENABLED"]);
  const asked = { beforeNumber: Number.MAX_SAFE_INTEGER, limit: 10 };
  const events = await second.sqlite.read("auth.auditEvents", asked);
  const told = events
    .toReversed()
    .filter(({ kind }) => kind === "config-changed")
    .map(({ actor, network, details }) => [actor, network, details["changes"]]);
  expect(told).toEqual([
    ["server", null, '{"anonymous":true}'],
    ["server", null, '{"totp":false}'],
    ["server", null, '{"totp":null}'],
    ["server", null, expect.stringMatching(/^{"passwords":{"atSignIn":null,"changedAt":\d+}}$/)],
  ]);
});

test("Google's challenges and domains have answers that the SDK goes on with", async () => {
  const get = async (path: string) => (await auth.send(`${TOOLKIT}/${path}?key=any`)).body;
  expect(await get("v2/recaptchaConfig")).toEqual({
    recaptchaKey: "projects/p/keys/none",
    recaptchaEnforcementState: [],
  });
  expect(await get("v1/projects")).toEqual({ projectId: "p", authorizedDomains: [] });
  expect(messageOf({ body: await get("v1/recaptchaParams") })).toMatch(/^OPERATION_NOT_ALLOWED : /);
});
