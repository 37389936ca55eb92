import { expect, test } from "vitest";
import type { ContentItem } from "#lib/content/item.ts";
import { joinedNotes } from "./copy-notes.ts";
import { notesOf } from "#app/live/problem-notes/problem-notes.ts";
import type { ProblemNotes } from "#app/live/problem-notes/problem-notes.ts";
import { reviewQueue } from "./review-queue.ts";

const today = "2026-05-10";

function item(id: string): ContentItem {
  return { id, title: id, state: "published", isHidden: false, updatedAt: "2026-01-01T00:00:00Z" };
}

function due(dueOn: string, days: number): ProblemNotes {
  return { text: "", review: { dueOn, days, ease: 2.5, times: days === 0 ? 0 : 1 } };
}

const items = ["late", "later", "forgotten", "new", "noted"].map(item);
const notes = new Map([
  ["late", due("2026-05-01", 3)],
  ["later", due("2026-05-11", 3)],
  ["forgotten", due(today, 0)],
  ["noted", { text: "Only words" }],
  ["deleted", due("2026-01-01", 3)],
]);

test("what is due longest is asked first; new ones are counted but wait until they are taken", () => {
  expect(reviewQueue({ items, notes, today, taken: 0 })).toMatchObject({
    next: { item: { id: "late" } },
    due: 2,
    later: 1,
    fresh: 2,
  });
});

test("what was forgotten today comes after those that were not asked yet", () => {
  const answered = new Map(notes).set("late", due("2026-06-01", 20));
  const next = (taken: number) =>
    reviewQueue({ items, notes: answered, today, taken }).next?.item.id;
  expect(next(0)).toBe("forgotten");
  expect(next(2)).toBe("new");
});

test("notes that hold something else than they should are notes without a review", () => {
  expect(notesOf({ text: 7, review: { dueOn: "soon", days: 1, ease: 2, times: 1 } })).toEqual({
    text: "",
  });
  const review = { dueOn: today, days: 1, ease: 2, times: 1 };
  expect(notesOf({ text: "x", review, more: true })).toEqual({ text: "x", review });
});

test("notes of problems that become one stand below each other, each once, however long they are", () => {
  expect(joinedNotes(["one", "", "two", "one"])).toBe("one\n\ntwo");
  const long = "x".repeat(100_000);
  expect(joinedNotes([long, ""])).toBe(long);
  expect(joinedNotes([long, "two"])).toBe(`${long}\n\ntwo`);
});
