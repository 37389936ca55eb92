import { expect, test } from "vitest";
import { forgivenWords, longestWords, streakWords } from "./streak-words.ts";

const now = (days: number, forgiven: string[] = []) => ({ days, forgiven, endsToday: false });

test("a streak says how many days were written, and that some are forgiven without counting them", () => {
  expect(streakWords(now(0))).toBe("");
  expect(streakWords(now(1))).toBe("1 day in a row");
  expect(streakWords(now(1200))).toBe("1,200 days in a row");
  expect(streakWords(now(12, ["2026-11-20"]))).toBe("12 days, one forgiven");
  expect(streakWords(now(30, ["2026-11-20", "2026-11-10"]))).toBe("30 days, 2 forgiven");
  expect(forgivenWords(now(12, ["2026-11-20"]))).toBe(
    "20 Nov 2026 is forgiven: one missing day is, once in seven days.",
  );
  expect(forgivenWords(now(12))).toBe("");
});

test("the longest is said where it is another one than what goes on", () => {
  const longest = { days: 12, from: "2025-01-01", to: "2025-01-13" };
  expect(longestWords(longest, now(12))).toBe("");
  expect(longestWords(longest, now(3))).toBe("The longest: 12 days, 1 Jan 2025 to 13 Jan 2025.");
});
