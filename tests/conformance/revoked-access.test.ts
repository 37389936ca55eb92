/** Tokens that were good and are not any more: what they open is closed within 5 s (architecture.md, decision 5). */
import { onAuthStateChanged, signInWithCustomToken, updatePassword } from "firebase/auth";
import { onValue, ref } from "firebase/database";
import { SignJWT, importPKCS8 } from "jose";
import { afterAll, expect, test } from "vitest";
import { createCustomToken } from "../support/auth-custom-token.ts";
import { type SdkClient, createSdkClient, recordOf, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";

const site = await serveSite();
const clients: SdkClient[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

const CLOSED_WITHIN_MS = 5_000;

/** One browser of a person, with a listener on a value that only the person may read. */
async function openDevice(uid: string, signedIn?: SdkClient) {
  const client = signedIn ?? createSdkClient(site.origin);
  if (!clients.includes(client)) clients.push(client);
  if (signedIn === undefined) {
    const token = await createCustomToken(site.backend, site.origin, uid);
    await signInWithCustomToken(client.auth, token);
  }
  const seen = { names: [] as unknown[], cancelled: 0, connections: 0, signedOut: 0 };
  onValue(ref(client.database, ".info/connected"), (snapshot) => {
    if (snapshot.val() === true) seen.connections += 1;
  });
  onValue(
    ref(client.database, `users/${uid}/name`),
    (snapshot) => seen.names.push(snapshot.val()),
    () => (seen.cancelled += 1),
  );
  onAuthStateChanged(client.auth, (user) => {
    if (user === null) seen.signedOut += 1;
  });
  await until(() => seen.names.length === 1);
  return { client, seen, token: (await client.auth.currentUser?.getIdToken()) ?? "" };
}

async function until(isTrue: () => boolean): Promise<void> {
  const endMs = Date.now() + 15_000;
  while (!isTrue()) {
    if (Date.now() > endMs) throw new Error("It did not come to that in 15 s.");
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

let people = 0;

/** A person with a record, made by an administrator. */
async function newPerson(): Promise<string> {
  const uid = `revoked-${++people}`;
  const record = recordOf({ uid, email: `${uid}@example.com` });
  await site.serverBackend.updateValues({ [`users/${uid}`]: { ...record } });
  return uid;
}

const rename = (uid: string, name: string) =>
  site.serverBackend.updateValues({ [`users/${uid}/name`]: name });

async function admin(path: string, body?: object, method = "POST"): Promise<void> {
  const url = `${site.origin}/identitytoolkit.googleapis.com/v1/projects/foyer/accounts${path}`;
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const answer = await site.backend.adminFetch(new Request(url, init));
  expect(answer.status, await answer.text()).toBe(200);
}

/** The services' answers to a request with the token. */
async function ask(uid: string, token: string) {
  const status = async (path: string, authorization: string) =>
    (await fetch(site.origin + path, { headers: { authorization } })).status;
  return {
    database: await status(`/users/${uid}/name.json?ns=foyer`, `Bearer ${token}`),
    documents: await status(
      `/v1/projects/foyer/databases/(default)/documents/users/${uid}/journal/a`,
      `Bearer ${token}`,
    ),
    files: await status(`/v0/b/foyer/o/users%2F${uid}%2Fa`, `Firebase ${token}`),
    backend: await site.backend.authenticate(token).then(
      () => "known",
      () => "refused",
    ),
  };
}

const refused = { database: 401, documents: 401, files: 401, backend: "refused" };
const answered = { database: 200, documents: 404, files: 404, backend: "known" };

/** How the event stream that the token opened ends. */
async function openStream(uid: string, token: string) {
  const answer = await fetch(`${site.origin}/users/${uid}/name.json?ns=foyer&auth=${token}`, {
    headers: { accept: "text/event-stream" },
  });
  expect(answer.status).toBe(200);
  return answer.text();
}

test.concurrent("who is disabled, deleted or signed out elsewhere is refused at once and off the sockets within 5 s", async () => {
  const sessionOf = async (token: string) =>
    (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sid: string })
      .sid;
  const ways: Record<string, (uid: string, token: string) => Promise<void>> = {
    disabled: (uid) => admin(":update", { localId: uid, disableUser: true }),
    deleted: (uid) => admin(":delete", { localId: uid }),
    "one session ended": async (uid, token) =>
      admin(`/${uid}/sessions/${await sessionOf(token)}`, undefined, "DELETE"),
  };
  await Promise.all(
    Object.entries(ways).map(async ([way, revoke]) => {
      const uid = await newPerson();
      const device = await openDevice(uid);
      const other = await openDevice(uid);
      const stream = openStream(uid, device.token);
      expect(await ask(uid, device.token), way).toEqual(answered);

      const startMs = Date.now();
      await revoke(uid, device.token);
      expect(await ask(uid, device.token), way).toEqual(refused);
      await until(() => device.seen.signedOut === 1);
      expect(await stream, way).toContain("event: auth_revoked");
      expect(Date.now() - startMs, way).toBeLessThan(CLOSED_WITHIN_MS);
      await rename(uid, "Unseen");
      const goesOn = way === "one session ended";
      await until(() => other.seen.names.includes("Unseen") || other.seen.signedOut === 1);
      expect(other.seen.signedOut, way).toBe(goesOn ? 0 : 1);
      // Whose sign-in is over, the SDK may try its connection once more before it hears of it.
      expect(other.seen.connections, way).toBeLessThanOrEqual(goesOn ? 1 : 2);
      expect(device.seen.names, way).not.toContain("Unseen");
    }),
  );
}, 30_000);

test.concurrent("a lost claim renews the token without a gap, a new one touches nothing", async () => {
  const uid = await newPerson();
  const claims = (value: object) =>
    admin(":update", { localId: uid, customAttributes: JSON.stringify(value) });
  const device = await openDevice(uid);
  await claims({ editor: true, admin: true });
  expect(await ask(uid, device.token)).toEqual(answered);
  await claims({ editor: true });
  expect(await ask(uid, device.token)).toEqual(refused);
  // The socket is opened anew, with a new token; the listener stays.
  await until(() => device.seen.connections === 2);
  await rename(uid, "Seen");
  await until(() => device.seen.names.includes("Seen"));
  expect(device.seen).toMatchObject({ cancelled: 0, connections: 2, signedOut: 0 });
  const result = await device.client.auth.currentUser?.getIdTokenResult();
  expect([result?.claims["editor"], result?.claims["admin"]]).toEqual([true, undefined]);
}, 30_000);

test.concurrent("who changes the password goes on here without a gap and is signed out elsewhere", async () => {
  const here = await signUp(createSdkClient(site.origin));
  const { uid } = here;
  await site.serverBackend.updateValues({ [`users/${uid}`]: { ...recordOf(here) } });
  const acting = await openDevice(uid, here);
  const elsewhere = await openDevice(uid);
  const { currentUser } = here.auth;
  if (currentUser === null) throw new Error("Nobody is signed in.");
  await updatePassword(currentUser, "battery staple");
  expect(await ask(uid, acting.token)).toEqual(refused);
  expect(await ask(uid, elsewhere.token)).toEqual(refused);
  expect(await ask(uid, await currentUser.getIdToken())).toEqual(answered);
  await until(() => elsewhere.seen.signedOut === 1);
  await rename(uid, "Seen");
  await until(() => acting.seen.names.includes("Seen"));
  expect(acting.seen).toMatchObject({ cancelled: 0, connections: 1, signedOut: 0 });
  expect(elsewhere.seen.names).not.toContain("Seen");
}, 30_000);

test.concurrent("a revoked service account's event stream ends within 5 s", async () => {
  const account = await site.backend.createServiceAccount(site.origin);
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importPKCS8(account.private_key, "RS256"));
  const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  const granted = await fetch(account.token_uri, {
    method: "POST",
    body: new URLSearchParams({ grant_type, assertion }),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  const stream = await fetch(`${site.origin}/none.json?ns=foyer`, { headers });
  expect(stream.status).toBe(200);
  const startMs = Date.now();
  expect(await site.backend.revokeServiceAccount(account.client_email)).toBe(true);
  expect((await fetch(`${site.origin}/none.json?ns=foyer`, { headers })).status).toBe(401);
  expect(await stream.text()).toContain("event: auth_revoked");
  expect(Date.now() - startMs).toBeLessThan(CLOSED_WITHIN_MS);
});
