/** GitHub's two APIs. What has not changed since the last time is not asked for again: an ETag costs no question. */
import * as z from "zod/mini";
import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import type { OutgoingFetch } from "../outgoing/outgoing-fetch.ts";
import { createAskSource, retryAtOf, saysLimit } from "../profile-snapshots/ask-source.ts";
import { SourceError } from "../profile-snapshots/profile-source.ts";
import { graphAnswer } from "./answers.ts";

const api = "https://api.github.com";
const hourMs = 3_600_000;

/** Without when it was read. */
export type Said = Omit<GitHubSnapshot, "fetchedAt">;

/** One reading of all there is. */
export type Reading = {
  login: string;
  /** By path; new ones are noted here. */
  etags: Record<string, string>;
  /** What unchanged parts are taken from; without it everything is asked for. */
  before: Said | undefined;
  signal: AbortSignal;
};

export type AskGitHub = {
  /** The `user` of a GraphQL query. @throws SourceError */
  graph(query: string, reading: Reading): Promise<unknown>;
  /** Undefined where nothing changed. @throws SourceError */
  rest<Shape extends z.ZodMiniType>(
    path: string,
    shape: Shape,
    reading: Reading,
  ): Promise<z.output<Shape> | undefined>;
  /** Undefined where there is nothing. @throws SourceError */
  once(path: string, signal: AbortSignal): Promise<unknown>;
};

export function createAskGitHub(deps: {
  fetch: OutgoingFetch;
  token: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  timeoutMs?: number;
}): AskGitHub {
  const { token, now } = deps;
  const ask = createAskSource({ ...deps, name: "GitHub" });
  const headers = {
    Accept: "application/vnd.github+json",
    "X-GitHub-Api-Version": "2022-11-28",
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };

  return {
    async graph(query, { login, signal }) {
      const answer = await ask(`${api}/graphql`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ query, variables: { login } }),
        signal,
      });
      const { data, errors } = parsed(graphAnswer, answer.json);
      const user = data?.["user"];
      if (typeof user === "object" && user !== null) return user;
      if (
        errors.some(({ type, message }) => type === "RATE_LIMITED" || saysLimit.test(message ?? ""))
      ) {
        const retryAt = retryAtOf(answer.headers, now()) ?? now() + hourMs;
        const message = "GitHub was asked too often and answers no more for a while.";
        throw new SourceError(message, { retryAt });
      }
      if (errors.some(({ type }) => type === "NOT_FOUND")) throw noUser(login);
      throw new SourceError("GitHub’s answer makes no sense.", { cause: errors.slice(0, 3) });
    },
    async rest(path, shape, { login, etags, before, signal }) {
      const known = before === undefined ? undefined : etags[path];
      const answer = await ask(api + path, {
        headers: { ...headers, ...(known !== undefined && { "If-None-Match": known }) },
        signal,
      });
      if (answer.status === 304) return undefined;
      if (answer.status === 404) throw noUser(login);
      const { etag } = answer.headers;
      if (etag === undefined || etag.length > 200) delete etags[path];
      else etags[path] = etag;
      return parsed(shape, answer.json);
    },
    async once(path, signal) {
      return (await ask(api + path, { headers, signal })).json;
    },
  };
}

/** @throws SourceError */
export function parsed<Shape extends z.ZodMiniType>(shape: Shape, value: unknown): z.output<Shape> {
  const result = z.safeParse(shape, value);
  if (result.success) return result.data;
  throw new SourceError("GitHub’s answer makes no sense.", { cause: result.error });
}

export function userPath(login: string): string {
  return `/users/${encodeURIComponent(login)}`;
}

function noUser(login: string): SourceError {
  return new SourceError(`GitHub knows nobody called “${login}”.`);
}
