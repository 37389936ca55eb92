/**
 * Accounts at other providers as the SDK signs in, links and proves them again with the credential that the server gives
 * after a sign-in there.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  EmailAuthProvider,
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  type MultiFactorError,
  OAuthCredential,
  OAuthProvider,
  SAMLAuthProvider,
  TotpMultiFactorGenerator,
  TwitterAuthProvider,
  type AuthCredential,
  createUserWithEmailAndPassword,
  getAdditionalUserInfo,
  getMultiFactorResolver,
  linkWithCredential,
  multiFactor,
  reauthenticateWithCredential,
  reload,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  unlink,
  updatePassword,
} from "firebase/auth";
import { afterAll, expect, test } from "vitest";
import type { ProvedIdentity } from "#lib/server-backend.ts";
import { openAuthenticator } from "../support/auth-authenticator.ts";
import { closeDevices, codeOf, errorOf, openDevice } from "../support/auth-device.ts";
import { serveAuthSite } from "../support/auth-site.ts";

const PASSWORD = "correct horse";
const CORP = "oidc.corp";

const site = await serveAuthSite();
afterAll(async () => {
  await closeDevices();
  await site[Symbol.asyncDispose]();
});

const newDevice = () => openDevice(site.origin);
const now = () => Date.now() + site.time.aheadMs;
let last = 0;
const newAddress = () => `person-${++last}@example.com`;

/** Of a person with a proved address, unless `person` says otherwise. */
async function comeBack(person: Partial<ProvedIdentity> = {}): Promise<AuthCredential> {
  const rawNonce = randomBytes(16).toString("hex");
  const { providerId = CORP } = person;
  const idToken = await site.serverBackend.createIdpCredential({
    rawId: `raw-${++last}`,
    email: newAddress(),
    emailVerified: true,
    displayName: null,
    photoUrl: null,
    ...person,
    providerId,
    nonceHash: createHash("sha256").update(rawNonce).digest("hex"),
  });
  return new OAuthProvider(providerId).credential({ idToken, rawNonce });
}

const signInAs = async (person: Partial<ProvedIdentity>) =>
  signInWithCredential(newDevice(), await comeBack(person));

async function signUpVerified(email: string) {
  const { user } = await createUserWithEmailAndPassword(newDevice(), email, PASSWORD);
  await site.admin("accounts:update", { localId: user.uid, emailVerified: true });
  return user;
}

test("somebody signs in through another provider, for the first time and again", async () => {
  for (const providerId of [CORP, "google.com", "github.com"]) {
    const person = {
      providerId,
      rawId: "1234",
      email: newAddress(),
      displayName: "Ada",
      photoUrl: "https://example.com/a.png",
    };
    const made = await signInAs(person);
    expect(made).toMatchObject({ providerId, operationType: "signIn" });
    expect(getAdditionalUserInfo(made)).toMatchObject({
      isNewUser: true,
      providerId,
      profile: { sub: "1234", name: "Ada", email: person.email, email_verified: true },
    });
    const profile = { displayName: "Ada", photoURL: "https://example.com/a.png" };
    expect(made.user).toMatchObject({ email: person.email, emailVerified: true, ...profile });
    expect(made.user.providerData).toMatchObject([
      { providerId, uid: "1234", email: person.email, ...profile },
    ]);
    const token = await made.user.getIdTokenResult(true);
    expect(token.signInProvider).toBe(providerId);
    expect(token.claims["firebase"]).toMatchObject({ identities: { [providerId]: ["1234"] } });
    const again = await signInAs(person);
    expect(again.user.uid).toBe(made.user.uid);
    expect(getAdditionalUserInfo(again)?.isNewUser).toBe(false);
  }
});

test("a credential is good once and for nothing else", async () => {
  const credential = await comeBack();
  expect(await codeOf(signInWithCredential(newDevice(), credential))).toBe("no error");
  expect(await codeOf(signInWithCredential(newDevice(), credential))).toBe(
    "auth/invalid-credential",
  );
  const late = await comeBack();
  site.time.aheadMs += 121_000;
  expect(await codeOf(signInWithCredential(newDevice(), late))).toBe("auth/invalid-credential");
  // What another site's sign-in at a provider gave, or nobody's.
  for (const foreign of [
    GoogleAuthProvider.credential("id-token"),
    new OAuthProvider(CORP).credential({ idToken: "id-token", rawNonce: "nonce" }),
  ]) {
    expect(await codeOf(signInWithCredential(newDevice(), foreign))).toBe(
      "auth/invalid-credential",
    );
  }
});

test("credentials that only a provider can read are not offered", async () => {
  const auth = newDevice();
  const { user } = await createUserWithEmailAndPassword(auth, newAddress(), PASSWORD);
  const credentials: AuthCredential[] = [
    FacebookAuthProvider.credential("access-token"),
    GithubAuthProvider.credential("access-token"),
    TwitterAuthProvider.credential("token", "secret"),
    SAMLAuthProvider.credentialFromJSON({
      providerId: "saml.corp",
      signInMethod: "saml.corp",
      pendingToken: "token",
    }),
  ];
  expect(credentials.filter((credential) => credential instanceof OAuthCredential)).toHaveLength(3);
  for (const credential of credentials) {
    for (const call of [
      () => signInWithCredential(auth, credential),
      () => linkWithCredential(user, credential),
      () => reauthenticateWithCredential(user, credential),
    ]) {
      expect(await codeOf(call()), credential.providerId).toBe("auth/operation-not-allowed");
    }
  }
});

test("a proved address leads to the account that has it; an unproved one has to be linked by its owner", async () => {
  const email = newAddress();
  const { uid } = await signUpVerified(email);
  const unproved = await comeBack({ email, emailVerified: false, providerId: "github.com" });
  const refused = await errorOf(signInWithCredential(newDevice(), unproved));
  expect(refused).toMatchObject({
    code: "auth/account-exists-with-different-credential",
    customData: { email },
  });
  const { user } = await signInWithEmailAndPassword(newDevice(), email, PASSWORD);
  expect(user.providerData).toHaveLength(1);
  await linkWithCredential(user, unproved);
  const proved = await signInAs({ email });
  expect(proved.user.uid).toBe(uid);
  expect(proved.user.providerData.map(({ providerId }) => providerId).toSorted()).toEqual([
    "github.com",
    CORP,
    "password",
  ]);
});

test("who proves the address of an account that nobody had proved gets it without what was in it", async () => {
  const email = newAddress();
  const stranger = await createUserWithEmailAndPassword(newDevice(), email, PASSWORD);
  site.time.aheadMs += 1000;
  const { user } = await signInAs({ email });
  expect(user).toMatchObject({ uid: stranger.user.uid, emailVerified: true });
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual([CORP]);
  expect(await codeOf(stranger.user.getIdToken(true))).toBe("auth/user-token-expired");
  expect(await codeOf(signInWithEmailAndPassword(newDevice(), email, PASSWORD))).toBe(
    "auth/invalid-credential",
  );
});

test("an account links another provider, proves itself by it, and takes it away again", async () => {
  const user = await signUpVerified(newAddress());
  const person = { rawId: "linked" };
  const linked = await linkWithCredential(user, await comeBack(person));
  expect(linked).toMatchObject({ operationType: "link", providerId: CORP });
  expect(linked.user.providerData).toHaveLength(2);
  expect(await codeOf(linkWithCredential(user, await comeBack()))).toBe(
    "auth/provider-already-linked",
  );
  const other = await signUpVerified(newAddress());
  expect(await codeOf(linkWithCredential(other, await comeBack(person)))).toBe(
    "auth/credential-already-in-use",
  );

  site.time.aheadMs += 6 * 60_000;
  expect(await codeOf(updatePassword(user, `other ${PASSWORD}`))).toBe(
    "auth/requires-recent-login",
  );
  const prove = async (by: Partial<ProvedIdentity>) =>
    codeOf(reauthenticateWithCredential(user, await comeBack(by)));
  expect(await prove({ rawId: "nobody" })).toBe("auth/user-mismatch");
  expect(await prove(person)).toBe("no error");
  await updatePassword(user, `other ${PASSWORD}`);
  await unlink(user, CORP);
  await reload(user);
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual(["password"]);
  expect((await signInAs(person)).user.uid).not.toBe(user.uid);
});

test("a visitor without a name becomes a person through another provider", async () => {
  await site.admin(
    "config?updateMask=signIn.anonymous.enabled",
    { signIn: { anonymous: { enabled: true } } },
    "PATCH",
  );
  const { user } = await signInAnonymously(newDevice());
  const { uid } = user;
  const email = newAddress();
  const taken = await comeBack({ email: (await signUpVerified(newAddress())).email });
  expect(await codeOf(linkWithCredential(user, taken))).toBe("auth/email-already-in-use");
  await linkWithCredential(user, await comeBack({ email, displayName: "Vic" }));
  expect(user).toMatchObject({ uid, isAnonymous: false, email, displayName: "Vic" });
  expect(await codeOf(unlink(user, CORP))).toBe("auth/operation-not-allowed");
});

test("who may not come in is not let in by another provider either", async () => {
  const email = newAddress();
  const { uid } = await signUpVerified(email);
  await site.serverBackend.updateAccount(uid, { disabled: true });
  expect(await codeOf(signInAs({ email }))).toBe("auth/user-disabled");
  const closed = (disabledUserSignup: boolean) =>
    site.serverBackend.setAuthConfig({
      "client.permissions.disabledUserSignup": disabledUserSignup,
    });
  await closed(true);
  expect(await codeOf(signInAs({}))).toBe("auth/admin-restricted-operation");
  expect(
    await codeOf(signInAs({ admission: { id: "guest", expiresAt: Date.now() + 60_000 } })),
  ).toBe("no error");
  await closed(false);
});

test("the second factor is asked for, at sign-in and when it is proved again; removed, it is not", async () => {
  const person = { rawId: "two", email: newAddress() };
  const auth = newDevice();
  const { user } = await signInWithCredential(auth, await comeBack(person));
  const session = await multiFactor(user).getSession();
  const secret = await TotpMultiFactorGenerator.generateSecret(session);
  const authenticator = openAuthenticator(secret.secretKey, now);
  const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, authenticator.code());
  await multiFactor(user).enroll(assertion, "Phone");
  const credential = await comeBack(person);
  for (const begin of [
    async () => signInWithCredential(auth, await comeBack(person)),
    async () => reauthenticateWithCredential(user, credential),
  ]) {
    site.time.aheadMs += 30_000;
    const error = (await errorOf(begin())) as MultiFactorError;
    expect(error.code).toBe("auth/multi-factor-auth-required");
    const resolver = getMultiFactorResolver(auth, error);
    const done = await resolver.resolveSignIn(
      TotpMultiFactorGenerator.assertionForSignIn(
        resolver.hints[0]?.uid ?? "",
        authenticator.code(),
      ),
    );
    expect(done.user.uid).toBe(user.uid);
    expect((await done.user.getIdTokenResult()).signInProvider).toBe(CORP);
    expect(getAdditionalUserInfo(done)).toMatchObject({ isNewUser: false, providerId: CORP });
  }
  await site.serverBackend.removeSecondFactors(user.uid);
  expect((await signInAs(person)).user.uid).toBe(user.uid);
});

test("an account with neither password nor provider is whole: its own server lets it in", async () => {
  await site.admin("accounts", { localId: "passkey-only" });
  const enter = async (claims?: Record<string, unknown>) =>
    signInWithCustomToken(
      newDevice(),
      await site.serverBackend.createCustomToken("passkey-only", claims),
    );
  const { user } = await enter({ way: "passkey" });
  expect((await user.getIdTokenResult(true)).claims["way"]).toBe("passkey");
  const { user: again } = await enter();
  const own = EmailAuthProvider.credential(newAddress(), PASSWORD);
  expect(await codeOf(linkWithCredential(again, own))).toBe("no error");
});
