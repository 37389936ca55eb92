/** Accounts of other services answer with the SDK's own code. Telephones and popups: tests/e2e/auth-sdk.spec.ts. */
import {
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  OAuthCredential,
  OAuthProvider,
  SAMLAuthProvider,
  TwitterAuthProvider,
  type AuthCredential,
  createUserWithEmailAndPassword,
  linkWithCredential,
  reauthenticateWithCredential,
  signInWithCredential,
} from "firebase/auth";
import { afterAll, expect, test } from "vitest";
import { closeDevices, codeOf, openDevice } from "../support/auth-device.ts";
import { serveAuthSite } from "../support/auth-site.ts";

const NOT_OFFERED = "auth/operation-not-allowed";

const site = await serveAuthSite();
afterAll(async () => {
  await closeDevices();
  await site[Symbol.asyncDispose]();
});

const auth = openDevice(site.origin);
const { user } = await createUserWithEmailAndPassword(auth, "ada@example.com", "correct horse");

test("accounts of other services", async () => {
  const credentials: AuthCredential[] = [
    GoogleAuthProvider.credential("id-token"),
    FacebookAuthProvider.credential("access-token"),
    GithubAuthProvider.credential("access-token"),
    TwitterAuthProvider.credential("token", "secret"),
    new OAuthProvider("oidc.corp").credential({ idToken: "id-token", rawNonce: "nonce" }),
    SAMLAuthProvider.credentialFromJSON({
      providerId: "saml.corp",
      signInMethod: "saml.corp",
      pendingToken: "token",
    }),
  ];
  expect(credentials.filter((credential) => credential instanceof OAuthCredential)).toHaveLength(5);
  for (const credential of credentials) {
    expect(await codeOf(signInWithCredential(auth, credential)), credential.providerId).toBe(
      NOT_OFFERED,
    );
    expect(await codeOf(linkWithCredential(user, credential)), credential.providerId).toBe(
      NOT_OFFERED,
    );
  }
  const [google] = credentials;
  expect(google && (await codeOf(reauthenticateWithCredential(user, google)))).toBe(NOT_OFFERED);
});
