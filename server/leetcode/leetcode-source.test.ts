import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { leetcodeSnapshot } from "#lib/documents/leetcode-snapshot.ts";
import { createLeetCodeReplay } from "../../tests/support/leetcode-replay.ts";
import type { LeetCodeMood, LeetCodeReplay } from "../../tests/support/leetcode-replay.ts";
import { openWeb } from "../outgoing/testing/open-web.ts";
import type { TestWeb } from "../outgoing/testing/open-web.ts";
import { createAskSource } from "../profile-snapshots/ask-source.ts";
import { createLeetCodeApi } from "./leetcode-api.ts";
import { createLeetCodeSource } from "./leetcode-source.ts";

const now = () => Date.parse("2023-07-01T12:00:00Z");
let web: TestWeb;
let leetCode: LeetCodeReplay;
beforeAll(async () => {
  web = await openWeb({ "leetcode.com": (...exchange) => leetCode.answer(...exchange) });
});
afterAll(() => web[Symbol.asyncDispose]());
beforeEach(() => {
  leetCode = createLeetCodeReplay();
});

async function read(user = "octo-solver") {
  const ask = createAskSource({ fetch: web.fetch, name: "LeetCode", now, timeoutMs: 1000 });
  const source = createLeetCodeSource({ api: createLeetCodeApi({ ask }), now });
  const { signal } = new AbortController();
  const { snapshot } = await source.read(user, { before: null, signal });
  return { ...snapshot, fetchedAt: "2023-07-01T12:00:00Z" };
}

test("what LeetCode says of the owner becomes a snapshot that pages can read", async () => {
  const snapshot = await read();
  expect(leetcodeSnapshot.parse(snapshot)).toEqual(snapshot);
  expect(snapshot).toMatchObject({
    username: "octo-solver",
    ranking: 630_800,
    all: { solved: 133, total: 3273 },
    easy: { solved: 122, total: 823 },
    medium: { solved: 11, total: 1717 },
    hard: { solved: 0, total: 733 },
    streak: 17,
    activeDays: 91,
    contest: null,
  });
  expect(snapshot.years.map(({ year, days }) => [year, days.length])).toEqual([
    [2023, 182],
    [2022, 365],
    [2021, 365],
  ]);
  expect(snapshot.years[0]?.days.slice(0, 6)).toEqual([0, 4, 0, 0, 3, 0]);
  expect(snapshot.years[0]?.total).toBe(snapshot.years[0]?.days.reduce((sum, day) => sum + day, 0));
  expect(snapshot.languages[0]).toEqual({ name: "JavaScript", solved: 45 });
  expect(snapshot.topics[0]).toEqual({ name: "String", level: "fundamental", solved: 55 });
  expect(snapshot.topics).toContainEqual({
    name: "Dynamic Programming",
    level: "advanced",
    solved: 12,
  });
  expect(snapshot.recent).toHaveLength(20);
  expect(snapshot.recent[0]).toEqual({
    title: "Generate a String With Characters That Have Odd Counts",
    slug: "generate-a-string-with-characters-that-have-odd-counts",
    language: "javascript",
    at: "2024-01-13T16:02:51.000Z",
  });
});

test("it is asked once for the profile, each year, contests and what was solved last", async () => {
  await read();
  expect(leetCode.asked).toEqual([
    "foyerProfile",
    "foyerCalendar",
    "foyerCalendar",
    "foyerCalendar",
    "foyerContests",
    "foyerRecent",
  ]);
});

test("of contests those that were taken part in are kept, oldest first", async () => {
  const contest = (title: string, startTime: number, attended: boolean) => ({
    attended,
    rating: 1512.4,
    ranking: 4000,
    contest: { title, startTime },
  });
  leetCode.instead.set("foyerContests", {
    data: {
      userContestRanking: {
        attendedContestsCount: 2,
        rating: 1540.27,
        globalRanking: 190_000,
        topPercentage: 41.2,
      },
      userContestRankingHistory: [
        contest("Weekly Contest 2", 1_700_000_000, true),
        contest("Weekly Contest 3", 1_700_600_000, false),
        contest("Weekly Contest 1", 1_690_000_000, true),
      ],
    },
  });
  const { contest: told } = await read();
  expect(told).toMatchObject({ rating: 1540.27, attended: 2, globalRanking: 190_000 });
  expect(told?.history.map(({ title }) => title)).toEqual(["Weekly Contest 1", "Weekly Contest 2"]);
});

test("a run of days that goes on over New Year is one run", async () => {
  const second = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
  const days = ["2022-12-30", "2022-12-31", "2023-01-01", "2023-01-02"];
  const submissionCalendar = JSON.stringify(
    Object.fromEntries(days.map((day) => [second(day), 1])),
  );
  leetCode.instead.set("foyerCalendar", {
    data: {
      matchedUser: { userCalendar: { streak: 2, totalActiveDays: 2, submissionCalendar } },
    },
  });
  const { streak, years } = await read();
  expect(streak).toBe(4);
  expect(years.map(({ total }) => total)).toEqual([2, 2, 0]);
});

test("somebody who never solved anything has a page, too", async () => {
  const nothing = ["All", "Easy", "Medium", "Hard"].map((difficulty) => ({ difficulty, count: 0 }));
  const tags = { fundamental: [], intermediate: [], advanced: [] };
  leetCode.instead.set("foyerProfile", {
    data: {
      allQuestionsCount: nothing.map((entry) => ({ ...entry, count: 9 })),
      matchedUser: {
        username: "octo-solver",
        profile: { ranking: null },
        submitStats: { acSubmissionNum: nothing },
        languageProblemCount: [],
        tagProblemCounts: tags,
        userCalendar: { activeYears: [] },
      },
    },
  });
  leetCode.instead.set("foyerContests", {
    data: { userContestRanking: null, userContestRankingHistory: null },
  });
  leetCode.instead.set("foyerRecent", { data: { recentAcSubmissionList: [] } });
  const snapshot = await read();
  expect(leetcodeSnapshot.parse(snapshot)).toEqual({
    username: "octo-solver",
    all: { solved: 0, total: 9 },
    easy: { solved: 0, total: 9 },
    medium: { solved: 0, total: 9 },
    hard: { solved: 0, total: 9 },
    years: [],
    streak: 0,
    activeDays: 0,
    languages: [],
    topics: [],
    contest: null,
    recent: [],
    fetchedAt: "2023-07-01T12:00:00Z",
  });
});

test("a text that is too long, or broken, is shortened to whole letters on one line", async () => {
  const recent = (title: string) => ({ title, titleSlug: "a", timestamp: "1700000000", lang: "c" });
  const titles = [`${"x".repeat(298)}😀😀`, "Half \ud83d\na letter"];
  leetCode.instead.set("foyerRecent", { data: { recentAcSubmissionList: titles.map(recent) } });
  const snapshot = await read();
  expect(snapshot.recent.map(({ title }) => title)).toEqual([
    `${"x".repeat(298)}…`,
    "Half \ufffd a letter",
  ]);
});

test("whom LeetCode does not know is said by name", async () => {
  await expect(read("nobody-here")).rejects.toThrow("LeetCode knows nobody called nobody-here.");
});

test.for<[LeetCodeMood, RegExp, number?]>([
  ["down", /^LeetCode cannot be read just now\./],
  ["slow", /^LeetCode cannot be read just now\. It did not answer in time\.$/],
  ["blocked", /^LeetCode refuses to answer this server \(403\)\.$/],
  ["limited", /^LeetCode was asked too often/, 120_000],
  ["broken", /^LeetCode answers with an error \(502\)\.$/],
  ["empty", /^LeetCode’s answer makes no sense\.$/],
  ["nonsense", /^LeetCode’s answer makes no sense\.$/],
  ["elsewhere", /^LeetCode leads elsewhere: no answer is taken from there\.$/],
  ["other-form", /^LeetCode’s answer makes no sense: it may have changed\.$/],
])("LeetCode that is %s is a sentence, and nothing more", async ([mood, words, waitMs]) => {
  leetCode.mood = mood;
  const failed = await read().then(
    () => undefined,
    (error: unknown) => error as { name: string; message: string; retryAt?: number },
  );
  expect(failed).toMatchObject({ name: "SourceError" });
  expect(failed?.message).toMatch(words);
  expect(failed?.retryAt).toBe(waitMs === undefined ? undefined : now() + waitMs);
});

test.for([
  ["foyerCalendar", { data: { matchedUser: { userCalendar: { submissionCalendar: "<html>" } } } }],
  ["foyerRecent", { data: { recentAcSubmissionList: null }, errors: [{ message: "late" }] }],
  ["foyerContests", { data: null }],
  ["foyerRecent", null],
  [
    "foyerRecent",
    { data: { recentAcSubmissionList: [{ title: "", titleSlug: "", timestamp: 1e20, lang: "" }] } },
  ],
  ["foyerProfile", { data: { allQuestionsCount: [{ difficulty: "All", count: -1 }] } }],
] as const)("one answer that makes no sense spoils the whole: %#", async ([name, answer]) => {
  leetCode.instead.set(name, answer ?? "null");
  await expect(read()).rejects.toThrow(/no sense/);
});
