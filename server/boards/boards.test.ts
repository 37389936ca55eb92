import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { type Boards, type BoardsBackend, createBoards } from "./boards.ts";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
});
afterAll(async () => site[Symbol.asyncDispose]());

const { log, entries } = recordingLog();
const now = () => Date.now();
const house = { name: "House", colour: "red", zone: "Europe/Berlin" };

function open(backend: BoardsBackend = site.serverBackend): Boards {
  return createBoards({ backend, log, now });
}

async function make(uid: string): Promise<string> {
  const made = await open().create(uid, house);
  if (typeof made !== "object" || !("board" in made)) throw new Error("No board was made.");
  return made.board;
}

const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;

let stamp = Date.now() * 1000;
const next = () => (stamp += 1);

const card = (id: string, column: string) => ({
  [`cards/${id}/title`]: { v: id, t: next(), p: 0 },
  [`cards/${id}/place`]: { column, order: "a0", by: "ann", t: next(), p: 0 },
});

test("a new board has its columns, its owner, a log and a place in their list, in one update", async () => {
  await site.serverBackend.putValue("users/ann/name", "Ann");
  const board = await make("ann");
  expect(board).toMatch(/^[a-z0-9]{20}$/);
  const stored = (await valueAt(`boards/${board}`)) as Record<string, object>;
  assertBoard(stored);
  expect(stored["seq"]).toBe(1);
  expect(Object.keys(stored["columns"]!)).toEqual(["c1", "c2", "c3"]);
  expect(stored["members"]).toEqual({
    ann: { role: "owner", name: "Ann", since: expect.any(Number) },
  });
  expect(await valueAt(`boardsOf/ann/${board}`)).toEqual({
    role: "owner",
    name: "House",
    colour: "red",
    at: expect.any(Number),
  });
  const membership = await site.serverBackend.getDocument(`memberships/boards_${board}_ann`);
  expect(membership?.data).toEqual({
    kind: "boards",
    id: board,
    uid: "ann",
    role: "owner",
    name: "Ann",
    since: expect.any(Number),
  });
});

test("a board needs a name and a zone that is one; nobody owns more than 20", async () => {
  const boards = open();
  expect(await boards.create("max", { ...house, name: " " })).toHaveProperty("fault");
  expect(await boards.create("max", { ...house, zone: "Mars" })).toHaveProperty("fault");
  expect(await boards.create("max", { ...house, colour: "#f00" })).toHaveProperty("fault");
  expect(
    await site.serverBackend.findDocuments("memberships", { where: { uid: "max" }, limit: 1 }),
  ).toEqual([]);
  for (let count = 0; count < 20; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await boards.create("max", house)).toHaveProperty("board");
  }
  expect(await boards.create("max", house)).toBe("too-many");
});

test("nobody owns more than 20, also of many that are made at once", async () => {
  const boards = open();
  const made = await Promise.all(Array.from({ length: 30 }, () => boards.create("mia", house)));
  const ids = made.filter((one) => typeof one === "object" && "board" in one);
  const where = { kind: "boards", uid: "mia" };
  const found = await site.serverBackend.findDocuments("memberships", { where, limit: 100 });
  expect(found).toHaveLength(ids.length);
  expect(ids.length).toBeLessThanOrEqual(20);
  expect(Object.keys((await valueAt("boardsOf/mia")) ?? {})).toHaveLength(ids.length);
});

test("a change is judged and answered; the same again is answered the same, and written once", async () => {
  const board = await make("ann");
  const boards = open();
  const writes = card("a", "c1");
  expect(await boards.change("ann", board, writes)).toBe("taken");
  expect(await boards.change("ann", board, writes)).toBe("taken");
  expect(await valueAt(`boards/${board}/seq`)).toBe(2);
  const late = { "cards/a/title": { v: "Late", t: next(), p: 0 } };
  expect(await boards.change("ann", board, late)).toBe("stale");
  const wrong = { "cards/b/title": { v: "x".repeat(501), t: next(), p: 0 } };
  expect(await boards.change("ann", board, wrong)).toMatchObject({
    refused: [{ item: "cards/b" }],
  });
  expect(await boards.change("ann", board, { "log/a/b": 1 })).toHaveProperty("fault");
  assertBoard(await valueAt(`boards/${board}`));
});

test("for who is no member there is no board; a viewer is told so", async () => {
  const board = await make("ann");
  const boards = open();
  expect(await boards.change("eve", board, card("a", "c1"))).toBe("no-such-board");
  expect(await boards.change("ann", "a".repeat(20), card("a", "c1"))).toBe("no-such-board");
  expect(await boards.change("ann", "../users", card("a", "c1"))).toBe("no-such-board");
  expect(await boards.change("a/../ann", board, card("a", "c1"))).toBe("no-such-board");
  await site.serverBackend.putValue(`boards/${board}/members/vic`, { role: "viewer" });
  expect(await boards.change("vic", board, card("a", "c1"))).toBe("viewer");
  expect(await valueAt(`boards/${board}/cards`)).toBeNull();
});

test("a card that comes back from the archive counts in the column that it stood in", async () => {
  const board = await make("ann");
  const boards = open();
  await boards.change("ann", board, {
    "columns/c1/limit": { v: 1, t: next(), p: 0 },
    ...card("a", "c1"),
  });
  const archived = next();
  await boards.change("ann", board, { "cards/a/archived": { v: true, t: archived, p: 0 } });
  expect(await boards.change("ann", board, card("b", "c1"))).toBe("taken");
  const back = { "cards/a/archived": { v: false, t: next(), p: archived } };
  expect(await boards.change("ann", board, back)).toMatchObject({
    refused: [{ item: "cards/a", register: null }],
  });
});

test("a file is taken once it is there", async () => {
  const board = await make("ann");
  const boards = open();
  const path = `boards/${board}/f/plan.txt`;
  const writes = {
    "files/f/name": { v: "plan.txt", t: next(), p: 0 },
    "files/f/of": { card: "a", by: "ann", path, type: "text/plain", size: 2, t: next(), p: 0 },
  };
  expect(await boards.change("ann", board, writes)).toMatchObject({
    refused: [{ item: "files/f" }],
  });
  await site.serverBackend.putObject(path, new Uint8Array(2), { contentType: "text/plain" });
  expect(await boards.change("ann", board, writes)).toBe("taken");
});

/** In this process and over the network, in turn. */
async function servers(count: number): Promise<BoardsBackend[]> {
  const far = await hostedBackendOf(site);
  return Array.from({ length: count }, (_, at) => (at % 2 === 0 ? site.serverBackend : far));
}

test(
  "8 servers and 80 cards for a column of 20: 20 stand in it, no number twice, the log whole",
  { timeout: 60_000 },
  async () => {
    const board = await make("ann");
    await open().change("ann", board, { "columns/c2/limit": { v: 20, t: next(), p: 0 } });
    const answers = await Promise.all(
      (await servers(8)).map(async (backend, server) => {
        const boards = open(backend);
        const said: unknown[] = [];
        for (let at = 0; at < 10; at += 1) {
          const writes = card(`s${server}-${at}`, "c2");
          // oxlint-disable-next-line no-await-in-loop
          let answer = await boards.change("ann", board, writes);
          // As a browser does.
          // oxlint-disable-next-line no-await-in-loop
          while (answer === "busy") answer = await boards.change("ann", board, writes);
          said.push(answer);
        }
        return said;
      }),
    );
    const all = answers.flat();
    expect(all.filter((answer) => answer === "taken")).toHaveLength(20);
    expect(all.filter((answer) => typeof answer === "object")).toHaveLength(60);
    const stored = (await valueAt(`boards/${board}`)) as Record<string, object>;
    assertBoard(stored);
    expect(Object.keys(stored["cards"]!)).toHaveLength(20);
  },
);

test("a server that stood still between judging and writing writes nothing late", async () => {
  const board = await make("ann");
  await open().change("ann", board, {
    ...card("a", "c1"),
    "columns/c2/limit": { v: 1, t: next(), p: 0 },
  });
  const hosted = await hostedBackendOf(site);
  const stands = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const slow = open({
    ...hosted,
    async updateInOrder(...update) {
      stands.resolve();
      await goesOn.promise;
      return hosted.updateInOrder(...update);
    },
  });
  const placed = async (by: Boards, id: string) => {
    const { t } = (await valueAt(`boards/${board}/cards/${id}/place`)) as { t: number };
    const place = { column: "c2", order: "a1", by: "ann", t: next(), p: t };
    return by.change("ann", board, { [`cards/${id}/place`]: place });
  };
  const late = placed(slow, "a");
  await stands.promise;
  expect(await open().change("ann", board, card("b", "c2"))).toBe("taken");
  goesOn.resolve();
  expect(await late).toMatchObject({ refused: [{ item: "cards/a", register: "place" }] });
  assertBoard(await valueAt(`boards/${board}`));
});

test("who is removed while a server stands still writes nothing any more", async () => {
  const board = await make("ann");
  await site.serverBackend.putValue(`boards/${board}/members/ben`, { role: "member" });
  const backend = site.serverBackend;
  let isFirst = true;
  const slow = open({
    ...backend,
    async updateInOrder(kind, of, values) {
      if (isFirst) {
        isFirst = false;
        const gone = { [`boards/${board}/seq`]: 2, [`boards/${board}/members/ben`]: null };
        await backend.updateInOrder("boards", board, gone);
      }
      return backend.updateInOrder(kind, of, values);
    },
  });
  expect(await slow.change("ben", board, card("a", "c1"))).toBe("no-such-board");
  expect(await valueAt(`boards/${board}/cards`)).toBeNull();
});

test("rules that refuse what nobody else has changed are a fault, said in the log and not tried for ever", async () => {
  const board = await make("ann");
  let asked = 0;
  const shut = open({
    ...site.serverBackend,
    async updateInOrder() {
      asked += 1;
      return false;
    },
  });
  expect(await shut.change("ann", board, card("a", "c1"))).toBe("busy");
  expect(asked).toBe(1);
  expect(entries.filter(({ id: of }) => of === board)).toHaveLength(1);
});

test("a board that is deleted while somebody writes stays deleted", async () => {
  const board = await make("ann");
  const backend = site.serverBackend;
  const slow = open({
    ...backend,
    async updateInOrder(kind, of, values) {
      await backend.updateValues({ [`boards/${board}`]: null });
      return backend.updateInOrder(kind, of, values);
    },
  });
  expect(await slow.change("ann", board, card("a", "c1"))).toBe("no-such-board");
  expect(await valueAt(`boards/${board}`)).toBeNull();
});
