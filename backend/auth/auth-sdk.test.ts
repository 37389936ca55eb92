import {
  EmailAuthProvider,
  createUserWithEmailAndPassword,
  deleteUser,
  linkWithCredential,
  onIdTokenChanged,
  reauthenticateWithCredential,
  reload,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  updateEmail,
  updatePassword,
  updateProfile,
} from "firebase/auth";
import { expect, test } from "vitest";
import { PASSWORD } from "./testing/open-auth.ts";
import { openSdk } from "./testing/open-sdk.ts";

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no error",
    (error: { code: string }) => error.code,
  );

test("a person signs up, is signed in, and signs in again on another device", async () => {
  await using sdk = await openSdk();
  const auth = sdk.newDevice();
  const { user } = await createUserWithEmailAndPassword(auth, "Ada@Example.com", PASSWORD);
  expect(user.email).toBe("ada@example.com");
  expect(user.uid).toMatch(/^[A-Za-z0-9]{28}$/);
  expect(user.emailVerified).toBe(false);
  expect(user.isAnonymous).toBe(false);
  expect(user.providerData).toEqual([
    {
      providerId: "password",
      uid: "ada@example.com",
      email: "ada@example.com",
      displayName: null,
      phoneNumber: null,
      photoURL: null,
    },
  ]);
  const { signInProvider, claims } = await user.getIdTokenResult();
  expect(signInProvider).toBe("password");
  expect(claims.sub).toBe(user.uid);

  const other = sdk.newDevice();
  const again = await signInWithEmailAndPassword(other, "ada@example.com", PASSWORD);
  expect(again.user.uid).toBe(user.uid);
  await signOut(auth);
  expect(auth.currentUser).toBeNull();
});

test("errors have the SDK's own codes", async () => {
  await using sdk = await openSdk();
  const auth = sdk.newDevice();
  await createUserWithEmailAndPassword(auth, "ada@example.com", PASSWORD);
  const signUp = (email: string, password: string) =>
    codeOf(createUserWithEmailAndPassword(auth, email, password));
  const signIn = (email: string, password: string) =>
    codeOf(signInWithEmailAndPassword(auth, email, password));
  expect(await signUp("ada@example.com", PASSWORD)).toBe("auth/email-already-in-use");
  expect(await signUp("bob@example.com", "12345")).toBe("auth/weak-password");
  expect(await signUp("bob@example.com", "")).toBe("auth/missing-password");
  expect(await signUp("bob", PASSWORD)).toBe("auth/invalid-email");
  expect(await signIn("ada@example.com", "wrong password")).toBe("auth/invalid-credential");
  expect(await signIn("nobody@example.com", PASSWORD)).toBe("auth/invalid-credential");
  expect(await codeOf(signInAnonymously(auth))).toBe("auth/admin-restricted-operation");
  expect(await codeOf(sendPasswordResetEmail(auth, "ada@example.com"))).toBe(
    "auth/operation-not-allowed",
  );
  expect(await codeOf(signInWithCustomToken(auth, "x"))).toBe("auth/invalid-custom-token");
});

test("a changed profile is in the user after a reload, and in the next token", async () => {
  await using sdk = await openSdk();
  const auth = sdk.newDevice();
  const { user } = await createUserWithEmailAndPassword(auth, "ada@example.com", PASSWORD);
  await updateProfile(user, { displayName: "Ada ❤", photoURL: "https://example.com/a.png?x=1" });
  expect([user.displayName, user.photoURL]).toEqual(["Ada ❤", "https://example.com/a.png?x=1"]);
  await reload(user);
  expect(user.displayName).toBe("Ada ❤");
  await user.getIdToken(true);
  const { claims } = await user.getIdTokenResult();
  expect([claims["name"], claims["picture"]]).toEqual(["Ada ❤", "https://example.com/a.png?x=1"]);
  await updateProfile(user, { displayName: null, photoURL: "" });
  await reload(user);
  expect([user.displayName, user.photoURL]).toEqual([null, null]);
});

test("a forced refresh brings a newer token of the same person", async () => {
  await using sdk = await openSdk();
  const auth = sdk.newDevice();
  const { user } = await createUserWithEmailAndPassword(auth, "ada@example.com", PASSWORD);
  const first = await user.getIdTokenResult();
  sdk.time.nowMs += 60_000;
  const second = await user.getIdTokenResult(true);
  expect(second.token).not.toBe(first.token);
  expect(second.authTime).toBe(first.authTime);
  expect(Date.parse(second.issuedAtTime) - Date.parse(first.issuedAtTime)).toBe(60_000);
  expect(sdk.requests).toContain("/securetoken.googleapis.com/v1/token");
});

test("a custom token signs in with its claims, which stay through refreshes and a linked password", async () => {
  await using sdk = await openSdk();
  const auth = sdk.newDevice();
  const token = await sdk.customToken("uid-7", { level: 3 });
  const { user } = await signInWithCustomToken(auth, token);
  expect(user.uid).toBe("uid-7");
  expect((await user.getIdTokenResult()).signInProvider).toBe("custom");
  expect((await user.getIdTokenResult(true)).claims["level"]).toBe(3);

  const credential = EmailAuthProvider.credential("ada@example.com", PASSWORD);
  const linked = await linkWithCredential(user, credential);
  expect(linked.user.uid).toBe("uid-7");
  expect(linked.user.providerData[0]?.providerId).toBe("password");
  expect((await linked.user.getIdTokenResult(true)).claims["level"]).toBe(3);
  const again = await signInWithEmailAndPassword(sdk.newDevice(), "ada@example.com", PASSWORD);
  expect(again.user.uid).toBe("uid-7");
  expect((await again.user.getIdTokenResult()).claims["level"]).toBeUndefined();
});

test("a changed password goes on here and ends the sessions elsewhere", async () => {
  await using sdk = await openSdk();
  const here = sdk.newDevice();
  const elsewhere = sdk.newDevice();
  const { user } = await createUserWithEmailAndPassword(here, "ada@example.com", PASSWORD);
  await signInWithEmailAndPassword(elsewhere, "ada@example.com", PASSWORD);
  sdk.time.nowMs += 1000;
  await updatePassword(user, "another password");
  await user.getIdToken(true);
  await reload(user);

  expect(await codeOf(reload(elsewhere.currentUser!))).toBe("auth/user-token-expired");
  expect(elsewhere.currentUser).toBeNull();
  const signIn = (password: string) =>
    codeOf(signInWithEmailAndPassword(sdk.newDevice(), "ada@example.com", password));
  expect(await signIn(PASSWORD)).toBe("auth/invalid-credential");
  expect(await signIn("another password")).toBe("no error");
});

test("an e-mail or a password changes only soon after a sign-in", async () => {
  await using sdk = await openSdk();
  await sdk.letPeopleDelete();
  const auth = sdk.newDevice();
  const { user } = await createUserWithEmailAndPassword(auth, "ada@example.com", PASSWORD);
  sdk.time.nowMs += 6 * 60_000;
  expect(await codeOf(updateEmail(user, "b@example.com"))).toBe("auth/requires-recent-login");
  expect(await codeOf(updatePassword(user, "another password"))).toBe("auth/requires-recent-login");
  expect(await codeOf(deleteUser(user))).toBe("auth/requires-recent-login");
  const credential = EmailAuthProvider.credential("ada@example.com", PASSWORD);
  await reauthenticateWithCredential(user, credential);
  await updateEmail(user, "b@example.com");
  expect(user.email).toBe("b@example.com");
  expect((await user.getIdTokenResult()).claims["email"]).toBe("b@example.com");
});

test("who deletes the own account is signed out everywhere at the next request", async () => {
  await using sdk = await openSdk();
  await sdk.letPeopleDelete();
  const here = sdk.newDevice();
  const elsewhere = sdk.newDevice();
  const { user } = await createUserWithEmailAndPassword(here, "ada@example.com", PASSWORD);
  const other = await signInWithEmailAndPassword(elsewhere, "ada@example.com", PASSWORD);
  await deleteUser(user);
  expect(here.currentUser).toBeNull();
  expect(await codeOf(other.user.getIdToken(true))).toBe("auth/user-token-expired");
  expect(elsewhere.currentUser).toBeNull();
  await createUserWithEmailAndPassword(here, "ada@example.com", PASSWORD);
});

test("a store that is closing looks like a broken network, so nobody is signed out", async () => {
  await using sdk = await openSdk();
  const auth = sdk.newDevice();
  const { user } = await createUserWithEmailAndPassword(auth, "ada@example.com", PASSWORD);
  let tokens = 0;
  const unsubscribe = onIdTokenChanged(auth, () => (tokens += 1));
  await sdk.sqlite.close();
  expect(await codeOf(reload(user))).toBe("auth/network-request-failed");
  expect(await codeOf(user.getIdToken(true))).toBe("auth/network-request-failed");
  expect(auth.currentUser?.uid).toBe(user.uid);
  expect(tokens).toBe(1);
  unsubscribe();
});
