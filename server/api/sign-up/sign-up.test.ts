import { afterAll, expect, test } from "vitest";
import { newUserRecord } from "#lib/user-record.ts";
import { openSite } from "../../../tests/support/site.ts";
import { createAudit } from "../../audit/audit.ts";
import { createLog } from "../../log.ts";
import { createSignUp } from "./sign-up.ts";

const site = await openSite();
afterAll(() => site[Symbol.asyncDispose]());
const backend = site.serverBackend;
const password = "correct horse battery";
const origin = "http://localhost";
const weekMs = 7 * 86_400_000;

let ids = 0;
const audit = createAudit({ backend, now: Date.now, newId: () => `id${++ids}` });
const signUp = createSignUp({
  backend,
  audit,
  origin: () => origin,
  log: createLog("silent"),
  now: Date.now,
});

type Said = {
  error?: { code: string; message: string };
  id?: string;
  link?: string;
  invites?: Record<string, unknown>[];
};

async function ask(
  path: string,
  options: { body?: unknown; token?: string; client?: string } = {},
) {
  const method = options.body === undefined ? "GET" : "POST";
  const endpoint = signUp.endpoints.find((one) => one.path === path && one.method === method);
  const headers = options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` };
  const answer = await endpoint!.answer({
    request: new Request(origin + path, { method, headers }),
    body: JSON.stringify(options.body),
    client: options.client ?? "192.0.2.1",
  });
  const text = await answer.text();
  const said = (text === "" ? {} : JSON.parse(text)) as Said;
  return { status: answer.status, code: said.error?.code, ...said };
}

async function signIn(email: string): Promise<{ uid: string; token: string }> {
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`;
  const body = JSON.stringify({ email, password, returnSecureToken: true });
  const request = new Request(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  const answer = await site.backend.fetch(request, { client: "192.0.2.9", origin });
  const { localId, idToken } = (await answer.json()) as { localId: string; idToken: string };
  return { uid: localId, token: idToken };
}

async function newPerson(name: string, roles: object = {}) {
  const email = `${name}@example.com`;
  const { uid } = await backend.createAccount({ email, password });
  const record = newUserRecord({ uid, email, name, now: new Date() });
  await backend.updateValues({
    [`users/${uid}`]: { ...record, roles: { ...record.roles, ...roles } },
  });
  return signIn(email);
}

const admin = await newPerson("admin", { admin: true });
const editor = await newPerson("editor", { editor: true });
const user = await newPerson("user");

async function newInvite(changes: object = {}): Promise<{ id: string; code: string }> {
  const expiresAt = new Date(Date.now() + weekMs).toISOString();
  const body = { label: "Friends", role: "user", expiresAt, maxUses: 1, ...changes };
  const made = await ask("/api/invites/create", { body, token: admin.token });
  expect(made.status).toBe(200);
  return { id: made.id!, code: made.link!.split("#invite=")[1] ?? "" };
}

const accept = (code: string, email: string, changes: object = {}) =>
  ask("/api/invites/accept", { body: { code, email, password, name: "", ...changes } });

test("only admins see and change who may sign up and who is invited", async () => {
  const calls: [string, object?][] = [
    ["/api/sign-up-policy"],
    ["/api/sign-up-policy", { policy: "open" }],
    ["/api/invites"],
    ["/api/invites/create", {}],
    ["/api/invites/revoke", { id: "a".repeat(64) }],
  ];
  for (const [path, body] of calls) {
    const with_ = body === undefined ? {} : { body };
    expect((await ask(path, with_)).status, path).toBe(401);
    for (const { token } of [user, editor])
      expect((await ask(path, { ...with_, token })).status, path).toBe(403);
  }
  const { token } = admin;
  expect(await ask("/api/sign-up-policy", { token })).toMatchObject({ policy: "open" });
  for (const body of [{}, { policy: "shut" }, null, "open"])
    expect((await ask("/api/sign-up-policy", { body, token })).status).toBe(400);
  for (const body of [
    { label: "x".repeat(81) },
    { maxUses: 1001 },
    { role: "admin" },
    { expiresAt: "soon" },
  ]) {
    const whole = { label: "", role: "user", expiresAt: new Date().toISOString(), maxUses: 1 };
    expect((await ask("/api/invites/create", { body: { ...whole, ...body }, token })).status).toBe(
      400,
    );
  }
});

test("an invite makes an account where the sign-in service alone would refuse, as often as it says", async () => {
  const { token } = admin;
  expect(await ask("/api/sign-up-policy", { body: { policy: "invite" }, token })).toMatchObject({
    status: 200,
    policy: "invite",
  });
  const { id, code } = await newInvite({ maxUses: 3 });
  expect(await ask("/api/invites/check", { body: { code } })).toMatchObject({ role: "user" });
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, at) => accept(code, `guest${at}@example.com`, { name: "Guest" })),
  );
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 410, 410, 410, 410, 410,
  ]);
  expect((await ask("/api/invites/check", { body: { code } })).code).toBe("invite-gone");
  const { invites } = await ask("/api/invites", { token });
  expect(invites!.find((one) => one["id"] === id)).toMatchObject({ uses: 3, state: "used" });
  expect(JSON.stringify(invites)).not.toContain(code);
});

test("what the sign-in service refuses costs no use, and is said as at a sign-up", async () => {
  const { id, code } = await newInvite();
  expect(await accept(code, "user@example.com")).toMatchObject({
    status: 400,
    code: "email-already-in-use",
  });
  expect((await accept(code, "no address")).code).toBe("invalid-email");
  const short = await accept(code, "short@example.com", { password: "abc" });
  expect(short.code).toBe("weak-password");
  expect(short.error?.message).toMatch(/at least 6/);
  expect((await signUp.invites.list()).find((one) => one.id === id)?.uses).toBe(0);
  const odd = { name: "A\u0000n\u202en" };
  expect((await accept(code, "fine@example.com", odd)).status).toBe(200);
  expect((await backend.findAccountByEmail("fine@example.com"))?.displayName).toBe("Ann");
  expect((await accept("x", "other@example.com")).code).toBe("invite-gone");
});

test("an editor's invite gives the role to one account, audited, and none without its record", async () => {
  const { id, code } = await newInvite({ role: "editor" });
  await accept(code, "new@example.com");
  const fresh = await signIn("new@example.com");
  const join = (token?: string) =>
    ask("/api/invites/join", { body: { code }, ...(token !== undefined && { token }) });
  expect((await join()).status).toBe(401);
  expect((await join(fresh.token)).code).toBe("no-record");
  const record = newUserRecord({
    ...fresh,
    email: "new@example.com",
    name: "New",
    now: new Date(),
  });
  await backend.updateValues({ [`users/${fresh.uid}`]: record });
  expect(await join(fresh.token)).toMatchObject({ role: "editor" });
  expect((await backend.getValue(`users/${fresh.uid}/roles/editor`)).value).toBe(true);
  const { entries } = await audit.list({ target: fresh.uid, limit: 10 });
  expect(entries).toMatchObject([
    { actor: fresh.uid, action: "invite.accept", details: { invite: id } },
  ]);
  expect(await join(fresh.token)).toMatchObject({ status: 200 });
  // Made a user again, nobody gets it back by the link they came by.
  await backend.updateValues({ [`users/${fresh.uid}/roles/editor`]: false });
  expect(await join(fresh.token)).toMatchObject({ status: 200, role: "user" });
  expect((await backend.getValue(`users/${fresh.uid}/roles/editor`)).value).toBe(false);
  expect((await join(user.token)).code).toBe("invite-gone");
  expect((await backend.getValue(`users/${user.uid}/roles/editor`)).value).toBe(false);
});

test("a revoked invite lets nobody in, and no invite does where sign-up is closed", async () => {
  const { token } = admin;
  const first = await newInvite();
  expect((await ask("/api/invites/revoke", { body: { id: first.id }, token })).status).toBe(204);
  expect((await accept(first.code, "late@example.com")).code).toBe("invite-gone");
  const second = await newInvite();
  await ask("/api/sign-up-policy", { body: { policy: "closed" }, token });
  expect((await accept(second.code, "late@example.com")).code).toBe("invite-gone");
  expect(await backend.findAccountByEmail("late@example.com")).toBeNull();
});

test("one network makes a hundred accounts at once and no more", async () => {
  const client = "198.51.100.7";
  const body = { code: "x", email: "a@example.com", password, name: "" };
  const outcomes = await Promise.all(
    Array.from({ length: 105 }, () => ask("/api/invites/accept", { body, client })),
  );
  expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(5);
});
