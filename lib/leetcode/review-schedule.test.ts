import { expect, test } from "vitest";
import { localDay, nextReview } from "./review-schedule.ts";
import type { Grade, ReviewState } from "./review-schedule.ts";

const grades: Grade[] = ["again", "hard", "good", "easy"];

test("what was never reviewed comes again today, tomorrow or in four days", () => {
  const days = grades.map((grade) => nextReview(undefined, grade, "2026-02-27").dueOn);
  expect(days).toEqual(["2026-02-27", "2026-02-28", "2026-02-28", "2026-03-03"]);
});

test("a better answer is a later day, whatever was before", () => {
  for (const days of [1, 2, 6, 30, 200]) {
    for (const ease of [1.3, 2.5]) {
      const before: ReviewState = { dueOn: "2026-01-01", days, ease, times: 3 };
      const next = grades.map((grade) => nextReview(before, grade, "2026-01-01").days);
      expect(next).toEqual([...new Set(next)].toSorted((a, b) => a - b));
    }
  }
});

test("known again and again the time between grows, and never over ten years", () => {
  let state = nextReview(undefined, "good", "2026-01-01");
  const days: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    days.push(state.days);
    state = nextReview(state, "good", state.dueOn);
  }
  expect(days.slice(0, 4)).toEqual([1, 3, 8, 20]);
  expect(state.days).toBe(3650);
});

test("what is forgotten begins anew and grows more slowly, but not without end", () => {
  let state = nextReview(
    { dueOn: "2026-01-01", days: 40, ease: 2.5, times: 5 },
    "again",
    "2026-01-01",
  );
  expect(state).toEqual({ dueOn: "2026-01-01", days: 0, ease: 2.3, times: 0 });
  for (let round = 0; round < 20; round += 1) state = nextReview(state, "again", "2026-01-01");
  expect(state.ease).toBe(1.3);
});

test("today is the day where the owner is", () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
