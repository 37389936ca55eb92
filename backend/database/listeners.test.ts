/** The order of reads and commits, decided by the test: what sockets meet only now and then. */
import { expect, test } from "vitest";
import { OperationError, silentLog } from "../sqlite/index.ts";
import { type Listen, type ListenTarget, newListen } from "./listen.ts";
import { createListeners } from "./listeners.ts";
import { formatPath } from "./path.ts";
import type { Query } from "./query.ts";
import type { ChildChange, RefreshResult, ViewInput, ViewResult } from "./refresh.ts";

const LAST_TWO: Query = {
  index: { by: "key" },
  start: undefined,
  end: undefined,
  limit: { count: 2, from: "last" },
};
const FROM_B: Query = {
  index: { by: "key" },
  start: { value: "b", key: undefined, inclusive: true },
  end: undefined,
  limit: undefined,
};

type Read = {
  views: ViewInput[];
  seen: number;
  answer: (result: RefreshResult) => void;
  fail: () => void;
};

function openListeners() {
  const reads: Read[] = [];
  let wake = () => {};
  const listeners = createListeners({
    refresh: ({ views, seen }) =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new OperationError("store-busy", "Too many reads are waiting."));
        reads.push({ views, seen, answer: resolve, fail });
        wake();
      }),
    lastCommit: 0,
    log: silentLog,
  });
  const told: string[] = [];
  let version = 0;
  const target: ListenTarget = {
    refreshAuth: () => {},
    callerKey: () => "",
    authVersion: () => version,
    tell({ tag }, { kind, at, data }) {
      if (data === '"cannot be told"') throw new Error("The socket is broken.");
      told.push(`${tag === undefined ? "" : `${tag} `}${kind} ${at || "."} ${data}`);
    },
    onEnded: (_listen, why) => void told.push(`ended ${why}`),
    fail: (reason) => void told.push(`fail ${reason}`),
  };
  const listenTo = (path: string, more: { query?: Query; knownHash?: string; tag?: number } = {}) =>
    newListen({
      target,
      path: path.split("/"),
      query: undefined,
      answer: (status) => void told.push(`answer ${status}`),
      ...more,
    });
  async function nextRead() {
    while (reads.length === 0) {
      // oxlint-disable-next-line no-await-in-loop
      await new Promise<void>((resolve) => (wake = resolve));
    }
    const read = reads.shift() as Read;
    return {
      seen: read.seen,
      views: read.views,
      parts: read.views.map((view) => view.parts.map(formatPath)),
      fail: read.fail,
      answer: (commit: number, ...views: Partial<ViewResult>[]) =>
        read.answer({ commit, views: views.map((view) => ({ ...NOTHING, ...view })) }),
    };
  }
  async function open(listen: Listen, commit: number, text: string, window: string[] = []) {
    listeners.add(listen);
    (await nextRead()).answer(commit, whole(text, window));
    await listeners.settled([listen]);
    told.length = 0;
  }
  return { listeners, told, listenTo, signInAnew: () => (version += 1), nextRead, open };
}

const NOTHING: ViewResult = {
  allowed: [true],
  looked: [],
  changes: undefined,
  whole: undefined,
  noIndex: false,
  tooBig: { changes: false, whole: false },
  failure: undefined,
};
const whole = (text: string, window: string[] = [], hash?: string) => ({
  whole: { text, hash, window },
  changes: { parts: [] },
});
const parts = (...entries: [string, string][]) => ({
  changes: { parts: entries.map(([at, text]) => ({ at, text })) },
});
const children = (...changes: ChildChange[]) => ({ changes: { children: changes } });

test("several changed places of one write are told as one merge", async () => {
  const { listeners, told, listenTo, nextRead, open } = openListeners();
  const listen = listenTo("a");
  await open(listen, 1, "1");
  listeners.onCommit(2, [
    ["a", "x"],
    ["a", "y"],
  ]);
  const read = await nextRead();
  expect(read.parts).toEqual([["x", "y"]]);
  read.answer(2, parts(["x", "2"], ["y", "null"]));
  await listeners.settled([listen]);
  expect(told).toEqual(['merge . {"x":2,"y":null}']);
});

test("a read is told up to which commit the changes are known, and what it already has is not read again", async () => {
  const { listeners, told, listenTo, nextRead, open } = openListeners();
  const listen = listenTo("a");
  await open(listen, 1, "1");
  listeners.onCommit(2, [["a", "x"]]);
  const read = await nextRead();
  expect(read.seen).toBe(2);
  listeners.onCommit(3, [["a", "y"]]);
  listeners.onCommit(4, [["other"]]);
  read.answer(3, parts(["x", "2"], ["y", "3"]));
  await listeners.settled([listen]);
  listeners.onCommit(5, [["a", "z"]]);
  const later = await nextRead();
  expect(later.parts).toEqual([["z"]]);
  expect(later.seen).toBe(5);
  later.answer(5, parts(["z", "5"]));
  await listeners.settled([listen]);
  expect(told).toEqual(['merge . {"x":2,"y":3}', "put z 5"]);
});

test("what was read for another sign-in is not told, and the rules are asked again", async () => {
  const { listeners, told, listenTo, nextRead, signInAnew } = openListeners();
  const listen = listenTo("a");
  listeners.add(listen);
  const read = await nextRead();
  signInAnew();
  listeners.recheck([listen]);
  read.answer(1, whole('"secret"'));
  (await nextRead()).answer(1, { allowed: [false] });
  await listeners.settled([listen]);
  expect(told).toEqual(["answer permission_denied"]);
});

test("an open listen whose sign-in changed while it was read gets the whole value, not what it missed", async () => {
  const { listeners, told, listenTo, nextRead, open, signInAnew } = openListeners();
  const listen = listenTo("a");
  await open(listen, 1, "1");
  listeners.onCommit(2, [["a", "x"]]);
  const read = await nextRead();
  signInAnew();
  listeners.recheck([listen]);
  read.answer(2, parts(["x", "2"]));
  const again = await nextRead();
  expect(again.views[0]?.wantsWhole).toBe(true);
  again.answer(2, whole('{"x":2}'));
  await listeners.settled([listen]);
  expect(told).toEqual(['put . {"x":2}']);
});

test("an open listen that the rules refuse now is ended and told no more", async () => {
  const { listeners, told, listenTo, nextRead, open } = openListeners();
  const listen = listenTo("a");
  await open(listen, 1, "1");
  listeners.onCommit(2, [["a"]]);
  (await nextRead()).answer(2, { allowed: [false] });
  await listeners.settled([listen]);
  listeners.onCommit(3, [["a"]]);
  expect(told).toEqual(["ended permission_denied"]);
  expect(listeners.size()).toEqual({ views: 0, windowKeys: 0 });
});

test("a listen is asked about again when what the rules looked at changes, and is told nothing of it", async () => {
  const { listeners, told, listenTo, nextRead } = openListeners();
  const listen = listenTo("a");
  listeners.add(listen);
  (await nextRead()).answer(1, { ...whole("1"), looked: [["door", "key"]] });
  await listeners.settled([listen]);
  told.length = 0;
  listeners.onCommit(2, [["window"]]);
  listeners.onCommit(3, [["door"]]);
  const read = await nextRead();
  expect(read.parts).toEqual([[]]);
  read.answer(3, { ...parts(), looked: [["gate"]] });
  await listeners.settled([listen]);
  // Now it hangs on something else.
  listeners.onCommit(4, [["door"]]);
  listeners.onCommit(5, [["gate", "lock"]]);
  (await nextRead()).answer(5, { allowed: [false] });
  await listeners.settled([listen]);
  expect(told).toEqual(["ended permission_denied"]);
  listeners.onCommit(6, [["gate"]]);
  expect(listeners.size()).toEqual({ views: 0, windowKeys: 0 });
});

test("what changed before anybody knew that rules look at it is asked about once", async () => {
  const { listeners, told, listenTo, nextRead } = openListeners();
  const listen = listenTo("a");
  listeners.add(listen);
  const first = await nextRead();
  listeners.onCommit(2, [["door"]]);
  first.answer(1, { ...whole("1"), looked: [["door"]] });
  (await nextRead()).answer(2, { ...parts(), looked: [["door"]] });
  await listeners.settled([listen]);
  expect(told).toEqual(["put . 1", "answer ok"]);
  listeners.onCommit(3, [["door"]]);
  (await nextRead()).answer(3, { allowed: [false], looked: [["door"]] });
  await listeners.settled([listen]);
  expect(told.at(-1)).toBe("ended permission_denied");
});

test("listens of one path and query are read once, a new one gets the whole and the others the change", async () => {
  const { listeners, told, listenTo, nextRead, open } = openListeners();
  const old = listenTo("a", { tag: 1 });
  await open(old, 1, "1");
  const fresh = listenTo("a", { tag: 2 });
  listeners.onCommit(2, [["a", "x"]]);
  listeners.add(fresh);
  const read = await nextRead();
  expect(read.views).toMatchObject([{ wantsWhole: true, parts: [["x"]] }]);
  read.answer(2, { ...parts(["x", "2"]), whole: { text: '{"x":2}', hash: undefined, window: [] } });
  await listeners.settled([old, fresh]);
  expect(told).toEqual(["1 put x 2", '2 put . {"x":2}', "answer ok"]);
});

test("who knows the value already is only answered", async () => {
  const { listeners, told, listenTo, nextRead } = openListeners();
  const [knows, knew] = [
    listenTo("a", { knownHash: "now", tag: 1 }),
    listenTo("a", { knownHash: "before", tag: 2 }),
  ];
  listeners.add(knows);
  listeners.add(knew);
  const read = await nextRead();
  expect(read.views[0]?.wantsHash).toBe(true);
  read.answer(1, whole("1", [], "now"));
  await listeners.settled([knows, knew]);
  expect(told).toEqual(["2 put . 1", "answer ok", "answer ok"]);
});

test("a child that leaves a query is told as gone, one that was never told is not", async () => {
  const { listeners, told, listenTo, nextRead, open } = openListeners();
  const listen = listenTo("a", { query: FROM_B });
  await open(listen, 1, '{"b":1}', ["b"]);
  listeners.onCommit(2, [
    ["a", "b"],
    ["a", "secret", "deep"],
    ["a", "c"],
  ]);
  const read = await nextRead();
  expect(read.views[0]?.window).toEqual(["b"]);
  read.answer(
    2,
    children(
      { key: "b", isSelected: false, parts: [] },
      { key: "secret", isSelected: false, parts: [] },
      { key: "c", isSelected: true, parts: [{ at: "c", text: "3" }] },
    ),
  );
  await listeners.settled([listen]);
  expect(told).toEqual(['merge . {"b":null,"c":3}']);
  expect(listeners.size()).toEqual({ views: 1, windowKeys: 1 });
});

test("of a limited query the whole window goes to the read, whatever changed", async () => {
  const { listeners, listenTo, nextRead, open } = openListeners();
  await open(listenTo("a", { query: LAST_TWO }), 1, '{"b":1,"c":2}', ["b", "c"]);
  listeners.onCommit(2, [["a", "d"]]);
  expect((await nextRead()).views[0]?.window).toEqual(["b", "c"]);
});

test("views that a read had no room for are read next, with all that changed", async () => {
  const { listeners, told, listenTo, nextRead, open } = openListeners();
  const [a, b] = [listenTo("a", { tag: 1 }), listenTo("b", { tag: 2 })];
  await open(a, 1, "1");
  await open(b, 1, "1");
  listeners.onCommit(2, [["a"], ["b", "x"]]);
  const first = await nextRead();
  expect(first.views).toHaveLength(2);
  first.answer(2, { whole: { text: "2", hash: undefined, window: [] } });
  const second = await nextRead();
  expect(second.parts).toEqual([["x"]]);
  second.answer(2, parts(["x", "3"]));
  await listeners.settled([a, b]);
  expect(told).toEqual(["1 put . 2", "2 put x 3"]);
});

test("a view whose last listen leaves while it is read leaves nothing behind", async () => {
  const { listeners, listenTo, nextRead } = openListeners();
  const listen = listenTo("a", { query: FROM_B });
  listeners.add(listen);
  const read = await nextRead();
  listeners.remove(listen);
  read.answer(1, whole('{"b":1,"c":2}', ["b", "c"]));
  const next = listenTo("a", { query: LAST_TWO });
  listeners.add(next);
  (await nextRead()).answer(1, whole('{"c":2}', ["c"]));
  await listeners.settled([next]);
  expect(listeners.size()).toEqual({ views: 1, windowKeys: 1 });
});

test("a view that cannot be read or told ends alone, and nobody waits for it", async () => {
  const { listeners, told, listenTo, nextRead, open } = openListeners();
  const listens = ["a", "b", "c"].map((path, tag) => listenTo(path, { tag }));
  // oxlint-disable-next-line no-await-in-loop
  for (const listen of listens) await open(listen, 1, "1");
  listeners.onCommit(2, [["a"], ["b"], ["c"]]);
  (await nextRead()).answer(
    2,
    { failure: "The rules have a bug." },
    { whole: { text: '"cannot be told"', hash: undefined, window: [] } },
    { whole: { text: "3", hash: undefined, window: [] } },
  );
  await listeners.settled(listens);
  expect(told).toEqual([
    "fail The database is busy; connect again.",
    "fail The server failed; connect again.",
    "2 put . 3",
  ]);
  expect(listeners.size().views).toBe(1);
});

test("a listen whose answer fails keeps nobody waiting", async () => {
  const { listeners, told, listenTo, nextRead } = openListeners();
  const broken = newListen({
    ...listenTo("a"),
    answer: () => {
      throw new Error("The client is gone.");
    },
  });
  listeners.add(broken);
  (await nextRead()).answer(1, whole("1"));
  await listeners.settled([broken]);
  expect(told).toEqual(["put . 1", "fail The database is busy; connect again."]);
  expect(listeners.size().views).toBe(0);
});

test("when nothing can be read, old and new listens must start anew", async () => {
  const { listeners, told, listenTo, nextRead, open } = openListeners();
  const [old, fresh] = [listenTo("a"), listenTo("b")];
  await open(old, 1, "1");
  listeners.onCommit(2, [["a"]]);
  listeners.add(fresh);
  (await nextRead()).fail();
  await listeners.settled([old, fresh]);
  expect(told.toSorted()).toEqual([
    "answer unavailable",
    "fail The database is busy; connect again.",
    "fail The database is busy; connect again.",
  ]);
  expect(listeners.size().views).toBe(0);
});
