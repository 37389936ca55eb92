import { expect, test } from "vitest";
import { dateOf, dayOf } from "../dates/floating.ts";
import { promptOf, prompts } from "./prompts.ts";

const from = dayOf("2026-11-20");

test("every question is there once, and is one", () => {
  expect(new Set(prompts).size).toBe(prompts.length);
  for (const prompt of prompts) expect(prompt).toMatch(/^[A-Z].{10,78}\?$/);
});

test("a day has its question, and none comes again before all were asked", () => {
  expect(promptOf("2026-12-01")).toBe(promptOf("2026-12-01"));
  const asked = prompts.map((_, day) => promptOf(dateOf(from + day)));
  expect(new Set(asked).size).toBe(prompts.length);
});

test("asking for another one goes through all of them, and not through tomorrow's first", () => {
  const turns = prompts.map((_, turn) => promptOf("2026-12-01", turn));
  expect(new Set(turns).size).toBe(prompts.length);
  expect(turns.slice(0, 5)).not.toContain(promptOf("2026-12-02"));
});

test("what is no day has a question all the same", () => {
  expect(prompts).toContain(promptOf("", 3));
  expect(prompts).toContain(promptOf("1500-01-01"));
});
