import { afterEach, expect, test, vi } from "vitest";
import { createPackedStore, plainPacks } from "#app/live/records/packed-store.ts";
import { createMemoryRows } from "#app/live/records/pack-rows.ts";
import { entryTextOf } from "#lib/journal/journal-items.ts";
import { keysOf, newDataKey, sealedName } from "#lib/sealed/keys.ts";
import type { JournalKeys } from "#lib/sealed/keys.ts";
import { localCodec } from "#lib/sealed/local.ts";
import type { FromSearch, HeadEntry, RoomState } from "./search-messages.ts";
import { createSearchRooms } from "./search-rooms.ts";

afterEach(() => {
  vi.useRealTimers();
});

const journal = "p1";
const docOf = (text: string) =>
  JSON.stringify({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text }] }],
  });
const entry = (id: string, head: string, version = 1, words = 3): HeadEntry => ({
  id,
  when: Number(id.replace(/\D/g, "")),
  head,
  words,
  versions: [version + 0.5, version],
});

type Kept = Map<string, Uint8Array<ArrayBuffer>>;

/** The worker's half with texts as the engine keeps them; what it says is heard in order. */
function openBench(keys?: JournalKeys, kept: Kept = new Map(), rows = createMemoryRows()) {
  const codec = keys
    ? { ...localCodec(keys, "pack"), nameOf: (key: string) => sealedName(keys, key) }
    : plainPacks;
  const store = createPackedStore({ codec, lazy: ["texts"], rows });
  const read = { all: 0, some: 0 };
  const said: FromSearch[] = [];
  /** Kinds of what is said, `building` for a state of something unfinished, and when it is kept. */
  const order: string[] = [];
  const send = createSearchRooms({
    textsOf: () => ({
      async *all() {
        read.all += 1;
        for await (const some of store.lazy!.each()) {
          yield some.map(({ id, item }) => ({ id, doc: entryTextOf(item).doc }));
        }
      },
      async some(ids) {
        read.some += ids.length;
        const { items } = await store.find(ids.map((id) => ({ kind: "texts", id })));
        return new Map(items.map(({ id, item }) => [id, entryTextOf(item).doc]));
      },
      close: () => undefined,
    }),
    kept: {
      read: async () => kept.get(journal),
      async write(_journal, _keys, bytes) {
        kept.set(journal, bytes);
        order.push("kept");
      },
    },
    say(message) {
      said.push(message);
      order.push(message.kind === "state" && message.state.building ? "building" : message.kind);
    },
    clock: () => performance.now(),
  });
  let asks = 0;
  return {
    kept,
    rows,
    read,
    order,
    send,
    async keep(texts: Record<string, string>) {
      await store.write({
        put: Object.entries(texts).map(([id, text]) => ({
          kind: "texts",
          id,
          item: { at: 1, registers: { doc: { value: { v: docOf(text) }, t: 1, p: 0 } } },
        })),
        gone: [],
        head: { since: 1, sweptAt: 0, fullAt: 1, offset: 0 },
      });
    },
    async find(query: string, only?: Record<string, string[]>) {
      asks += 1;
      await send({ kind: "find", ask: asks, query, ...(only && { only }) });
      const answer = said.findLast((one) => one.kind === "found");
      if (answer?.ask !== asks) throw new Error("There was no answer.");
      return answer.found.map(({ id }) => id);
    },
    async snippet(query: string, id: string) {
      await send({ kind: "snippets", ask: 0, query, of: [{ journal, id }] });
      const answer = said.findLast((one) => one.kind === "snippets");
      return answer?.snippets[0]?.parts;
    },
    state(): RoomState | undefined {
      return said.findLast((one) => one.kind === "state")?.state;
    },
  };
}

const open = { kind: "open", journal } as const;
const all = (...entries: HeadEntry[]) => ({ kind: "all", journal, entries }) as const;
const some = (entries: HeadEntry[], gone: string[] = []) =>
  ({ kind: "some", journal, entries, gone }) as const;

test("heads and kept texts are found, and a text that is not here yet is said and comes later", async () => {
  const bench = openBench();
  await bench.keep({ a1: "We walked to the lighthouse" });
  await bench.send(open);
  await bench.send(all(entry("a1", "Monday"), entry("a2", "Tuesday"), entry("a3", "Bare", 1, 0)));
  expect(await bench.find("lighthouse")).toEqual(["a1"]);
  expect(await bench.find("tuesday")).toEqual(["a2"]);
  expect(bench.state()).toEqual({ journal, entries: 3, missing: 1 });

  await bench.keep({ a2: "The lighthouse keeper" });
  await bench.send(some([entry("a2", "Tuesday")]));
  expect(await bench.find("lighthouse")).toEqual(["a2", "a1"]);
  expect(bench.state()?.missing).toBe(0);
  expect(await bench.snippet("keeper", "a2")).toEqual([
    { text: "The lighthouse ", isFound: false },
    { text: "keeper", isFound: true },
  ]);
});

test("what the page has in memory comes before what is kept, and what is gone is found no more", async () => {
  const bench = openBench();
  await bench.keep({ a1: "old words" });
  await bench.send(open);
  await bench.send(all({ ...entry("a1", ""), doc: docOf("unsent words") }, entry("a2", "other")));
  expect(await bench.find("unsent")).toEqual(["a1"]);
  expect(await bench.find("old")).toEqual([]);
  await bench.send(some([], ["a1"]));
  expect(await bench.find("unsent")).toEqual([]);
  await bench.send(all());
  expect(await bench.find("other")).toEqual([]);
});

test("only what passes the filter is found", async () => {
  const bench = openBench();
  await bench.send(open);
  await bench.send(all(entry("a1", "rain", 1, 0), entry("a2", "rain", 1, 0)));
  expect(await bench.find("rain", { [journal]: ["a1"] })).toEqual(["a1"]);
  expect(await bench.find("rain", {})).toEqual([]);
});

test("a kept index is opened instead of reading all texts again; only what has changed is read", async () => {
  const keys = await keysOf(newDataKey(), { uid: "user", journal: "s1" });
  const first = openBench(keys);
  const ids = Array.from({ length: 700 }, (_, at) => `a${at}`);
  await first.keep(Object.fromEntries(ids.map((id) => [id, `text number${id}`])));
  await first.send({ ...open, keys });
  await first.send(all(...ids.map((id) => entry(id, "day"))));
  expect(first.read).toEqual({ all: 1, some: 0 });
  expect(await first.find("numbera42")).toContain("a42");

  const second = openBench(keys, first.kept, first.rows);
  await second.keep({ a7: "changed meanwhile" });
  await second.send({ ...open, keys });
  await second.send(all(...ids.map((id) => entry(id, "day", id === "a7" ? 2 : 1))));
  expect(second.read).toEqual({ all: 0, some: 1 });
  expect(await second.find("meanwhile")).toEqual(["a7"]);
  expect(await second.find("numbera42")).toContain("a42");
});

test("a kept index that is damaged is built anew", async () => {
  const bench = openBench(undefined, new Map([[journal, new Uint8Array([1, 2, 3])]]));
  await bench.send(open);
  await bench.send(all(entry("a1", "rain", 1, 0)));
  expect(await bench.find("rain")).toEqual(["a1"]);
});

test("what is asked while it is built is answered from what is there, and a closed journal finds nothing", async () => {
  const bench = openBench();
  const ids = Array.from({ length: 300 }, (_, at) => `a${at}`);
  await bench.keep(Object.fromEntries(ids.map((id) => [id, "common"])));
  await bench.send(open);
  const building = bench.send(all(...ids.map((id) => entry(id, "day"))));
  const early = await bench.find("common");
  await building;
  expect(early.length).toBeLessThan(200);
  expect(await bench.find("common")).toHaveLength(200);
  expect(bench.state()).toEqual({ journal, entries: 300, missing: 0 });
  await bench.send({ kind: "close", journal });
  expect(await bench.find("common")).toEqual([]);
});

test("it is said to be complete only once nothing is left to be done, and a query is answered before", async () => {
  const bench = openBench();
  const entries = Array.from({ length: 300 }, (_, at) => ({
    ...entry(`a${at}`, "day"),
    doc: docOf("common"),
  }));
  await bench.send(open);
  const building = bench.send(all(...entries));
  await Promise.all([building, bench.find("common")]);
  expect(bench.order.indexOf("found")).toBeLessThan(bench.order.indexOf("state"));
  expect(bench.order.slice(-2)).toEqual(["kept", "state"]);
  expect(await bench.find("common")).toHaveLength(200);
});

test("a text that is told again as it was changes nothing, and says nothing", async () => {
  const bench = openBench();
  await bench.keep({ a1: "first words", a2: "other words" });
  await bench.send(open);
  await bench.send(all(entry("a1", "Monday"), entry("a2", "Tuesday")));
  bench.order.length = 0;
  await bench.send(some([{ ...entry("a1", "Monday"), doc: docOf("first words") }]));
  // Nor one that is not in the page's memory any more.
  await bench.send(some([entry("a2", "Tuesday")]));
  expect(bench.order).toEqual([]);
  expect(await bench.find("first")).toEqual(["a1"]);
  // Its head was told before its text.
  await bench.send(some([{ ...entry("a1", "Monday"), doc: docOf("changed words") }]));
  expect(bench.order).toContain("state");
  expect(await bench.find("changed")).toEqual(["a1"]);
  expect(await bench.find("first")).toEqual([]);
});

test("changes are kept once nobody has searched for a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const bench = openBench();
  await bench.send(open);
  await bench.send(all(entry("a0", "day", 1, 0)));
  bench.order.length = 0;
  await bench.send(
    some(Array.from({ length: 400 }, (_, at) => entry(`a${at}`, `day number${at}`, 2, 0))),
  );
  for (let searches = 0; searches < 4; searches += 1) {
    await vi.advanceTimersByTimeAsync(600);
    expect(await bench.find("number7")).toContain("a7");
  }
  expect(bench.order).not.toContain("kept");
  await vi.advanceTimersByTimeAsync(2100);
  expect(bench.order).toContain("kept");
  expect(await bench.find("number7")).toContain("a7");
});

test("once the last text has come it is kept before that is said, though somebody searches on", async () => {
  const bench = openBench();
  const ids = Array.from({ length: 400 }, (_, at) => `a${at}`);
  await bench.send(open);
  await bench.send(all(...ids.map((id) => entry(id, "day"))));
  const withText = (id: string) => ({ ...entry(id, "day"), doc: docOf(`text number${id}`) });
  await bench.send(some(ids.slice(0, 399).map(withText)));
  bench.order.length = 0;
  expect(await bench.find("numbera7")).toContain("a7");
  await bench.send(some(ids.slice(399).map(withText)));
  expect(bench.order).toEqual(["found", "kept", "state"]);
  expect(bench.state()).toEqual({ journal, entries: 400, missing: 0 });
  expect(await bench.find("numbera399")).toContain("a399");
});

test("of two that want lines only the later one is answered", async () => {
  const bench = openBench();
  await bench.keep({ a1: "first words" });
  await bench.send(open);
  await bench.send(all(entry("a1", "")));
  const of = [{ journal, id: "a1" }];
  await Promise.all([
    bench.send({ kind: "snippets", ask: 1, query: "first", of }),
    bench.send({ kind: "snippets", ask: 2, query: "words", of }),
  ]);
  expect(bench.order.filter((kind) => kind === "snippets")).toHaveLength(1);
});
