/**
 * Who may ask what of `/api` (docs/rules.md): every endpoint of the process, called by a visitor, a user, an editor and an
 * admin over HTTP. An endpoint that the table does not name fails the test. What a request would need besides the right
 * to make it is left out, so nothing is done: who may ask is told what is missing.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEndpoints } from "../../server/api-endpoints.ts";
import { readSettings } from "../../server/config/settings.ts";
import { openEmbeddedParts } from "../../server/embedded-parts.ts";
import { createApi } from "../../server/http/api-router.ts";
import { splitTarget } from "../../server/http/request-facts.ts";
import { createLog } from "../../server/log.ts";

const roles = ["visitor", "user", "editor", "admin"] as const;
type Role = (typeof roles)[number];

/** From which role on. */
const table: Record<Role, readonly string[]> = {
  visitor: [
    "GET /api/deletion-receipt",
    "GET /api/games/board",
    "GET /api/games/run",
    "GET /api/sign-in-options",
    "POST /api/invites/accept",
    "POST /api/invites/check",
    "POST /api/invites/join",
    "POST /api/owner",
    "POST /api/page-views",
    "POST /api/passkeys/sign-in",
    "POST /api/passkeys/sign-in-options",
    "POST /api/recovery-codes/use",
    "POST /api/web-vitals",
  ],
  user: [
    "GET /api/account/deletion",
    "GET /api/account/security",
    "GET /api/account/sessions",
    "GET /api/account/visible",
    "GET /api/ai",
    "GET /api/ai/usage",
    "GET /api/boards",
    "GET /api/boards/{board}/export.json",
    "GET /api/boards/{board}/invites",
    "GET /api/boards/{board}/log",
    "GET /api/boards/{board}/public",
    "GET /api/chat/owner",
    "GET /api/chat/people",
    "GET /api/chat/{room}/search",
    "GET /api/drive/find",
    "GET /api/drive/folder",
    "GET /api/drive/links",
    "GET /api/drive/links/log",
    "GET /api/drive/people",
    "GET /api/drive/shared",
    "GET /api/drive/thumb",
    "GET /api/games/own",
    "GET /api/journals/reminder",
    "GET /api/notifications/settings",
    "GET /api/passkeys",
    "GET /api/recovery-codes",
    "GET /api/storage-usage",
    "GET /api/todos/feed",
    "POST /api/account/avatar",
    "POST /api/account/avatar/remove",
    "POST /api/account/deletion",
    "POST /api/account/deletion/cancel",
    "POST /api/account/end-sessions",
    "POST /api/ai/cap",
    "POST /api/chat",
    "POST /api/chat/blocks",
    "POST /api/chat/{room}/acts",
    "POST /api/chat/{room}/ask",
    "POST /api/chat/{room}/ask/{id}/stop",
    "POST /api/chat/{room}/catch-up",
    "POST /api/chat/{room}/join",
    "POST /api/chat/{room}/messages",
    "POST /api/drive/acts",
    "POST /api/drive/links",
    "POST /api/drive/links/change",
    "POST /api/drive/links/revoke",
    "POST /api/drive/open",
    "POST /api/drive/people",
    "POST /api/drive/people/accept",
    "POST /api/drive/people/decline",
    "POST /api/drive/people/leave",
    "POST /api/drive/people/remove",
    "POST /api/drive/people/revoke",
    "POST /api/drive/people/role",
    "POST /api/drive/tickets",
    "POST /api/drive/zip",
    "POST /api/account/export",
    "POST /api/account/profile",
    "POST /api/account/sessions/end",
    "POST /api/account/sessions/end-others",
    "POST /api/boards",
    "POST /api/boards/invites/accept",
    "POST /api/boards/invites/decline",
    "POST /api/boards/join",
    "POST /api/boards/join/look",
    "POST /api/boards/{board}/changes",
    "POST /api/boards/{board}/delete",
    "POST /api/boards/{board}/invites",
    "POST /api/boards/{board}/invites/revoke",
    "POST /api/boards/{board}/leave",
    "POST /api/boards/{board}/members/remove",
    "POST /api/boards/{board}/members/role",
    "POST /api/boards/{board}/public",
    "POST /api/games/commit",
    "POST /api/games/finish",
    "POST /api/games/named",
    "POST /api/games/rest",
    "POST /api/games/start",
    "POST /api/journals/reminder",
    "POST /api/notifications/settings",
    "POST /api/notifications/subscribe",
    "POST /api/notifications/test",
    "POST /api/notifications/unsubscribe",
    "POST /api/passkeys/delete",
    "POST /api/passkeys/registration",
    "POST /api/passkeys/registration-options",
    "POST /api/passkeys/rename",
    "POST /api/recovery-codes/delete",
    "POST /api/recovery-codes/new",
    "POST /api/tickets",
    "POST /api/todos/feed/make",
    "POST /api/todos/feed/revoke",
  ],
  editor: [
    "GET /api/chat/reports",
    "POST /api/chat/reports/{id}",
    "GET /api/content/list",
    "GET /api/content/trash",
    "GET /api/food/places",
    "GET /api/leetcode/duplicates",
    "GET /api/leetcode/state",
    "GET /api/media",
    "POST /api/content/bulk",
    "POST /api/content/check",
    "POST /api/content/delete",
    "POST /api/content/discard",
    "POST /api/content/duplicate",
    "POST /api/content/erase",
    "POST /api/content/featured",
    "POST /api/content/hide",
    "POST /api/content/places",
    "POST /api/content/publish",
    "POST /api/content/restore",
    "POST /api/content/save-version",
    "POST /api/content/schedule",
    "POST /api/content/show",
    "POST /api/content/unschedule",
    "POST /api/content/untrash",
    "POST /api/food/visit",
    "POST /api/food/visit/take-back",
    "POST /api/github-import/list",
    "POST /api/github-import/project",
    "POST /api/leetcode/import",
    "POST /api/leetcode/merge",
    "POST /api/leetcode/questions",
    "POST /api/leetcode/undo-merge",
    "POST /api/link-checks/now",
  ],
  admin: [
    "GET /api/ai/provider",
    "GET /api/ai/settings",
    "GET /api/analytics",
    "GET /api/analytics/export",
    "GET /api/analytics/now",
    "GET /api/analytics/vitals",
    "GET /api/audit",
    "GET /api/audit/export",
    "GET /api/backups",
    "GET /api/first-steps",
    "GET /api/health",
    "GET /api/inbox",
    "GET /api/inbox/counts",
    "GET /api/inbox/message",
    "GET /api/invites",
    "GET /api/jobs",
    "GET /api/mail-test",
    "GET /api/mail/outbox",
    "GET /api/permissions",
    "GET /api/public-boards",
    "GET /api/sign-up-policy",
    "GET /api/site-preview",
    "GET /api/starter-content",
    "GET /api/users",
    "GET /api/users/one",
    "POST /api/ai/provider/try",
    "POST /api/ai/settings",
    "POST /api/analytics/settings",
    "POST /api/backups/cancel",
    "POST /api/backups/delete",
    "POST /api/backups/download",
    "POST /api/backups/drill",
    "POST /api/backups/key",
    "POST /api/backups/now",
    "POST /api/backups/settings",
    "POST /api/first-steps/dismiss",
    "POST /api/games/remove",
    "POST /api/inbox/change",
    "POST /api/inbox/reply",
    "POST /api/invites/create",
    "POST /api/invites/revoke",
    "POST /api/jobs/retry",
    "POST /api/leetcode/submissions",
    "POST /api/leetcode/sync",
    "POST /api/mail-test",
    "POST /api/media/delete",
    "POST /api/public-boards/end",
    "POST /api/sign-up-policy",
    "POST /api/starter-content/clear",
    "POST /api/users/act",
    "POST /api/users/create",
    "POST /api/users/end-sessions",
    "POST /api/users/quota",
    "POST /api/users/remove-second-factor",
    "POST /api/users/reset-link",
  ],
};

/** With it they would do what cannot be undone for the caller: each is asked by accounts of its own. */
const endings = [
  "POST /api/account/deletion",
  "POST /api/account/end-sessions",
  "POST /api/account/sessions/end-others",
];

const dataDir = await mkdtemp(join(tmpdir(), "foyer-test-"));
const opened = new AsyncDisposableStack();
const parts = await openEmbeddedParts({
  settings: readSettings({ FOYER_DATA: dataDir }),
  development: false,
  log: createLog("silent"),
  makeAvatar: () => Promise.reject(new Error("Nobody sends a picture here.")),
  shrink: () => Promise.reject(new Error("Nobody sends a picture here.")),
  cleanPicture: () => Promise.reject(new Error("Nobody sends a picture here.")),
  outgoing: () => Promise.reject(new Error("Nobody asks another site here.")),
  opened,
});
const served = await openEndpoints({
  backend: parts.serverBackend,
  countriesDb: undefined,
  parts,
  log: createLog("silent"),
  now: Date.now,
  opened,
});
const api = createApi(served);
const http = createServer((request, response) => {
  const { path, query } = splitTarget(request.url ?? "/");
  // Each request is from another network: limits are no matter here.
  const client = () => `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`;
  requests += 1;
  const exchange = { request, response, id: "test", path, query, client };
  const handle = path.startsWith("/api/") ? api : parts.handler;
  Promise.resolve(handle(exchange)).catch((error: unknown) => response.destroy(error as Error));
});
let requests = 0;
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
afterAll(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  await opened.disposeAsync();
  await rm(dataDir, { recursive: true });
});

let accounts = 0;

async function tokenOf(role: Role): Promise<string | undefined> {
  if (role === "visitor") return undefined;
  const email = `${role}-${(accounts += 1)}@example.com`;
  const password = "correct horse battery";
  const { uid } = await parts.serverBackend.createAccount({ email, password, emailVerified: true });
  await parts.serverBackend.putValue(`users/${uid}`, {
    name: role,
    email,
    roles: { admin: role === "admin", editor: role === "editor", user: true },
    user_id: uid,
    date_created: new Date(0).toISOString(),
    last_logged_in: new Date(0).toISOString(),
    userAITokens: 10,
  });
  const answer = await fetch(
    `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password, returnSecureToken: true }),
    },
  );
  return ((await answer.json()) as { idToken: string }).idToken;
}

const tokens = new Map(
  await Promise.all(roles.map(async (role) => [role, await tokenOf(role)] as const)),
);

async function ask(endpoint: string, token: string | undefined): Promise<number> {
  const [method = "", path = ""] = endpoint.split(" ");
  const answer = await fetch(origin + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(method === "POST" && { body: "not as it has to be" }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const endpoints = served.map(({ method, path }) => `${method} ${path}`);

test("the table names every endpoint, and no other", () => {
  expect(Object.values(table).flat().toSorted()).toEqual(endpoints.toSorted());
});

test.each(endpoints)("%s answers from its role on, and nobody below", async (endpoint) => {
  const from = roles.findIndex((role) => table[role].includes(endpoint));
  for (const [at, role] of roles.entries()) {
    // One caller after the other: what one does must not help the next.
    // oxlint-disable-next-line no-await-in-loop
    const token = endings.includes(endpoint) ? await tokenOf(role) : tokens.get(role);
    // oxlint-disable-next-line no-await-in-loop
    const status = await ask(endpoint, token);
    const said = status === 401 || status === 403 ? status : "answered";
    const refusal = role === "visitor" ? 401 : 403;
    expect(`${role}: ${said}`).toBe(`${role}: ${at >= from ? "answered" : refusal}`);
  }
});

test("a role that was taken away is gone at the next request, whatever the token still says", async () => {
  const token = await tokenOf("admin");
  const claims = Buffer.from(token?.split(".")[1] ?? "", "base64url").toString();
  const { user_id: uid } = JSON.parse(claims) as { user_id: string };
  await parts.serverBackend.updateValues({
    [`users/${uid}/roles/admin`]: false,
    [`users/${uid}/roles/editor`]: false,
  });
  const answers = await Promise.all(
    [...table.editor, ...table.admin].map(async (endpoint) => [
      endpoint,
      await ask(endpoint, token),
    ]),
  );
  // The token itself ends a moment later.
  expect(answers.filter(([, status]) => status !== 403 && status !== 401)).toEqual([]);
});

test("each kind of content is listed for its role alone, and no kind for what is none", async () => {
  const seen = await Promise.all(
    ["projects", "certificates", "foodPosts", "foodWishlist", "problems", "site", "users"].map(
      async (kind) => {
        const statuses = await Promise.all(
          roles.map((role) => ask(`GET /api/content/list?kind=${kind}`, tokens.get(role))),
        );
        return [kind, ...statuses];
      },
    ),
  );
  const forEditors = [401, 403, 200, 200];
  expect(seen).toEqual([
    ...["projects", "certificates", "foodPosts", "foodWishlist", "problems"].map((kind) => [
      kind,
      ...forEditors,
    ]),
    ["site", 401, 403, 403, 200],
    ["users", 401, 403, 400, 400],
  ]);
});
