import { expect, test } from "vitest";
import { JournalFileError } from "#app/live/journal-files/file-error.ts";
import type { FileParts } from "#app/live/journal-files/file-parts.ts";
import type { Change } from "#app/live/records/records.ts";
import { UnreadableItemError } from "#app/live/records/unreadable-item.ts";
import { textIn } from "#lib/journal/item-parts.ts";
import { mediaAddress } from "#lib/journal/media-address.ts";
import { isDeleted } from "#lib/journal/shape.ts";
import { diary, garden, openJournalBench } from "../testing/journal-bench.ts";
import { madeAs } from "./made-as.ts";
import { mergeJournal, moveEntry } from "./move-entries.ts";

/** What the browser keeps: `JOURNAL/ID`. */
function filesOf(there: Record<string, string> = {}) {
  const kept = new Map(Object.entries(there));
  return {
    kept,
    async read(journal: string, { id }: { id: string }): Promise<Blob> {
      const bytes = kept.get(`${journal}/${id}`);
      if (bytes === undefined) throw new JournalFileError("missing");
      return new Blob([bytes]);
    },
    async keep(journal: string, id: string, blob: Blob, name: string): Promise<FileParts> {
      kept.set(`${journal}/${id}`, await blob.text());
      return { name, type: blob.type, size: blob.size, width: 4, height: 3, sha: "b".repeat(64) };
    },
    async remove(journal: string, ids: readonly string[]): Promise<void> {
      for (const id of ids) kept.delete(`${journal}/${id}`);
    },
    waiting: () => 0,
    subscribe: () => () => undefined,
  };
}

const picture = JSON.stringify({
  type: "doc",
  content: [{ type: "image", attrs: { src: mediaAddress("m1") } }],
});

/** With a text, a photo, a tag and a revision, in the diary. */
function setUp(more: readonly Change[] = []) {
  const bench = openJournalBench();
  const key = bench.put("e1", { title: "By the sea", text: "Waves." });
  bench.records[diary].elsewhere([
    ...madeAs("tags", "t1", { name: { v: "Sea" }, colour: { v: "blue" } }),
    ...madeAs("media", "m1", {
      of: { entry: "e1" },
      file: { name: "a.jpg", type: "image/jpeg", size: 3, width: 4, height: 3, sha: "" },
      caption: { v: "The pier" },
    }),
    ...madeAs("revs", "e1-77", { doc: { v: "{}" }, title: { v: "Before" }, of: { entry: "e1" } }),
    { kind: "entries", id: "e1", register: "tags", value: { v: "t1" } },
    { kind: "entries", id: "e1", register: "revs", value: { v: "77" } },
    { kind: "texts", id: "e1", register: "doc", value: { v: picture } },
    ...more,
  ]);
  const files = filesOf({ [`${diary}/m1`]: "jpg" });
  const [from, to] = [bench.store.room(diary)!, bench.store.room(garden)!];
  const { signal } = new AbortController();
  return { ...bench, key, files, parties: { app: bench, from, to, files, signal } };
}

type Bench = ReturnType<typeof setUp>;

/** What is not deleted, by one of its words. */
function inUse(
  records: Bench["records"],
  journal: typeof diary | typeof garden,
  kind: string,
  register: string,
): string[] {
  return [...records[journal].all(kind).values()]
    .filter((item) => !isDeleted(kind, item))
    .map((item) => textIn(item, register))
    .toSorted((one, other) => one.localeCompare(other));
}

test("an entry takes its text, photos, revisions and tags along, and one step of undo brings it back", async () => {
  const { store, acts, records, key, files, parties } = setUp();
  const moved = await moveEntry(parties, store.entry(key)!);
  expect(store.entries().map((entry) => entry.key)).toEqual([moved]);
  const entry = store.entry(moved)!;
  expect(entry).toMatchObject({ journal: garden, title: "By the sea", revs: [77] });
  expect(entry.tags.map((tag) => store.topic("tags", garden, tag)?.name)).toEqual(["Sea"]);
  expect(store.media(moved)).toMatchObject([{ name: "a.jpg", caption: "The pier" }]);
  expect(files.kept.get(`${garden}/m1`)).toBe("jpg");
  const there = records[garden];
  expect(there.item("texts", "e1")?.registers["doc"]?.value).toEqual({ v: picture });
  expect(there.item("revs", "e1-77")?.registers["title"]?.value).toEqual({ v: "Before" });

  acts.undo();
  expect(store.entries().map((one) => one.key)).toEqual([key]);
  expect(store.entry(key)?.tags).toEqual(["t1"]);

  acts.redo();
  expect(store.entries().map((one) => one.key)).toEqual([moved]);
  expect(store.entry(moved)?.title).toBe("By the sea");
  expect(there.item("texts", "e1")?.registers["doc"]?.value).toEqual({ v: picture });
});

test("a tag of the same name is used, and an entry that is there under its id is left alone", async () => {
  const { store, records, key, parties, put } = setUp();
  put("e1", { title: "Roses" }, garden);
  records[garden].elsewhere([
    ...madeAs("tags", "g1", { name: { v: "SEA" } }),
    ...madeAs("media", "m1", { of: { entry: "e1" }, file: { name: "rose.jpg", type: "" } }),
  ]);
  const moved = await moveEntry(parties, store.entry(key)!);
  expect(
    store
      .entries(garden)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(["By the sea", "Roses"]);
  expect(store.entry(moved)?.tags).toEqual(["g1"]);
  const [photo] = store.media(moved);
  expect(photo?.id).not.toBe("m1");
  const text = records[garden].item("texts", moved.slice(garden.length + 1));
  expect(text?.registers["doc"]?.value["v"]).toContain(mediaAddress(photo!.id));
});

test("where a photo is not in reach nothing is moved, and nothing is left over", async () => {
  const { store, key, files, parties } = setUp(
    madeAs("media", "m2", { of: { entry: "e1" }, file: { name: "b.jpg", type: "image/jpeg" } }),
  );
  await expect(moveEntry(parties, store.entry(key)!)).rejects.toThrow(JournalFileError);
  expect(store.entries().map((entry) => entry.key)).toEqual([key]);
  expect([...files.kept.keys()]).toEqual([`${diary}/m1`]);
});

test("an entry stays where the browser does not keep its copy", async () => {
  const { store, records, key, parties } = setUp();
  records[garden].change = async () => {
    throw new Error("There is no room in this browser.");
  };
  await expect(moveEntry(parties, store.entry(key)!)).rejects.toThrow("no room");
  expect(store.entries().map((entry) => entry.key)).toEqual([key]);
  expect(isDeleted("entries", records[diary].item("entries", "e1")!)).toBe(false);
});

test("an entry that is moved is made once, and its original goes after that", async () => {
  const { store, records, key, parties } = setUp();
  const written: string[] = [];
  for (const [name, own] of Object.entries(records)) {
    const change = own.change.bind(own);
    own.change = async (changes) => {
      const isMaking = changes.some(({ isNew }) => isNew);
      written.push(`${name === diary ? "from" : "to"}${isMaking ? ", made" : ""}`);
      await change(changes);
      if (isMaking) written.push("kept");
    };
  }
  await moveEntry(parties, store.entry(key)!);
  // A revision, all else of it, and both as one step of undo.
  expect(written).toEqual(["to, made", "kept", "to, made", "kept", "to", "from"]);
});

test("a revision that nobody can read stays behind, and an entry whose text is so stays where it is", async () => {
  const { store, records, key, parties, put } = setUp();
  const e2 = put("e2", { title: "Monday", text: "Rain." });
  put("e3", { title: "Tuesday", text: "Sun." });
  records[diary].hold = async (kind, id) => {
    if (kind === "revs" || id === "e2") throw new UnreadableItemError();
    return () => undefined;
  };
  await expect(moveEntry(parties, store.entry(e2)!)).rejects.toThrow(UnreadableItemError);
  const moved = await moveEntry(parties, store.entry(key)!);
  expect(store.entry(moved)).toMatchObject({ title: "By the sea", revs: [] });
  expect(await mergeJournal(parties, () => undefined)).toBe(1);
  expect(inUse(records, diary, "entries", "title")).toEqual(["Monday"]);
  expect(inUse(records, garden, "entries", "title")).toEqual(["By the sea", "Tuesday"]);
});

test("an entry of which a photo is lost holds no other one up", async () => {
  const { records, parties, put } = setUp(
    madeAs("media", "m2", { of: { entry: "e1" }, file: { name: "b.jpg", type: "image/jpeg" } }),
  );
  put("e2", { title: "Monday", text: "Rain." });
  expect(await mergeJournal(parties, () => undefined)).toBe(1);
  expect(inUse(records, diary, "entries", "title")).toEqual(["By the sea"]);
  expect(inUse(records, garden, "entries", "title")).toEqual(["Monday"]);
});

test("a whole journal goes into another one; broken off, each entry is in one of them and it goes on", async () => {
  const { records, parties, put } = setUp();
  put("e2", { title: "Monday", text: "Rain." });
  put("e3", { title: "Thrown away", gone: true });
  records[diary].elsewhere(
    madeAs("templates", "d1", { name: { v: "A week" }, doc: { v: "{}" }, order: { v: "a" } }),
  );
  const shown = (...of: [typeof diary | typeof garden, string, string]) => inUse(records, ...of);
  const life = new AbortController();
  const stopped = mergeJournal({ ...parties, signal: life.signal }, ({ done }) => {
    if (done === 1) life.abort();
  });
  await expect(stopped).rejects.toThrow("abort");
  expect(shown(garden, "entries", "title")).toEqual(["By the sea"]);
  expect(shown(diary, "entries", "title")).toEqual(["Monday"]);

  expect(await mergeJournal(parties, () => undefined)).toBe(0);
  expect(shown(diary, "entries", "title")).toEqual([]);
  expect(shown(garden, "entries", "title")).toEqual(["By the sea", "Monday"]);
  expect(shown(garden, "tags", "name")).toEqual(["Sea"]);
  expect(shown(garden, "media", "caption")).toEqual(["The pier"]);
  expect(shown(garden, "templates", "name")).toEqual(["A week"]);
  expect(shown(diary, "templates", "name")).toEqual([]);
});
