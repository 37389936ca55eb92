import { expect, test, vi } from "vitest";
import { openJournalBench } from "../testing/journal-bench.ts";
import { createStreakReader } from "./read-streaks.ts";

const today = "2026-03-03";

test("days are counted when one of them changes, and not at a letter of an entry", () => {
  const { store, acts, put } = openJournalBench();
  const keys = ["2026-03-01", "2026-03-02", "2026-03-02"].map((date, at) =>
    put(`e${at}`, { at: `${date}T21:40`, title: "A day" }),
  );
  const read = createStreakReader();
  const days = () => read(store.entries(), today).streak.days;
  expect(days()).toBe(2);

  const before = store.entries();
  acts.entries.title(keys[0] ?? "", "A day a");
  acts.entries.title(keys[0] ?? "", "A day at");
  expect(store.entries()).not.toBe(before);
  const parse = vi.spyOn(Date, "parse");
  expect(days()).toBe(2);
  expect(parse).not.toHaveBeenCalled();

  acts.entries.remove([keys[0] ?? ""]);
  expect(days()).toBe(1);
  expect(read(store.entries(), "2026-03-04").streak.days).toBe(1);
  expect(read(store.entries(), "2026-03-05").streak.days).toBe(0);
});
