import { expect, test } from "vitest";
import { createHeldChars } from "./held-chars.ts";

const MEGABYTE = 1024 * 1024;

test("one client cannot have more than a quarter, with however many shares", () => {
  const held = createHeldChars(16 * MEGABYTE);
  const [one, two] = [held.shareOf("a"), held.shareOf("a")];
  expect(one.take(2 * MEGABYTE)).toBe(true);
  expect(two.take(2 * MEGABYTE)).toBe(true);
  expect(two.take(1)).toBe(false);
  expect(held.shareOf("b").take(4 * MEGABYTE)).toBe(true);
  one.give(1);
  expect(two.take(1)).toBe(true);
});

test("when all is taken, who holds little is still served", () => {
  const held = createHeldChars(16 * MEGABYTE);
  for (const client of ["a", "b", "c", "d"]) held.shareOf(client).take(4 * MEGABYTE);
  const late = held.shareOf("e");
  expect(late.take(60_000)).toBe(true);
  expect(late.take(MEGABYTE)).toBe(false);
  late.give(60_000);
  held.shareOf("a").give(4 * MEGABYTE);
  expect(late.take(4 * MEGABYTE)).toBe(true);
});
