import { expect, test } from "vitest";
import { type Head, createMemoryBaseStore } from "./base-store.ts";

const head: Head = { since: 100, sweptAt: 0, fullAt: 50, offset: 0 };
const kept = (id: string, at: number) => ({ kind: "tasks", id, item: { at, registers: {} } });
const idsOf = async (store: ReturnType<typeof createMemoryBaseStore>) =>
  (await store.read()).items.map(({ id, item }) => `${id} ${item.at}`);

test("what another tab has kept later stays", async () => {
  const store = createMemoryBaseStore();
  await store.write({ put: [kept("a", 20), kept("b", 20)], gone: [], head });
  const gone = [{ kind: "tasks", id: "b", at: 10 }];
  await store.write({ put: [kept("a", 10)], gone, head: { ...head, since: 10 } });
  expect(await idsOf(store)).toEqual(["a 20", "b 20"]);
  expect((await store.read()).head?.since).toBe(100);
});

test("a tab that has not heard of what was deleted for good keeps nothing of it", async () => {
  const store = createMemoryBaseStore();
  await store.write({ put: [], gone: [], head: { ...head, sweptAt: 90 } });
  expect(await store.write({ put: [kept("a", 20)], gone: [], head })).toBe(false);
  expect(await idsOf(store)).toEqual([]);
});

test("once all is read, what is not in it goes, but not what another tab has heard since", async () => {
  const store = createMemoryBaseStore();
  await store.write({ put: [kept("a", 20), kept("b", 20), kept("c", 120)], gone: [], head });
  await store.write({ put: [], gone: [], whole: new Set(["tasks/a"]), head });
  expect(await idsOf(store)).toEqual(["a 20", "c 120"]);
});

test("that all must be read anew is over only once all was", async () => {
  const store = createMemoryBaseStore();
  const fullAt = async () => (await store.read()).head?.fullAt;
  await store.write({ put: [], gone: [], whole: new Set(), head });
  await store.write({ put: [], gone: [], head: { ...head, fullAt: 1 } });
  await store.write({ put: [], gone: [], head });
  expect(await fullAt()).toBe(1);
  await store.write({ put: [], gone: [], whole: new Set(), head });
  expect(await fullAt()).toBe(50);
});

test("without knowing all, only what is there already is brought up to date", async () => {
  const store = createMemoryBaseStore();
  await store.write({ put: [kept("a", 20)], gone: [], head });
  await store.write({ put: [kept("a", 30), kept("b", 30)], gone: [] });
  expect(await idsOf(store)).toEqual(["a 30"]);
});

test("after another tab has dropped what was there, what is kept since is not all", async () => {
  const store = createMemoryBaseStore();
  await store.write({ put: [kept("a", 20)], gone: [], whole: new Set(["tasks/a"]), head });
  await store.drop();
  await store.write({ put: [kept("b", 30)], gone: [], head });
  expect((await store.read()).head?.fullAt).toBe(0);
});

test("what is dropped is not there any more, and what comes late does not bring it back", async () => {
  const store = createMemoryBaseStore();
  await store.write({ put: [kept("a", 20)], gone: [], head });
  await store.drop();
  await store.write({ put: [kept("a", 30)], gone: [] });
  expect(await store.read()).toEqual({ head: undefined, items: [] });
});
