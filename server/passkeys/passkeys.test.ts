import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Account, ServerBackend, Write } from "#lib/server-backend.ts";
import { createPasskeyDevice } from "../../tests/support/passkey-device.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createLog } from "../log.ts";
import { idOfCredential } from "./passkey-store.ts";
import { createPasskeys } from "./passkeys.ts";
import type { Passkeys } from "./passkeys.ts";
import { relyingPartyOf } from "./relying-party.ts";

const here = { origin: "https://site.example", rpId: "site.example" };
const log = createLog("silent");
let site: Site;
let ahead = 0;
let passkeys: Passkeys;
let ada: Account;
let made = 0;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => {
  ahead = 0;
  passkeys = openPasskeys();
  ada = await newAccount();
});

function openPasskeys(
  secret?: string,
  other: Partial<Pick<ServerBackend, "getAccount">> = {},
  needsProvedAddress = false,
): Passkeys {
  return createPasskeys({
    backend: { ...site.serverBackend, ...other },
    origin: () => here.origin,
    ...(secret !== undefined && { secret }),
    needsProvedAddress,
    log,
    now: () => Date.now() + ahead,
  });
}

function newAccount(): Promise<Account> {
  made += 1;
  return site.serverBackend.createAccount({
    email: `ada-${made}@example.com`,
    password: "correct horse battery",
  });
}

async function register(account: Account, device = createPasskeyDevice(here)) {
  const options = await passkeys.registrationOptions(account);
  await passkeys.register(account, device.register(options), "My key");
  return device;
}

test("a passkey that was registered signs in its account, any number of times", async () => {
  const options = await passkeys.registrationOptions(ada);
  expect(options).toMatchObject({
    rp: { id: "site.example" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  // Whoever finds the authenticator is not told whose it is.
  expect(Buffer.from(options.user.id, "base64url").toString()).not.toContain(ada.uid);
  const device = await register(ada);
  for (let time = 0; time < 2; time += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const asked = await passkeys.signInOptions();
    expect(asked).toMatchObject({ rpId: "site.example", userVerification: "required" });
    const answer = device.signIn(asked, { userHandle: options.user.id });
    // oxlint-disable-next-line no-await-in-loop
    expect(await passkeys.signIn(answer)).toBe(ada.uid);
  }
  const [kept] = await passkeys.list(ada);
  expect(kept).toMatchObject({ name: "My key", counter: 3, lastUsedAt: expect.any(String) });
  const again = await passkeys.registrationOptions(ada);
  expect(again.excludeCredentials?.map(({ id }) => id)).toEqual([device.credentialId]);
});

const lies = {
  "another site's page": { origin: "https://evil.example" },
  "the same host without https": { origin: "http://site.example" },
  "the same host at another port": { origin: "https://site.example:8443" },
  "a key for another host": { rpId: "evil.example" },
  "nobody asked for a finger or a PIN": { verified: false },
  "a page in another's frame": { crossOrigin: true },
  "an answer to something else": { type: "webauthn.other" },
};

test.each(Object.entries(lies))("refused, at both ends: %s", async (_, lie) => {
  const stranger = createPasskeyDevice(here);
  const options = await passkeys.registrationOptions(ada);
  await expect(passkeys.register(ada, stranger.register(options, lie), "x")).rejects.toThrow(
    "refused",
  );
  expect(await passkeys.list(ada)).toEqual([]);
  const device = await register(ada);
  const asked = await passkeys.signInOptions();
  await expect(passkeys.signIn(device.signIn(asked, lie))).rejects.toThrow("refused");
  // The question is still open to the right answer.
  expect(await passkeys.signIn(device.signIn(asked))).toBe(ada.uid);
});

test("a question is answered once, within five minutes, and only the one that was asked", async () => {
  const device = await register(ada);
  const asked = await passkeys.signInOptions();
  const answer = device.signIn(asked);
  const atOnce = await Promise.allSettled([passkeys.signIn(answer), passkeys.signIn(answer)]);
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(passkeys.signIn(answer)).rejects.toThrow("refused");
  await expect(passkeys.signIn(device.signIn(asked))).rejects.toThrow("refused");

  const late = await passkeys.signInOptions();
  ahead = 5 * 60_000;
  await expect(passkeys.signIn(device.signIn(late))).rejects.toThrow("refused");
  ahead = 0;
  expect(await passkeys.signIn(device.signIn(late))).toBe(ada.uid);

  const forRegistration = await passkeys.registrationOptions(ada);
  await expect(passkeys.signIn(device.signIn(forRegistration))).rejects.toThrow("refused");
  const own = { challenge: Buffer.alloc(54, 1).toString("base64url") };
  await expect(passkeys.signIn(device.signIn(own))).rejects.toThrow("refused");
  const ofAnother = await openPasskeys("another key").signInOptions();
  await expect(passkeys.signIn(device.signIn(ofAnother))).rejects.toThrow("refused");
});

test("copies of the server with the same secret take each other's questions, each once", async () => {
  const [one, other] = [openPasskeys("shared"), openPasskeys("shared")];
  const device = await register(ada);
  const answer = device.signIn(await one.signInOptions());
  expect(await other.signIn(answer)).toBe(ada.uid);
  await expect(one.signIn(answer)).rejects.toThrow("refused");
});

test("a registration is for the account that asked, and a key belongs to one account", async () => {
  const eve = await newAccount();
  const device = createPasskeyDevice(here);
  const options = await passkeys.registrationOptions(ada);
  const answer = device.register(options);
  await expect(passkeys.register(eve, answer, "x")).rejects.toThrow("refused");
  await passkeys.register(ada, answer, "x");
  await expect(passkeys.register(ada, answer, "x")).rejects.toThrow("known-already");
  const byEve = device.register(await passkeys.registrationOptions(eve));
  await expect(passkeys.register(eve, byEve, "x")).rejects.toThrow("known-already");

  // Another's user handle, another's name for it, another's passkey.
  const handle = (await passkeys.registrationOptions(eve)).user.id;
  const asked = await passkeys.signInOptions();
  await expect(passkeys.signIn(device.signIn(asked, { userHandle: handle }))).rejects.toThrow(
    "refused",
  );
  const id = idOfCredential(device.credentialId);
  await expect(passkeys.rename(eve.uid, id, "mine")).rejects.toThrow("not-found");
  await expect(passkeys.remove(eve, id)).rejects.toThrow("not-found");
  const impostor = { ...createPasskeyDevice(here).signIn(asked), id: device.credentialId };
  await expect(passkeys.signIn({ ...impostor, rawId: device.credentialId })).rejects.toThrow(
    "refused",
  );
});

test("a key whose counter goes back was copied, and is refused", async () => {
  const device = await register(ada);
  const asked = await passkeys.signInOptions();
  await passkeys.signIn(device.signIn(asked, { counter: 50 }));
  const next = await passkeys.signInOptions();
  await expect(passkeys.signIn(device.signIn(next, { counter: 50 }))).rejects.toThrow("refused");
  await expect(passkeys.signIn(device.signIn(next, { counter: 7 }))).rejects.toThrow("refused");
  expect(await passkeys.signIn(device.signIn(next, { counter: 51 }))).toBe(ada.uid);
});

test("an unknown key, a disabled account and a deleted one are refused alike", async () => {
  const [device, stranger] = [await register(ada), createPasskeyDevice(here)];
  const refusal = async (who = device) => {
    const asked = await passkeys.signInOptions();
    return passkeys.signIn(who.signIn(asked)).catch((error: Error) => error.message);
  };
  const unknown = await refusal(stranger);
  await site.serverBackend.updateAccount(ada.uid, { disabled: true });
  expect(await refusal()).toBe(unknown);
  await site.serverBackend.updateAccount(ada.uid, { disabled: false });
  expect(await refusal()).toBe(ada.uid);
  await site.serverBackend.deleteAccount(ada.uid);
  expect(await refusal()).toBe(unknown);
});

test("a passkey of before the owner proved the address signs nobody in, and is gone", async () => {
  const device = await register(ada);
  const later = { ...ada, waysInSince: Date.now() + 1000 };
  expect(await passkeys.list(later)).toEqual([]);
  const proved = openPasskeys("x", { getAccount: async () => later });
  const asked = await proved.signInOptions();
  await expect(proved.signIn(device.signIn(asked))).rejects.toThrow("refused");
  expect(await passkeys.list(ada)).toEqual([]);
});

test("where the sign-in service does not know that instant, the address is proved first", async () => {
  const strict = openPasskeys("x", {}, true);
  await expect(strict.registrationOptions(ada)).rejects.toThrow("unproved-address");
  expect(await strict.registrationOptions({ ...ada, emailVerified: true })).toBeDefined();
});

test("the last way in stays, even when two passkeys are removed at once", async () => {
  const [one, other] = [await register(ada), await register(ada)];
  // As of one that never had a password.
  const alone = { ...ada, providers: [] };
  const outcomes = await Promise.allSettled(
    [one, other].map(({ credentialId }) => passkeys.remove(alone, idOfCredential(credentialId))),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const [left, ...more] = await passkeys.list(ada);
  expect(more).toEqual([]);
  await expect(passkeys.remove(alone, left!.id)).rejects.toThrow("last-way-in");
  // With a password it may go.
  expect(await passkeys.remove(ada, left!.id)).toMatchObject({
    rpID: "site.example",
    allAcceptedCredentialIDs: [],
  });
  expect(await passkeys.list(ada)).toEqual([]);
});

test("an account has at most twenty, even when two come at once", async () => {
  const writes = Array.from({ length: 19 }, (_, index): Write => ({
    set: `passkeys/${idOfCredential(`${ada.uid} ${index}`)}`,
    data: {
      uid: ada.uid,
      credentialId: `${index}`,
      publicKey: "",
      counter: 0,
      transports: [],
      name: "x",
      backedUp: false,
      createdAt: "2026-01-01T00:00:00.000Z",
      lastUsedAt: null,
    },
  }));
  await site.serverBackend.commit(writes);
  const devices = [createPasskeyDevice(here), createPasskeyDevice(here)];
  const answers = await Promise.all(
    devices.map(async (device) => device.register(await passkeys.registrationOptions(ada))),
  );
  const outcomes = await Promise.allSettled(
    answers.map((answer) => passkeys.register(ada, answer, "x")),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(passkeys.registrationOptions(ada)).rejects.toThrow("too-many");
});

test("answered questions are forgotten once they could not be answered anyway", async () => {
  const device = await register(ada);
  await passkeys.signIn(device.signIn(await passkeys.signInOptions()));
  ahead = 6 * 60_000;
  for (let time = 0; time < 5; time += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await passkeys.signIn(device.signIn(await passkeys.signInOptions()));
  }
  const kept = await site.serverBackend.listDocuments("passkeyChallenges");
  expect(kept.length).toBeLessThanOrEqual(5);
});

test("there are passkeys for https and for localhost, none for a bare address", () => {
  expect(relyingPartyOf("https://site.example:8443")).toEqual({
    id: "site.example",
    origin: "https://site.example:8443",
  });
  expect(relyingPartyOf("http://localhost:3000")?.id).toBe("localhost");
  for (const origin of ["http://site.example", "https://192.0.2.1", "https://[::1]:3000"]) {
    expect(relyingPartyOf(origin), origin).toBeUndefined();
  }
});
