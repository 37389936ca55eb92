import { expect, test } from "vitest";
import { stampWords } from "./stamp-words.ts";

const stampOf = (date: Date) => date.getTime() * 1000;

test("of today it is the time, of another day its day too, and of no time nothing", () => {
  const now = new Date(2026, 11, 1, 23, 0).getTime();
  expect(stampWords(stampOf(new Date(2026, 11, 1, 21, 50)), now)).toBe("21:50");
  expect(stampWords(stampOf(new Date(2026, 10, 30, 21, 50)), now)).toBe("30 Nov 2026, 21:50");
  expect(stampWords(Number.NaN, now)).toBe("");
});
