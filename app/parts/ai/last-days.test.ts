import { expect, test } from "vitest";
import { chartWords, lastDays } from "./last-days.ts";

const now = Date.parse("2026-03-01T23:59:00Z");

test("every day stands there once, what is of one day together, and what is older is left out", () => {
  const counts = [
    { day: "2026-03-01", count: 2 },
    { day: "2026-02-27", count: 3 },
    { day: "2026-02-27", count: 4 },
    { day: "2026-02-26", count: 9 },
  ];
  expect(lastDays(counts, 3, now)).toEqual([
    { day: "2026-02-27", count: 7 },
    { day: "2026-02-28", count: 0 },
    { day: "2026-03-01", count: 2 },
  ]);
});

test("the chart in words names the sum and the highest day, and none where there is none", () => {
  const days = lastDays([{ day: "2026-02-28", count: 1200 }], 90, now);
  expect(chartWords(days, (day) => day)).toBe(
    "1,200 AI tokens in 90 days. Most on 2026-02-28: 1,200.",
  );
  expect(chartWords(lastDays([], 7, now), (day) => day)).toBe("0 AI tokens in 7 days.");
});
