import { expect, test } from "vitest";
import type { LeetCodeSnapshot } from "#lib/documents/leetcode-snapshot.ts";
import type { PublicProblem } from "#lib/documents/problem.ts";
import { leetCodePage } from "./leetcode-data.ts";

const resume = { basics: { profiles: [{ network: "LeetCode", username: "Ada" }] } };
const leetcode: LeetCodeSnapshot = {
  username: "ada",
  all: { solved: 3, total: 30 },
  easy: { solved: 2, total: 10 },
  medium: { solved: 1, total: 10 },
  hard: { solved: 0, total: 10 },
  years: [],
  streak: 2,
  activeDays: 2,
  languages: [
    { name: "cpp", solved: 1 },
    { name: "python3", solved: 2 },
    { name: "java", solved: 0 },
  ],
  topics: [
    { name: "Array", level: "fundamental", solved: 1 },
    { name: "Graph", level: "advanced", solved: 2 },
    { name: "Trie", level: "advanced", solved: 0 },
  ],
  contest: null,
  recent: [{ title: "Two Sum", slug: "two-sum", language: "cpp", at: "2026-11-20T23:59:00.000Z" }],
  fetchedAt: "2026-11-22T09:05:00.000Z",
};
const problems = Array.from({ length: 60 }, (_, at): PublicProblem => {
  const time = "2026-01-02T03:04:05.678901Z";
  const solutions = ["cpp", "python3", "cpp"].map((language) => ({ language, code: "x" }));
  return {
    id: `p${at}`,
    title: `Problem ${at}`,
    link: `https://problems.example/${at}`,
    categories: [],
    solutions,
    createTime: time,
    updateTime: time,
  };
});

function pageAt(instant: string, more: Partial<Parameters<typeof leetCodePage>[0]> = {}) {
  const data = { resume, leetcode, problems, failed: false, ...more };
  return leetCodePage(data, new Date(instant));
}

test("without a profile in the resume, before LeetCode was read, and of somebody else there are no numbers", () => {
  const now = "2026-11-22T10:00:00Z";
  expect(pageAt(now, { resume: null })).toMatchObject({ user: undefined, profile: undefined });
  expect(pageAt(now, { leetcode: null })).toMatchObject({ user: "Ada", profile: undefined });
  const other = { ...leetcode, username: "ben" };
  expect(pageAt(now, { leetcode: other }).profile).toBeUndefined();
});

test("it says of when it is, and after a day that it is late", () => {
  expect(pageAt("2026-11-22T23:00:00Z").profile).toMatchObject({
    asOf: { instant: "2026-11-22T09:05:00.000Z", text: "Nov 22, 2026, 09:05 UTC" },
    isLate: false,
  });
  expect(pageAt("2026-11-23T09:06:00Z").profile?.isLate).toBe(true);
});

test("languages and topics come by how much was solved, without those in which nothing was", () => {
  const { profile } = pageAt("2026-11-22T10:00:00Z");
  expect(profile?.languages).toEqual([
    { name: "Python 3", solved: 2 },
    { name: "C++", solved: 1 },
  ]);
  expect(profile?.topics.map(({ name }) => name)).toEqual(["Graph", "Array"]);
  expect(profile?.recent).toEqual([
    {
      title: "Two Sum",
      url: "https://leetcode.com/problems/two-sum/",
      language: "C++",
      when: "Nov 20, 2026",
    },
  ]);
});

test("the page has the first fifty problems without their code, each language once", () => {
  const { rows, problems: count } = pageAt("2026-11-22T10:00:00Z");
  expect([rows.length, count]).toEqual([50, 60]);
  expect(rows[0]).toEqual(["p0", "Problem 0", "", 0, [], ["cpp", "python3"]]);
});

test("that problems could not be read is said only where nothing of them is known", () => {
  const now = "2026-11-22T10:00:00Z";
  expect(pageAt(now, { failed: true, problems: [] }).isFailed).toBe(true);
  expect(pageAt(now, { failed: true, isLastKnown: true }).isFailed).toBe(false);
});
