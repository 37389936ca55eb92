import { expect, test } from "vitest";
import { nightsOf, textOfMinute } from "./nights.ts";

test.each([
  ["London in winter", 0, 180, "03:00"],
  ["Kathmandu", -345, 180, "08:45"],
  ["New York", 300, 180, "22:00"],
])("a minute of the night in UTC is the reader's own: %s", (_, offset, minute, text) => {
  expect(textOfMinute(minute, offset)).toBe(text);
  const nights = nightsOf(offset, minute);
  expect(nights).toContain(minute);
  const texts = nights.map((one) => textOfMinute(one, offset));
  expect(texts).toEqual(texts.toSorted());
  expect(new Set(texts).size).toBe(nights.length);
  expect(texts.filter((one) => one.endsWith(":00"))).toHaveLength(24);
});
