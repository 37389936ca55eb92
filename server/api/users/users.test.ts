/** The endpoints of /UserManagement: who may call them, what they refuse, and that nothing happens unwritten. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import type { Write } from "#lib/server-backend.ts";
import { newUserRecord } from "#lib/user-record.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { createUserMirror } from "../../accounts/mirror-users.ts";
import { createAudit } from "../../audit/audit.ts";
import { createPeopleParts } from "../../people-parts.ts";
import type { Endpoint } from "../../http/api-router.ts";

let site: ServedSite;
let endpoints: Endpoint[];
let settle: () => Promise<void>;
/** Refuses entries of the audit log while it is set. */
let isFull = false;
const start = Date.UTC(2026, 10, 22, 13);

beforeAll(async () => {
  site = await serveSite();
  const { log } = recordingLog();
  const backend = {
    ...site.serverBackend,
    // Who is who is the sign-in service's matter; here a token is the uid, except for real ones.
    async verifyIdToken(token: string, options?: { checkRevoked?: boolean }) {
      if (token.includes(".")) return site.serverBackend.verifyIdToken(token, options);
      return { uid: token, claims: { auth_time: token === "late" ? 0 : start / 1000 } };
    },
    async commit(writes: Write[]) {
      const isEntry = writes.some((write) => "set" in write && write.set.startsWith("auditLog/"));
      if (isFull && isEntry) throw new BackendError("UNAVAILABLE", "the disk is full");
      return site.serverBackend.commit(writes);
    },
  };
  let count = 0;
  const newId = () => `id-${(count += 1)}`;
  const people = createPeopleParts({
    backend,
    audit: createAudit({ backend, now: () => start, newId }),
    mail: undefined,
    makeAvatar: async () => undefined as never,
    shared: { leave: {}, forgetAddress: async () => {} },
    quotaOf: () => 1000,
    origin: () => "https://ada.example",
    isHosted: false,
    log,
    now: () => start,
  });
  ({ endpoints } = people);
  const mirror = createUserMirror({ backend: site.serverBackend, log });
  settle = () => mirror.repair();
  for (const uid of ["ada", "late", "eve", "bob"]) {
    const email = `${uid}@example.com`;
    // oxlint-disable-next-line no-await-in-loop -- the same few each time
    await addAccount(uid, email);
  }
  await give("ada", { admin: true, editor: false, user: true });
  await give("late", { admin: true, editor: false, user: true });
  await give("eve", { admin: false, editor: true, user: true });
  await people.tokens.open("bob");
  await settle();
});
afterAll(() => site[Symbol.asyncDispose]());

async function addAccount(uid: string, email: string): Promise<void> {
  const body = JSON.stringify({ localId: uid, email, displayName: uid });
  const url = "http://a.invalid/identitytoolkit.googleapis.com/v1/projects/foyer/accounts";
  await site.backend.adminFetch(new Request(url, { method: "POST", body }));
  const record = newUserRecord({ uid, email, name: uid, now: new Date(start) });
  await site.serverBackend.updateValues({ [`users/${uid}`]: record });
}

async function give(uid: string, roles: Record<string, boolean>): Promise<void> {
  await site.serverBackend.updateValues({ [`users/${uid}/roles`]: roles });
  const { admin = false, editor = false } = roles;
  await site.serverBackend.setClaims(uid, { ...(admin && { admin }), ...(editor && { editor }) });
}

type Answer = { status: number; body: Record<string, unknown>; text: string };

async function call(path: string, token: string | undefined, body?: unknown): Promise<Answer> {
  const [bare = ""] = path.split("?");
  const method = body === undefined ? "GET" : "POST";
  const found = endpoints.find((one) => one.path === bare && one.method === method);
  if (found === undefined) throw new Error(`There is no ${method} ${bare}.`);
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const request = new Request(`http://localhost${path}`, { headers });
  const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
  const response = await found.answer({ request, body: text, client: "203.0.113.9" });
  const said = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return { status: response.status, body: isJson ? JSON.parse(said) : {}, text: said };
}

const act = (body: unknown, token = "ada") => call("/api/users/act", token, body);
const rolesOf = async (uid: string) =>
  (await site.serverBackend.getValue(`users/${uid}/roles`)).value;
const auditOf = async (uid: string) => {
  const { body } = await call(`/api/audit?target=${uid}`, "ada");
  return (body["entries"] as Record<string, unknown>[]).map(
    ({ action, actor, details, undoes }) => ({ action, actor, details, undoes }),
  );
};

const doors: [path: string, body?: unknown][] = [
  ["/api/users?sort=name"],
  ["/api/users/one?uid=bob"],
  ["/api/users/act", { uids: ["nobody"], act: { do: "enable" } }],
  ["/api/users/create", { email: "ada@example.com" }],
  ["/api/users/reset-link", { uid: "nobody" }],
  ["/api/users/end-sessions", { uid: "nobody" }],
  ["/api/users/remove-second-factor", { uid: "nobody" }],
  ["/api/users/quota", { uid: "nobody", bytes: 5 }],
  ["/api/audit"],
  ["/api/audit/export"],
  ["/api/jobs"],
  ["/api/jobs/retry", { id: "nothing" }],
  ["/api/permissions"],
];

test.each(doors)("%s lets in admins only", async (path, body) => {
  const status = async (token?: string) => (await call(path, token, body)).status;
  expect(await status()).toBe(401);
  expect(await status("a.forged.token")).toBe(401);
  expect(await status("bob")).toBe(403);
  expect(await status("eve")).toBe(403);
  expect(await status("nobody")).toBe(403);
  expect([200, 409]).toContain(await status("ada"));
});

test("an admin's old token is worth nothing once the role is gone, and less once the account is disabled", async () => {
  await using mallory = await signUp(createSdkClient(site.origin));
  await give(mallory.uid, { admin: true, editor: false, user: true });
  const token = await mallory.idToken(true);
  expect((await call("/api/users", token)).status).toBe(200);
  await act({ uids: [mallory.uid], act: { do: "role", role: "user" } });
  const old = await call("/api/users", token);
  expect([401, 403]).toContain(old.status);
  await act({ uids: [mallory.uid], act: { do: "disable", reason: "Left" } });
  expect((await call("/api/users", token)).status).toBe(401);
});

test.each([
  ["/api/users?sort=__proto__", undefined],
  ["/api/users?limit=100000", undefined],
  [`/api/users?search=${"x".repeat(300)}`, undefined],
  ["/api/users?cursor=bnVsbA", undefined],
  ["/api/users/one?uid=", undefined],
  ["/api/audit?action=drop.table", undefined],
  ["/api/audit?from=yesterday", undefined],
  ["/api/users/act", "not json"],
  ["/api/users/act", { uids: [], act: { do: "enable" } }],
  ["/api/users/act", { uids: Array.from({ length: 201 }, String), act: { do: "enable" } }],
  ["/api/users/act", { uids: ["bob"], act: { do: "role", role: "owner" } }],
  ["/api/users/act", { uids: ["bob"], act: { do: "disable", reason: "   " } }],
  ["/api/users/act", { uids: ["bob"], act: { do: "enable", roles: { admin: true } } }],
  [
    "/api/users/act",
    { uids: ["bob"], act: { do: "tokens", amount: 0.5, reason: "x", key: "12345678" } },
  ],
  [
    "/api/users/act",
    { uids: ["bob"], act: { do: "tokens", amount: 1e300, reason: "x", key: "12345678" } },
  ],
  ["/api/users/create", { email: "x@example.com", role: "root" }],
  ["/api/users/quota", { uid: "bob", bytes: -1 }],
] as const)("%s refuses %j", async (path, body) => {
  const { status, body: answer } = await call(path, "ada", body);
  expect(status).toBe(400);
  expect(answer).toMatchObject({ error: { code: "invalid-request" } });
});

test("a uid that is a path reaches nothing", async () => {
  for (const uid of ["../ada", "ada/roles", ".", "$key", "a\u0000b"]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await act({ uids: [uid], act: { do: "role", role: "admin" } });
    expect(answer).toMatchObject({ status: 409 });
    // oxlint-disable-next-line no-await-in-loop
    expect((await call(`/api/users/one?uid=${encodeURIComponent(uid)}`, "ada")).status).toBe(409);
  }
});

test("roles are given and taken with an entry each, and an undo names what it takes back", async () => {
  const given = await act({ uids: ["bob"], act: { do: "role", role: "editor" } });
  expect(given.status).toBe(200);
  const [{ audit }] = given.body["results"] as [{ audit: string }];
  expect(await rolesOf("bob")).toEqual({ admin: false, editor: true, user: true });
  await act({ uids: ["bob"], act: { do: "role", role: "user" }, undoes: [audit] });
  expect(await rolesOf("bob")).toEqual({ admin: false, editor: false, user: true });
  expect(await auditOf("bob")).toEqual([
    {
      action: "user.revoke-role",
      actor: "ada",
      details: { from: "editor", to: "user" },
      undoes: audit,
    },
    {
      action: "user.grant-role",
      actor: "ada",
      details: { from: "user", to: "editor" },
      undoes: null,
    },
  ]);
});

test("no entry is taken back but by its opposite, and what changes nothing has none", async () => {
  const disabled = await act({
    uids: ["bob"],
    act: { do: "disable", reason: "By bob@example.com" },
  });
  const [{ audit }] = disabled.body["results"] as [{ audit: string }];
  expect((await auditOf("bob"))[0]).toMatchObject({ details: { reason: "By …" } });
  for (const [uid, undone, undoes] of [
    ["eve", { do: "enable" }, audit],
    ["bob", { do: "disable", reason: "x" }, audit],
    ["bob", { do: "enable" }, "001795355881497-0000-nonexistent"],
    ["bob", { do: "enable" }, "../users/bob"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await act({ uids: [uid], act: undone, undoes: [undoes] })).status).toBe(409);
  }
  expect((await act({ uids: ["bob"], act: { do: "enable" }, undoes: [audit] })).status).toBe(200);
  const same = await act({ uids: ["eve"], act: { do: "role", role: "editor" } });
  expect(same.body["results"]).toEqual([{ uid: "eve", done: true, audit: null }]);
  expect(await auditOf("eve")).toEqual([]);
});

test("claims that several change at once are all kept", async () => {
  const acts = [{ do: "role", role: "editor" }, { do: "delete" }, { do: "role", role: "user" }];
  await Promise.all(acts.map((one) => act({ uids: ["bob"], act: one })));
  const claims = async () => (await site.serverBackend.getAccount("bob"))?.claims;
  expect(await claims()).toHaveProperty("deletionAt");
  await Promise.all([
    act({ uids: ["bob"], act: { do: "restore" } }),
    act({ uids: ["bob"], act: { do: "role", role: "editor" } }),
  ]);
  expect(await claims()).toEqual({ editor: true });
  await act({ uids: ["bob"], act: { do: "role", role: "user" } });
});

test("strangers of the same network keep no admin out, nor a page that is no page", async () => {
  const { length } = (
    await Promise.all(Array.from({ length: 260 }, () => call("/api/jobs", undefined)))
  ).filter(({ status }) => status === 429);
  expect(length).toBeGreaterThan(0);
  expect((await call("/api/jobs", "ada")).status).toBe(200);
  expect((await call("/api/jobs?after=../users", "ada")).status).toBe(400);
  expect((await call("/api/jobs?after=2026|../users", "ada")).status).toBe(400);
});

test("nobody disables or deletes themselves, and the last admin stays one", async () => {
  for (const own of [{ do: "disable", reason: "x" }, { do: "delete" }]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await act({ uids: ["ada"], act: own })).toMatchObject({ status: 409 });
  }
  const both = await act({ uids: ["late", "ada"], act: { do: "role", role: "user" } });
  const results = both.body["results"] as { done: boolean; message?: string }[];
  expect(results.filter(({ done }) => done)).toHaveLength(1);
  expect(results.find(({ done }) => !done)?.message).toContain("last admin");
  await give("ada", { admin: true, editor: false, user: true });
  await give("late", { admin: true, editor: false, user: true });
});

test("what a borrowed screen must not be enough for needs a sign-in within the hour", async () => {
  for (const [path, body] of [
    ["/api/users/act", { uids: ["bob"], act: { do: "role", role: "admin" } }],
    ["/api/users/act", { uids: ["bob"], act: { do: "delete" } }],
    ["/api/users/reset-link", { uid: "bob" }],
    ["/api/users/create", { email: "new@example.com" }],
    ["/api/users/remove-second-factor", { uid: "bob" }],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const { status, body: answer } = await call(path, "late", body);
    expect(status).toBe(401);
    expect(answer).toMatchObject({ error: { code: "recent-sign-in-needed" } });
  }
  expect((await act({ uids: ["bob"], act: { do: "enable" } }, "late")).status).toBe(200);
});

test("tokens sent twice under a key are given once, and never more are taken than there are", async () => {
  const grant = { do: "tokens", amount: 5, reason: "Helped", key: "once-only-1" };
  await Promise.all([1, 2, 3].map(() => act({ uids: ["bob"], act: grant })));
  const again = await act({ uids: ["bob"], act: grant });
  expect(again.body["results"]).toEqual([{ uid: "bob", done: true, audit: null }]);
  const take = { do: "tokens", amount: -100, reason: "Typo", key: "once-only-2" };
  const refused = await act({ uids: ["bob"], act: take });
  expect(refused).toMatchObject({ status: 409 });
  const { body } = await call("/api/users/one?uid=bob", "ada");
  expect(body["tokens"]).toMatchObject({ balance: 15 });
  // What was refused says so in an entry of its own.
  const [last, first] = await auditOf("bob");
  expect(first).toMatchObject({ action: "tokens.take", undoes: null });
  expect(last).toMatchObject({ action: "tokens.take", details: { failed: expect.any(String) } });
});

test("an act whose entry cannot be written does not happen", async () => {
  isFull = true;
  try {
    for (const [path, body] of [
      ["/api/users/act", { uids: ["bob"], act: { do: "role", role: "editor" } }],
      ["/api/users/act", { uids: ["bob"], act: { do: "disable", reason: "x" } }],
      ["/api/users/reset-link", { uid: "bob" }],
      ["/api/users/quota", { uid: "bob", bytes: 1 }],
      ["/api/users/create", { email: "ghost@example.com" }],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect([409, 503]).toContain((await call(path, "ada", body)).status);
    }
  } finally {
    isFull = false;
  }
  expect(await rolesOf("bob")).toMatchObject({ editor: false });
  expect((await site.serverBackend.getAccount("bob"))?.disabled).toBe(false);
  expect((await site.serverBackend.storageUsage("bob")).isOwnLimit).toBe(false);
  expect(await site.serverBackend.findAccountByEmail("ghost@example.com")).toBeNull();
});

test("somebody is disabled with a reason that admins see, and enabled again", async () => {
  await act({ uids: ["bob"], act: { do: "disable", reason: "Spam" } });
  await settle();
  const list = await call("/api/users?state=disabled&search=bob", "ada");
  expect(list.body["rows"]).toMatchObject([{ uid: "bob", disabledReason: "Spam" }]);
  const role = await act({ uids: ["bob"], act: { do: "role", role: "editor" } });
  expect(role).toMatchObject({ status: 409 });
  await act({ uids: ["bob"], act: { do: "enable" } });
  await settle();
  expect((await call("/api/users/one?uid=bob", "ada")).body["row"]).toMatchObject({
    disabled: false,
    disabledReason: null,
  });
});

test("an account waits fourteen days for its deletion and can be kept", async () => {
  expect((await act({ uids: ["bob"], act: { do: "delete" } })).status).toBe(200);
  await settle();
  const { body } = await call("/api/users?state=leaving", "ada");
  expect(body["rows"]).toMatchObject([{ uid: "bob", deletionAt: "2026-12-06T13:00:00.000Z" }]);
  expect((await act({ uids: ["bob"], act: { do: "restore" } })).status).toBe(200);
  await settle();
  expect((await call("/api/users?state=leaving", "ada")).body["rows"]).toEqual([]);
});

test("an account is made with a role, and a link that is in no log", async () => {
  const asked = { email: "new@example.com", name: "New", role: "editor" };
  const { body } = await call("/api/users/create", "ada", asked);
  const { uid, link } = body as { uid: string; link: string };
  expect(link).toContain("oobCode=");
  expect(await rolesOf(uid)).toEqual({ admin: false, editor: true, user: true });
  const code = new URL(link).searchParams.get("oobCode") ?? "";
  expect((await call(`/api/audit?target=${uid}`, "ada")).text).not.toContain(code);
  const twice = await call("/api/users/create", "ada", asked);
  expect(twice).toMatchObject({ status: 409, body: { error: { code: "refused" } } });
});

test("no answer has what people keep in their tools", async () => {
  await site.serverBackend.updateValues({ "todos/bob/lists/a/name": "A secret plan" });
  await site.serverBackend.commit([
    { set: "users/bob/journal/a", data: { text: "A secret plan" } },
  ]);
  for (const path of ["/api/users?search=bob", "/api/users/one?uid=bob", "/api/audit?target=bob"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await call(path, "ada")).text).not.toContain("secret");
  }
});

test("the log is exported whole, and no cell of it is a formula", async () => {
  await act({ uids: ["bob"], act: { do: "disable", reason: "=HYPERLINK(1)" } });
  await act({ uids: ["bob"], act: { do: "enable" } });
  await site.serverBackend.updateValues({ "directory/bob/name": "=cmd|' /C calc'!A0" });
  const { text, status } = await call("/api/audit/export?target=bob", "ada");
  expect(status).toBe(200);
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toBe("time,actor,actor name,action,target,target name,details,undoes,id");
  expect(lines.length - 1).toBe((await auditOf("bob")).length);
  expect(text).toContain("'=cmd|");
  expect(text).not.toMatch(/(?:^|,)"?=/m);
  const exports = await call("/api/audit?action=audit.export", "ada");
  const [last] = exports.body["entries"] as unknown[];
  expect(last).toMatchObject({ actor: "ada", details: { target: "bob" } });
});
