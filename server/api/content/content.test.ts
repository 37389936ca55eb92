import { afterAll, beforeAll, expect, test } from "vitest";
import type { ContentKind } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { openDesk, project } from "../../publishing/testing/open-desk.ts";
import { createContentEndpoints } from "./content.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;
let desk: Desk;
let call: (who: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>;

beforeAll(async () => {
  desk = await openDesk();
  const { backend, acts } = desk;
  const roles = { ann: { editor: true }, ada: { admin: true }, eve: { user: true } };
  for (const [uid, own] of Object.entries(roles)) {
    // oxlint-disable-next-line no-await-in-loop -- three of them
    await backend.updateValues({ [`users/${uid}/roles`]: own, [`users/${uid}/name`]: uid });
  }
  const endpoints = createContentEndpoints({
    // Who is who is the sign-in service's matter; here a token is the uid.
    backend: { ...backend, verifyIdToken: async (uid) => ({ uid, claims: { editor: true } }) },
    acts,
    now: () => desk.clock.ms,
  });
  call = async (who, path, body) => {
    const [name, query = ""] = path.split("?");
    const endpoint = endpoints.find((one) => one.path === `/api/content/${name}`)!;
    const headers: HeadersInit = who === "" ? {} : { Authorization: `Bearer ${who}` };
    const request = new Request(`http://localhost${endpoint.path}?${query}`, { headers });
    const text = body === undefined ? "" : JSON.stringify(body);
    if (text.length > endpoint.maxBodyBytes) return { status: 413, body: {} };
    const answer = await endpoint.answer({ request, body: text, client: "192.0.2.1" });
    return { status: answer.status, body: await answer.json() };
  };
});
afterAll(() => desk[Symbol.asyncDispose]());

const draft = (kind: ContentKind, id: string, fields: PlainFields) => desk.draft(kind, id, fields);

test("visitors and users do nothing with content, editors all but the site, admins all; the record decides, not the token", async () => {
  await draft("projects", "atlas", project());
  await draft("site", "settings", { accent: "#123456" });
  const atlas = { kind: "projects", id: "atlas", rev: 1 };
  const settings = { kind: "site", id: "settings", rev: 1 };
  const status = async (who: string, body: object) => (await call(who, "publish", body)).status;
  expect(await status("", atlas)).toBe(401);
  expect(await status("eve", atlas)).toBe(403);
  expect(await status("eve", settings)).toBe(403);
  expect(await status("ann", settings)).toBe(403);
  expect(await status("ann", atlas)).toBe(200);
  expect(await status("ada", settings)).toBe(200);
  expect((await call("eve", "list?kind=projects")).status).toBe(403);
  expect((await call("ann", "list?kind=site")).status).toBe(403);
  const list = await call("ann", "list?kind=projects");
  expect(list.body).toMatchObject({ items: [{ id: "atlas", state: "published" }] });
});

test("a refusal says in one sentence what is wrong, and beside which field", async () => {
  await draft("projects", "empty", {});
  expect(await call("ann", "publish", { kind: "projects", id: "empty", rev: 1 })).toEqual({
    status: 422,
    body: {
      error: {
        code: "not-ready",
        message: "3 things stand in the way of publishing. They are named beside their fields.",
        problems: [
          { path: "slug", text: "Fill this in." },
          { path: "title", text: "Fill this in." },
          { path: "summary", text: "Fill this in." },
        ],
      },
    },
  });
  expect(await call("ann", "publish", { kind: "projects", id: "empty", rev: 7 })).toMatchObject({
    status: 409,
    body: { error: { code: "changed-meanwhile" } },
  });
});

const tooMany = Array.from({ length: 401 }, (_, at) => [`p${at}`, "a1"]);

test.each([
  ["publish", { kind: "projects", id: "a/b", rev: 1 }],
  ["publish", { kind: "projects", id: "atlas" }],
  ["publish", { kind: "users", id: "atlas", rev: 1 }],
  ["publish", { kind: "projects", id: "atlas", rev: 1, hidden: false }],
  ["restore", { kind: "projects", id: "atlas", versionId: "../secret" }],
  ["places", { kind: "projects", places: { atlas: "a b" } }],
  ["places", { kind: "projects", places: { "a/b": "a1" } }],
  ["places", { kind: "projects", places: {} }],
  ["places", { kind: "projects", places: Object.fromEntries(tooMany) }],
  ["places", { kind: "certificates", places: { pen: "a1" } }],
  ["schedule", { kind: "projects", id: "atlas", rev: 1, at: "2026-11-30" }],
  ["schedule", { kind: "projects", id: "atlas", rev: 1, at: "Nov 30 2026" }],
  ["schedule", { kind: "projects", id: "atlas", rev: 1, at: "tomorrow" }],
  ["bulk", { kind: "projects", ids: [], act: "hide" }],
  ["bulk", { kind: "projects", ids: ["a/b"], act: "hide" }],
  ["bulk", { kind: "projects", ids: ["a"], act: "erase" }],
])("%s refuses %o", async (path, body) => {
  expect((await call("ann", path, body)).status).toBe(400);
});

test("as many places as are taken at once have room in a request, however long their names are", async () => {
  await draft("projects", "placed", project({ slug: "placed" }));
  const longest = Array.from({ length: 399 }, (_, at) => [
    `p${at}`.padEnd(128, "-"),
    `a${at}`.padEnd(200, "1"),
  ]);
  const places = Object.fromEntries([["placed", "a2"], ...longest]);
  expect(await call("ann", "places", { kind: "projects", places })).toMatchObject({ status: 200 });
  const stored = await desk.backend.getDocument("drafts/projects_placed");
  expect(stored?.data).toMatchObject({ fields: { order: "a2" } });
});

test("what an editor does can be done and taken back over the endpoints", async () => {
  await draft("certificates", "pen", { title: "Pen", issuer: "Guild", issueDate: "2025-02-03" });
  const pen = { kind: "certificates", id: "pen" };
  expect((await call("ann", "publish", { ...pen, rev: 1 })).body).toEqual({
    path: "/certificates",
  });
  expect((await call("ann", "save-version", { ...pen, rev: 0, label: "First" })).status).toBe(200);
  expect((await call("ann", "hide", pen)).status).toBe(200);
  expect((await call("ann", "show", pen)).status).toBe(200);
  expect((await call("ann", "delete", pen)).status).toBe(200);
  const trash = await call("ann", "trash?kind=certificates");
  expect(trash.body).toMatchObject({ items: [{ id: "pen", deletedByName: "ann" }] });
  expect((await call("ann", "untrash", pen)).body).toEqual({ path: "/certificates" });
  expect((await call("ann", "check", pen)).body).toEqual({
    problems: [],
    pages: ["/", "/certificates"],
  });
  expect((await call("ann", "duplicate", pen)).status).toBe(200);
  const bulk = { kind: "certificates", ids: ["pen", "gone"], act: "delete" };
  expect((await call("ann", "bulk", bulk)).body).toEqual({
    results: { pen: true, gone: "This is not there any more." },
    more: {},
  });
  const back = { kind: "certificates", ids: ["pen"], act: "untrash" };
  expect((await call("ann", "bulk", back)).body).toEqual({ results: { pen: true }, more: {} });
  expect((await call("ann", "delete", pen)).status).toBe(200);
  expect((await call("ann", "erase", pen)).status).toBe(200);
  expect((await call("ann", "erase", pen)).status).toBe(404);
});
