import { expect, test } from "vitest";
import { bytesIn } from "./words.ts";

test("a quota has the number that the other screens give it", () => {
  expect(bytesIn(10 * 1024 ** 3)).toBe("10 GB");
  expect([0, 340, 1023, 1024, 1_572_864].map(bytesIn)).toEqual([
    "0 bytes",
    "340 bytes",
    "1,023 bytes",
    "1 KB",
    "1.5 MB",
  ]);
});
