import { expect, test } from "vitest";
import { diary, garden, openJournalBench } from "../testing/journal-bench.ts";

test("entries of all journals stand together, the newest first", () => {
  const { store, put } = openJournalBench();
  put("a", { at: "2026-01-01T10:00" });
  put("b", { at: "2026-01-03T10:00" }, garden);
  put("c", { at: "2026-01-02T10:00" });
  expect(store.entries().map(({ id }) => id)).toEqual(["b", "c", "a"]);
  expect(store.entries(diary).map(({ id }) => id)).toEqual(["c", "a"]);
});

test("the list is the same one until something of an entry changes, and others hear of nothing", () => {
  const { store, put, records } = openJournalBench();
  const [one, two] = [put("a"), put("b")];
  const [list, kept] = [store.entries(), store.entry(two)];
  const heard: string[] = [];
  store.subscribe(`entries/${one}`, () => heard.push("one"));
  store.subscribe(`entries/${two}`, () => heard.push("two"));
  store.subscribe("entries", () => heard.push("all"));
  records[diary].elsewhere([{ kind: "tags", id: "t", register: "name", value: { v: "Sea" } }]);
  expect([store.entries() === list, heard]).toEqual([true, []]);
  records[diary].elsewhere([{ kind: "entries", id: "a", register: "title", value: { v: "A" } }]);
  expect(heard.toSorted()).toEqual(["all", "one"]);
  expect([store.entries() === list, store.entry(two) === kept]).toEqual([false, true]);
});

test("an entry whose day changes stands elsewhere; deleted, in the trash; written in again, back", () => {
  const { store, put, records } = openJournalBench();
  put("a", { at: "2026-01-01T10:00" });
  put("b", { at: "2026-01-02T10:00" });
  const write = (register: string, value: Record<string, string | number | boolean>) =>
    records[diary].elsewhere([{ kind: "entries", id: "a", register, value }]);
  expect(store.entries().map(({ id }) => id)).toEqual(["b", "a"]);
  write("when", { v: "2026-01-05T10:00", zone: "UTC" });
  expect(store.entries().map(({ id }) => id)).toEqual(["a", "b"]);
  write("gone", { v: true });
  expect(store.entries().map(({ id }) => id)).toEqual(["b"]);
  expect(store.deleted().map(({ id }) => id)).toEqual(["a"]);
  write("gist", { v: "Words", words: 1 });
  expect(store.entries().map(({ id }) => id)).toEqual(["a", "b"]);
});

test("who presents shows one journal, and nothing of the others is there", () => {
  const { store, put, records } = openJournalBench();
  const other = put("b", {}, garden);
  put("a");
  records[garden].elsewhere([
    { kind: "tags", id: "t", register: "name", value: { v: "Secret" } },
    { kind: "lost", id: "l", register: "of", value: { v: "texts/b/doc" } },
    { kind: "lost", id: "l", register: "text", value: { v: "Secret" } },
  ]);
  let heard = 0;
  store.subscribe("rooms", () => (heard += 1));
  store.present(diary);
  expect(heard).toBe(1);
  expect(store.rooms().map(({ journal }) => journal)).toEqual([diary]);
  expect(store.entries().map(({ id }) => id)).toEqual(["a"]);
  expect(store.entry(other)).toBeUndefined();
  expect(store.topics("tags", garden)).toEqual([]);
  expect(store.lost()).toEqual([]);
  store.present(undefined);
  expect(store.entries()).toHaveLength(2);
  expect(store.lost()).toHaveLength(1);
});

test("a journal in the trash is not shown, nor what is in it", () => {
  const { store, put, acts } = openJournalBench();
  put("a");
  put("b", {}, garden);
  acts.journals.remove(garden);
  expect(store.entries().map(({ id }) => id)).toEqual(["a"]);
  expect(store.goneRooms().map(({ journal }) => journal)).toEqual([garden]);
  acts.undo();
  expect(store.entries()).toHaveLength(2);
});

test("journals stand in the order that their owner gave them", () => {
  const { store, acts } = openJournalBench();
  acts.journals.move(garden, 0);
  acts.journals.move(diary, 1);
  expect(store.rooms().map(({ journal }) => journal)).toEqual([garden, diary]);
  acts.journals.move(diary, 0);
  expect(store.rooms().map(({ journal }) => journal)).toEqual([diary, garden]);
});

test("photos are those of their entry, and none of an entry in the trash is shown", () => {
  const { store, put, records, acts } = openJournalBench();
  const key = put("a");
  const photo = (id: string) =>
    records[diary].elsewhere([
      { kind: "media", id, register: "of", value: { entry: "a" } },
      { kind: "media", id, register: "file", value: { name: `${id}.jpg`, type: "image/jpeg" } },
    ]);
  photo("z");
  photo("b");
  expect(store.media(key).map(({ id }) => id)).toEqual(["z", "b"]);
  expect(store.media(key)).toBe(store.media(key));
  acts.media.remove(diary, ["z"]);
  expect(store.media(key).map(({ id }) => id)).toEqual(["b"]);
  acts.entries.remove([key]);
  expect(store.allMedia()).toEqual([]);
});

test("one changed photo draws its own entry anew, and no other one", () => {
  const { store, put, records, acts } = openJournalBench();
  const [one, two] = [put("a"), put("b")];
  for (const of of ["a", "b"]) {
    records[diary].elsewhere([
      { kind: "media", id: `of-${of}`, register: "of", value: { entry: of } },
      { kind: "media", id: `of-${of}`, register: "file", value: { name: "x", type: "image/jpeg" } },
    ]);
  }
  const before = [store.media(one), store.media(two)];
  acts.media.write(diary, "of-a", "caption", "The sea");
  expect(store.media(one)).not.toBe(before[0]);
  expect(store.media(one)[0]?.caption).toBe("The sea");
  expect(store.media(two)).toBe(before[1]);
});
