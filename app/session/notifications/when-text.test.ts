import { expect, test } from "vitest";
import { whenText } from "./when-text.ts";

const now = new Date(2026, 10, 22, 15, 0);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 5).getTime();

test.each([
  [at(22, 9), "09:05"],
  [at(21, 23), "Yesterday, 23:05"],
  [at(20, 9), "20 Nov 2026, 09:05"],
])("a moment is told in as few words as it needs", (moment, words) => {
  expect(whenText(moment, now)).toBe(words);
});
