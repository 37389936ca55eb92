import { afterEach, expect, test, vi } from "vitest";
import { keyringOf } from "#app/live/journals/journal-keys.ts";
import { createMemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import { keysOf, newDataKey } from "#lib/sealed/keys.ts";
import { createJournalStore } from "../store/create-journal-store.ts";
import { type Search, type SearchWorker, createSearch } from "./search-client.ts";
import type { FromSearch } from "./search-messages.ts";
import { createSearchRooms } from "./search-rooms.ts";

const doc = (text: string) =>
  JSON.stringify({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text }] }],
  });

const opened: Search[] = [];
afterEach(() => {
  for (const search of opened.splice(0)) search.close();
});

/** The worker's code without the worker: what is said arrives a moment later, as it does there. */
function loopback() {
  const opened: string[] = [];
  const there: { hear?: (message: FromSearch) => void; fail?: (message: string) => void } = {};
  const state = { isOver: false };
  const receive = createSearchRooms({
    // All texts are in the memory of the page.
    textsOf: () => ({ async *all() {}, some: async () => new Map(), close: () => undefined }),
    kept: { read: async () => undefined, write: async () => undefined },
    say: (message) => queueMicrotask(() => there.hear?.(message)),
    clock: () => performance.now(),
  });
  const worker: SearchWorker = {
    say(message) {
      if (message.kind === "open") opened.push(message.journal);
      if (message.kind !== "begin") void receive(structuredClone(message));
    },
    listen(hear, fail) {
      there.hear = hear;
      there.fail = fail;
    },
    end() {
      state.isOver = true;
    },
  };
  return { worker, opened, state, fail: (message: string) => there.fail?.(message) };
}

function openBench() {
  const store = createJournalStore("user");
  const records = createMemoryRecords();
  const write = (id: string, title: string, text: string, more: Record<string, object> = {}) =>
    records.elsewhere([
      { kind: "entries", id, register: "when", value: { v: "2026-03-01T08:00", zone: "UTC" } },
      { kind: "entries", id, register: "title", value: { v: title } },
      { kind: "entries", id, register: "gist", value: { v: text, words: 2 } },
      ...Object.entries(more).map(([register, value]) => ({
        kind: "entries",
        id,
        register,
        value: value as Record<string, string>,
      })),
      { kind: "texts", id, register: "doc", value: { v: doc(text) } },
    ]);
  write("one", "First", "a lighthouse");
  store.use([{ journal: "p1", records }]);
  const loop = loopback();
  const search = createSearch(store, loop.worker);
  opened.push(search);
  const ids = async (query: string) =>
    (await search.find(query, undefined))?.found.map(({ id }) => id);
  return { store, records, write, loop, search, ids };
}

test("what changes is found a moment later, and what is deleted is not", async () => {
  const { ids, write, records } = openBench();
  await vi.waitFor(async () => expect(await ids("lighthouse")).toEqual(["one"]));
  write("two", "Second", "another lighthouse");
  await vi.waitFor(async () =>
    expect((await ids("lighthouse"))?.toSorted()).toEqual(["one", "two"]),
  );
  records.elsewhere([{ kind: "entries", id: "one", register: "gone", value: { v: true } }]);
  await vi.waitFor(async () => expect(await ids("lighthouse")).toEqual(["two"]));
});

test("a journal counts as being read from its opening until the worker has said that it is complete", async () => {
  const { search } = openBench();
  expect(search.state()).toMatchObject({ entries: 0, building: { done: 0, of: 1 } });
  await vi.waitFor(() => expect(search.state()).toMatchObject({ entries: 1, building: undefined }));
});

test("an entry is found by the new name of its tag", async () => {
  const { ids, write, records } = openBench();
  records.elsewhere([{ kind: "tags", id: "t", register: "name", value: { v: "Seaside" } }]);
  write("two", "Second", "words", { tags: { v: "t" } });
  await vi.waitFor(async () => expect(await ids("seaside")).toEqual(["two"]));
  records.elsewhere([{ kind: "tags", id: "t", register: "name", value: { v: "Harbour" } }]);
  await vi.waitFor(async () => expect(await ids("harbour")).toEqual(["two"]), { timeout: 4000 });
  expect(await ids("seaside")).toEqual([]);
});

test("of two questions only the later one is answered", async () => {
  const { search } = openBench();
  const [first, second] = await Promise.all([
    search.find("lighthouse", undefined),
    search.find("first", undefined),
  ]);
  expect(first).toBeUndefined();
  expect(second).toBeDefined();
});

test("a journal that is not shown any more is closed, and a line is made of a text in memory", async () => {
  const { store, search, ids } = openBench();
  await vi.waitFor(async () => expect(await ids("lighthouse")).toEqual(["one"]));
  const snippets = await search.snippets("lighthouse", [{ journal: "p1", id: "one" }]);
  expect(snippets?.[0]?.parts.find(({ isFound }) => isFound)?.text).toBe("lighthouse");
  store.use([]);
  expect(await ids("lighthouse")).toEqual([]);
  expect(search.state().entries).toBe(0);
});

test("a private journal without its keys is not opened, and the end of the search is told", () => {
  const { store, loop, search, records } = openBench();
  store.use([{ journal: `s${"0".repeat(20)}`, records }]);
  expect(loop.opened).toEqual(["p1"]);
  search.close();
  expect(search.ended.aborted).toBe(true);
  expect(loop.state.isOver).toBe(true);
});

test("when the keys of a private journal are dropped, the search ends with them at once", async () => {
  const { store, loop, search, records } = openBench();
  const journal = `s${"1".repeat(20)}`;
  const keyring = keyringOf("user");
  keyring.holding()(await keysOf(newDataKey(), { uid: "user", journal }));
  store.use([{ journal, records }]);
  expect(loop.opened).toEqual(["p1", journal]);
  expect(loop.state.isOver).toBe(false);
  keyring.drop();
  expect([loop.state.isOver, search.ended.aborted]).toEqual([true, true]);
  expect(await search.find("lighthouse", undefined)).toBeUndefined();
});

test("a fault of the worker is said, and nobody waits for an answer", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { search, loop } = openBench();
  const asked = search.find("lighthouse", undefined);
  loop.fail("It broke");
  expect(await asked).toBeUndefined();
  expect(search.state().isFailed).toBe(true);
  expect(said).toHaveBeenCalledOnce();
});
