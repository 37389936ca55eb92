import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Op } from "#lib/records/register.ts";
import { forgetBoards } from "./kept-boards.ts";
import {
  type BoardEntry,
  type BoardMember,
  boardConfig,
  followBoards,
  followMembers,
  followLeft,
  followLog,
  readLog,
  waitingOf,
} from "./boards.ts";
import { openOutbox } from "./outbox/open-outbox.ts";
import { openOutboxOf } from "./outbox/outbox-of.ts";
import { TestBrowser, TestTime } from "./outbox/testing/browser.ts";
import { createMemoryBaseStore } from "./records/base-store.ts";
import { createDatabaseHttp } from "./records/database-http.ts";
import { followRecords } from "./records/follow-records.ts";
import { createRecords } from "./records/records-of.ts";
import { sendRecords } from "./records/records-sender.ts";
import { type LiveSite, enter, openEmbeddedSite } from "./records/testing/live-site.ts";
import { sendUnsent } from "./unsent.ts";

const patience = { timeout: 10_000 };
let site: LiveSite;
let uid: string;
const kept = new Map<string, string>();
/** As a browser has them, which Node does not. */
const page = {
  localStorage: {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  },
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

beforeAll(async () => {
  site = await openEmbeddedSite();
  uid = await enter();
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  Object.defineProperty(navigator, "onLine", { value: true, configurable: true });
}, 30_000);

afterAll(async () => {
  for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  await site[Symbol.asyncDispose]();
});

beforeEach(() => kept.clear());

const member = { role: "member", name: "Ann", since: 5 } as const;
const entry = { role: "owner", name: "Roof", colour: "red", at: 5 } as const;
const failed = vi.fn<(error: unknown) => void>();

test("the boards of an account are heard of as they change, and at once what was heard of last", async () => {
  const heard: (readonly BoardEntry[])[] = [];
  const stop = followBoards(uid, (boards) => heard.push(boards), failed);
  await vi.waitFor(() => expect(heard).toEqual([[]]), patience);
  await site.backend.updateValues({ [`boardsOf/${uid}/plan`]: entry });
  await vi.waitFor(() => expect(heard.at(-1)).toEqual([{ id: "plan", ...entry }]), patience);
  stop();
  const later: (readonly BoardEntry[])[] = [];
  followBoards(uid, (boards) => later.push(boards), failed)();
  expect(later).toEqual([[{ id: "plan", ...entry }]]);
  expect(failed).not.toHaveBeenCalled();
});

test("of a board that is not in the list any more nothing is kept", async () => {
  const left = "left".repeat(5);
  for (const name of [uid, `${uid}:${left}`, `${uid}:plan`]) kept.set(`foyer:boards:${name}`, "{}");
  await site.backend.updateValues({ [`boardsOf/${uid}/plan`]: entry });
  const stop = followBoards(uid, () => undefined, failed);
  const names = [`foyer:boards:${uid}`, `foyer:boards:${uid}:plan`];
  await vi.waitFor(() => expect([...kept.keys()]).toEqual(names), patience);
  stop();
});

test("who is removed hears no more of the members, and keeps nothing of them", async () => {
  await site.backend.updateValues({ [`boards/plan/members/${uid}`]: member });
  let heard: readonly BoardMember[] = [];
  let denied: unknown;
  const stop = followMembers(
    uid,
    "plan",
    (members) => (heard = members),
    (error) => (denied = error),
  );
  await vi.waitFor(() => expect(heard).toEqual([{ uid, ...member }]), patience);
  expect([...kept.keys()]).toEqual([`foyer:boards:${uid}:plan`]);
  await site.backend.updateValues({ [`boards/plan/members/${uid}`]: null });
  await vi.waitFor(() => expect(denied).toBeDefined(), patience);
  expect(kept.size).toBe(0);
  stop();
});

test("who leaves nothing here leaves nothing of the boards, and nothing of others' goes", () => {
  for (const name of [uid, `${uid}:plan`, `${uid}2`]) kept.set(`foyer:boards:${name}`, "{}");
  forgetBoards(uid);
  expect([...kept.keys()]).toEqual([`foyer:boards:${uid}2`]);
});

test("the log is read from its end", async () => {
  const said = (at: number) => ({
    at,
    by: uid,
    acts: [{ k: "board" }],
    w: [`board/board/name ${at}`],
  });
  await site.backend.updateValues({
    [`boards/logged/members/${uid}`]: member,
    "boards/logged/log/s000000001": said(1),
    "boards/logged/log/s000000002": said(2),
    "boards/logged/log/s000000003": { at: 3, by: uid },
  });
  const last = await readLog("logged", undefined, 2);
  expect(last).toMatchObject([{ key: "s000000003", acts: [], w: [] }, said(2)]);
  expect(await readLog("logged", last.at(-1)?.key)).toEqual([{ key: "s000000001", ...said(1) }]);
});

test("what is older than the database keeps of the log is asked of the server", async () => {
  const old = { key: "s000000006", at: 6, by: uid, acts: [], w: [] };
  await site.backend.updateValues({
    [`boards/old/members/${uid}`]: member,
    "boards/old/log/s000000007": { at: 7, by: uid },
  });
  using answers = answerBoards(200, { entries: [old] });
  expect((await readLog("old")).map(({ at }) => at)).toEqual([7, 6]);
  expect(await readLog("old", "s000000007")).toEqual([old]);
  const path = "/api/boards/old/log?before=s000000007";
  expect(answers.asked).toEqual([path, path]);
});

test("the end of the log is heard of, and each line that comes, until somebody is no member any more", async () => {
  const said = (at: number) => ({ at, by: uid, acts: [{ k: "board" }], w: [] });
  await site.backend.updateValues({
    [`boards/told/members/${uid}`]: member,
    "boards/told/log/s000000001": said(1),
    "boards/told/log/s000000002": said(2),
  });
  const heard: number[][] = [];
  const problems: unknown[] = [];
  const end = followLog(
    "told",
    2,
    (entries) => heard.push(entries.map(({ at }) => at)),
    (error) => problems.push(error),
  );
  await vi.waitFor(() => expect(heard.at(-1)).toEqual([2, 1]), patience);
  await site.backend.updateValues({ "boards/told/log/s000000003": said(3) });
  await vi.waitFor(() => expect(heard.at(-1)).toEqual([3, 2]), patience);
  await site.backend.updateValues({
    [`boards/told/members/${uid}`]: null,
    "boards/told/log/s000000004": said(4),
  });
  await vi.waitFor(() => expect(problems).toHaveLength(1), patience);
  expect(heard.at(-1)).toEqual([3, 2]);
  end();
});

/** With the SDK's listeners and the real rules; nothing is changed here. */
async function openLive(board: string, store = createMemoryBaseStore()) {
  const config = boardConfig(board);
  const { parts } = new TestBrowser(new TestTime()).tab(uid);
  const after = (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  };
  const outbox = await openOutboxOf({ ...parts, after, clock: () => performance.now() });
  const http = createDatabaseHttp(uid);
  const now = () => Date.now();
  return createRecords({
    config,
    outbox,
    store,
    http,
    follow: followRecords(uid, config),
    attach: sendRecords(outbox, { config, http, store, tell: async () => false, now }).attach,
    now,
    after,
    onOnline: () => () => undefined,
    frame: (call) => void setTimeout(call),
    log: () => undefined,
  });
}

test("two boards are open at once, and the one whose member somebody is no more ends and leaves nothing", async () => {
  const name = (v: string) => ({ at: 5, name: { v, t: 5, p: 0 } });
  await site.backend.updateValues({
    [`boards/one/members/${uid}`]: member,
    [`boards/two/members/${uid}`]: member,
    "boards/one/columns/c": name("One"),
    "boards/two/columns/c": name("Two"),
    "boards/one/cards/a": name("Roof"),
  });
  const store = createMemoryBaseStore();
  const one = await openLive("one", store);
  const two = await openLive("two");
  const shown = () =>
    [one, two].map((records) => records.item("columns", "c")?.registers["name"]?.value["v"]);
  await vi.waitFor(() => expect(shown()).toEqual(["One", "Two"]), patience);
  await vi.waitFor(async () => expect((await store.read()).items).toHaveLength(2), patience);
  await site.backend.updateValues({ [`boards/one/members/${uid}`]: null });
  await vi.waitFor(() => expect(one.status()).toMatchObject({ denied: true }), patience);
  expect([one.all("cards").size, two.status(), ...shown()]).toEqual([0, "ready", undefined, "Two"]);
  await vi.waitFor(async () => expect((await store.read()).items).toEqual([]), patience);
  await site.backend.updateValues({ "boards/two/columns/c": name("Two again") });
  await vi.waitFor(() => expect(shown()).toEqual([undefined, "Two again"]), patience);
  for (const records of [one, two]) records.close();
});

const op: Op = {
  kind: "columns",
  id: "c",
  register: "name",
  value: { v: "Roof" },
  from: null,
  p: 0,
  t: Date.now() * 1000,
  isNew: true,
};

/** @returns the addresses that were asked, each answered with `status` */
function answerBoards(status: number, body?: object) {
  const asked: string[] = [];
  const { fetch } = globalThis;
  Object.assign(globalThis, {
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      if (typeof input !== "string" || !input.startsWith("/api/boards/")) return fetch(input, init);
      asked.push(input);
      return new Response(body && JSON.stringify(body), { status });
    },
  });
  return { asked, [Symbol.dispose]: () => void Object.assign(globalThis, { fetch }) };
}

async function openBoardsOutbox() {
  // Node has no IndexedDB, which is said.
  vi.spyOn(console, "error").mockReturnValue();
  const outbox = await openOutbox(uid);
  const add = (board: string) =>
    outbox.add({ tool: `boards/${board}`, key: "all", data: { ops: [op] } });
  return { outbox, add };
}

test("what waits of boards is sent while none of them is open, also when somebody signs out", async () => {
  const { outbox, add } = await openBoardsOutbox();
  using answers = answerBoards(204);
  await Promise.all([add("three"), add("four")]);
  expect((await waitingOf(uid, "four")).ops).toEqual([op]);
  await sendUnsent(uid);
  const paths = ["/api/boards/four/changes", "/api/boards/three/changes"];
  expect([answers.asked.toSorted(), outbox.state().entries]).toEqual([paths, []]);
  outbox.close();
});

test("of boards that somebody was removed from what was refused and what was begun is known, until they let it go", async () => {
  const { outbox, add } = await openBoardsOutbox();
  const answer = { error: { code: "no-such-board", message: "There is no such board." } };
  using _ = answerBoards(404, answer);
  kept.set(`foyer:boards:${uid}:six:comment:card`, JSON.stringify("Begun"));
  kept.set(`foyer:boards:${uid}:own:comment:card`, JSON.stringify("Of a board that is there"));
  let left: readonly string[] = [];
  const own = { id: "own", ...entry };
  const stop = followLeft(uid, [own], (boards) => (left = boards), failed);
  await vi.waitFor(() => expect(left).toEqual(["six"]), patience);
  await Promise.all([add("five"), add("own")]);
  expect(left).toEqual(["six"]);
  await expect(sendUnsent(uid)).rejects.toThrow("There is no such board.");
  await vi.waitFor(() => expect(left).toEqual(["five", "six"]), patience);
  const [five, six] = await Promise.all([waitingOf(uid, "five"), waitingOf(uid, "six")]);
  expect(five.ops).toMatchObject([{ value: { v: "Roof" } }]);
  expect(six.ops).toMatchObject([{ kind: "comments", value: { v: "Begun" } }]);
  await Promise.all([five.letGo(), six.letGo()]);
  await vi.waitFor(() => expect(left).toEqual([]), patience);
  expect((await waitingOf(uid, "six")).ops).toEqual([]);
  expect(failed).not.toHaveBeenCalled();
  stop();
  outbox.close();
});
