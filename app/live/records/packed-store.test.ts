import { expect, test } from "vitest";
import type { BaseStore, Head, KeptItem } from "./base-store.ts";
import { type PackRows, createMemoryRows } from "./pack-rows.ts";
import { createPackedStore, plainPacks } from "./packed-store.ts";
import { NodeCodecs } from "./testing/node-codecs.ts";

const head: Head = { since: 100, sweptAt: 0, fullAt: 50, offset: 0 };
const lazy = ["texts"];
const registers = (v: string) => ({ title: { value: { v }, t: 5, p: 0 } });
const kept = (id: string, at: number, v = "Tea"): KeptItem => ({
  kind: "entries",
  id,
  item: { at, registers: registers(v) },
});
const textOf = (id: string, at: number, v = "Long"): KeptItem => ({
  ...kept(id, at, v),
  kind: "texts",
});
const namesOf = (items: readonly KeptItem[]) =>
  items.map(({ kind, id, item }) => `${kind}/${id} ${item.at}`).toSorted();

async function lazyIn(store: BaseStore): Promise<KeptItem[]> {
  const all: KeptItem[] = [];
  for await (const some of store.lazy?.each() ?? []) all.push(...some);
  return all;
}

function open(rows: PackRows = createMemoryRows(), codec = plainPacks) {
  return { rows, store: createPackedStore({ codec, lazy, rows }) };
}

const many = (count: number, make: typeof kept) =>
  Array.from({ length: count }, (_, at) => make(`e${at}`, 10));

test("a thousand items lie in 64 packs, and those of lazy kinds each by itself", async () => {
  const { rows, store } = open();
  const put = [...many(1000, kept), ...many(200, textOf)];
  const whole = new Set(many(1000, kept).map(({ id }) => `entries/${id}`));
  await store.write({ put, gone: [], whole, head });
  const { packs } = await rows.find({});
  expect(packs).toHaveLength(64);
  const read = await store.read();
  expect(read.head).toEqual(head);
  expect(namesOf(read.items)).toEqual(namesOf(many(1000, kept)));
  expect(namesOf(await lazyIn(store))).toEqual(namesOf(many(200, textOf)));
  const { items } = await store.find([
    { kind: "entries", id: "e7" },
    { kind: "texts", id: "e8" },
    { kind: "texts", id: "none" },
  ]);
  expect(namesOf(items)).toEqual(["entries/e7 10", "texts/e8 10"]);
});

test("two tabs that write into the same pack at the same moment both have it kept", async () => {
  const { rows, store } = open();
  const other = open(rows).store;
  await Promise.all([
    ...many(40, kept).map((one) => store.write({ put: [one], gone: [], head })),
    ...many(40, textOf).map((one) => other.write({ put: [one], gone: [], head })),
    other.write({ put: [kept("late", 30)], gone: [], head: { ...head, since: 130 } }),
  ]);
  const read = await store.read();
  expect(read.items).toHaveLength(41);
  expect(read.head?.since).toBe(130);
  expect(await lazyIn(store)).toHaveLength(40);
});

test("what another tab has kept later stays, whether it is put or taken away", async () => {
  const { store } = open();
  await store.write({ put: [kept("a", 20), kept("b", 20), textOf("a", 20)], gone: [], head });
  const gone = [
    { kind: "entries", id: "b", at: 10 },
    { kind: "texts", id: "a", at: 10 },
  ];
  await store.write({ put: [kept("a", 10), textOf("a", 10)], gone, head });
  expect(namesOf((await store.read()).items)).toEqual(["entries/a 20", "entries/b 20"]);
  expect(namesOf(await lazyIn(store))).toEqual(["texts/a 20"]);
  await store.write({ put: [], gone: gone.map((one) => ({ ...one, at: 20 })), head });
  expect(namesOf((await store.read()).items)).toEqual(["entries/a 20"]);
  expect(await lazyIn(store)).toEqual([]);
});

test("once all is read, what is not in it goes, but not what is lazy or was heard of since", async () => {
  const { store } = open();
  const put = [kept("a", 20), kept("b", 20), kept("c", 120), textOf("b", 20)];
  await store.write({ put, gone: [], head });
  await store.write({ put: [], gone: [], whole: new Set(["entries/a"]), head });
  expect(namesOf((await store.read()).items)).toEqual(["entries/a 20", "entries/c 120"]);
  expect(await lazyIn(store)).toHaveLength(1);
});

test("without a head only what is there already is put", async () => {
  const { store } = open();
  await store.write({ put: [kept("a", 20)], gone: [] });
  expect(await store.read()).toEqual({ head: undefined, items: [] });
  await store.write({ put: [kept("a", 20), textOf("a", 20)], gone: [], head });
  await store.write({
    put: [kept("a", 30), kept("b", 30), textOf("a", 30), textOf("b", 30)],
    gone: [],
  });
  expect(namesOf((await store.read()).items)).toEqual(["entries/a 30"]);
  expect(namesOf(await lazyIn(store))).toEqual(["texts/a 30"]);
});

test("sealed, nothing of it can be read without the key, nor put into another's place", async () => {
  const codecs = new NodeCodecs();
  const { rows, store } = open(createMemoryRows(), codecs.packs);
  await store.write({ put: [kept("a", 20, "Secret"), textOf("a", 20, "Secret")], gone: [], head });
  const { packs } = await rows.find({});
  const all = [...packs, ...(await rows.rowsAfter("", 10))];
  const bytes = all.map((row) => Buffer.from(row.bytes).toString("latin1"));
  expect(bytes.join("")).not.toMatch(/Secret|entries|texts/);
  expect(all.map((row) => ("name" in row ? row.name : ""))).not.toContain("texts/a");

  const [row] = await rows.rowsAfter("", 1);
  const found = await rows.find({});
  const next = { ...found.head!, rev: found.head!.rev + 1 };
  const moved = { ...row!, at: 21 };
  await rows.write({ head: next, packs: [], rows: [moved], gone: [] });
  expect(await lazyIn(store)).toEqual([]);
});

test("a pack that cannot be opened is not kept: all is compared anew, and it is written again", async () => {
  const { rows, store } = open();
  await store.write({ put: many(100, kept), gone: [], head });
  const { packs, head: there } = await rows.find({});
  const broken = { ...packs[0]!, bytes: new Uint8Array([1, 2, 3]) };
  await rows.write({
    head: { ...there!, rev: there!.rev + 1 },
    packs: [broken],
    rows: [],
    gone: [],
  });
  const read = await store.read();
  expect(read.items.length).toBeLessThan(100);
  expect(read.items.length).toBeGreaterThan(90);
  expect(read.head?.fullAt).toBe(1);
  const whole = new Set(many(100, kept).map(({ id }) => `entries/${id}`));
  await store.write({ put: many(100, kept), gone: [], whole, head });
  expect(await store.read()).toMatchObject({ head, items: { length: 100 } });
});

test("that all of the lazy kinds was read is known to each tab, and forgotten with what is dropped", async () => {
  const { rows, store } = open();
  await store.write({ put: [textOf("a", 20)], gone: [], head: { ...head, lazyAt: 60 } });
  await open(rows).store.write({ put: [], gone: [], head });
  expect((await store.find([])).head?.lazyAt).toBe(60);
  await store.drop();
  expect(await store.read()).toEqual({ head: undefined, items: [] });
  expect(await lazyIn(store)).toEqual([]);
});

test("it says what is on its way, and whether the last of it was kept", async () => {
  const { rows, store } = open();
  let told = 0;
  store.lazy?.onWritten(() => (told += 1));
  const writing = store.write({ put: [textOf("a", 20)], gone: [], head });
  expect(store.lazy?.isWriting("texts/a")).toBe(true);
  await writing;
  expect(await store.lazy?.written()).toBe(true);
  await Promise.resolve();
  expect(store.lazy?.isWriting("texts/a")).toBe(false);
  expect(told).toBe(1);
  rows.write = () => Promise.reject(new DOMException("No room.", "QuotaExceededError"));
  await expect(store.write({ put: [textOf("b", 20)], gone: [], head })).rejects.toThrow("No room");
  expect(await store.lazy?.written()).toBe(false);
});

test("what is forgotten while something is being sealed does not come back", async () => {
  const { rows, store } = open();
  await store.write({ put: [kept("a", 20)], gone: [], head });
  const forgotten: PackRows = {
    ...rows,
    async write(batch) {
      await rows.drop();
      return rows.write(batch);
    },
  };
  const late = open(forgotten).store;
  expect(await late.write({ put: [kept("b", 20)], gone: [], head })).toBe(false);
  expect(await store.read()).toEqual({ head: undefined, items: [] });
});
