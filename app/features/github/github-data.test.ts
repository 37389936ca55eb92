import { expect, test } from "vitest";
import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import { gitHubPage } from "./github-data.ts";

const resume = { basics: { profiles: [{ network: "GitHub", username: "Ada" }] } };
const repository = (path: string) => ({
  name: path.split("/")[1]!,
  url: `https://github.com/${path}`,
  stars: 0,
  forks: 0,
  topics: [],
});
const github: GitHubSnapshot = {
  login: "ada",
  url: "https://github.com/ada",
  followers: 3,
  following: 2,
  repositories: 9,
  since: "2019-05-01T00:00:00.000Z",
  years: [],
  isPrivateCounted: false,
  languages: [],
  pinned: [repository("ada/tides"), repository("dyke/pumps")],
  recent: [
    { ...repository("Ada/clock"), pushedAt: "2026-10-02T00:00:00.000Z" },
    repository("ada/tides"),
  ],
  activity: [
    { at: "2026-11-20T23:59:00.000Z", text: "Started clock", url: "https://github.com/ada/clock" },
  ],
  fetchedAt: "2026-11-22T09:05:00.000Z",
};
const at = (iso: string) => new Date(iso);

test("without a profile in the resume, or before GitHub was read, there is nothing of GitHub's", () => {
  const now = at("2026-11-22T10:00:00Z");
  expect(gitHubPage({ resume: null, github }, now)).toEqual({ user: undefined, there: undefined });
  expect(gitHubPage({ resume, github: null }, now)).toEqual({ user: "Ada", there: undefined });
});

test("what was read of somebody else is not shown", () => {
  const other = { ...github, login: "ben" };
  expect(gitHubPage({ resume, github: other }, at("2026-11-22T10:00:00Z")).there).toBeUndefined();
});

test("it says of when it is, and after a day that it is late", () => {
  const today = gitHubPage({ resume, github }, at("2026-11-22T23:00:00Z")).there;
  expect(today).toMatchObject({
    asOf: { instant: "2026-11-22T09:05:00.000Z", text: "Nov 22, 2026, 09:05 UTC" },
    isLate: false,
  });
  const later = gitHubPage({ resume, github }, at("2026-11-23T09:06:00Z")).there;
  expect(later?.isLate).toBe(true);
});

test("what is pinned is not told twice, and what is another's is told with its owner", () => {
  const there = gitHubPage({ resume, github }, at("2026-11-22T10:00:00Z")).there;
  expect(there?.pinned.map(({ title, isOwn }) => [title, isOwn])).toEqual([
    ["tides", true],
    ["dyke/pumps", false],
  ]);
  expect(there?.recent).toMatchObject([{ title: "clock", isOwn: true, pushed: "Oct 2026" }]);
});

test("of many languages the smallest are one", () => {
  const shares = [0.4, 0.2, 0.1, 0.1, 0.08, 0.05, 0.04, 0.03];
  const languages = shares.map((share, index) => ({ name: `L${index}`, share }));
  const there = gitHubPage(
    { resume, github: { ...github, languages } },
    at("2026-11-22T10:00:00Z"),
  ).there;
  expect(there?.languages).toHaveLength(7);
  expect(there?.languages.at(-1)?.name).toBe("Other");
  expect(there?.languages.at(-1)?.share).toBeCloseTo(0.07);
});
