import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes.ts";

const KB = 1024;
const MB = 1024 * KB;

test("a size is written in the unit in which it is a small number", () => {
  expect(
    [0, 1, 1023, KB, 1.5 * MB, 50 * MB, 1024 * MB, 3 * 1024 * 1024 * MB].map(formatBytes),
  ).toEqual(["0 bytes", "1 byte", "1,023 bytes", "1 KB", "1.5 MB", "50 MB", "1 GB", "3 TB"]);
});

test("no size is written as 1,024 of a unit, and none is so large or small that it has no words", () => {
  expect([MB - 1, 1024 * MB - 1, 9.96 * MB].map(formatBytes)).toEqual(["1 MB", "1 GB", "10 MB"]);
  expect([-1, 5000 * 1024 * 1024 * MB].map(formatBytes)).toEqual(["0 bytes", "5,000 TB"]);
});
