import { expect, test } from "vitest";
import { readingMinutes } from "./reading-minutes.ts";

function doc(text: string): unknown {
  return { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] };
}

test("a text takes at least a minute, and none takes no time", () => {
  expect(readingMinutes(undefined)).toBeUndefined();
  expect(readingMinutes(doc(" "))).toBeUndefined();
  expect(readingMinutes(doc("Bread."))).toBe(1);
  expect(readingMinutes(doc("bread ".repeat(880)))).toBe(4);
});

test("scripts without spaces are counted by their signs", () => {
  expect(readingMinutes(doc("麺".repeat(1350)))).toBe(3);
});
