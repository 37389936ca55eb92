import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import { misfitsOf } from "#lib/documents/schema-of.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { gitHubUser, openGitHubReplay, samplePerson } from "../../tests/support/github-replay.ts";
import type { GitHubReplay } from "../../tests/support/github-replay.ts";
import { createGitHubSource } from "./github-source.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
let opened: GitHubReplay;
let replay: GitHubReplay;
beforeAll(async () => {
  opened = await openGitHubReplay();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  replay = opened;
  replay.mood = "well";
  replay.person = samplePerson();
  replay.web.asked.length = 0;
});

const signal = new AbortController().signal;

function sourceWith(token?: string, timeoutMs?: number) {
  const { fetch } = replay.web;
  return createGitHubSource({ fetch, token, now: () => now, ...(timeoutMs && { timeoutMs }) });
}

async function readAgain(
  source: ReturnType<typeof sourceWith>,
  before: { snapshot: object; memory?: PlainFields },
) {
  const snapshot = { ...before.snapshot, fetchedAt: new Date(now).toISOString() };
  replay.web.asked.length = 0;
  return source.read(gitHubUser, {
    before: { snapshot: snapshot as GitHubSnapshot, memory: before.memory ?? {} },
    signal,
  });
}

test("with a token the calendar, languages, what is pinned, recent and done are read", async () => {
  const { snapshot } = await sourceWith("t").read(gitHubUser, { before: null, signal });
  expect(
    misfitsOf("snapshots/github", { ...snapshot, fetchedAt: new Date(now).toISOString() }),
  ).toEqual([]);
  expect(snapshot).toMatchObject({
    login: "octokit-fixture-org",
    name: "Octokit fixtures",
    bio: "Recorded for tests",
    location: "Wharf Street",
    url: "https://github.com/octokit-fixture-org",
    repositories: 42,
    since: "2017-10-10T16:00:00.000Z",
    isPrivateCounted: false,
    languages: [
      { name: "TypeScript", share: 0.6 },
      { name: "C++", share: 0.25 },
      { name: "CSS", share: 0.15 },
    ],
    pinned: [{ name: "tide-clock", stars: 7, language: "C++" }],
    recent: [
      { name: "hello-world", topics: ["fixtures", "hello", "hello-world"] },
      { name: "tide-clock" },
    ],
  });
  const years = snapshot.years.map(({ year, total, days }) => [year, total, days.length]);
  expect(years).toEqual([
    [2026, 11, 326],
    [2025, 1, 365],
    [2024, 3, 366],
  ]);
  expect(snapshot.years[0]?.days[0]).toBe(2);
  expect(snapshot.years[0]?.days.at(-1)).toBe(9);
  expect(snapshot.years[1]?.days.at(-1)).toBe(1);
  expect(snapshot.years[2]?.days[59]).toBe(3);
});

test("what was done is told without the names of others, the same of one day once", async () => {
  const { snapshot } = await sourceWith("t").read(gitHubUser, { before: null, signal });
  expect(snapshot.activity).toEqual([
    {
      at: "2026-11-22T09:00:00.000Z",
      text: "Pushed to main in hello-world",
      url: "https://github.com/octokit-fixture-org/hello-world",
    },
    {
      at: "2026-11-21T08:00:00.000Z",
      text: "Starred fastify",
      url: "https://github.com/fastify/fastify",
    },
    {
      at: "2026-11-20T08:00:00.000Z",
      text: "Merged a pull request in hello-world",
      url: "https://github.com/octokit-fixture-org/hello-world/pull/12",
    },
  ]);
});

test("that contributions to private repositories are counted is said", async () => {
  replay.person.privateContributions = 4;
  const { snapshot } = await sourceWith("t").read(gitHubUser, { before: null, signal });
  expect(snapshot.isPrivateCounted).toBe(true);
});

test("what only the token may see is left out", async () => {
  const secret = { ...replay.person.repositories[0]!, name: "secret", private: true };
  replay.person.repositories.unshift(secret);
  replay.person.pinned.push("secret");
  const { snapshot } = await sourceWith("t").read(gitHubUser, { before: null, signal });
  expect(JSON.stringify(snapshot)).not.toContain("secret");
});

test("without a token there is no calendar and nothing pinned, and all else", async () => {
  const { snapshot } = await sourceWith().read(gitHubUser, { before: null, signal });
  expect(
    misfitsOf("snapshots/github", { ...snapshot, fetchedAt: new Date(now).toISOString() }),
  ).toEqual([]);
  expect(snapshot).toMatchObject({
    name: "Octokit fixtures",
    repositories: 42,
    years: [],
    pinned: [],
    languages: [{ name: "TypeScript" }, { name: "C++" }, { name: "CSS" }],
    recent: [
      { name: "hello-world" },
      { name: "tide-clock", description: "A clock that knows the tide" },
    ],
  });
  expect(snapshot.activity).toHaveLength(3);
});

test("what has not changed costs no question, and languages one for each push", async () => {
  const source = sourceWith();
  const first = await source.read(gitHubUser, { before: null, signal });
  const second = await readAgain(source, first);
  expect(second.snapshot).toMatchObject(first.snapshot);
  const users = `GET https://api.github.com/users/${gitHubUser}`;
  expect(replay.web.asked).toEqual([
    users,
    `${users}/repos?per_page=100&type=owner&sort=pushed`,
    `${users}/events/public?per_page=50`,
  ]);
  replay.person.repositories[1]!.pushed_at = "2026-11-22T11:00:00Z";
  const third = await readAgain(source, second);
  expect(replay.web.asked.filter((line) => line.endsWith("/languages"))).toEqual([
    "GET https://api.github.com/repos/octokit-fixture-org/tide-clock/languages",
  ]);
  expect(third.snapshot.recent[1]?.pushedAt).toBe("2026-11-22T11:00:00.000Z");
});

test("what one API has noted is nothing to the other", async () => {
  const first = await sourceWith().read(gitHubUser, { before: null, signal });
  const { snapshot } = await readAgain(sourceWith("t"), first);
  expect(snapshot.years).toHaveLength(3);
});

for (const token of [undefined, "t"]) {
  const by = token === undefined ? "REST" : "GraphQL";
  test(`by ${by} a bad day of GitHub's is a sentence`, async () => {
    const failureIn = async (mood: GitHubReplay["mood"]) => {
      replay.mood = mood;
      const failure: unknown = await sourceWith(token, mood === "silent" ? 100 : undefined)
        .read(gitHubUser, { before: null, signal })
        .catch((error: unknown) => error);
      return failure;
    };
    expect(await failureIn("down")).toMatchObject({ name: "SourceError" });
    expect(await failureIn("silent")).toMatchObject({
      message: "GitHub cannot be read just now. It did not answer in time.",
    });
    expect(await failureIn("broken")).toMatchObject({
      message: "GitHub answers with an error (502).",
      retryAt: undefined,
    });
    expect(await failureIn("nonsense")).toMatchObject({
      message: "GitHub’s answer makes no sense.",
    });
    expect(await failureIn("emptied")).toMatchObject({
      message: "GitHub’s answer makes no sense.",
    });
    replay.resetAt = now / 1000 + 1800;
    expect(await failureIn("limited")).toMatchObject({ retryAt: now + 1_800_000 });
    expect(await failureIn("busy")).toMatchObject({ retryAt: now + 60_000 });
  });
}

for (const token of [undefined, "t"]) {
  const by = token === undefined ? "REST" : "GraphQL";
  test(`by ${by} what has another form is as if nothing was said of it`, async () => {
    const { person } = replay;
    Object.assign(person.user, { followers: -5, following: "many", bio: 7, created_at: "soon" });
    Object.assign(person.repositories[0]!, {
      description: "Half \ud83d a letter",
      stargazers_count: -1,
      forks_count: 1.5,
      language: null,
      pushed_at: null,
    });
    person.languages["hello-world"] = { TypeScript: -600, CSS: 150 };
    person.contributions["2026-01-01"] = -2;
    person.contributions["2026-01-02"] = 1.5;
    replay.person.events.unshift({ ...person.events[0]!, created_at: "never" });
    const { snapshot } = await sourceWith(token).read(gitHubUser, { before: null, signal });
    const fetchedAt = new Date(now).toISOString();
    expect(misfitsOf("snapshots/github", { ...snapshot, fetchedAt })).toEqual([]);
    expect(snapshot).toMatchObject({ followers: 0, following: 0 });
    expect(snapshot.activity).toHaveLength(3);
    expect(snapshot.years[0]?.days.slice(0, 2) ?? [0, 0]).toEqual([0, 0]);
    expect(snapshot).not.toHaveProperty("bio");
    expect(snapshot).not.toHaveProperty("since");
    expect(snapshot.recent[0]).toEqual({
      name: "hello-world",
      url: "https://github.com/octokit-fixture-org/hello-world",
      description: "Half \ufffd a letter",
      stars: 0,
      forks: 0,
      topics: ["fixtures", "hello", "hello-world"],
    });
    expect(snapshot.languages.map(({ name }) => name)).toEqual(["C++", "CSS"]);
  });

  test(`by ${by} somebody who never did anything has a page, too`, async () => {
    const { person } = replay;
    const none = { name: null, bio: null, location: null, followers: 0, public_repos: 0 };
    Object.assign(person.user, none);
    Object.assign(person, { repositories: [], events: [], contributions: {}, pinned: [] });
    person.contributionYears = [];
    const { snapshot } = await sourceWith(token).read(gitHubUser, { before: null, signal });
    const fetchedAt = new Date(now).toISOString();
    expect(misfitsOf("snapshots/github", { ...snapshot, fetchedAt })).toEqual([]);
    expect(snapshot).toMatchObject({ languages: [], pinned: [], recent: [], activity: [] });
    // A token tells the days, and that there are none: without one nothing is known of them.
    expect(snapshot.years.map(({ year, total }) => [year, total])).toEqual(
      token === undefined ? [] : [[2026, 0]],
    );
  });
}

test("half a letter in a name does not end in an address that cannot be made", async () => {
  replay.person.repositories[0]!.name = "half-\udc00";
  replay.person.events[0]!.repo.name = "octokit-fixture-org/half-\ud800";
  const { snapshot } = await sourceWith("t").read(gitHubUser, { before: null, signal });
  expect(snapshot.recent[0]?.url).toBe("https://github.com/octokit-fixture-org/half-%EF%BF%BD");
});

test("a token that GitHub does not take is named", async () => {
  await expect(sourceWith("wrong").read(gitHubUser, { before: null, signal })).rejects.toThrow(
    "GitHub does not take the token.",
  );
});

test("a repository that is blocked costs its languages, not the rest", async () => {
  replay.person.blocked.push("tide-clock");
  const { snapshot } = await sourceWith().read(gitHubUser, { before: null, signal });
  expect(snapshot.languages.map(({ name }) => name)).toEqual(["TypeScript", "CSS"]);
  expect(snapshot.recent).toHaveLength(2);
});

test("somebody whom GitHub does not know is named", async () => {
  await expect(sourceWith().read("nobody-here", { before: null, signal })).rejects.toThrow(
    "GitHub knows nobody called “nobody-here”.",
  );
});
