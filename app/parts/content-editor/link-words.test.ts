import { expect, test } from "vitest";
import type { LinkCheck } from "#lib/link-check.ts";
import { linksSaid } from "./link-words.ts";

const gone = "https://example.com/gone";
const there = "https://example.com/there";
const check: LinkCheck = {
  kind: "projects",
  docId: "atlas",
  checkedAt: "2026-11-20T08:00:00.000Z",
  problem: "This link leads nowhere.",
  links: [
    { url: gone, status: 404, problem: "This link leads nowhere." },
    { url: there, status: 200, problem: null },
  ],
};

const problems = (urls: string[], found?: LinkCheck) =>
  linksSaid(urls, found).filter(({ isProblem }) => isProblem);
const texts = (urls: string[], found?: LinkCheck) => linksSaid(urls, found).map(({ text }) => text);

test("what was found of a link is said of it alone, as long as it is written", () => {
  expect(problems([gone], check)).toHaveLength(1);
  expect(problems([there], check)).toEqual([]);
  expect(texts(["https://example.com/new"], check)).toEqual(["This link was not checked yet."]);
  expect(texts([there])).toEqual(["This link was not checked yet."]);
});

test("of many links those that lead nowhere are named, the others counted", () => {
  const [first, ...others] = texts([gone, there, "https://example.com/new"], check);
  expect(first).toMatch(/^https:\/\/example\.com\/gone: This link leads nowhere\. Checked /);
  expect(others).toEqual([
    expect.stringMatching(/^One of 3 links works\. Checked /),
    "One was not checked yet.",
  ]);
});
