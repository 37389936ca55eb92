import * as z from "zod/mini";
import { activityYear } from "./activity-year.ts";
import { href } from "./parts.ts";

const text = (letters: number) => z.optional(z.string().check(z.maxLength(letters)));
const count = z.int().check(z.nonnegative());
const instant = z.iso.datetime();

const repository = z.object({
  name: z.string().check(z.maxLength(200)),
  url: href,
  description: text(1000),
  language: text(100),
  stars: count,
  forks: count,
  topics: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20)),
  /** RFC 3339, UTC. */
  pushedAt: z.optional(instant),
});

/** Document `snapshots/github`: what GitHub said the last time it answered. Written by the server alone. */
export const githubSnapshot = z.object({
  login: z.string().check(z.maxLength(100)),
  name: text(200),
  bio: text(1000),
  company: text(200),
  location: text(200),
  url: href,
  followers: count,
  following: count,
  repositories: count,
  since: z.optional(instant),
  /** Newest first; empty without a token, because GitHub's REST API does not tell. */
  years: z.array(activityYear).check(z.maxLength(60)),
  /** Whether the years count what was done in private repositories. */
  isPrivateCounted: z.boolean(),
  /** Of own repositories without forks; `share` from 0 to 1, largest first. */
  languages: z
    .array(z.object({ name: z.string().check(z.maxLength(100)), share: z.number() }))
    .check(z.maxLength(30)),
  pinned: z.array(repository).check(z.maxLength(6)),
  recent: z.array(repository).check(z.maxLength(30)),
  /** Newest first. */
  activity: z
    .array(
      z.object({
        at: instant,
        /** A sentence without names of others: "Opened a pull request in foyer". */
        text: z.string().check(z.maxLength(300)),
        url: href,
      }),
    )
    .check(z.maxLength(30)),
  /** RFC 3339, UTC. */
  fetchedAt: instant,
});

export type GitHubSnapshot = z.infer<typeof githubSnapshot>;
