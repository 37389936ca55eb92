import { expect, test } from "vitest";
import { openBoardBench } from "../testing/board-bench.ts";
import { dueCards } from "./due-cards.ts";
import { moveDay } from "./move-day.ts";

const dueOn = (v: string, zone = "") => ({ due: { v, zone } });

function openCalendar() {
  const bench = openBoardBench();
  const day = (date: string) =>
    (dueCards(bench.store, undefined, "UTC").days.get(date) ?? []).map(({ card, time }) =>
      [card.id, time].filter(Boolean).join(" "),
    );
  const due = (id: string) =>
    [...dueCards(bench.store, undefined, "UTC").days.values()]
      .flat()
      .find(({ card }) => card.id === id)!;
  return { ...bench, day, due };
}

test("a day has what is due all of it first, then by time; times of another zone are on the board's clock", () => {
  const { put, day } = openCalendar();
  put("late", "todo", dueOn("2026-12-01T18:00", "UTC"));
  put("early", "todo", dueOn("2026-12-01T08:00", "UTC"));
  put("whole", "doing", dueOn("2026-12-01"));
  put("berlin", "todo", dueOn("2026-12-02T00:30", "Europe/Berlin"));
  expect(day("2026-12-01")).toEqual(["whole", "early 08:00", "late 18:00", "berlin 23:30"]);
});

test("what is away or filtered out is on no day, and cards without one are counted", () => {
  const { store, put, acts } = openCalendar();
  put("one", "todo", dueOn("2026-12-01"));
  put("two", "todo", dueOn("2026-12-01"));
  put("none");
  acts.cards.archive(["two"]);
  const all = dueCards(store, undefined, "UTC");
  expect([all.days.get("2026-12-01")?.length, all.without]).toEqual([1, 1]);
  expect(dueCards(store, new Set(["none"]), "UTC").days.size).toBe(0);
});

test("another day keeps the time, as it is shown, and is one step of undo", () => {
  const { store, acts, put, due, day } = openCalendar();
  put("timed", "todo", dueOn("2026-12-01T09:00", "UTC"));
  put("berlin", "todo", dueOn("2026-12-02T00:30", "Europe/Berlin"));
  moveDay({ acts, store }, due("timed"), "2026-12-24");
  moveDay({ acts, store }, due("berlin"), "2026-12-24");
  expect(day("2026-12-24")).toEqual(["timed 09:00", "berlin 23:30"]);
  acts.undo();
  expect(day("2026-12-01")).toEqual(["berlin 23:30"]);
});

test("the same day is no change", () => {
  const { store, acts, stack, put, due } = openCalendar();
  put("one", "todo", dueOn("2026-12-01"));
  moveDay({ acts, store }, due("one"), "2026-12-01");
  expect(stack.state().undo).toBeUndefined();
});
