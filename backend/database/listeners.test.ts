/** The order of reads and commits, decided by the test: what sockets meet only now and then. */
import { expect, test } from "vitest";
import { OperationError, silentLog } from "../sqlite/index.ts";
import type { Listen, ListenTarget } from "./listen.ts";
import { createListeners } from "./listeners.ts";
import type { RefreshGroup, RefreshResult } from "./refresh.ts";

function openListeners() {
  const reads: {
    groups: RefreshGroup[];
    answer: (result: RefreshResult) => void;
    fail: () => void;
  }[] = [];
  let wake = () => {};
  const listeners = createListeners({
    refresh: (groups) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new OperationError("store-busy", "Too many reads are waiting."));
        reads.push({ groups, answer: resolve, fail });
        wake();
      }),
    caughtUp: async () => {},
    log: silentLog,
  });
  const told: string[] = [];
  let version = 0;
  const target: ListenTarget = {
    refreshAuth: () => {},
    caller: () => null,
    callerKey: () => "",
    authVersion: () => version,
    push: (action, body) => void told.push(`${action} ${body}`),
    onEnded: () => void told.push("ended"),
    fail: (reason) => void told.push(`fail ${reason}`),
  };
  const listenTo = (path: string): Listen => ({
    target,
    path: path.split("/"),
    query: undefined,
    wireQuery: undefined,
    tag: undefined,
    answer: (status) => void told.push(`answer ${status}`),
    knownHash: undefined,
    ended: false,
    pending: undefined,
    flying: undefined,
    wholeAt: 0,
    retries: 0,
  });
  return {
    listeners,
    told,
    listenTo,
    signInAnew: () => (version += 1),
    nextRead: async () => {
      while (reads.length === 0) {
        // oxlint-disable-next-line no-await-in-loop
        await new Promise<void>((resolve) => (wake = resolve));
      }
      const { groups, answer, fail } = reads.shift() as (typeof reads)[number];
      const parts = groups.map((group) => group.parts.map((part) => part.join("/")));
      return {
        parts,
        fail,
        answer(commit: number, text: string, allowed = true) {
          const each = groups.map((group) => ({
            allowed: [allowed],
            texts: allowed ? group.parts.map(() => text) : undefined,
            tooBig: false,
          }));
          answer({ commit, groups: each });
        },
      };
    },
  };
}

test("what was read before a part of the same write was known of is read again, together", async () => {
  const { listeners, told, listenTo, nextRead } = openListeners();
  const listen = listenTo("a");
  listeners.add(listen);
  (await nextRead()).answer(1, "1");
  await listeners.settled([listen]);
  listeners.onCommit(2, [["a", "x"]]);
  const early = await nextRead();
  listeners.onCommit(3, [
    ["a", "x"],
    ["a", "y"],
  ]);
  early.answer(3, "3");
  const again = await nextRead();
  expect(again.parts).toEqual([["x", "y"]]);
  again.answer(3, "3");
  await listeners.settled([listen]);
  expect(told).toEqual(['d {"p":"a","d":1}', "answer ok", 'm {"p":"a","d":{"x":3,"y":3}}']);
});

test("a listen that is written to without a pause is told its whole value before long", async () => {
  const { listeners, told, listenTo, nextRead } = openListeners();
  const listen = listenTo("a");
  listeners.add(listen);
  (await nextRead()).answer(1, "1");
  await listeners.settled([listen]);
  listeners.onCommit(2, [["a", "x"]]);
  for (let commit = 3; told.length < 3; commit += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const read = await nextRead();
    listeners.onCommit(commit, [["a", commit % 2 === 0 ? "x" : "y"]]);
    read.answer(commit, `"at ${commit}"`);
    expect(commit).toBeLessThan(20);
    // oxlint-disable-next-line no-await-in-loop
    await Promise.resolve();
    // oxlint-disable-next-line no-await-in-loop
    await Promise.resolve();
    // oxlint-disable-next-line no-await-in-loop
    await Promise.resolve();
  }
  expect(told.at(-1)).toMatch(/^d \{"p":"a","d":"at \d+"\}$/);
});

test("what was read for another sign-in is not told", async () => {
  const { listeners, told, listenTo, nextRead, signInAnew } = openListeners();
  const listen = listenTo("a");
  listeners.add(listen);
  const read = await nextRead();
  signInAnew();
  listeners.recheck([listen]);
  read.answer(1, '"secret"');
  (await nextRead()).answer(1, "", false);
  await listeners.settled([listen]);
  expect(told).toEqual(["answer permission_denied", "ended"]);
});

test("a commit that the first value already has is not told twice, a later one is", async () => {
  const { listeners, told, listenTo, nextRead } = openListeners();
  const listen = listenTo("a");
  listeners.add(listen);
  const read = await nextRead();
  listeners.onCommit(4, [["a", "x"]]);
  read.answer(5, "1");
  await listeners.settled([listen]);
  listeners.onCommit(5, [["a"]]);
  listeners.onCommit(6, [["other"]]);
  listeners.onCommit(7, [["a", "z"]]);
  const later = await nextRead();
  expect(later.parts).toEqual([["z"]]);
  later.answer(7, "7");
  await listeners.settled([listen]);
  expect(told).toEqual(['d {"p":"a","d":1}', "answer ok", 'd {"p":"a/z","d":7}']);
});

test("when nothing can be read, the sockets of old and new listens must start anew", async () => {
  const { listeners, told, listenTo, nextRead } = openListeners();
  const [old, fresh] = [listenTo("a"), listenTo("b")];
  listeners.add(old);
  (await nextRead()).answer(1, "1");
  await listeners.settled([old]);
  listeners.onCommit(2, [["a"]]);
  listeners.add(fresh);
  (await nextRead()).fail();
  await listeners.settled([old, fresh]);
  expect(told.slice(2).toSorted()).toEqual([
    "answer unavailable",
    "fail The database is busy; connect again.",
    "fail The database is busy; connect again.",
  ]);
  listeners.onCommit(3, [["a"], ["b"]]);
  expect(old.pending).toBeUndefined();
});
