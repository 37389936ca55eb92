import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { followValue } from "./own-values.ts";
import { type LiveSite, enter, openEmbeddedSite } from "./records/testing/live-site.ts";

const patience = { timeout: 10_000 };
const page = new EventTarget();
const online = () => page.dispatchEvent(new Event("online"));
let site: LiveSite;
let uid: string;

beforeAll(async () => {
  site = await openEmbeddedSite();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
}, 30_000);

afterAll(async () => {
  vi.unstubAllGlobals();
  await site[Symbol.asyncDispose]();
});

let heard: unknown[] = [];
let problems: unknown[] = [];
beforeEach(() => {
  heard = [];
  problems = [];
});

const follow = (path: string) =>
  followValue(
    path,
    (value) => heard.push(value),
    (error) => problems.push(error),
  );

const seq = (board: string, seq: number) =>
  site.backend.updateValues({ [`boards/${board}/seq`]: seq });
const isIn = (board: string, is: boolean) =>
  site.backend.updateValues({ [`boards/${board}/members/${uid}`]: is ? { role: "member" } : null });

test("what could not be begun is said once, and begun once the site can be reached", async () => {
  site.isOffline = true;
  const stop = follow(".info/connected");
  await vi.waitFor(() => expect(problems).toHaveLength(1));
  online();
  site.isOffline = false;
  await vi.waitFor(() => {
    online();
    expect(heard).toContain(true);
  }, patience);
  expect(problems).toHaveLength(1);
  stop();
});

/** Also what came before it on the same line has arrived then. */
async function arrived(): Promise<void> {
  const told: unknown[] = [];
  const stop = followValue("boards/fence/seq", (value) => told.push(value), fail);
  await vi.waitFor(() => expect(told).not.toEqual([]), patience);
  stop();
}

function fail(error: unknown): void {
  throw error;
}

/** Ends its listening, of who may read there again then. */
async function lose(board: string): Promise<void> {
  // No new token comes meanwhile, with which it would be over for good.
  site.isOffline = true;
  await isIn(board, false);
  await arrived();
  await isIn(board, true);
  site.isOffline = false;
}

test("a listening that ends for who may still read begins again, each time, and nobody is told", async () => {
  uid = await enter();
  await Promise.all([isIn("fence", true), seq("fence", 1), isIn("plan", true), seq("plan", 1)]);
  const stop = follow("boards/plan/seq");
  await vi.waitFor(() => expect(heard).toEqual([1]), patience);
  for (const next of [2, 3, 4, 5, 6]) {
    // oxlint-disable no-await-in-loop -- one after the other
    await lose("plan");
    await seq("plan", next);
    await vi.waitFor(() => {
      online();
      expect(heard.at(-1)).toBe(next);
    }, patience);
    // oxlint-enable no-await-in-loop
  }
  // However often that was, it waits no longer than at first.
  await lose("plan");
  await seq("plan", 7);
  await vi.waitFor(() => expect(heard.at(-1)).toBe(7), patience);
  expect(problems).toEqual([]);
  stop();
}, 60_000);

test("who may not read with a new token either is told so, once and for good", async () => {
  await isIn("house", true);
  await seq("house", 1);
  const stop = follow("boards/house/seq");
  await vi.waitFor(() => expect(heard).toEqual([1]), patience);
  await isIn("house", false);
  await vi.waitFor(() => expect(problems).toMatchObject([{ code: "PERMISSION_DENIED" }]), patience);
  await isIn("house", true);
  await seq("house", 2);
  const other = follow("boards/house/seq");
  await vi.waitFor(() => expect(heard).toEqual([1, 2]), patience);
  expect(problems).toHaveLength(1);
  other();
  stop();
});

test("what was ended tells nothing more", async () => {
  await isIn("shed", true);
  const [one, other] = [follow("boards/shed/seq"), follow("boards/shed/seq")];
  one();
  await seq("shed", 7);
  await vi.waitFor(() => expect(heard.at(-1)).toBe(7), patience);
  expect(heard.filter((value) => value === 7)).toHaveLength(1);
  other();
});
