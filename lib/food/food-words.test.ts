import { expect, test } from "vitest";
import { closedWords, formatMoney, ratingWords } from "./food-words.ts";

test("every half star has a word", () => {
  expect([0.5, 1, 2.5, 4.5, 5].map(ratingWords)).toEqual([
    "0.5 out of 5, awful",
    "1 out of 5, bad",
    "2.5 out of 5, middling",
    "4.5 out of 5, excellent",
    "5 out of 5, superb",
  ]);
});

test("money has as many decimals as its currency", () => {
  expect(formatMoney({ minor: 1450, currency: "EUR" })).toBe("€14.50");
  expect(formatMoney({ minor: 1200, currency: "JPY" })).toBe("¥1,200");
  expect(formatMoney({ minor: 12_345, currency: "KWD" })).toContain("12.345");
});

test("closing days are named once each", () => {
  expect(closedWords([])).toBe("");
  expect(closedWords(["monday", "monday"])).toBe("Closed on Mondays");
  expect(closedWords(["monday", "tuesday", "sunday"])).toBe(
    "Closed on Mondays, Tuesdays, and Sundays",
  );
});
