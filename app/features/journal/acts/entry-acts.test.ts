import { expect, test } from "vitest";
import { diary, garden, openJournalBench, textOf } from "../testing/journal-bench.ts";

test("an entry that is begun is nowhere until it has a word, and is written whole with the first one", () => {
  const { acts, store, records } = openJournalBench();
  const key = acts.entries.begin({ journal: diary, when: { v: "2026-03-02T10:00", zone: "UTC" } })!;
  expect(store.entry(key)?.when.v).toBe("2026-03-02T10:00");
  expect([store.entries(), records[diary].all("entries").size]).toEqual([[], 0]);
  acts.entries.text(key, textOf("Hello"));
  expect(store.entries()).toMatchObject([
    { key, gist: "Hello", words: 1, when: { v: "2026-03-02T10:00", zone: "UTC" } },
  ]);
  expect(store.text(key)?.doc).toBe(textOf("Hello"));
  expect(store.isBegun(key)).toBe(false);
});

test("what is typed in one go is one step, and what makes an entry takes it back", () => {
  const { acts, store, undo } = openJournalBench();
  const key = acts.entries.begin({ journal: diary })!;
  for (const text of ["H", "He", "Hey"]) acts.entries.text(key, textOf(text));
  acts.settle();
  acts.entries.text(key, textOf("Hey you"));
  acts.undo();
  expect(store.text(key)?.doc).toBe(textOf("Hey"));
  expect(store.entry(key)?.gist).toBe("Hey");
  acts.undo();
  expect(store.entries()).toEqual([]);
  expect(store.deleted()).toHaveLength(1);
  acts.redo();
  expect(store.entries()).toMatchObject([{ key, gist: "Hey" }]);
  expect(undo.stack.state()).toMatchObject({ redo: "Write in “Hey”" });
});

test("who writes on after ten minutes keeps what stood there, once", () => {
  const { acts, store, put, clock, records } = openJournalBench();
  const key = put("rain", { text: "It rained." });
  const before = store.text(key)!;
  acts.entries.text(key, textOf("It rained. A"));
  expect(store.entry(key)?.revs).toEqual([]);
  const { t } = store.text(key)!;
  clock.ms += 11 * 60_000;
  acts.entries.text(key, textOf("It rained. A lot"));
  expect(store.entry(key)?.revs).toEqual([t]);
  expect(records[diary].item("revs", `rain-${t}`)?.registers["doc"]?.value).toEqual({
    v: textOf("It rained. A"),
  });
  expect(before.t).not.toBe(t);
  // What was kept stays, whatever is taken back.
  acts.undo();
  expect(store.text(key)?.doc).toBe(textOf("It rained."));
  expect(store.entry(key)?.revs).toEqual([t]);
});

test("a text that goes in the middle of a sitting is kept, at once or word by word", () => {
  for (const step of [49, 1]) {
    const { acts, store, put, clock, records } = openJournalBench();
    const words = Array.from({ length: 50 }, (_, at) => `word${at}`);
    const key = put("rain", { text: "It rained." });
    acts.entries.text(key, textOf(words.join(" ")));
    for (let left = 50 - step; left > 0; left -= step) {
      clock.ms += 1000;
      acts.entries.text(key, textOf(words.slice(0, left).join(" ")));
    }
    const { revs } = store.entry(key)!;
    const kept = revs.map(
      (t) => records[diary].item("revs", `rain-${t}`)?.registers["doc"]?.value["v"],
    );
    expect(kept).toContain(textOf(words.join(" ")));
    // Of 50 words, of 24 and of 11: each time when less than half of them was left.
    expect(kept).toHaveLength(step === 49 ? 1 : 3);
  }
});

test("nothing of a text is remembered over the lock of its journal", () => {
  const { acts, store, put, clock, records } = openJournalBench();
  const both = [diary, garden].map((journal) => ({
    journal,
    records: records[journal as typeof diary],
  }));
  const key = put("rain", { text: "It rained." });
  const words = Array.from({ length: 50 }, (_, at) => `word${at}`);
  acts.entries.text(key, textOf(words.join(" ")));
  clock.ms += 1000;
  acts.entries.text(key, textOf(words.slice(0, 40).join(" ")));
  store.use(both.slice(1));
  const short = textOf(words.slice(0, 12).join(" "));
  records[diary].elsewhere([
    { kind: "texts", id: "rain", register: "doc", value: { v: short } },
    { kind: "entries", id: "rain", register: "gist", value: { v: "word0", words: 12 } },
  ]);
  store.use(both);
  clock.ms += 1000;
  acts.entries.text(key, textOf(words.slice(0, 11).join(" ")));
  expect(records[diary].all("revs").size).toBe(0);
});

test("to put back what was is one step, and keeps what stood there first", () => {
  const { acts, store, put } = openJournalBench();
  const key = put("rain", { title: "Rain", text: "Now." });
  const { t } = store.text(key)!;
  acts.entries.replace(key, "Restore a text", { doc: textOf("Before."), title: "Sun" });
  expect(store.entry(key)).toMatchObject({ title: "Sun", gist: "Before.", revs: [t] });
  acts.undo();
  expect(store.entry(key)).toMatchObject({ title: "Rain", gist: "Now.", revs: [t] });
  expect(store.text(key)?.doc).toBe(textOf("Now."));
});

test("entries of two journals go into the trash and come back in one step each", () => {
  const { acts, store, put } = openJournalBench();
  const keys = [put("one"), put("two", {}, garden)];
  acts.entries.remove(keys);
  expect(store.entries()).toEqual([]);
  expect(store.deleted().map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
  acts.undo();
  expect(store.entries()).toHaveLength(2);
  acts.redo();
  acts.entries.restore(keys);
  expect(store.entries(garden)).toHaveLength(1);
});

test("a tag is put on an entry and taken off; no entry has more than thirty", () => {
  const { acts, store, put } = openJournalBench();
  const key = put("rain");
  const sea = acts.topics.named(diary, "tags", "  The  sea ")!;
  expect(acts.topics.named(diary, "tags", "the sea")).toBe(sea);
  acts.entries.topic([key], "tags", sea, true);
  expect(store.entry(key)?.tags).toEqual([sea]);
  acts.entries.topic([key], "tags", sea, false);
  expect(store.entry(key)?.tags).toEqual([]);
  for (let at = 0; at < 31; at += 1) {
    const id = acts.topics.named(diary, "tags", `Tag ${at}`)!;
    expect(acts.entries.topic([key], "tags", id, true)).toBe(at < 30);
  }
  expect(store.entry(key)?.tags).toHaveLength(30);
});

test("mood, star, day, place and weather are taken back to what they are without", () => {
  const { acts, store, put } = openJournalBench();
  const key = put("rain");
  acts.entries.mood([key], 4);
  acts.entries.star([key], true);
  acts.entries.place(key, { name: "Porto", spot: { lat: 41, lon: -8 } });
  acts.entries.weather(key, { kind: "rain", temp: -3 });
  acts.entries.when(key, { v: "2025-01-01", zone: "" });
  expect(store.entry(key)).toMatchObject({
    mood: 4,
    star: true,
    place: { name: "Porto", spot: { lat: 41, lon: -8 } },
    weather: { kind: "rain", temp: -3 },
    when: { v: "2025-01-01", zone: "" },
  });
  for (let step = 0; step < 5; step += 1) acts.undo();
  expect(store.entry(key)).toMatchObject({
    mood: 0,
    star: false,
    place: null,
    weather: null,
    when: { v: "2026-03-02T21:40", zone: "UTC" },
  });
});

test("what belongs to a journal that was locked cannot be taken back any more", () => {
  const { acts, store, undo, put, records } = openJournalBench();
  const key = put("rain");
  acts.entries.mood([key], 4);
  undo.drop();
  store.use([{ journal: garden, records: records[garden] }]);
  expect(undo.stack.state()).toEqual({ undo: undefined, redo: undefined });
  expect(acts.undo()).toBe(false);
  expect(store.entry(key)).toBeUndefined();
});
