import { afterAll, beforeEach, beforeAll, expect, test } from "vitest";
import type { Notification } from "#lib/notification.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { openFollowing } from "./testing/open-following.ts";

let site: Site;
let [ann, ben] = ["", ""];
beforeAll(async () => {
  site = await openSite();
  const make = async (email: string) => (await site.serverBackend.createAccount({ email })).uid;
  ann = await make("ann@example.com");
  ben = await make("ben@example.com");
});
afterAll(async () => site[Symbol.asyncDispose]());
beforeEach(() => {
  now = start;
});

/** Noon in Berlin, an hour later than in UTC. */
const start = Date.parse("2026-12-01T11:00:00Z");
const hourMs = 3_600_000;
let now = start;
let stamp = start * 1000;
const next = () => (stamp += 1);

const open = () =>
  openFollowing({
    backend: site.serverBackend,
    log: recordingLog().log,
    now: () => now,
    isOnlyCopy: true,
  });
type Opened = ReturnType<typeof open>;

async function plan({ boards }: Opened): Promise<string> {
  await site.serverBackend.putValue(`notifications`, null);
  const made = await boards.create(ann, { name: "House", colour: "", zone: "Europe/Berlin" });
  return (made as { board: string }).board;
}

const card = (due: string, people: string, zone = "") => ({
  "cards/roof/title": { v: "Fix roof", t: next(), p: 0 },
  "cards/roof/place": { column: "c1", order: "a0", by: ann, t: next(), p: 0 },
  "cards/roof/people": { v: people, t: next(), p: 0 },
  "cards/roof/due": { v: due, zone, t: next(), p: 0 },
});

async function write({ boards, follow }: Opened, board: string, writes: object): Promise<void> {
  expect(await boards.change(ann, board, writes as Record<string, unknown>)).toBe("taken");
  await follow.follow(board);
}

/** Changes one register, as it stands now. */
async function set(opened: Opened, board: string, register: string, value: object) {
  const path = `cards/roof/${register}`;
  const { value: stored } = await site.serverBackend.getValue(`boards/${board}/${path}`);
  const p = (stored as { t: number } | null)?.t ?? 0;
  await write(opened, board, { [path]: { ...value, t: next(), p } });
}

async function at({ jobs }: Opened, ms: number): Promise<void> {
  now = ms;
  await jobs.runDue();
}

async function told(uid = ann): Promise<Pick<Notification, "title" | "text" | "path">[]> {
  const { value } = await site.serverBackend.getValue(`notifications/${uid}`);
  const all = Object.values((value ?? {}) as Record<string, Notification>);
  return all.filter(({ text }) => text.startsWith("Due"));
}

test("a date is told on its morning in the board's time, to the people of the card", async () => {
  const opened = open();
  const board = await plan(opened);
  await write(opened, board, card("2026-12-02", ann));
  await at(opened, Date.parse("2026-12-02T07:59:00Z"));
  expect(await told()).toEqual([]);
  await at(opened, Date.parse("2026-12-02T08:00:00Z"));
  expect(await told()).toMatchObject([
    {
      title: "#1 Fix roof",
      text: "Due 2 Dec 2026 · House",
      path: `/TaskManager?board=${board}&card=roof`,
    },
  ]);
  expect(await told(ben)).toEqual([]);
  await opened.jobs.close();
});

test("a time is told a day before and an hour before, once each, also by a server that starts anew", async () => {
  const opened = open();
  const board = await plan(opened);
  await write(opened, board, card("2026-12-02T18:00", ann, "Europe/Berlin"));
  await at(opened, start + 6 * hourMs);
  expect(await told()).toMatchObject([{ text: "Due 2 Dec 2026, 18:00 · House" }]);
  await opened.jobs.close();
  const again = open();
  await site.serverBackend.putValue(`boards/${board}/told`, 0);
  await again.follow.follow(board);
  await at(again, start + 28 * hourMs);
  await at(again, start + 40 * hourMs);
  expect(await told()).toHaveLength(2);
  await again.jobs.close();
});

test("what is over when it is written down is no news", async () => {
  const opened = open();
  const board = await plan(opened);
  await write(opened, board, card("2026-12-01T12:30", ann, "Europe/Berlin"));
  await at(opened, start + 10 * hourMs);
  expect(await told()).toEqual([]);
  await opened.jobs.close();
});

test("another date is told instead of the first", async () => {
  const opened = open();
  const board = await plan(opened);
  await write(opened, board, card("2026-12-02", ann));
  await set(opened, board, "due", { v: "2026-12-03", zone: "" });
  await at(opened, Date.parse("2026-12-02T12:00:00Z"));
  expect(await told()).toEqual([]);
  await at(opened, Date.parse("2026-12-03T08:00:00Z"));
  expect(await told()).toMatchObject([{ text: "Due 3 Dec 2026 · House" }]);
  await opened.jobs.close();
});

test.each([
  ["done", { v: true, by: "x" }],
  ["archived", { v: true }],
  ["gone", { v: true }],
  ["due", { v: "", zone: "" }],
  ["people", { v: "" }],
])("nothing is told of a card once its %s says so", async (register, value) => {
  const opened = open();
  const board = await plan(opened);
  await write(opened, board, card("2026-12-02", ann));
  await set(opened, board, register, value);
  await at(opened, Date.parse("2026-12-02T12:00:00Z"));
  expect(await told()).toEqual([]);
  await opened.jobs.close();
});

test("who is no member any more hears nothing, and a board that is gone tells nobody", async () => {
  const opened = open();
  const board = await plan(opened);
  await site.serverBackend.putValue(`boards/${board}/members/${ben}`, { role: "member" });
  await write(opened, board, card("2026-12-02", `${ann} ${ben}`));
  await site.serverBackend.putValue(`boards/${board}/members/${ben}`, null);
  await at(opened, Date.parse("2026-12-02T08:00:00Z"));
  expect([(await told()).length, (await told(ben)).length]).toEqual([1, 0]);
  const other = await plan(opened);
  await write(opened, other, card("2026-12-03", ann));
  await site.serverBackend.putValue(`boards/${other}`, null);
  await at(opened, Date.parse("2026-12-03T08:00:00Z"));
  expect(await told()).toEqual([]);
  await opened.jobs.close();
});
