/** Who may ask what of a board: every endpoint by an owner, a member, a viewer, who was removed, a stranger and a visitor. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { serveBoards } from "./testing/serve-boards.ts";

const people = ["owner", "member", "viewer", "removed", "stranger"] as const;
type Person = (typeof people)[number];

/** What each of them is answered; a visitor is always told to sign in. */
const none = { removed: 404, stranger: 404 };
const ownersAlone = { member: 403, viewer: 403, ...none };
const table: Record<string, { body?: unknown; says: Record<Person, number> }> = {
  "POST /api/boards/{board}/changes": {
    body: { writes: { "cards/a/title": { v: "A", t: 1, p: 0 } } },
    // A title alone is no card.
    says: { owner: 422, member: 422, viewer: 403, ...none },
  },
  "GET /api/boards/{board}/invites": { says: { owner: 200, ...ownersAlone } },
  "POST /api/boards/{board}/invites": {
    body: { link: { role: "member", days: 1, uses: 1 } },
    says: { owner: 201, ...ownersAlone },
  },
  "POST /api/boards/{board}/invites/revoke": {
    body: { id: "0".repeat(64) },
    says: { owner: 204, ...ownersAlone },
  },
  "POST /api/boards/{board}/members/role": {
    body: { uid: "nobody", role: "viewer" },
    says: { owner: 404, ...ownersAlone },
  },
  "POST /api/boards/{board}/members/remove": {
    body: { uid: "nobody" },
    says: { owner: 204, ...ownersAlone },
  },
  "POST /api/boards/{board}/delete": {
    body: { name: "Not it" },
    says: { owner: 409, ...ownersAlone },
  },
  "GET /api/boards/{board}/public": {
    says: { owner: 200, member: 200, viewer: 200, ...none },
  },
  "GET /api/boards/{board}/log": { says: { owner: 400, member: 400, viewer: 400, ...none } },
  "GET /api/boards/{board}/export.json": {
    says: { owner: 200, member: 200, viewer: 200, ...none },
  },
  "POST /api/boards/{board}/public": {
    body: { on: false, notes: false, comments: false, index: false },
    says: { owner: 200, ...ownersAlone },
  },
  // The last: whoever may goes.
  "POST /api/boards/{board}/leave": { says: { owner: 409, member: 204, viewer: 204, ...none } },
};

let site: ServedSite;
const clients = {} as Record<Person, SignedInClient>;
beforeAll(async () => {
  site = await serveSite();
  for (const person of people) {
    // oxlint-disable-next-line no-await-in-loop
    clients[person] = await signUp(createSdkClient(site.origin));
  }
});
afterAll(async () => {
  await Promise.all(people.map((person) => clients[person][Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

test.each(["embedded", "hosted"])("each role is answered as the table says (%s)", async (mode) => {
  const backend = mode === "hosted" ? await hostedBackendOf(site) : site.serverBackend;
  await using served = await serveBoards({ backend, now: Date.now });
  const { ask, endpoints } = served;
  const { owner, removed } = clients;
  const made = await ask("POST /api/boards", owner, { name: "House", colour: "", zone: "UTC" });
  const board = String(made.json?.["board"]);
  const at = (path: string) => path.replace("{board}", board);
  const link = await ask(at("POST /api/boards/{board}/invites"), owner, {
    link: { role: "member", days: 1, uses: 9 },
  });
  const secret = link.json?.["secret"];
  for (const person of ["member", "viewer", "removed"] as const) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await ask("POST /api/boards/join", clients[person], { secret })).toEqual({
      status: 200,
      json: { board },
    });
  }
  const viewer = { uid: clients.viewer.uid, role: "viewer" };
  const role = at("POST /api/boards/{board}/members/role");
  expect((await ask(role, owner, viewer)).status).toBe(204);
  const remove = at("POST /api/boards/{board}/members/remove");
  expect((await ask(remove, owner, { uid: removed.uid })).status).toBe(204);

  const ofBoards = endpoints.filter((endpoint) => endpoint.includes("{board}"));
  expect(Object.keys(table).toSorted()).toEqual(ofBoards.toSorted());
  for (const [endpoint, { body, says }] of Object.entries(table)) {
    const said: Record<string, number> = {};
    for (const person of people) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await ask(at(endpoint), clients[person], body);
      said[person] = answer.status;
      if (person !== "removed" && person !== "stranger") continue;
      // As if there were none.
      // oxlint-disable-next-line no-await-in-loop
      const nowhere = await ask(endpoint.replace("{board}", "a".repeat(20)), owner, body);
      expect(answer).toEqual(nowhere);
      expect(answer.json).toMatchObject({ error: { code: "no-such-board" } });
    }
    expect({ endpoint, ...said }).toEqual({ endpoint, ...says });
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(at(endpoint), undefined, body)).status).toBe(401);
  }
});
