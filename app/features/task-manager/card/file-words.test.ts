import { expect, test } from "vitest";
import { shownFileName } from "./file-words.ts";

test("a name that is too long keeps its ending, and no letters are turned round", () => {
  expect(shownFileName("plan.pdf")).toBe("plan.pdf");
  expect(shownFileName(`${"x".repeat(300)}.txt`)).toBe(`${"x".repeat(196)}.txt`);
  expect(shownFileName("x".repeat(300))).toBe("x".repeat(200));
  expect(shownFileName("a\u202Egpj.exe")).toBe("agpj.exe");
});
