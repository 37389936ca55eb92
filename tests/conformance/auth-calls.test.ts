/**
 * Calls of the sign-in SDK that need no mail and no second factor (`auth-mail-calls`, `auth-second-factor`), and that
 * each function it exports is one that some test calls and that docs/compatibility.md names.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as everything from "firebase/auth";
import {
  AuthErrorCodes,
  EmailAuthCredential,
  EmailAuthProvider,
  OperationType,
  ProviderId,
  SignInMethod,
  type User,
  beforeAuthStateChanged,
  createUserWithEmailAndPassword,
  debugErrorMap,
  deleteUser,
  fetchSignInMethodsForEmail,
  getAdditionalUserInfo,
  getAuth,
  getIdToken,
  getIdTokenResult,
  inMemoryPersistence,
  initializeAuth,
  initializeRecaptchaConfig,
  linkWithCredential,
  onAuthStateChanged,
  onIdTokenChanged,
  prodErrorMap,
  reauthenticateWithCredential,
  reload,
  revokeAccessToken,
  setPersistence,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  unlink,
  updateCurrentUser,
  updateEmail,
  updatePassword,
  updateProfile,
  useDeviceLanguage,
  validatePassword,
} from "firebase/auth";
import { afterAll, expect, test } from "vitest";
import { createCustomToken } from "../support/auth-custom-token.ts";
import { closeDevices, codeOf, openDevice } from "../support/auth-device.ts";
import { serveAuthSite } from "../support/auth-site.ts";

const PASSWORD = "correct horse";

const site = await serveAuthSite();
afterAll(async () => {
  await closeDevices();
  await site[Symbol.asyncDispose]();
});

const newDevice = () => openDevice(site.origin);

async function signUp(email: string): Promise<User> {
  return (await createUserWithEmailAndPassword(newDevice(), email, PASSWORD)).user;
}

test("a person signs up, is told of at once, and signs out and in again", async () => {
  const auth = newDevice();
  expect(getAuth(auth.app)).toBe(auth);
  expect(() => initializeAuth(auth.app, { errorMap: debugErrorMap })).toThrow(
    "auth/already-initialized",
  );
  useDeviceLanguage(auth);
  await setPersistence(auth, inMemoryPersistence);
  const states: (string | null)[] = [];
  const tokens: (string | null)[] = [];
  onAuthStateChanged(auth, (user) => states.push(user?.email ?? null));
  onIdTokenChanged(auth, (user) => tokens.push(user?.email ?? null));
  await auth.authStateReady();

  const made = await createUserWithEmailAndPassword(auth, "Ada@Example.com", PASSWORD);
  expect(made.operationType).toBe(OperationType.SIGN_IN);
  expect(getAdditionalUserInfo(made)).toMatchObject({ isNewUser: true });
  const { user } = made;
  expect(user).toMatchObject({
    email: "ada@example.com",
    emailVerified: false,
    isAnonymous: false,
    displayName: null,
    phoneNumber: null,
    photoURL: null,
    tenantId: null,
    providerData: [{ providerId: ProviderId.PASSWORD, uid: "ada@example.com" }],
  });
  expect(user.metadata.creationTime).toBe(user.metadata.lastSignInTime);
  expect(user.toJSON()).toMatchObject({ uid: user.uid, apiKey: "foyer-embedded" });
  await signOut(auth);
  const again = await signInWithEmailAndPassword(auth, "ada@example.com", PASSWORD);
  expect(again.user.uid).toBe(user.uid);
  expect(getAdditionalUserInfo(again)).toMatchObject({ isNewUser: false });
  expect(states).toEqual([null, "ada@example.com", null, "ada@example.com"]);
  expect(tokens).toEqual(states);
});

test("a listener may stop a sign-in, and a user is taken over by another device of the SDK", async () => {
  const auth = newDevice();
  const user = await signUp("anders@example.com");
  const stop = beforeAuthStateChanged(auth, () => {
    throw new Error("not now");
  });
  expect(await codeOf(updateCurrentUser(auth, user))).toBe("auth/login-blocked");
  expect(auth.currentUser).toBeNull();
  stop();
  await updateCurrentUser(auth, user);
  expect(auth.currentUser?.uid).toBe(user.uid);
  expect(auth.currentUser).not.toBe(user);
});

test("a token is kept, made anew when asked, and says what production's says", async () => {
  const user = await signUp("berta@example.com");
  const token = await getIdToken(user);
  site.time.aheadMs += 1000;
  expect(await user.getIdToken()).toBe(token);
  const fresh = await getIdTokenResult(user, true);
  expect(fresh.token).not.toBe(token);
  expect(fresh).toMatchObject({ signInProvider: "password", signInSecondFactor: null });
  expect(fresh.claims).toMatchObject({
    iss: "https://securetoken.google.com/foyer",
    aud: "foyer",
    sub: user.uid,
    user_id: user.uid,
    email: "berta@example.com",
    email_verified: false,
    firebase: { identities: { email: ["berta@example.com"] }, sign_in_provider: "password" },
  });
});

test("profile, e-mail and password are changed, and the acting device goes on", async () => {
  const user = await signUp("carl@example.com");
  await updateProfile(user, { displayName: "Carl", photoURL: "https://example.com/c.png" });
  await reload(user);
  expect(user).toMatchObject({ displayName: "Carl", photoURL: "https://example.com/c.png" });
  await updateProfile(user, { displayName: "", photoURL: "" });
  await reload(user);
  expect(user).toMatchObject({ displayName: null, photoURL: null });
  // As new Firebase projects: a new address is proved by a mail first (`verifyBeforeUpdateEmail`).
  expect(await codeOf(updateEmail(user, "carl2@example.com"))).toBe("auth/operation-not-allowed");
  await updatePassword(user, "another horse");
  expect(await codeOf(user.getIdToken(true))).toBe("no error");
  const signIn = (password: string) =>
    codeOf(signInWithEmailAndPassword(newDevice(), "carl@example.com", password));
  expect(await signIn(PASSWORD)).toBe("auth/invalid-credential");
  expect(await signIn("another horse")).toBe("no error");
});

test("what would hand the account over needs a sign-in of the last minutes, which re-authentication is", async () => {
  const deletion = { client: { permissions: { disabledUserDeletion: false } } };
  await site.admin("config", deletion, "PATCH");
  const user = await signUp("dana@example.com");
  site.time.aheadMs += 6 * 60_000;
  expect(await codeOf(updatePassword(user, "another horse"))).toBe("auth/requires-recent-login");
  expect(await codeOf(deleteUser(user))).toBe("auth/requires-recent-login");
  const reauthenticate = (email: string, password: string) =>
    reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password));
  expect(await codeOf(reauthenticate("dana@example.com", "wrong"))).toBe("auth/invalid-credential");
  expect(await codeOf(reauthenticate("ada@example.com", PASSWORD))).toBe("auth/user-mismatch");
  const proved = await reauthenticate("dana@example.com", PASSWORD);
  expect(proved.operationType).toBe("reauthenticate");
  await deleteUser(user);
  expect(await codeOf(signInWithEmailAndPassword(newDevice(), "dana@example.com", PASSWORD))).toBe(
    "auth/invalid-credential",
  );
});

test("errors have the SDK's own codes", async () => {
  const auth = newDevice();
  const create = (email: string, password: string) =>
    codeOf(createUserWithEmailAndPassword(auth, email, password));
  const signIn = (email: string, password: string) =>
    codeOf(signInWithCredential(auth, EmailAuthProvider.credential(email, password)));
  expect(await create("ada@example.com", PASSWORD)).toBe("auth/email-already-in-use");
  expect(await create("ada", PASSWORD)).toBe("auth/invalid-email");
  expect(await create("", PASSWORD)).toBe("auth/missing-email");
  expect(await create("new@example.com", "")).toBe("auth/missing-password");
  expect(await create("new@example.com", "12345")).toBe("auth/weak-password");
  expect(EmailAuthProvider.credential("ada@example.com", PASSWORD)).toBeInstanceOf(
    EmailAuthCredential,
  );
  expect(AuthErrorCodes.INVALID_LOGIN_CREDENTIALS).toBe("auth/invalid-credential");
  expect(await signIn("ada@example.com", "wrong password")).toBe("auth/invalid-credential");
  expect(await signIn("nobody@example.com", PASSWORD)).toBe("auth/invalid-credential");
  expect(await codeOf(signInWithCustomToken(auth, "x"))).toBe("auth/invalid-custom-token");
  expect(prodErrorMap).toBeDefined();
});

test("which ways in an address has is told to nobody, as in new Firebase projects", async () => {
  const auth = newDevice();
  expect(await fetchSignInMethodsForEmail(auth, "ada@example.com")).toEqual([]);
  expect(await fetchSignInMethodsForEmail(auth, "nobody@example.com")).toEqual([]);
  await site.admin(
    "config?updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy",
    { emailPrivacyConfig: { enableImprovedEmailPrivacy: false } },
    "PATCH",
  );
  expect(await fetchSignInMethodsForEmail(auth, "ada@example.com")).toEqual([
    SignInMethod.EMAIL_PASSWORD,
  ]);
  expect(await fetchSignInMethodsForEmail(auth, "nobody@example.com")).toEqual([]);
  await site.admin(
    "config?updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy",
    { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } },
    "PATCH",
  );
});

test("an anonymous visitor, if they are let in, becomes a person and keeps uid and claims", async () => {
  const auth = newDevice();
  expect(await codeOf(signInAnonymously(auth))).toBe("auth/admin-restricted-operation");
  const anonymous = (enabled: boolean) =>
    site.admin(
      "config?updateMask=signIn.anonymous.enabled",
      { signIn: { anonymous: { enabled } } },
      "PATCH",
    );
  await anonymous(true);
  const { user } = await signInAnonymously(auth);
  expect(user).toMatchObject({ isAnonymous: true, email: null, providerData: [] });
  const { claims, signInProvider } = await user.getIdTokenResult();
  expect(signInProvider).toBe("anonymous");
  expect(claims["provider_id"]).toBe("anonymous");
  // Once more on the same device is the same visitor.
  expect((await signInAnonymously(auth)).user.uid).toBe(user.uid);
  const { uid } = user;
  await site.admin("accounts:update", { localId: uid, customAttributes: '{"level":3}' });
  const taken = EmailAuthProvider.credential("ada@example.com", PASSWORD);
  expect(await codeOf(linkWithCredential(user, taken))).toBe("auth/email-already-in-use");
  const own = EmailAuthProvider.credential("erik@example.com", PASSWORD);
  const linked = await linkWithCredential(user, own);
  expect(linked.operationType).toBe(OperationType.LINK);
  expect(linked.user).toMatchObject({ uid, isAnonymous: false, email: "erik@example.com" });
  const after = await linked.user.getIdTokenResult(true);
  expect(after.signInProvider).toBe("password");
  expect(after.claims).toMatchObject({ level: 3 });
  expect(await codeOf(linkWithCredential(user, own))).toBe("auth/provider-already-linked");
  const again = await signInWithEmailAndPassword(newDevice(), "erik@example.com", PASSWORD);
  expect(again.user.uid).toBe(uid);
  await anonymous(false);
});

test("a custom token signs in, with its claims; a password is linked to it and taken away again", async () => {
  const token = await createCustomToken(site.backend, site.origin, "frida", { level: 7 });
  const { user, operationType } = await signInWithCustomToken(newDevice(), token);
  expect(operationType).toBe("signIn");
  expect(user).toMatchObject({ uid: "frida", isAnonymous: false, providerData: [] });
  const { claims, signInProvider } = await user.getIdTokenResult(true);
  expect(signInProvider).toBe("custom");
  expect(claims).toMatchObject({ level: 7 });
  await linkWithCredential(user, EmailAuthProvider.credential("frida@example.com", PASSWORD));
  expect(user.providerData).toMatchObject([{ providerId: "password" }]);
  expect(await codeOf(unlink(user, "google.com"))).toBe("auth/no-such-provider");
  // Without it nobody could come back.
  expect(await codeOf(unlink(user, "password"))).toBe("auth/operation-not-allowed");
  const google = { providerId: "google.com", rawId: "118", email: "frida@example.com" };
  await site.admin("accounts:update", { localId: "frida", linkProviderUserInfo: google });
  await reload(user);
  expect(user.providerData.map(({ providerId }) => providerId).toSorted()).toEqual([
    "google.com",
    "password",
  ]);
  const { providerData } = await unlink(user, "password");
  expect(providerData).toMatchObject([{ providerId: "google.com", uid: "118" }]);
  expect(await codeOf(signInWithEmailAndPassword(newDevice(), "frida@example.com", PASSWORD))).toBe(
    "auth/invalid-credential",
  );
});

test("a password is judged by the policy of the server before it is sent", async () => {
  const auth = newDevice();
  expect(await validatePassword(auth, "12345")).toMatchObject({
    isValid: false,
    meetsMinPasswordLength: false,
  });
  expect(await validatePassword(auth, PASSWORD)).toMatchObject({ isValid: true });
});

test("what a stranger's account was ended by ends it here, too", async () => {
  const user = await signUp("greta@example.com");
  await site.admin("accounts:update", { localId: user.uid, disableUser: true });
  expect(await codeOf(user.getIdToken(true))).toBe("auth/user-disabled");
  const gone = await signUp("hanna@example.com");
  await site.admin("accounts:delete", { localId: gone.uid });
  expect(await codeOf(reload(gone))).toBe("auth/user-token-expired");
});

test("tokens of Apple are revoked by nobody here, and no reCAPTCHA is asked for", async () => {
  const auth = newDevice();
  await signInWithEmailAndPassword(auth, "ada@example.com", PASSWORD);
  expect(await codeOf(revokeAccessToken(auth, "token"))).toBe("auth/operation-not-allowed");
  expect(await codeOf(initializeRecaptchaConfig(auth))).toBe("no error");
  expect(await codeOf(reload(auth.currentUser as User))).toBe("no error");
});

/** Functions that no test here can call, with the reason. */
const UNTESTED = new Map([
  [
    "browserCookiePersistence",
    "it talks to a server that keeps users in cookies, which this is not",
  ],
]);

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, "../..", path), "utf8");

/** The code of a test with its support, without what it only imports. */
function codeOfTest(name: string): string {
  const paths = name.endsWith(".spec")
    ? [`tests/e2e/${name}.ts`, "tests/support/auth-sdk-in-page.ts"]
    : [`tests/conformance/${name}.test.ts`, "tests/support/auth-device.ts"];
  return paths.map((path) => read(path).replaceAll(/^import [\s\S]*? from "[^"]+";$/gm, "")).join();
}

test("every function of the SDK is in the table of docs/compatibility.md, with a test that calls it", () => {
  const [, section = ""] =
    /^## Sign-in\n([\s\S]*?)\n## /m.exec(read("docs/compatibility.md")) ?? [];
  const [, table = ""] = /\n\| `firebase\/auth` .*\n.*\n((?:\|.*\n)+)/.exec(section) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .flatMap(([, names = "", , test = ""]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({ name, test })),
    );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(everything).toSorted());
  const uncalled = rows.filter(({ name, test }) => {
    if (UNTESTED.has(name)) return test !== "none";
    return !new RegExp(`\\b${name}\\b`).test(codeOfTest(test));
  });
  expect(uncalled).toEqual([]);
});
