import { expect, test } from "vitest";
import { oneLine } from "./one-line.ts";

test("breaks, signs that cannot be seen and half characters are gone", () => {
  expect(oneLine(" a\n\tb\u202E\u0000c\u2028d \uD800", 50)).toBe("a b c d \uFFFD");
});

test("what is too long ends with a sign for it, and never in the middle of a character", () => {
  expect(oneLine("abcdef", 6)).toBe("abcdef");
  expect(oneLine("abc defg", 5)).toBe("abc…");
  expect(oneLine("ab😀cd", 4)).toBe("ab…");
});
