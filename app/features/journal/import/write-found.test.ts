import { expect, test } from "vitest";
import type { FileParts } from "#app/live/journal-files/file-parts.ts";
import { createMemoryRecords } from "#app/parts/records/testing/memory-records.ts";
import type { FoundGroup } from "#lib/journal/exchange/found.ts";
import {
  type ImportPlace,
  type ImportRun,
  takeBack,
  untilCurrent,
  writeGroups,
  writeTopics,
} from "./write-found.ts";

function placeOf() {
  const records = createMemoryRecords();
  const kept = new Map<string, Blob>();
  let waiting = 0;
  const listeners = new Set<() => void>();
  const files: ImportPlace["files"] = {
    async keep(_, id, blob, name): Promise<FileParts> {
      kept.set(id, blob);
      return { name, type: blob.type, size: blob.size, width: 4, height: 3, sha: "a".repeat(64) };
    },
    waiting: () => waiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const setWaiting = (count: number) => {
    waiting = count;
    for (const listener of listeners) listener();
  };
  return {
    place: { journal: "p", records, files, isOnline: () => true },
    records,
    kept,
    setWaiting,
  };
}

function runOf(signal = new AbortController().signal): ImportRun {
  const counts = { done: 0, fresh: 0, there: 0, photos: 0 };
  return { written: new Map(), counts, said: new Set(), signal, hear: () => undefined };
}

function groupOf(id: string, more: Partial<FoundGroup> = {}): FoundGroup {
  return {
    items: [
      {
        kind: "entries",
        id,
        registers: { when: { v: "2026-12-01", zone: "" }, tags: { v: "t1 t2" } },
      },
      { kind: "texts", id, registers: { doc: { v: `{"${id}":1}` } } },
      {
        kind: "revs",
        id: `${id}-5`,
        registers: { doc: { v: "{}" }, of: { entry: id, device: "" } },
      },
      {
        kind: "media",
        id: `m-${id}`,
        registers: {
          of: { entry: id },
          file: { name: "a.jpg", type: "image/jpeg", size: 1, width: 0, height: 0, sha: "" },
        },
      },
    ],
    files: [{ media: `m-${id}`, blob: new Blob(["x"], { type: "image/jpeg" }) }],
    said: [],
    ...more,
  };
}

async function* partsOf(...parts: FoundGroup[][]) {
  yield* parts;
}

const tag = (id: string, name: string) => ({
  kind: "tags" as const,
  id,
  registers: { name: { v: name } },
});

test("an entry comes with its text, its revisions, its photos and its tags", async () => {
  const { place, records, kept } = placeOf();
  await records.change([{ kind: "tags", id: "own", register: "name", value: { v: "HOME" } }]);
  const run = runOf();
  const topics = await writeTopics(place, [tag("t1", "Home"), tag("t2", "New")], run.written);
  await writeGroups(place, partsOf([groupOf("e1")]), topics, run);
  expect(records.item("entries", "e1")?.registers["tags"]?.value).toEqual({ v: "own t2" });
  expect(records.item("tags", "t1")).toBeUndefined();
  expect(records.item("texts", "e1")?.registers["doc"]?.value).toEqual({ v: '{"e1":1}' });
  expect(records.item("revs", "e1-5")).toBeDefined();
  expect(records.item("media", "m-e1")?.registers["file"]?.value).toEqual({
    name: "a.jpg",
    type: "image/jpeg",
    size: 1,
    width: 4,
    height: 3,
    sha: "a".repeat(64),
  });
  expect(await kept.get("m-e1")?.text()).toBe("x");
  expect(run.counts).toEqual({ done: 1, fresh: 1, there: 0, photos: 1 });
});

test("what is there stays as it is, its text too, and what is in the trash comes back", async () => {
  const { place, records } = placeOf();
  const write = (kind: string, id: string, register: string, v: string | boolean) =>
    records.change([{ kind, id, register, value: { v } }]);
  await write("entries", "e1", "title", "Mine");
  await write("texts", "e1", "doc", "my words");
  await write("entries", "e2", "title", "Deleted");
  await write("entries", "e2", "gone", true);
  const run = runOf();
  await writeGroups(place, partsOf([groupOf("e1"), groupOf("e2"), groupOf("e3")]), new Map(), run);
  expect(records.item("entries", "e1")?.registers["when"]).toBeUndefined();
  expect(records.item("texts", "e1")?.registers["doc"]?.value["v"]).toBe("my words");
  expect(records.item("entries", "e2")?.registers["gone"]?.value["v"]).toBe(false);
  expect(records.item("entries", "e2")?.registers["title"]?.value["v"]).toBe("Deleted");
  expect(records.item("entries", "e3")?.registers["when"]).toBeDefined();
  expect(run.counts).toEqual({ done: 3, fresh: 2, there: 1, photos: 3 });
});

test("stopped and begun again, it has all of it once", async () => {
  const { place, records } = placeOf();
  const life = new AbortController();
  const first = runOf(life.signal);
  async function* stopping() {
    yield [groupOf("e1")];
    life.abort();
    yield [groupOf("e2")];
  }
  await writeGroups(place, stopping(), new Map(), first);
  expect([...records.all("entries").keys()]).toEqual(["e1"]);
  expect(records.item("texts", "e2")).toBeUndefined();
  const again = runOf();
  await writeGroups(place, partsOf([groupOf("e1"), groupOf("e2")]), new Map(), again);
  expect([...records.all("entries").keys()]).toEqual(["e1", "e2"]);
  expect(again.counts).toMatchObject({ fresh: 1, there: 1, photos: 1 });
});

test("no more photos are taken than wait to be sent", async () => {
  const { place, records, setWaiting } = placeOf();
  setWaiting(20);
  const run = runOf();
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  run.hear = ({ waitsFor }) => waitsFor === "photos" && resolve();
  const done = writeGroups(place, partsOf([groupOf("e1")]), new Map(), run);
  await waits;
  expect(records.item("entries", "e1")).toBeUndefined();
  setWaiting(19);
  await done;
  expect(records.item("entries", "e1")).toBeDefined();
});

test("taken back, all of it is in the trash but what somebody has written in since", async () => {
  const { place, records } = placeOf();
  await records.change([{ kind: "entries", id: "e0", register: "gone", value: { v: true } }]);
  const run = runOf();
  const topics = await writeTopics(place, [tag("t1", "Home")], run.written);
  await writeGroups(place, partsOf([groupOf("e0"), groupOf("e1"), groupOf("e2")]), topics, run);
  await records.change([{ kind: "entries", id: "e2", register: "mood", value: { v: 4 } }]);
  expect(await takeBack(place, run.written)).toBe(1);
  const gone = (kind: string, id: string) => records.item(kind, id)?.registers["gone"]?.value["v"];
  expect(["e0", "e1", "e2"].map((id) => gone("entries", id))).toEqual([true, true, undefined]);
  expect(gone("tags", "t1")).toBe(true);
  // A photo goes and comes back with its entry.
  expect(gone("media", "m-e1")).toBeUndefined();
  // Once more is the same.
  expect(await takeBack(place, run.written)).toBe(1);
});

test("nothing is written before all that the journal has is here", async () => {
  const { place, records } = placeOf();
  let isCurrent = false;
  const listeners = new Set<() => void>();
  const later: ImportPlace = {
    ...place,
    records: {
      ...records,
      isCurrent: () => isCurrent,
      subscribe(listener) {
        const hear = () => listener(new Set());
        listeners.add(hear);
        return () => listeners.delete(hear);
      },
    },
  };
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  const run = {
    ...runOf(),
    hear: ({ waitsFor }: { waitsFor: string | undefined }) => waitsFor === "journal" && resolve(),
  };
  const here = untilCurrent(later, run);
  await waits;
  isCurrent = true;
  for (const listener of listeners) listener();
  await here;
  expect(listeners.size).toBe(0);
});

test("two names of an import that are the same stay two, and a file that it says right stays as it says", async () => {
  const { place, records } = placeOf();
  await records.change([{ kind: "tags", id: "t1", register: "name", value: { v: "Home" } }]);
  const run = runOf();
  const topics = await writeTopics(place, [tag("t1", "Home"), tag("t2", "Home")], run.written);
  expect([topics.size, records.item("tags", "t2") !== undefined]).toEqual([0, true]);
  const file = {
    name: "a.jpg",
    type: "image/jpeg",
    size: 1,
    width: 9,
    height: 8,
    sha: "a".repeat(64),
  };
  const group = groupOf("e1");
  const items = group.items.map((item) =>
    item.kind === "media" ? { ...item, registers: { ...item.registers, file } } : item,
  );
  await writeGroups(place, partsOf([{ ...group, items }]), topics, run);
  expect(records.item("media", "m-e1")?.registers["file"]?.value).toEqual(file);
});
