import { expect, test } from "vitest";
import { amountText, minorOf } from "./money.ts";

test.for<[string, string, number | undefined]>([
  ["12.50", "EUR", 1250],
  ["12,5", "EUR", 1250],
  [" 12 ", "EUR", 1200],
  [".5", "EUR", 50],
  ["1,234.50", "EUR", 123_450],
  ["1.234,50", "EUR", 123_450],
  ["1’234.50", "CHF", 123_450],
  ["1,234", "EUR", 123_400],
  ["1200", "JPY", 1200],
  ["1,200", "JPY", 1200],
  ["12.5", "JPY", undefined],
  ["1.234", "KWD", 1234],
  ["12.345", "EUR", 1_234_500],
  ["12.3456", "EUR", undefined],
  ["-3", "EUR", undefined],
  ["12 €", "EUR", undefined],
  ["", "EUR", undefined],
  [".", "EUR", undefined],
  ["9".repeat(30), "EUR", undefined],
])("%s %s is %s", ([text, currency, minor]) => {
  expect(minorOf(text, currency)).toBe(minor);
});

test("what is stored is written as people write it, and read again", () => {
  expect(amountText(1250, "EUR")).toBe("12.50");
  expect(amountText(1200, "EUR")).toBe("12");
  expect(amountText(1200, "JPY")).toBe("1200");
  expect(amountText(100, "no currency")).toBe("1");
  for (const minor of [0, 1, 99, 100, 123_456]) {
    expect(minorOf(amountText(minor, "EUR"), "EUR")).toBe(minor);
  }
});
