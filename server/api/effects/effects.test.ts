import { afterAll, beforeAll, expect, test } from "vitest";
import { recordingLog } from "../../../tests/support/log.ts";
import { createSdkClient, recordOf, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { BackendError } from "#lib/server-backend.ts";
import { createUserMirror } from "../../accounts/mirror-users.ts";
import { createEffectsEndpoint } from "./effects.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;

beforeAll(async () => {
  site = await serveSite();
  ann = await signUp(createSdkClient(site.origin));
  ben = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** As on Firebase: nobody tells the mirror of commits. */
function open(
  options: {
    ownerEmail?: string;
    backend?: Partial<ServedSite["serverBackend"]>;
    settle?: (reservationId: string) => Promise<void>;
    mendTodos?: (uid: string) => Promise<void>;
  } = {},
) {
  const backend = { ...site.serverBackend, ...options.backend };
  const users = createUserMirror({ backend, log: recordingLog().log });
  const { ownerEmail } = options;
  const { settle = async () => {}, mendTodos = async () => {} } = options;
  const files = { settle };
  const endpoint = createEffectsEndpoint({
    backend,
    users,
    files,
    todos: { mend: mendTodos },
    ownerEmail,
    now: () => 0,
  });
  return async (body: unknown, token: string | undefined) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const request = new Request("http://localhost/api/effects", { method: "POST", headers });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return (await endpoint.answer({ request, body: text, client: "203.0.113.9" })).status;
  };
}

const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;
const writeRecord = (person: SignedInClient, roles: Record<string, boolean> = {}) =>
  site.serverBackend.updateValues({
    [`users/${person.uid}`]: {
      ...recordOf(person),
      roles: { admin: false, editor: false, user: true, ...roles },
    },
  });

test("profile and claims are what the record says when it answers, each time", async () => {
  const tell = open();
  const path = `users/${ann.uid}`;
  await writeRecord(ann, { editor: true });
  expect(await tell({ path }, await ann.idToken())).toBe(204);
  expect(await valueAt(`profiles/${ann.uid}`)).toEqual({ name: "Person", findable: true });
  expect((await site.serverBackend.getAccount(ann.uid))?.claims).toEqual({ editor: true });
  await writeRecord(ann);
  expect(await tell({ path }, await ann.idToken(true))).toBe(204);
  expect((await site.serverBackend.getAccount(ann.uid))?.claims).toEqual({});
});

test("without a token, or for another's record or place, nothing is done", async () => {
  const tell = open();
  const token = await ann.idToken(true);
  await writeRecord(ben);
  const path = `users/${ben.uid}`;
  expect(await tell({ path }, undefined)).toBe(401);
  expect(await tell({ path }, "owner")).toBe(401);
  expect(await tell({ path }, `${token}x`)).toBe(401);
  expect(await tell({ path }, token)).toBe(403);
  for (const other of ["users", "", `users/${ann.uid}/roles`, `/users/${ann.uid}`, "site/resume"]) {
    expect(await tell({ path: other }, token), other).toBe(403);
  }
  for (const body of ["", "[]", "{", { path: 7 }, { path: "x".repeat(301) }]) {
    expect(await tell(body, token)).toBe(400);
  }
  expect(await valueAt(`profiles/${ben.uid}`)).toBeNull();
});

test("the named e-mail makes an owner only once it is verified, and nobody else", async () => {
  const tell = open({ ownerEmail: ben.email });
  const isAdmin = (person: SignedInClient) => valueAt(`users/${person.uid}/roles/admin`);
  const told = async (person: SignedInClient) =>
    tell({ path: `users/${person.uid}` }, await person.idToken());
  await writeRecord(ann);
  await site.serverBackend.updateAccount(ann.uid, { emailVerified: true });
  expect(await told(ann)).toBe(204);
  expect(await isAdmin(ann)).toBe(false);

  // A verified owner without a record yet.
  await site.serverBackend.updateValues({ [`users/${ben.uid}`]: null });
  await site.serverBackend.updateAccount(ben.uid, { emailVerified: true });
  expect(await told(ben)).toBe(204);
  expect(await valueAt(`users/${ben.uid}`)).toBeNull();

  await site.serverBackend.updateAccount(ben.uid, { emailVerified: false });
  await writeRecord(ben);
  expect(await told(ben)).toBe(204);
  expect(await isAdmin(ben)).toBe(false);

  await site.serverBackend.updateAccount(ben.uid, { emailVerified: true });
  expect(await told(ben)).toBe(204);
  expect(await isAdmin(ben)).toBe(true);
  expect((await site.serverBackend.getAccount(ben.uid))?.claims).toEqual({ admin: true });
  expect(await valueAt(`users/${ben.uid}/roles/user`)).toBe(true);
});

test("who asks without end waits, and a backend out of reach is to be asked later", async () => {
  const path = `users/${ann.uid}`;
  const token = await ann.idToken(true);
  const tell = open();
  const statuses: number[] = [];
  for (let call = 0; call < 11; call += 1) statuses.push(await tell({ path }, token));
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 204));
  expect(statuses.at(-1)).toBe(429);
  const getValue = () => Promise.reject(new BackendError("UNAVAILABLE", "down"));
  expect(await open({ backend: { getValue } })({ path }, token)).toBe(503);
});

test("a reservation is looked after for whoever is signed in, under limits of its own", async () => {
  const settled: string[] = [];
  const tell = open({
    settle: async (id) => {
      settled.push(id);
    },
  });
  const token = await ann.idToken();
  const id = "aaaaaaaaaaaaaaaaaaaaa_";
  const path = `uploadReservations/${id}`;
  expect(await tell({ path }, undefined)).toBe(401);
  for (const other of [
    `${path}/x`,
    "uploadReservations/",
    "uploadReservations/../users",
    `/${path}`,
  ]) {
    expect(await tell({ path: other }, token), other).toBe(403);
  }
  for (let call = 0; call < 30; call += 1) expect(await tell({ path }, token)).toBe(204);
  expect(new Set(settled)).toEqual(new Set([id]));
  expect(settled).toHaveLength(30);
  expect(await tell({ path: `users/${ben.uid}` }, token)).toBe(403);
});

test("reminders are planned for who wrote a task, of their own list alone, and not without end", async () => {
  const planned: string[] = [];
  const tell = open({
    mendTodos: async (uid) => {
      planned.push(uid);
    },
  });
  const token = await ann.idToken(true);
  expect(await tell({ path: `todos/${ann.uid}` }, undefined)).toBe(401);
  for (const path of [`todos/${ben.uid}`, "todos", `todos/${ann.uid}/tasks/a`]) {
    expect(await tell({ path }, token), path).toBe(403);
  }
  const path = `todos/${ann.uid}`;
  for (let call = 0; call < 10; call += 1) expect(await tell({ path }, token)).toBe(204);
  expect(await tell({ path }, token)).toBe(429);
  expect(planned).toEqual(Array.from({ length: 10 }, () => ann.uid));
  expect(await tell({ path: `users/${ann.uid}` }, token)).toBe(204);
});
