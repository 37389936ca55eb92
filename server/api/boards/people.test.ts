import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { serveBoards } from "./testing/serve-boards.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  [ann, ben] = await Promise.all([person(), person()]);
  await site.serverBackend.updateAccount(ben.uid, { emailVerified: true });
});
afterAll(async () => {
  await Promise.all([ann, ben].map((client) => client[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

const person = () => signUp(createSdkClient(site.origin));
const open = (now: () => number = Date.now) => serveBoards({ backend: site.serverBackend, now });
type Ask = Awaited<ReturnType<typeof open>>["ask"];

async function makeBoard(ask: Ask): Promise<string> {
  const made = await ask("POST /api/boards", ann, { name: "House", colour: "red", zone: "UTC" });
  return String(made.json?.["board"]);
}

test("an invite by e-mail: listed, accepted, and the board is in both lists", async () => {
  await using served = await open();
  const { ask } = served;
  const board = await makeBoard(ask);
  const invites = `/api/boards/${board}/invites`;
  const invited = { email: ben.email, role: "member" };
  expect(await ask(`POST ${invites}`, ann, invited)).toEqual({ status: 204, json: null });
  const open1 = await ask(`GET ${invites}`, ann);
  expect(open1.json).toMatchObject({
    invites: [{ kind: "address", email: ben.email, role: "member" }],
  });
  const own = await ask("GET /api/boards", ben);
  expect(own.json).toMatchObject({
    boards: [],
    invites: [{ board: { name: "House", colour: "red" }, role: "member" }],
  });
  const [{ id }] = own.json!["invites"] as [{ id: string }];
  expect(await ask("POST /api/boards/invites/accept", ann, { id })).toMatchObject({
    status: 404,
    json: { error: { code: "no-such-invite" } },
  });
  expect(await ask("POST /api/boards/invites/accept", ben, { id })).toEqual({
    status: 200,
    json: { board },
  });
  expect((await ask("GET /api/boards", ben)).json).toMatchObject({
    boards: [{ id: board, role: "member", name: "House", colour: "red" }],
    invites: [],
  });
  expect(await ask(`POST /api/boards/${board}/leave`, ann)).toMatchObject({
    status: 409,
    json: {
      error: {
        code: "last-owner",
        message: "Make somebody else an owner first, or delete the board.",
      },
    },
  });
  const owner = { uid: ben.uid, role: "owner" };
  expect((await ask(`POST /api/boards/${board}/members/role`, ann, owner)).status).toBe(204);
  expect((await ask(`POST /api/boards/${board}/leave`, ann)).status).toBe(204);
  expect((await ask(`POST /api/boards/${board}/delete`, ben, { name: "House" })).status).toBe(204);
  expect((await ask("GET /api/boards", ben)).json).toEqual({ boards: [], invites: [] });
});

test("an invite is declined once, and a link is looked at and used", async () => {
  await using served = await open();
  const { ask } = served;
  const board = await makeBoard(ask);
  const invites = `POST /api/boards/${board}/invites`;
  await ask(invites, ann, { email: ben.email, role: "viewer" });
  const [{ id }] = (await ask("GET /api/boards", ben)).json!["invites"] as [{ id: string }];
  expect((await ask("POST /api/boards/invites/decline", ben, { id })).status).toBe(204);
  expect((await ask("POST /api/boards/invites/decline", ben, { id })).status).toBe(404);
  const made = await ask(invites, ann, { link: { role: "viewer", days: 30, uses: 1 } });
  const { secret } = made.json as { secret: string };
  expect((await ask("POST /api/boards/join/look", ben, { secret })).json).toMatchObject({
    name: "House",
    role: "viewer",
    board: null,
  });
  expect((await ask("POST /api/boards/join", ben, { secret })).json).toEqual({ board });
  expect((await ask("POST /api/boards/join", ben, { secret })).json).toEqual({ board });
  expect((await ask("POST /api/boards/join/look", ben, { secret })).json).toMatchObject({ board });
});

test("what is no invite, no role and no name is refused, and changes nothing", async () => {
  await using served = await open();
  const { ask } = served;
  const board = await makeBoard(ask);
  const root = `POST /api/boards/${board}`;
  const link = { role: "member", days: 1, uses: 1 };
  const wrong: [string, unknown][] = [
    [`${root}/invites`, ""],
    [`${root}/invites`, null],
    [`${root}/invites`, []],
    [`${root}/invites`, {}],
    [`${root}/invites`, { email: "ann", role: "member" }],
    [`${root}/invites`, { email: "a b@c.d", role: "member" }],
    [`${root}/invites`, { email: "a@b@c", role: "member" }],
    [`${root}/invites`, { email: "a".repeat(321), role: "member" }],
    [`${root}/invites`, { email: "a@b.c", role: "owner" }],
    [`${root}/invites`, { email: "a@b.c", role: "member", link }],
    [`${root}/invites`, { link: { ...link, role: "owner" } }],
    [`${root}/invites`, { link: { ...link, days: 31 } }],
    [`${root}/invites`, { link: { ...link, days: 0 } }],
    [`${root}/invites`, { link: { ...link, days: 1.5 } }],
    [`${root}/invites`, { link: { ...link, uses: 101 } }],
    [`${root}/invites`, { link: { ...link, uses: -1 } }],
    [`${root}/invites`, { link: { ...link, by: "eve" } }],
    [`${root}/invites/revoke`, { id: 5 }],
    [`${root}/members/role`, { uid: ben.uid, role: "admin" }],
    [`${root}/members/role`, { uid: ben.uid, role: "constructor" }],
    [`${root}/members/role`, { uid: "", role: "owner" }],
    [`${root}/members/role`, { uid: { $ne: null }, role: "owner" }],
    [`${root}/members/remove`, { uid: "x".repeat(129) }],
    [`${root}/delete`, {}],
    ["POST /api/boards/invites/accept", { id: "" }],
    ["POST /api/boards/invites/accept", { id: ["a"] }],
    ["POST /api/boards/join", { secret: "x".repeat(101) }],
    ["POST /api/boards/join/look", {}],
  ];
  for (const [endpoint, body] of wrong) {
    // oxlint-disable-next-line no-await-in-loop
    expect({ endpoint, body, ...(await ask(endpoint, ann, body)) }).toMatchObject({
      status: 400,
      json: { error: { code: "invalid-request" } },
    });
  }
  const hostile = ["../users", "..%2f..%2fusers", "__proto__", "a/b", "x".repeat(500), "%00", "."];
  for (const id of hostile) {
    // oxlint-disable-next-line no-await-in-loop
    const answers = await Promise.all([
      ask("POST /api/boards/invites/accept", ben, { id: id.slice(0, 100) }),
      ask("POST /api/boards/join", ben, { secret: id.slice(0, 100) }),
      ask(`POST /api/boards/${encodeURIComponent(id)}/leave`, ben),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
  expect((await ask("POST /api/boards/join", ben, "x".repeat(5_000))).status).toBe(413);
  expect((await site.serverBackend.getValue(`boards/${board}/seq`)).value).toBe(1);
});

test("strangers are reached 20 times an hour by one account, whatever boards they have", async () => {
  let nowMs = Date.now();
  await using served = await open(() => nowMs);
  const { ask } = served;
  await using eve = await person();
  const made = await ask("POST /api/boards", eve, { name: "A", colour: "", zone: "UTC" });
  const invites = `POST /api/boards/${String(made.json?.["board"])}/invites`;
  const said: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    const invited = { email: `guest-${count}@example.com`, role: "viewer" };
    // oxlint-disable-next-line no-await-in-loop
    said.push((await ask(invites, eve, invited)).status);
  }
  expect(said).toEqual([...Array.from({ length: 20 }, () => 204), 429]);
  const link = { link: { role: "member", days: 1, uses: 1 } };
  expect((await ask(invites, eve, link)).status).toBe(201);
  nowMs += 3_600_000;
  expect((await ask(invites, eve, { email: "late@example.com", role: "viewer" })).status).toBe(204);
});

test("an account that is disabled is let in nowhere", async () => {
  await using served = await open();
  const { ask } = served;
  await using eve = await person();
  const board = await makeBoard(ask);
  const made = await ask(`POST /api/boards/${board}/invites`, ann, {
    link: { role: "member", days: 1, uses: 1 },
  });
  const { secret } = made.json as { secret: string };
  await eve.idToken();
  await site.serverBackend.updateAccount(eve.uid, { disabled: true });
  expect((await ask("POST /api/boards/join", eve, { secret })).status).toBe(401);
  expect((await ask("GET /api/boards", eve)).status).toBe(401);
});
