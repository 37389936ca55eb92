import { afterAll, beforeAll, expect, test } from "vitest";
import { logKey } from "#lib/boards/judge-input.ts";
import type { Notification } from "#lib/notification.ts";
import { BackendError, type ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { openFollowing } from "./testing/open-following.ts";

let site: ServedSite;
let [ann, ben] = ["", ""];
beforeAll(async () => {
  site = await serveSite();
  const make = async (email: string) => (await site.serverBackend.createAccount({ email })).uid;
  ann = await make("ann@example.com");
  ben = await make("ben@example.com");
  await site.serverBackend.putValue(`users/${ann}/name`, "Ann");
});
afterAll(async () => site[Symbol.asyncDispose]());

const patient = { timeout: 20_000 };
const start = Date.parse("2026-12-01T12:00:00Z");
let now = start;
let stamp = start * 1000;
const next = () => (stamp += 1);

function open(backend: ServerBackend = site.serverBackend) {
  const { log, entries } = recordingLog();
  return { ...openFollowing({ backend, log, now: () => now, isOnlyCopy: true }), entries };
}

const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;

/** Ann's, with Ben in it and a card of his. */
async function plan({ boards, follow }: ReturnType<typeof open>): Promise<string> {
  const made = await boards.create(ann, { name: "House", colour: "", zone: "Europe/Berlin" });
  const { board } = made as { board: string };
  await site.serverBackend.putValue(`boards/${board}/members/${ben}`, {
    role: "member",
    name: "Ben",
    since: 1,
  });
  await boards.change(ann, board, card("roof", { people: { v: ben } }));
  await follow.follow(board);
  await site.serverBackend.putValue(`notifications/${ben}`, null);
  return board;
}

const card = (id: string, more: Record<string, object> = {}) => ({
  [`cards/${id}/title`]: { v: `Fix ${id}`, t: next(), p: 0 },
  [`cards/${id}/place`]: { column: "c1", order: "a0", by: "", t: next(), p: 0 },
  ...Object.fromEntries(
    Object.entries(more).map(([name, value]) => [
      `cards/${id}/${name}`,
      { ...value, t: next(), p: 0 },
    ]),
  ),
});
const comment = (by: string, of = "roof", mentions = "", id = `c${next()}`) => ({
  [`comments/${id}/text`]: { v: "The secret words", t: next(), p: 0 },
  [`comments/${id}/of`]: { card: of, by, on: start, t: next(), p: 0 },
  [`comments/${id}/mentions`]: { v: mentions, t: next(), p: 0 },
});

async function toldTo(uid: string): Promise<Notification[]> {
  return Object.values((await valueAt(`notifications/${uid}`)) ?? {}) as Notification[];
}

test("who was not there hears of it once, whoever follows and how often", async () => {
  const one = open();
  const board = await plan(one);
  await one.boards.change(ann, board, comment(ann));
  await one.follow.follow(board);
  const far = open(await hostedBackendOf(site));
  await site.serverBackend.putValue(`boards/${board}/told`, 0);
  await Promise.allSettled([one.follow.follow(board), far.follow.follow(board)]);
  await one.follow.follow(board);
  expect(await valueAt(`boards/${board}/told`)).toBe(await valueAt(`boards/${board}/seq`));
  expect(await toldTo(ann)).toEqual([]);
  const told = await toldTo(ben);
  expect(told.filter(({ title }) => title === "Ann wrote on a card of yours")).toEqual([
    {
      kind: "board",
      title: "Ann wrote on a card of yours",
      text: "#1 Fix roof · House",
      path: `/TaskManager?board=${board}&card=roof#comments`,
      at: start,
      read: false,
      sent: true,
    },
  ]);
  expect(JSON.stringify(told)).not.toContain("secret words");
});

test("a change is followed by itself, several at once are followed all", async () => {
  const { boards, follow, ...parts } = open();
  const board = await plan({ boards, follow, ...parts });
  await Promise.all([1, 2, 3].map(() => boards.change(ann, board, comment(ann))));
  const count = async () => (await toldTo(ben)).length;
  await expect.poll(count, patient).toBe(3);
  await follow.close();
});

test("who is new in an edited comment is told once, however often it is edited", async () => {
  const { boards, follow, ...parts } = open();
  const board = await plan({ boards, follow, ...parts });
  await follow.close();
  const writes = comment(ann, "bin");
  const [path = ""] = Object.keys(writes).filter((one) => one.endsWith("/mentions"));
  await boards.change(ann, board, { ...card("bin"), ...writes });
  let p = Number((writes[path] as { t?: number }).t);
  for (const v of [ben, "", ben]) {
    const t = next();
    // oxlint-disable-next-line no-await-in-loop
    expect(await boards.change(ann, board, { [path]: { v, t, p } })).toBe("taken");
    p = t;
  }
  await open().follow.follow(board);
  expect((await toldTo(ben)).map(({ title }) => title)).toEqual(["Ann mentioned you"]);
});

test("a comment that is called like an entry takes no notification from it", async () => {
  const { boards, follow, ...parts } = open();
  const board = await plan({ boards, follow, ...parts });
  await follow.close();
  const seq = Number(await valueAt(`boards/${board}/seq`));
  const id = logKey(seq + 2);
  await boards.change(ann, board, comment(ann, "roof", ben, id));
  await boards.change(ann, board, card("bin", { people: { v: ben } }));
  await open().follow.follow(board);
  const titles = (await toldTo(ben)).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["Ann gave you a card", "Ann mentioned you"]);
});

test("a change whose answer is lost on the way is followed all the same", async () => {
  const before = open();
  const board = await plan(before);
  await before.follow.close();
  const whole = site.serverBackend;
  let isCut = true;
  const { boards, follow } = open({
    ...whole,
    async updateInOrder(kind, of, values) {
      const taken = await whole.updateInOrder(kind, of, values);
      if (isCut) throw new BackendError("UNAVAILABLE", "foyer.firebaseio.com cannot be reached.");
      return taken;
    },
  });
  const writes = comment(ann);
  await expect(boards.change(ann, board, writes)).rejects.toThrow("cannot be reached");
  isCut = false;
  expect(await boards.change(ann, board, writes)).toBe("taken");
  const titles = async () => (await toldTo(ben)).map(({ title }) => title);
  await expect.poll(titles, patient).toEqual(["Ann wrote on a card of yours"]);
  await follow.close();
});

test(
  "nobody fills the centre of another: beyond a hundred the log alone says it",
  patient,
  async () => {
    const one = open();
    const board = await plan(one);
    await one.follow.close();
    for (let count = 0; count < 110; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await one.boards.change(ann, board, comment(ann, "roof", ben))).toBe("taken");
    }
    const { follow } = open();
    await follow.follow(board);
    expect(await toldTo(ben)).toHaveLength(100);
    expect(await valueAt(`boards/${board}/told`)).toBe(await valueAt(`boards/${board}/seq`));
    now += 60_000;
    await one.boards.change(ann, board, comment(ann));
    await follow.follow(board);
    expect(await toldTo(ben)).toHaveLength(101);
    now = start;
  },
);

test("who has left hears nothing any more", async () => {
  const { boards, follow, ...parts } = open();
  const board = await plan({ boards, follow, ...parts });
  await follow.close();
  await boards.change(ann, board, comment(ann, "roof", ben));
  await site.serverBackend.putValue(`boards/${board}/members/${ben}`, null);
  await open().follow.follow(board);
  expect(await toldTo(ben)).toEqual([]);
});

test("what an earlier process did not come to is told at the start", async () => {
  const before = open();
  const board = await plan(before);
  await before.follow.close();
  await before.boards.change(ann, board, comment(ann, "roof", ben));
  expect(await toldTo(ben)).toEqual([]);
  const { follow } = open();
  follow.start();
  const titles = async () => (await toldTo(ben)).map(({ title }) => title);
  await expect.poll(titles, patient).toEqual(["Ann mentioned you"]);
  await follow.close();
});

test("what cannot be told now is told by a job", async () => {
  const whole = site.serverBackend;
  let isBroken = false;
  const { boards, follow, jobs, entries, ...parts } = open({
    ...whole,
    async queryValues(...asked) {
      if (isBroken) throw new BackendError("UNAVAILABLE", "No.");
      return whole.queryValues(...asked);
    },
  });
  const board = await plan({ boards, follow, jobs, entries, ...parts });
  isBroken = true;
  await boards.change(ann, board, comment(ann));
  await expect
    .poll(() => entries.map(({ msg }) => msg), patient)
    .toContainEqual("what follows of a board's changes is done later");
  isBroken = false;
  await expect
    .poll(async () => {
      now += 20_000;
      await jobs.runDue();
      return (await toldTo(ben)).length;
    }, patient)
    .toBe(1);
  await follow.close();
  await jobs.close();
  now = start;
});

test("a board that goes while it is followed leaves nothing behind", async () => {
  const { boards, follow, ...parts } = open();
  const board = await plan({ boards, follow, ...parts });
  await follow.close();
  await boards.change(ann, board, comment(ann));
  const whole = site.serverBackend;
  const late = open({
    ...whole,
    async queryValues(...asked) {
      const page = await whole.queryValues(...asked);
      await whole.putValue(`boards/${board}`, null);
      return page;
    },
  });
  await late.follow.follow(board);
  expect(await valueAt(`boards/${board}`)).toBeNull();
});
