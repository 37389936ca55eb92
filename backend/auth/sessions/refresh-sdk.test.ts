import { type Auth, signInWithCustomToken } from "firebase/auth";
import { afterAll, expect, test } from "vitest";
import { openSdk } from "../testing/open-sdk.ts";

const sdk = await openSdk();
afterAll(() => sdk[Symbol.asyncDispose]());

const MINUTE_MS = 60_000;

async function enter(uid: string): Promise<Auth> {
  const auth = sdk.newDevice();
  await signInWithCustomToken(auth, await sdk.customToken(uid));
  return auth;
}

const refresh = (auth: Auth): Promise<string> =>
  (auth.currentUser?.getIdToken(true) ?? Promise.reject(new Error("Signed out."))).then(
    () => "refreshed",
    (error: { code: string }) => error.code,
  );
const tokenOf = (auth: Auth): string => auth.currentUser?.refreshToken ?? "";

test("the SDK takes the new refresh token every time, also when it asks twice at once", async () => {
  const auth = await enter("ada");
  const seen = new Set([tokenOf(auth)]);
  for (let hour = 0; hour < 3; hour += 1) {
    sdk.time.nowMs += 60 * MINUTE_MS;
    expect(await Promise.all([refresh(auth), refresh(auth)])).toEqual(["refreshed", "refreshed"]);
    seen.add(tokenOf(auth));
  }
  expect(seen.size).toBe(4);
});

test("an answer that is lost costs the SDK nothing", async () => {
  const auth = await enter("bea");
  const before = tokenOf(auth);
  sdk.loseNextAnswer();
  expect(await refresh(auth)).toBe("auth/network-request-failed");
  expect(tokenOf(auth)).toBe(before);
  sdk.time.nowMs += 5 * MINUTE_MS;
  expect(await refresh(auth)).toBe("refreshed");
  sdk.time.nowMs += 60 * MINUTE_MS;
  expect(await refresh(auth)).toBe("refreshed");
});

test("a tab that slept keeps its user, until it has the token that another tab of the browser got", async () => {
  const auth = await enter("cyn");
  const { body: other } = await sdk.refresh(tokenOf(auth));
  sdk.time.nowMs += 60 * MINUTE_MS;
  const { body: newest } = await sdk.refresh(other.refresh_token);
  sdk.time.nowMs += 60 * MINUTE_MS;
  expect(await refresh(auth)).toBe("auth/network-request-failed");
  expect(auth.currentUser?.uid).toBe("cyn");
  // What the SDK does with what another tab has stored.
  const { stsTokenManager } = auth.currentUser as unknown as {
    stsTokenManager: { refreshToken: string };
  };
  stsTokenManager.refreshToken = newest.refresh_token;
  sdk.time.nowMs += MINUTE_MS / 2;
  expect(await refresh(auth)).toBe("refreshed");
});

test("when a thief used the token first, both are signed out, and the person sees it", async () => {
  const auth = await enter("dot");
  const { body: thief } = await sdk.refresh(tokenOf(auth));
  sdk.time.nowMs += 2 * MINUTE_MS;
  const { body: later } = await sdk.refresh(thief.refresh_token);
  expect(await refresh(auth)).toBe("auth/network-request-failed");
  // The SDK tries again by itself after 30 s.
  sdk.time.nowMs += MINUTE_MS / 2;
  expect(await refresh(auth)).toBe("auth/user-token-expired");
  expect(auth.currentUser).toBeNull();
  expect((await sdk.refresh(later.refresh_token)).body.error.message).toBe("TOKEN_EXPIRED");
});
