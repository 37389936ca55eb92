import { afterAll, beforeAll, expect, test } from "vitest";
import { logKey } from "#lib/boards/judge-input.ts";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { BackendError, type ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createBoardPeople } from "./board-people.ts";
import { createOlderLogs } from "./older-log.ts";
import { createPublicBoards } from "./public-boards.ts";
import { createPurge } from "./purge-board.ts";
import { boardSweep } from "./sweep-boards.ts";
import { openFollowing } from "./testing/open-following.ts";

let site: Site;
let ann = "";
beforeAll(async () => {
  site = await openSite();
  ann = (await site.serverBackend.createAccount({ email: "ann@example.com" })).uid;
});
afterAll(async () => site[Symbol.asyncDispose]());

const dayMs = 86_400_000;
const start = Date.now();
let now = start;
let stamp = start * 1000;
const next = () => (stamp += 1);
const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;

function open(backend: ServerBackend = site.serverBackend) {
  const { log, entries } = recordingLog();
  const deps = { backend, log, now: () => now };
  const following = openFollowing({ ...deps, isOnlyCopy: true });
  const { due, follow, update } = following;
  // What the sweep finds no job has done.
  const people = createBoardPeople({ ...deps, jobs: () => ({ schedule: async () => "late" }) });
  const olderLogs = createOlderLogs({ ...deps, update });
  const kind = boardSweep({
    ...deps,
    purge: createPurge({ ...deps, update }),
    follow,
    due,
    olderLogs,
    ...people,
  })["sweep-boards"];
  const context = { signal: new AbortController().signal, jobId: "every-sweep-boards", attempt: 1 };
  return {
    ...following,
    entries,
    end: people.end,
    olderLogs,
    publicBoards: createPublicBoards({ ...deps, update }),
    sweep: async (): Promise<PlainFields> => (await kind?.run({}, context)) ?? {},
  };
}
type Opened = ReturnType<typeof open>;

async function make({ boards }: Opened): Promise<string> {
  await site.serverBackend.updateValues({ boards: null });
  const made = await boards.create(ann, { name: "House", colour: "", zone: "UTC" });
  return (made as { board: string }).board;
}

const card = (id: string, more: Record<string, object> = {}) => ({
  [`cards/${id}/title`]: { v: id, t: next(), p: 0 },
  [`cards/${id}/place`]: { column: "c1", order: "a0", by: ann, t: next(), p: 0 },
  ...Object.fromEntries(
    Object.entries(more).map(([name, value]) => [
      `cards/${id}/${name}`,
      { ...value, t: next(), p: 0 },
    ]),
  ),
});
const gone = { gone: { v: true } };
const hanging = (of: string) => ({
  [`checks/k${of}/title`]: { v: "check", t: next(), p: 0 },
  [`checks/k${of}/place`]: { card: of, order: "a0", t: next(), p: 0 },
  [`comments/m${of}/text`]: { v: "words", t: next(), p: 0 },
  [`comments/m${of}/of`]: { card: of, by: ann, on: start, t: next(), p: 0 },
});

test("what was deleted a month ago goes with all that hangs on it, and the counts are right", async () => {
  const opened = open();
  const board = await make(opened);
  const put = (path: string) =>
    site.serverBackend.putObject(path, new Uint8Array(2), { contentType: "text/plain" });
  const path = `boards/${board}/f1/a.txt`;
  await put(path);
  await opened.boards.change(ann, board, {
    ...card("old", gone),
    ...card("stays"),
    ...hanging("old"),
    ...hanging("stays"),
    "files/f1/of": { card: "old", by: ann, path, type: "text/plain", size: 2, t: next(), p: 0 },
    "files/f1/name": { v: "a.txt", t: next(), p: 0 },
  });
  now = start + 29 * dayMs;
  expect(await opened.sweep()).toMatchObject({ boards: 1, purged: 0, files: 0, failed: 0 });
  now = start + 31 * dayMs;
  expect(await opened.sweep()).toMatchObject({ boards: 1, purged: 4, files: 1, failed: 0 });
  const stored = (await valueAt(`boards/${board}`)) as Record<string, Record<string, object>>;
  expect(Object.keys(stored["cards"]!)).toEqual(["stays"]);
  expect(Object.keys(stored["checks"]!)).toEqual(["kstays"]);
  expect(Object.keys(stored["comments"]!)).toEqual(["mstays"]);
  expect(stored["files"]).toBeUndefined();
  expect(await site.serverBackend.getObject(path)).toBeNull();
  expect(stored["meta"]).toEqual({ swept: now });
  assertBoard(stored);
  expect(opened.entries).toEqual([]);
  // Nothing more to do: nothing is written.
  expect(await opened.sweep()).toMatchObject({ purged: 0 });
  expect(await valueAt(`boards/${board}/seq`)).toBe(stored["seq"]);
  now = start;
});

test("an item whose id breaks what listens to it goes at once, with what hangs on it", async () => {
  const opened = open();
  const board = await make(opened);
  await opened.boards.change(ann, board, { ...card("a"), ...hanging("a") });
  const whole = (await valueAt(`boards/${board}`)) as Record<string, Record<string, object>>;
  const check = whole["checks"]!["ka"] as Record<string, object>;
  const place = { ...check["place"], card: "hasOwnProperty" };
  const number = { v: 2, t: 1, p: 0 };
  await site.serverBackend.updateValues({
    [`boards/${board}/cards/hasOwnProperty`]: { ...whole["cards"]!["a"], number },
    [`boards/${board}/checks/ka`]: { ...check, place },
  });
  expect(await opened.sweep()).toMatchObject({ purged: 2, failed: 0 });
  expect(Object.keys((await valueAt(`boards/${board}/cards`)) as object)).toEqual(["a"]);
  expect(await valueAt(`boards/${board}/checks`)).toBeNull();
});

test("whatever a client says of when it was deleted, the month begins when the server hears of it", async () => {
  const opened = open();
  const board = await make(opened);
  const before = (start - 40 * dayMs) * 1000;
  now = start;
  const said = await opened.boards.change(ann, board, {
    "cards/old/title": { v: "old", t: before, p: 0 },
    "cards/old/place": { column: "c1", order: "a0", by: ann, t: before, p: 0 },
    "cards/old/gone": { v: true, t: before + 1, p: 0 },
  });
  expect(said).toBe("taken");
  expect(await opened.sweep()).toMatchObject({ purged: 0, failed: 0 });
  now = start + 31 * dayMs;
  expect(await opened.sweep()).toMatchObject({ purged: 1, failed: 0 });
  now = start;
});

test("a column stays as long as a card stood in it, one that nobody needs goes", async () => {
  const opened = open();
  const board = await make(opened);
  await opened.boards.change(ann, board, card("a", { archived: { v: true } }));
  await opened.boards.change(ann, board, {
    "columns/c1/gone": { v: true, t: next(), p: 0 },
    "columns/c2/gone": { v: true, t: next(), p: 0 },
  });
  now = start + 31 * dayMs;
  await opened.sweep();
  const columns = (await valueAt(`boards/${board}/columns`)) as object;
  expect(Object.keys(columns)).toEqual(["c1", "c3"]);
  assertBoard(await valueAt(`boards/${board}`));
  now = start;
});

test("counts that are wrong are mended and said", async () => {
  const opened = open();
  const board = await make(opened);
  await opened.boards.change(ann, board, card("a"));
  await site.serverBackend.updateValues({
    [`boards/${board}/counts/alive/c1`]: 7,
    [`boards/${board}/counts/number`]: 0,
  });
  await opened.sweep();
  assertBoard(await valueAt(`boards/${board}`));
  expect(opened.entries.map(({ msg }) => msg)).toEqual(["a board was not counted right"]);
  expect(await valueAt(`boards/${board}/counts/number`)).toBe(1);
});

test("a change that comes between is lost to nobody", async () => {
  const whole = site.serverBackend;
  const opened = open();
  const board = await make(opened);
  await opened.boards.change(ann, board, card("old", gone));
  now = start + 31 * dayMs;
  let isFirst = true;
  const slow = open({
    ...whole,
    async updateInOrder(...update) {
      if (isFirst) {
        isFirst = false;
        await opened.boards.change(ann, board, card("between"));
      }
      return whole.updateInOrder(...update);
    },
  });
  await slow.sweep();
  expect(Object.keys((await valueAt(`boards/${board}/cards`)) as object)).toEqual(["between"]);
  assertBoard(await valueAt(`boards/${board}`));
  now = start;
});

test("an upload that no board names goes after a week, files of a board that is gone at once", async () => {
  const opened = open();
  const board = await make(opened);
  const lost = "z".repeat(20);
  const [path, other] = [`boards/${board}/f9/a.txt`, `boards/${lost}/f9/a.txt`];
  for (const name of [path, other]) {
    // oxlint-disable-next-line no-await-in-loop
    await site.serverBackend.putObject(name, new Uint8Array(2), { contentType: "text/plain" });
  }
  await opened.sweep();
  expect(await site.serverBackend.getObject(other)).toBeNull();
  expect(await site.serverBackend.getObject(path)).not.toBeNull();
  now = start + 8 * dayMs;
  await opened.sweep();
  expect(await site.serverBackend.getObject(path)).toBeNull();
  now = start;
});

test("what is due soon is planned, and what nobody was told of is told", async () => {
  const opened = open();
  const board = await make(opened);
  const day = new Date(start + 10 * dayMs).toISOString().slice(0, 10);
  await opened.boards.change(
    ann,
    board,
    card("a", { people: { v: ann }, due: { v: day, zone: "" } }),
  );
  await opened.follow.follow(board);
  const jobs = async () =>
    site.serverBackend.findDocuments("jobs", { where: { kind: "board-due" }, limit: 9 });
  expect(await jobs()).toEqual([]);
  await site.serverBackend.putValue(`boards/${board}/told`, 0);
  now = start + 9 * dayMs;
  await opened.sweep();
  expect(await jobs()).toHaveLength(1);
  expect(await valueAt(`boards/${board}/told`)).toBe(2);
  now = start;
});

test("who was a member of a board that is deleted hears so, also when the sweep comes to it first", async () => {
  const opened = open();
  const board = await make(opened);
  const ben = (await site.serverBackend.createAccount({ email: "ben@example.com" })).uid;
  await site.serverBackend.putValue(`boards/${board}/members/${ben}`, { role: "member" });
  expect(await opened.end.close(board, ann, async () => undefined)).toBe("done");
  await opened.sweep();
  expect(await valueAt(`boards/${board}`)).toBeNull();
  expect(Object.values((await valueAt(`notifications/${ben}`)) ?? {})).toMatchObject([
    { title: "Somebody deleted the board “House”" },
  ]);
});

test("a long log goes into documents, from where it is read page by page without a gap", async () => {
  const opened = open();
  const board = await make(opened);
  const entries = Object.fromEntries(
    Array.from({ length: 6_199 }, (_, at) => [
      `boards/${board}/log/${logKey(at + 2)}`,
      {
        at: start,
        by: "ann",
        acts: [{ k: "title", card: "x".repeat(at % 100 === 0 ? 20_000 : 5) }],
      },
    ]),
  );
  await site.serverBackend.updateValues({
    ...entries,
    [`boards/${board}/seq`]: 6_200,
    [`boards/${board}/told`]: 6_200,
  });
  expect(await opened.sweep()).toMatchObject({ logged: 1_000, failed: 0 });
  const left = Object.keys((await valueAt(`boards/${board}/log`)) as object).toSorted();
  expect([left.length, left[0]]).toEqual([5_200, logKey(1_001)]);
  const read: string[] = [];
  for (let before = logKey(1_001); ; before = read.at(-1) ?? "") {
    // oxlint-disable-next-line no-await-in-loop
    const page = await opened.olderLogs.read(board, before);
    if (page.entries.length === 0) break;
    read.push(...page.entries.map(({ key }) => key));
  }
  expect(read).toEqual(Array.from({ length: 1_000 }, (_, at) => logKey(1_000 - at)));
  expect(await opened.olderLogs.read("../users", logKey(9))).toEqual({ entries: [] });
});

test("a log with entries that are too large to be read together, or for a document, moves as well", async () => {
  const most = 100;
  const opened = open({
    ...site.serverBackend,
    async queryValues(path, query) {
      const isTooMuch = path.endsWith("/log") && query.limit > most;
      if (isTooMuch) throw new BackendError("INVALID_ARGUMENT", "The value is too large.");
      return site.serverBackend.queryValues(path, query);
    },
  });
  const board = await make(opened);
  const entry = { at: start, by: "ann", acts: [{ k: "title", card: "a" }] };
  const large = { ...entry, w: ["x".repeat(1_100_000)] };
  const keys = Array.from({ length: 5_499 }, (_, at) => logKey(at + 2));
  await site.serverBackend.updateValues({
    ...Object.fromEntries(keys.map((key) => [`boards/${board}/log/${key}`, entry])),
    [`boards/${board}/log/${logKey(7)}`]: large,
    [`boards/${board}/log/${logKey(8)}`]: { ...large, acts: large.w },
    [`boards/${board}/seq`]: 5_500,
    [`boards/${board}/told`]: 5_500,
  });
  expect(await opened.olderLogs.move(board)).toBe(500);
  const { entries } = await opened.olderLogs.read(board, logKey(10));
  expect(entries.map(({ key }) => key)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map(logKey));
  expect(entries[1]).toMatchObject({ by: "ann", acts: [], w: [] });
  expect(entries[2]).toMatchObject({ by: "ann", acts: entry.acts, w: [] });
});

test("a log that has become large by few changes keeps fewer of them in the database, and changes wait for that", async () => {
  const opened = open();
  const board = await make(opened);
  const large = { at: start, by: "ann", acts: [], w: ["x".repeat(5_000)] };
  const keys = Array.from({ length: 60 }, (_, at) => logKey(at + 2));
  await site.serverBackend.updateValues({
    ...Object.fromEntries(keys.map((key) => [`boards/${board}/log/${key}`, large])),
    [`boards/${board}/seq`]: 61,
    [`boards/${board}/told`]: 61,
    [`boards/${board}/counts/log`]: 200_000_001,
  });
  expect(await opened.boards.change(ann, board, card("late"))).toBe("busy");
  expect(await opened.boards.change(ann, board, card("later"))).toBe("busy");
  expect(opened.entries).toMatchObject([{ board, by: ann }]);
  const { backend, update } = { ...opened, backend: site.serverBackend };
  const olderLogs = createOlderLogs({ backend, update, mostBytes: 201_000 });
  expect(await olderLogs.move(board)).toBe(22);
  const bytes = Number(await valueAt(`boards/${board}/counts/log`));
  expect([bytes > 190_000, bytes <= 201_000]).toEqual([true, true]);
  expect(await opened.boards.change(ann, board, card("late"))).toBe("taken");
  expect(Number(await valueAt(`boards/${board}/counts/log`))).toBeGreaterThan(bytes);
  const { entries } = await olderLogs.read(board, logKey(24));
  expect(entries.map(({ key }) => key).slice(0, 2)).toEqual([logKey(22), logKey(21)]);
});

test("of the older log so many documents are kept", async () => {
  const opened = open();
  const board = await make(opened);
  const entry = { at: start, by: "ann", acts: [] };
  const keys = Array.from({ length: 5_498 }, (_, at) => logKey(at + 600));
  await site.serverBackend.updateValues({
    ...Object.fromEntries(keys.map((key) => [`boards/${board}/log/${key}`, entry])),
    [`boards/${board}/seq`]: 6_097,
    [`boards/${board}/told`]: 6_097,
  });
  const blocks = Array.from({ length: 520 }, (_, at) => logKey(at + 2));
  for (const some of [blocks.slice(0, 260), blocks.slice(260)]) {
    // oxlint-disable-next-line no-await-in-loop
    await site.serverBackend.commit(
      some.map((key) => ({
        set: `boardLogs/${board}_${key}`,
        data: { board, from: key, to: key, entries: JSON.stringify([[key, entry]]) },
      })),
    );
  }
  expect(await opened.sweep()).toMatchObject({ logged: 0, failed: 0 });
  expect(await opened.olderLogs.move(board)).toBe(0);
  await site.serverBackend.updateValues({
    [`boards/${board}/log/${logKey(6_098)}`]: entry,
    [`boards/${board}/log/${logKey(6_099)}`]: entry,
    [`boards/${board}/seq`]: 6_099,
    [`boards/${board}/told`]: 6_099,
  });
  expect(await opened.olderLogs.move(board)).toBe(500);
  const where = { board };
  expect(
    await site.serverBackend.findDocuments("boardLogs", { where, fields: ["from"], limit: 999 }),
  ).toHaveLength(500);
});

test("a document of the older log has room for names in any letters", async () => {
  const opened = open();
  const board = await make(opened);
  const name = "屋".repeat(200);
  const acts = Array.from({ length: 12 }, (_, at) => ({
    k: "file",
    card: "a",
    id: `f${at}`,
    name,
  }));
  const entry = { at: start, by: "ann", acts };
  const keys = Array.from({ length: 5_499 }, (_, at) => logKey(at + 2));
  await site.serverBackend.updateValues({
    ...Object.fromEntries(
      keys.map((key, at) => [`boards/${board}/log/${key}`, at < 250 ? entry : { at, by: "ann" }]),
    ),
    [`boards/${board}/seq`]: 5_500,
    [`boards/${board}/told`]: 5_500,
  });
  expect(await opened.olderLogs.move(board)).toBe(500);
  const { entries } = await opened.olderLogs.read(board, logKey(250));
  expect(entries[0]).toMatchObject({ key: logKey(249), acts });
});

test("an address that is switched off is forgotten, one that is on stays", async () => {
  const opened = open();
  const board = await make(opened);
  const state = await opened.publicBoards.change(ann, board, {
    on: true,
    notes: false,
    comments: false,
    index: false,
  });
  await site.serverBackend.commit([
    { set: `publicBoards/${"b".repeat(26)}`, data: { board } },
    { set: `publicBoards/${"c".repeat(26)}`, data: { board: "gone" } },
  ]);
  now = start + 2 * dayMs;
  expect(await opened.sweep()).toMatchObject({ slugs: 2 });
  const [left, ...others] = await site.serverBackend.listDocuments("publicBoards");
  expect([`/TaskManager/${left?.id}`, others]).toEqual([
    typeof state === "object" && state.on ? state.path : "",
    [],
  ]);
  now = start;
});

test("one board that cannot be read keeps no other from its turn", async () => {
  const whole = site.serverBackend;
  const opened = open();
  const board = await make(opened);
  const bad = "a".repeat(20);
  await site.serverBackend.putValue(`boards/${bad}`, {
    seq: 1,
    members: { [ann]: { role: "owner" } },
  });
  const half = open({
    ...whole,
    async exportChildren(path, page) {
      if (path === `boards/${bad}/cards`) throw new Error("It cannot be read.");
      return whole.exportChildren(path, page);
    },
  });
  await opened.boards.change(ann, board, card("old", gone));
  now = start + 31 * dayMs;
  expect(await half.sweep()).toMatchObject({ failed: 1, purged: 1 });
  now = start;
});
