/** What somebody may try who does not use our pages. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import { createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { serveBoards } from "../api/boards/testing/serve-boards.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { createBoardUpdates } from "./board-updates.ts";
import { createPublicBoards } from "./public-boards.ts";
import { createPurge } from "./purge-board.ts";

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

let stamp = Date.now() * 1000;
const next = () => (stamp += 1);
const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;
const card = (id: string, column = "c1") => ({
  [`cards/${id}/title`]: { v: id, t: next(), p: 0 },
  [`cards/${id}/place`]: { column, order: "a0", by: "", t: next(), p: 0 },
});

async function open() {
  const served = await serveBoards({ backend: site.serverBackend, now: Date.now });
  const made = await served.ask("POST /api/boards", ann, {
    name: "House",
    colour: "",
    zone: "UTC",
  });
  return { ...served, board: String(made.json?.["board"]) };
}

test("no id is what each object of JavaScript has: Firebase's SDK would break at it", async () => {
  await using served = await open();
  const { ask, board } = served;
  const changes = `POST /api/boards/${board}/changes`;
  for (const id of ["hasOwnProperty", "__proto__", "constructor", "toString", "valueOf"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect([id, (await ask(changes, ann, { writes: card(id) })).status]).toEqual([id, 400]);
  }
  const stands = { ...card("a"), ...card("b", "hasOwnProperty") };
  expect(await ask(changes, ann, { writes: stands })).toMatchObject({
    status: 422,
    json: { refused: [{ item: "cards/b", text: "This column is gone." }] },
  });
  expect(await valueAt(`boards/${board}/seq`)).toBe(1);
});

test("odd ids are ids like others: counted, shown and looked through", async () => {
  await using served = await open();
  const { ask, board } = served;
  const odd = ["-", "_", "0", "length", "then", "at", "cards", "x".repeat(120)];
  const changes = `POST /api/boards/${board}/changes`;
  const column = {
    "columns/0/name": { v: "Odd", t: next(), p: 0 },
    "columns/0/order": { v: "b0", t: next(), p: 0 },
    "columns/0/limit": { v: odd.length, t: next(), p: 0 },
  };
  const writes = Object.assign({}, column, ...odd.map((id) => card(id, "0"))) as object;
  expect(await ask(changes, ann, { writes })).toEqual({ status: 204, json: null });
  // Its limit holds.
  const more = await ask(changes, ann, { writes: card("more", "0") });
  expect([more.status, more.json]).toMatchObject([422, { refused: [{ item: "cards/more" }] }]);
  assertBoard(await valueAt(`boards/${board}`));

  const backend = site.serverBackend;
  const { log, entries } = recordingLog();
  const update = createBoardUpdates({ backend, log });
  const purge = createPurge({ backend, update, log, now: Date.now });
  const left = await purge(board, new AbortController().signal);
  const cards = left?.items.filter(({ kind }) => kind === "cards").map(({ id }) => id);
  expect(cards?.toSorted()).toEqual(odd.toSorted());
  expect(entries).toEqual([]);
  const publicBoards = createPublicBoards({ backend, update, now: Date.now });
  const all = { on: true, notes: true, comments: true, index: false };
  const state = await publicBoards.change(ann.uid, board, all);
  const path = typeof state === "object" && state.on ? state.path : "";
  const shown = await publicBoards.read(path.split("/").at(-1) ?? "", board);
  const named = shown?.columns.find(({ name }) => name === "Odd");
  expect(named?.cards.map(({ title }) => title).toSorted()).toEqual(odd.toSorted());
});

test("what is no place of a board is refused whole, and nothing of it is written", async () => {
  await using served = await open();
  const { ask, board } = served;
  const changes = `POST /api/boards/${board}/changes`;
  const value = { v: "x", t: next(), p: 0 };
  const paths = [
    "cards/a/../../members/x/role",
    "cards/a.b/title",
    "cards/a$/title",
    "cards//title",
    "members/x/role",
    "seq/a/b",
    "counts/cards/v",
    "public/slug/v",
    "cards/a/title/v",
    "cards/a/__proto__",
    "cards/a/constructor",
    `cards/${"a".repeat(121)}/title`,
    "cards/ä/title",
    "cards/a/number ",
    "log/s000000001/at",
    "told/a/b",
  ];
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await ask(changes, ann, { writes: { ...card("good"), [path]: value } });
    expect([path, answer.status]).toEqual([path, 400]);
  }
  expect(await valueAt(`boards/${board}/seq`)).toBe(1);
  expect(await valueAt(`boards/${board}/cards`)).toBeNull();
});

test("who was removed reads nothing more by any endpoint, and an older link does not let them in again", async () => {
  await using served = await open();
  const { ask, board } = served;
  const link = { role: "member", days: 1, uses: 9 };
  const { json } = await ask(`POST /api/boards/${board}/invites`, ann, { link });
  const secret = json?.["secret"];
  await ask("POST /api/boards/join", ben, { secret });
  await ask(`POST /api/boards/${board}/members/role`, ann, { uid: ben.uid, role: "viewer" });
  const writes = card("late");
  expect((await ask(`POST /api/boards/${board}/changes`, ben, { writes })).status).toBe(403);
  // A viewer who leaves does not come back as the member that the link makes.
  expect((await ask(`POST /api/boards/${board}/leave`, ben)).status).toBe(204);
  expect((await ask("POST /api/boards/join", ben, { secret })).status).toBe(404);
  const none = { status: 404, json: { error: { code: "no-such-board" } } };
  for (const endpoint of [
    `GET /api/boards/${board}/export.json`,
    `GET /api/boards/${board}/log?before=s000000009`,
    `GET /api/boards/${board}/public`,
    `GET /api/boards/${board}/invites`,
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await ask(endpoint, ben)).toMatchObject(none);
  }
  expect(await ask(`POST /api/boards/${board}/changes`, ben, { writes })).toMatchObject(none);
});
