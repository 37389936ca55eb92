/** Repositories of GitHub's REST API as drafts of projects. Without a token GitHub answers 60 requests an hour. */
import * as z from "zod/mini";
import { slugOf } from "#lib/content/slug.ts";
import type { ImportableRepository, ImportedProject } from "#lib/imported-project.ts";
import { oneLine } from "#lib/one-line.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import { OutgoingError } from "../outgoing/errors.ts";
import type { OutgoingAnswer, OutgoingFetch } from "../outgoing/outgoing-fetch.ts";
import { readReadme } from "./read-readme.ts";

export type GitHubImport = {
  /** Public ones that are the user's own, the last changed first; at most 300. @throws GitHubError */
  list(user: string): Promise<ImportableRepository[]>;
  /** @throws GitHubError */
  project(owner: string, repo: string): Promise<ImportedProject>;
};

/** Its message is for people. */
export class GitHubError extends Error {
  /** Of our own answer. */
  readonly status: 404 | 429 | 502;
  constructor(status: GitHubError["status"], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "GitHubError";
    this.status = status;
  }
}

const api = "https://api.github.com";
const pageSize = 100;
const maxPages = 3;
const timeoutMs = 8000;
const maxBytes = 4 * 1024 * 1024;
const maxReadmeBytes = 512 * 1024;
const maxWords = 20;

/** What GitHub leaves out, or has in another form, is `fallback`. */
function ofAny<Shape extends z.ZodMiniType>(shape: Shape, fallback: z.output<Shape>) {
  // zod's own name for it; no promise is meant.
  // oxlint-disable-next-line promise/valid-params
  return z.catch(shape, fallback);
}

const text = ofAny(z.string(), "");
const repository = z.object({
  name: z.string(),
  owner: z.object({ login: z.string() }),
  html_url: text,
  description: ofAny(z.nullable(z.string()), null),
  homepage: ofAny(z.nullable(z.string()), null),
  language: ofAny(z.nullable(z.string()), null),
  stargazers_count: ofAny(z.number(), 0),
  fork: ofAny(z.boolean(), false),
  archived: ofAny(z.boolean(), false),
  private: ofAny(z.boolean(), false),
  created_at: text,
  pushed_at: text,
  topics: ofAny(z.array(z.string()), []),
});
type Repository = z.infer<typeof repository>;
const languages = z.record(z.string(), z.number());

export function createGitHubImport(deps: {
  fetch: OutgoingFetch;
  /** FOYER_GITHUB_TOKEN. */
  token?: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}): GitHubImport {
  const { fetch, token, now } = deps;

  async function ask(path: string, accept: string, most: number): Promise<OutgoingAnswer> {
    let answer: OutgoingAnswer;
    try {
      answer = await fetch(`${api}${path}`, {
        headers: {
          Accept: accept,
          "X-GitHub-Api-Version": "2022-11-28",
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        maxBytes: most,
        timeoutMs,
      });
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new GitHubError(502, `GitHub cannot be read just now. ${error.message}`, error);
    }
    // Renamed ones are led to their new place, which is there, too.
    if (new URL(answer.url).origin === api) return answer;
    throw new GitHubError(502, "GitHub leads elsewhere: no answer is taken from there.");
  }

  function failure({ status, headers, bytes }: OutgoingAnswer, what: string): GitHubError {
    if (status === 401) {
      return new GitHubError(502, "GitHub does not take the token in FOYER_GITHUB_TOKEN.");
    }
    const isLimit =
      headers["x-ratelimit-remaining"] === "0" ||
      headers["retry-after"] !== undefined ||
      // The limit on how fast one asks may come without a time.
      /\brate limit\b/i.test(bytes.subarray(0, 1000).toString());
    if (status === 429 || (status === 403 && isLimit)) {
      const more = token === undefined ? " With FOYER_GITHUB_TOKEN it answers more often." : "";
      const minutes = minutesUntil(headers, now());
      return new GitHubError(429, `GitHub answers no more for ${minutes}.${more}`);
    }
    if (status === 404 || status === 403 || status === 451 || status === 410) {
      return new GitHubError(404, `GitHub has no ${what}, or it is private.`);
    }
    return new GitHubError(502, `GitHub answers with an error (${status}). Try again later.`);
  }

  async function read<Shape extends z.ZodMiniType>(
    path: string,
    shape: Shape,
    what: string,
  ): Promise<z.output<Shape>> {
    const answer = await ask(path, "application/vnd.github+json", maxBytes);
    if (answer.status !== 200) throw failure(answer, what);
    const parsed = shape.safeParse(jsonOf(answer));
    if (parsed.success) return parsed.data;
    throw new GitHubError(502, "GitHub’s answer makes no sense. Try again later.");
  }

  /** Undefined when there is none, or it cannot be read: a project can do without. */
  async function readmeOf(place: string): Promise<string | undefined> {
    try {
      const type = "application/vnd.github.raw+json";
      const answer = await ask(`${place}/readme`, type, maxReadmeBytes);
      return answer.status === 200 ? answer.bytes.toString("utf8") : undefined;
    } catch (error) {
      // A README of more than half a megabyte is not for a project's page.
      if (error instanceof GitHubError) return undefined;
      throw error;
    }
  }

  return {
    async list(user) {
      const found: Repository[] = [];
      for (let page = 1; page <= maxPages; page++) {
        const query = `per_page=${pageSize}&page=${page}&type=owner&sort=pushed`;
        const path = `/users/${encodeURIComponent(user)}/repos?${query}`;
        // oxlint-disable-next-line no-await-in-loop -- whether there is another page is in this one
        const rows = await read(path, z.array(repository), `user “${user}”`);
        found.push(...rows);
        if (rows.length < pageSize) break;
      }
      return found.flatMap((one) =>
        one.private
          ? []
          : {
              owner: one.owner.login,
              repo: one.name,
              description: oneLine(one.description ?? "", 300),
              language: one.language === null ? null : oneLine(one.language, 60),
              stars: one.stargazers_count,
              isFork: one.fork,
              isArchived: one.archived,
              pushedAt: one.pushed_at,
            },
      );
    },
    async project(owner, repo) {
      const place = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
      const found = await read(place, repository, `repository “${owner}/${repo}”`);
      // A token may open what its owner has not shown to everybody.
      if (found.private) {
        throw new GitHubError(
          404,
          `GitHub has no repository “${owner}/${repo}”, or it is private.`,
        );
      }
      // Renamed ones are found under their old name, too.
      const at = `/repos/${encodeURIComponent(found.owner.login)}/${encodeURIComponent(found.name)}`;
      const [spoken, readme] = await Promise.all([
        read(`${at}/languages`, languages, "languages").catch((error: unknown) => {
          // The main one is known without.
          if (error instanceof GitHubError) return undefined;
          throw error;
        }),
        readmeOf(at),
      ]);
      return toProject(found, spoken, readme);
    },
  };
}

function toProject(
  found: Repository,
  spoken: Record<string, number> | undefined,
  readme: string | undefined,
): ImportedProject {
  const address = `https://github.com/${found.owner.login}/${found.name}`;
  const title = titleOf(found.name);
  const home = homeOf(found.homepage ?? "");
  const startDate = monthOf(found.created_at);
  const endDate = found.archived ? monthOf(found.pushed_at) : undefined;
  const body = readme === undefined ? undefined : readReadme(readme, `${address}/blob/HEAD/`);
  const stack =
    spoken === undefined ? (found.language === null ? [] : [found.language]) : mostOf(spoken);
  return {
    title,
    slug: slugOf(title),
    summary: oneLine(found.description ?? "", 600),
    links: [
      ...(home === undefined ? [] : [{ label: "Website", url: home }]),
      { label: "Source on GitHub", url: address },
    ],
    tags: wordsOf(found.topics.map((topic) => topic.replaceAll("-", " "))),
    stack: wordsOf(stack),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    ...(body !== undefined && { body }),
  };
}

/** `tide-clock` is "Tide clock". */
function titleOf(name: string): string {
  const plain = oneLine(name.replaceAll(/[-_]+/g, " "), 200) || name;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What there is most of; what is less than a fiftieth is left out. */
function mostOf(spoken: Record<string, number>): string[] {
  const total = Object.values(spoken).reduce((sum, bytes) => sum + bytes, 0);
  return Object.entries(spoken)
    .filter(([, bytes]) => bytes * 50 >= total)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([language]) => language);
}

function wordsOf(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => oneLine(word, 60)))].filter(Boolean).slice(0, maxWords);
}

function homeOf(homepage: string): string | undefined {
  const trimmed = homepage.trim();
  const address = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (trimmed === "" || address.length > 2000 || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && isSafeHref(url.href) ? url.href : undefined;
}

function monthOf(instant: string): string | undefined {
  return /^[12]\d{3}-[01]\d-[0-3]\dT/.test(instant) ? instant.slice(0, 7) : undefined;
}

function jsonOf({ bytes }: OutgoingAnswer): unknown {
  try {
    // Half a letter, which JSON can write, would not become part of an address.
    return JSON.parse(bytes.toString("utf8"), (_key, value: unknown) =>
      typeof value === "string" ? value.toWellFormed() : value,
    );
  } catch {
    // The shape says that it makes no sense.
    return undefined;
  }
}

function minutesUntil(headers: Readonly<Record<string, string>>, now: number): string {
  const reset = Number(headers["x-ratelimit-reset"]) * 1000;
  const after = Number(headers["retry-after"]) * 1000;
  const ms = Number.isFinite(after) ? after : reset - now;
  if (!Number.isFinite(ms)) return "a while";
  const minutes = Math.min(60, Math.max(1, Math.ceil(ms / 60_000)));
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}
