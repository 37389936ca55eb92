import { expect, test } from "vitest";
import { toSent, toTyped } from "./written.ts";

const people = [
  { uid: "a", name: "Ann" },
  { uid: "l", name: "Ann Lee" },
  { uid: "b", name: "Ben" },
  { uid: "c", name: "Ben" },
  { uid: "x", name: "We [ird]" },
];

test("names behind an @ are sent with who is meant, and typed again as they were", () => {
  const text = "Hi @Ann Lee, and @Ann; not ann@Ann.example nor @We [ird]";
  const sent = toSent(text, people, new Set());
  expect(sent).toBe("Hi @[Ann Lee](l), and @[Ann](a); not ann@Ann.example nor @We [ird]");
  expect(toTyped(sent)).toEqual({ text, chosen: new Set(["l", "a"]) });
});

test("of two with the same name it is who was chosen", () => {
  expect(toSent("@Ben", people, new Set(["c"]))).toBe("@[Ben](c)");
  expect(toSent(" @Ben ", people, new Set())).toBe("@[Ben](b)");
});
