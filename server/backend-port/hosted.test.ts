/** The hosted port against the embedded backend over the network: the same calls, the same answers. */
import { createUserWithEmailAndPassword, signInWithCustomToken } from "firebase/auth";
import { expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createSdkClient } from "../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";

async function openHosted(site: ServedSite, clock = Date.now): Promise<ServerBackend> {
  return hostedBackendOf(site, { clock });
}

test("documents, values and accounts are reached over the network as in the process", async () => {
  await using site = await serveSite();
  const hosted = await openHosted(site);
  await using client = createSdkClient(site.origin);
  const { user } = await createUserWithEmailAndPassword(
    client.auth,
    "a@example.com",
    "long enough",
  );

  for (const [writer, reader] of [
    [hosted, site.serverBackend],
    [site.serverBackend, hosted],
  ] as const) {
    const id = writer === hosted ? "hosted" : "embedded";
    await writer.commit([{ set: `inbox/${id}`, data: { text: id } }]);
    expect((await reader.getDocument(`inbox/${id}`))?.data).toEqual({ text: id });
    await writer.updateValues({ [`server/${id}/a`]: 1, [`server/${id}/b`]: { c: "ü/%" } });
    const { value, etag } = await reader.getValue(`server/${id}`);
    expect(value).toEqual({ a: 1, b: { c: "ü/%" } });
    expect(await writer.putValue(`server/${id}`, { a: 2 }, etag)).toBe(true);
    expect(await writer.putValue(`server/${id}`, { a: 3 }, etag)).toBe(false);
    expect((await reader.getValue(`server/${id}`)).value).toEqual({ a: 2 });
    await writer.setClaims(user.uid, { editor: true, by: id });
    expect(await reader.getAccount(user.uid)).toMatchObject({
      uid: user.uid,
      claims: { editor: true, by: id },
    });
    expect((await writer.listAccounts()).accounts).toHaveLength(1);
    expect(await writer.getAccount("nobody")).toBeNull();
  }
  expect((await hosted.listDocuments("inbox")).map(({ id }) => id).toSorted()).toEqual([
    "embedded",
    "hosted",
  ]);
  const token = await user.getIdToken(true);
  for (const port of [hosted, site.serverBackend]) {
    expect(await port.verifyIdToken(token)).toMatchObject({
      uid: user.uid,
      claims: { editor: true, by: "embedded", email: "a@example.com" },
    });
    for (const wrong of ["owner", `${token}x`, token.split(".").slice(0, 2).join(".") + "."]) {
      await expect(port.verifyIdToken(wrong)).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
    }
  }
});

test("the service account's word signs somebody in; what Firebase does itself is refused in words", async () => {
  await using site = await serveSite();
  const hosted = await openHosted(site);
  await using client = createSdkClient(site.origin);
  const token = await hosted.createCustomToken("ada", { level: 3 });
  const { user } = await signInWithCustomToken(client.auth, token);
  expect(user.uid).toBe("ada");
  expect((await user.getIdTokenResult()).claims["level"]).toBe(3);
  await hosted.removeSecondFactors("ada");
  expect((await hosted.getAccounts(["nobody", "ada"])).map(({ uid }) => uid)).toEqual(["ada"]);
  await expect(hosted.createCustomToken("ada", { foyerBoard: "x" })).rejects.toMatchObject({
    status: "INVALID_ARGUMENT",
  });
  await expect(hosted.createCustomToken("")).rejects.toMatchObject({ status: "INVALID_ARGUMENT" });
  const unimplemented = expect.objectContaining({ status: "UNIMPLEMENTED" });
  await expect(hosted.pendingSignIn("x")).rejects.toEqual(unimplemented);
  await expect(hosted.listAuthEvents({ limit: 1 })).rejects.toEqual(unimplemented);
  const identity = { providerId: "oidc.x", rawId: "1", email: null, emailVerified: false };
  const nobody = { ...identity, displayName: null, photoUrl: null, nonceHash: "" };
  await expect(hosted.createIdpCredential(nobody)).rejects.toEqual(unimplemented);
});

test("an expired ID token and one of another project are refused", async () => {
  await using site = await serveSite();
  let ahead = 0;
  const hosted = await openHosted(site, () => Date.now() + ahead);
  await using client = createSdkClient(site.origin);
  const { user } = await createUserWithEmailAndPassword(
    client.auth,
    "a@example.com",
    "long enough",
  );
  const token = await user.getIdToken();
  await hosted.verifyIdToken(token);
  ahead = 3_601_000;
  await expect(hosted.verifyIdToken(token)).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
  await using other = await serveSite({ fresh: true });
  await expect(other.serverBackend.verifyIdToken(token)).rejects.toMatchObject({
    status: "UNAUTHENTICATED",
  });
});

test("where it is asked for, a session that has ended is known to have, and an account that is disabled or gone", async () => {
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  await using site = await serveSite({ clock });
  const hosted = await openHosted(site, clock);
  await using client = createSdkClient(site.origin);
  const refused = expect.objectContaining({ status: "UNAUTHENTICATED" });
  for (const end of [
    (uid: string) => hosted.revokeSessions(uid),
    (uid: string) => site.serverBackend.updateAccount(uid, { disabled: true }),
    (uid: string) => site.serverBackend.deleteAccount(uid),
  ]) {
    const email = `person-${ahead}@example.com`;
    const { user } = await createUserWithEmailAndPassword(client.auth, email, "long enough");
    const token = await user.getIdToken();
    await hosted.verifyIdToken(token, { checkRevoked: true });
    // Sign-outs count by the second.
    ahead += 2000;
    await end(user.uid);
    await hosted.verifyIdToken(token);
    await expect(hosted.verifyIdToken(token, { checkRevoked: true })).rejects.toEqual(refused);
  }
});

test("a key that the backend does not know opens nothing", async () => {
  await using site = await serveSite();
  await using other = await serveSite({ fresh: true });
  const key = { ...(await other.backend.createServiceAccount(site.origin)) };
  const hosted = await hostedBackendOf(site, { key });
  await expect(hosted.getValue("users")).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
  await expect(hosted.getDocument("site/profile")).rejects.toMatchObject({
    status: "UNAUTHENTICATED",
  });
  await expect(hosted.listAccounts()).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
});
