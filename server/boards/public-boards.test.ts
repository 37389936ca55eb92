import { afterAll, beforeAll, expect, test } from "vitest";
import type { PublicState } from "#lib/boards/api.ts";
import { slugOfPath } from "#lib/boards/public-board.ts";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { createBoardUpdates } from "./board-updates.ts";
import { createBoards } from "./boards.ts";
import { type PublicBoards, createPublicBoards } from "./public-boards.ts";

let site: ServedSite;
let far: ServerBackend;
beforeAll(async () => {
  site = await serveSite();
  far = await hostedBackendOf(site);
});
afterAll(async () => site[Symbol.asyncDispose]());

let now = Date.now();
let stamp = now * 1000;
const next = () => (stamp += 1);
const all = { on: true, notes: true, comments: true, index: false };
const off = { ...all, on: false };
const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;

function open(backend: ServerBackend = site.serverBackend): PublicBoards {
  const { log } = recordingLog();
  const update = createBoardUpdates({ backend, log });
  return createPublicBoards({ backend, update, now: () => now });
}

async function make(): Promise<string> {
  const backend = site.serverBackend;
  const boards = createBoards({ backend, log: recordingLog().log, now: () => now });
  const made = await boards.create("ann", { name: "House", colour: "", zone: "UTC" });
  const { board } = made as { board: string };
  await backend.putValue(`boards/${board}/members/ben`, { role: "member" });
  await boards.change("ann", board, {
    "cards/a/title": { v: "Fix roof", t: next(), p: 0 },
    "cards/a/place": { column: "c1", order: "a0", by: "ann", t: next(), p: 0 },
    "cards/a/people": { v: "ann ben", t: next(), p: 0 },
  });
  return board;
}

function slugIn(state: PublicState | string): string {
  const path = typeof state === "object" && state.on ? state.path : "";
  const slug = slugOfPath(path);
  if (slug === undefined) throw new Error(`${JSON.stringify(state)} has no address.`);
  return slug;
}

test.each(["in the process", "over the network"])(
  "a board is open from when its owner says so until they say no, and leads nowhere then (%s)",
  async (where) => {
    const boards = open(where === "in the process" ? undefined : far);
    const board = await make();
    expect(await boards.state("ben", board)).toEqual({ on: false });
    const slug = slugIn(await boards.change("ann", board, all));
    expect(await boards.find(slug)).toEqual({ board, seq: 3, since: now, index: false });
    expect(await boards.read(slug, board)).toMatchObject({
      title: "House",
      columns: [{ name: "To do", cards: [{ title: "Fix roof" }] }, {}, {}],
    });
    expect(await boards.change("ann", board, off)).toEqual({ on: false });
    expect(await boards.find(slug)).toBeUndefined();
    expect(await boards.read(slug, board)).toBeUndefined();
    expect(await open(far).find(slug)).toBeUndefined();
    expect(await site.serverBackend.getDocument(`publicBoards/${slug}`)).toBeNull();
    assertBoard(await valueAt(`boards/${board}`));
    const log = JSON.stringify(await valueAt(`boards/${board}/log`));
    expect(log.match(/"public"/g)).toHaveLength(2);
    expect(log).not.toContain(slug);
  },
);

test("switched on anew it has another address, while it is on the same one", async () => {
  const boards = open();
  const board = await make();
  const first = slugIn(await boards.change("ann", board, all));
  now += 1;
  expect(slugIn(await boards.change("ann", board, { ...all, notes: false, index: true }))).toBe(
    first,
  );
  expect(await boards.find(first)).toMatchObject({ since: now, index: true });
  await boards.change("ann", board, off);
  const second = slugIn(await boards.change("ann", board, all));
  expect(second).not.toBe(first);
  expect(await boards.find(first)).toBeUndefined();
  expect(
    await site.serverBackend.findDocuments("publicBoards", { where: { board }, limit: 9 }),
  ).toHaveLength(1);
});

test("owners alone switch it, members see how it stands, nobody else learns that there is a board", async () => {
  const boards = open();
  const board = await make();
  expect(await boards.change("ben", board, all)).toBe("not-owner");
  expect(await boards.change("eve", board, all)).toBe("no-such-board");
  expect(await boards.state("eve", board)).toBe("no-such-board");
  expect(await boards.state("ann", "../users")).toBe("no-such-board");
  expect(await valueAt(`boards/${board}/public`)).toBeNull();
  expect(await boards.change("ann", board, off)).toEqual({ on: false });
  expect(await valueAt(`boards/${board}/seq`)).toBe(2);
});

test("two owners' servers at once leave one address, and nothing of the other", async () => {
  const board = await make();
  const states = await Promise.all(
    [open(), open(far)].map((boards) => boards.change("ann", board, all)),
  );
  expect(new Set(states.map(slugIn)).size).toBe(1);
  expect(
    await site.serverBackend.findDocuments("publicBoards", { where: { board }, limit: 9 }),
  ).toHaveLength(1);
});

test("what is switched off while it is read is not shown", async () => {
  const board = await make();
  const whole = site.serverBackend;
  const boards = open();
  const slug = slugIn(await boards.change("ann", board, all));
  const slow = open({
    ...whole,
    async exportChildren(path, page) {
      const answer = await whole.exportChildren(path, page);
      if (path === `boards/${board}/cards`) await boards.change("ann", board, off);
      return answer;
    },
  });
  expect(await slow.read(slug, board)).toBeUndefined();
});
