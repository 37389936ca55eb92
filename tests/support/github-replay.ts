/**
 * GitHub's APIs as far as the page about one person asks them, on a TLS server of this machine: what octokit recorded
 * (tests/fixtures), and in the same form what it did not record. It can also be what GitHub is on a bad day.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import recorded from "../fixtures/github-rest.json" with { type: "json" };
import { openWeb } from "../../server/outgoing/testing/open-web.ts";
import type { TestWeb } from "../../server/outgoing/testing/open-web.ts";

export type GitHubMood =
  | "well"
  /** Connections end without an answer. */
  | "down"
  /** It takes the question and says nothing. */
  | "silent"
  /** 403 with the time at which the count begins anew. */
  | "limited"
  /** 429 with seconds to wait. */
  | "busy"
  /** 403 of the second limit, on how fast one asks, without a time. */
  | "hurried"
  /** No token is taken any more. */
  | "revoked"
  /** What is no JSON, with status 200. */
  | "nonsense"
  /** JSON that means nothing. */
  | "emptied"
  /** JSON that ends in the middle. */
  | "cut"
  /** More than anybody wants to read. */
  | "endless"
  /** A redirect to another site, which answers as GitHub would. */
  | "elsewhere"
  | "broken";

export type GitHubReplay = {
  web: TestWeb;
  mood: GitHubMood;
  /** Seconds since 1970, of `limited`. */
  resetAt: number;
  /** Of `busy`. */
  retryAfter: number;
  /** What REST and GraphQL say of the person; tests change it. */
  person: ReturnType<typeof samplePerson>;
  [Symbol.asyncDispose](): Promise<void>;
};

const gitHubToken = "t";
export const gitHubUser = recorded.organization.login;
const host = "api.github.com";
const otherHost = "github.example";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** `others`: other sites of the same web, by host. */
export async function openGitHubReplay(others: Record<string, Answer> = {}): Promise<GitHubReplay> {
  const web = await openWeb({
    ...others,
    [host]: (request, response) => void answer(request, response),
    [otherHost]: ({ url = "" }, response) =>
      response.end(JSON.stringify(restAnswer(replay.person, url))),
  });
  const replay: GitHubReplay = {
    web,
    mood: "well",
    resetAt: 0,
    retryAfter: 60,
    person: samplePerson(),
    async [Symbol.asyncDispose]() {
      await web[Symbol.asyncDispose]();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, body: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(body);
    const refused = JSON.stringify({ message: "API rate limit exceeded" });
    switch (replay.mood) {
      case "down":
        return void request.socket.destroy();
      case "silent":
        return;
      case "limited":
        return void say(403, refused, {
          "X-RateLimit-Remaining": "0",
          "X-RateLimit-Reset": String(replay.resetAt),
        });
      case "busy":
        return void say(429, refused, { "Retry-After": String(replay.retryAfter) });
      case "hurried":
        return void say(
          403,
          JSON.stringify({ message: "You have exceeded a secondary rate limit" }),
        );
      case "revoked":
        return void say(401, JSON.stringify({ message: "Bad credentials" }));
      case "nonsense":
        return void say(200, "<!doctype html><title>Unicorn!</title>");
      case "emptied":
        return void say(200, "{}");
      case "cut":
        return void say(200, JSON.stringify(replay.person.user).slice(0, -20));
      case "endless":
        return void say(200, JSON.stringify({ name: "x".repeat(5_000_000) }));
      case "elsewhere":
        return void say(302, "", { Location: `https://${otherHost}${request.url}` });
      case "broken":
        return void say(502, "Bad gateway");
      case "well":
        break;
    }
    const { url = "" } = request;
    if (url === "/graphql") {
      if (request.headers.authorization !== `Bearer ${gitHubToken}`) {
        return void say(401, JSON.stringify({ message: "Bad credentials" }));
      }
      const { query } = JSON.parse(await text(request)) as { query: string };
      return void say(200, JSON.stringify(graphAnswer(replay.person, query)));
    }
    if (replay.person.blocked.some((name) => url.includes(`/${name}/`))) {
      return void say(451, JSON.stringify({ message: "Repository access blocked" }));
    }
    const found = restAnswer(replay.person, url);
    if (found === undefined) return void say(404, JSON.stringify({ message: "Not Found" }));
    const body = JSON.stringify(found);
    // As long as the answer is the same.
    const etag = `W/"${Buffer.from(body).toString("base64url").length}-${checksum(body)}"`;
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
    say(200, body, { ETag: etag, "X-RateLimit-Remaining": "42" });
  }

  return replay;
}

/** What `startFoyer` is to start, so that the server asks this web for everything. */
export function replayedMain({ port, ca }: Pick<TestWeb, "port" | "ca">): string[] {
  return ["tests/support/replayed-main.ts", `${port}`, Buffer.from(ca).toString("base64")];
}

function checksum(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) | 0;
  return sum;
}

/** What is null in what was recorded is a text elsewhere. */
type RecordedRepository = Omit<typeof recorded.repository, "language" | "description"> & {
  language: string | null;
  description: string | null;
};

/** As the replay begins. */
export function samplePerson() {
  const { repository, organization } = recorded;
  const repositoryWith = (name: string, more: object): RecordedRepository => ({
    ...repository,
    name,
    ...more,
  });
  return {
    user: { ...organization, name: "Octokit fixtures", bio: "Recorded\nfor tests", company: null },
    repositories: [
      repositoryWith("hello-world", { language: "TypeScript", pushed_at: "2026-11-20T10:00:00Z" }),
      repositoryWith("tide-clock", {
        language: "C++",
        description: "A clock that knows the tide",
        pushed_at: "2026-10-01T10:00:00Z",
        stargazers_count: 7,
      }),
      repositoryWith("linux", { fork: true, language: "C", pushed_at: "2026-11-21T10:00:00Z" }),
    ],
    languages: {
      "hello-world": { TypeScript: 600, CSS: 150 },
      "tide-clock": { "C++": 250 },
      linux: { C: 1_000_000_000 },
    } as Record<string, Record<string, number>>,
    events: [
      event("PushEvent", "2026-11-22T09:00:00Z", "hello-world", { ref: "refs/heads/main" }),
      event("PushEvent", "2026-11-22T08:00:00Z", "hello-world", { ref: "refs/heads/main" }),
      event("WatchEvent", "2026-11-21T08:00:00Z", "fastify", { action: "started" }, "fastify"),
      event("PullRequestEvent", "2026-11-20T08:00:00Z", "hello-world", {
        action: "closed",
        pull_request: { number: 12, merged: true },
      }),
      event("MemberEvent", "2026-11-19T08:00:00Z", "hello-world", { action: "added" }),
    ],
    /** Names of repositories that nobody may see, by law. */
    blocked: [] as string[],
    /** By day, as the calendar has them. */
    contributions: {
      "2024-02-29": 3,
      "2025-12-31": 1,
      "2026-01-01": 2,
      "2026-11-22": 9,
    } as Record<string, number>,
    contributionYears: [2026, 2025, 2024],
    privateContributions: 0,
    pinned: ["tide-clock"],
  };
}

function event(
  type: string,
  at: string,
  repo: string,
  payload: object,
  owner: string = recorded.organization.login,
) {
  return {
    id: "1",
    type,
    public: true,
    created_at: at,
    repo: { name: `${owner}/${repo}` },
    payload,
  };
}

type Person = ReturnType<typeof samplePerson>;

function restAnswer(person: Person, url: string): unknown {
  const { pathname } = new URL(url, `https://${host}`);
  const { login } = person.user;
  const name = /^\/repos\/[^/]+\/([^/]+)\/languages$/.exec(pathname)?.[1];
  if (name !== undefined) return person.languages[name];
  switch (pathname) {
    case `/users/${login}`:
      return person.user;
    case `/users/${login}/repos`:
      return person.repositories;
    case `/users/${login}/events/public`:
      return person.events;
    default:
      return undefined;
  }
}

function graphAnswer(person: Person, query: string): unknown {
  const { user } = person;
  const [, year, to = ""] = /from: "(\d{4})[^"]*", to: "([^"]+)"/.exec(query) ?? [];
  if (year !== undefined) {
    return { data: { user: { contributionsCollection: yearAnswer(person, year, to) } } };
  }
  const repositories = person.repositories.map((one) => ({
    name: one.name,
    owner: { login: one.owner.login },
    description: one.description,
    primaryLanguage: one.language === null ? null : { name: one.language },
    stargazerCount: one.stargazers_count,
    forkCount: one.forks_count,
    pushedAt: one.pushed_at,
    isFork: one.fork,
    isPrivate: one.private,
    repositoryTopics: { nodes: one.topics.map((topic) => ({ topic: { name: topic } })) },
    languages: {
      edges: Object.entries(person.languages[one.name] ?? {}).map(([name, size]) => ({
        size,
        node: { name },
      })),
    },
  }));
  return {
    data: {
      user: {
        login: user.login,
        name: user.name,
        bio: user.bio,
        company: null,
        location: "Wharf Street",
        createdAt: user.created_at,
        followers: { totalCount: user.followers },
        following: { totalCount: user.following },
        repositories: { totalCount: user.public_repos, nodes: repositories },
        pinnedItems: { nodes: repositories.filter(({ name }) => person.pinned.includes(name)) },
        contributionsCollection: { contributionYears: person.contributionYears },
      },
    },
  };
}

/** Whole weeks from Sunday on, as GitHub has them. */
function yearAnswer(person: Person, year: string, to: string) {
  const days: { date: string; contributionCount: number }[] = [];
  for (let at = Date.parse(`${year}-01-01`); at <= Date.parse(to); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    days.push({ date, contributionCount: person.contributions[date] ?? 0 });
  }
  const weeks = Object.values(
    Object.groupBy(days, ({ date }) => Math.floor((Date.parse(date) / 86_400_000 + 4) / 7)),
  );
  return {
    restrictedContributionsCount: person.privateContributions,
    commitContributionsByRepository: [{ repository: { isPrivate: false } }],
    contributionCalendar: {
      totalContributions: days.reduce((sum, day) => sum + day.contributionCount, 0),
      weeks: weeks.map((contributionDays) => ({ contributionDays })),
    },
  };
}
