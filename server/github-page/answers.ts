/** What we read of GitHub's answers. What it leaves out, or has in another form, is as if it said nothing. */
import * as z from "zod/mini";

function ofAny<Shape extends z.ZodMiniType>(shape: Shape, fallback: z.output<Shape>) {
  // zod's own name for it; no promise is meant.
  // oxlint-disable-next-line promise/valid-params
  return z.catch(shape, fallback);
}

const count = ofAny(z.number(), 0);
const isTrue = ofAny(z.boolean(), false);
const text = ofAny(z.nullable(z.string()), null);

/** Those entries that can be read. */
function readable<Shape extends z.ZodMiniType>(shape: Shape) {
  return (list: unknown[]): z.output<Shape>[] =>
    list.flatMap((entry) => {
      const parsed = z.safeParse(shape, entry);
      return parsed.success ? [parsed.data] : [];
    });
}

/** Of what is no list nothing. */
function listOf<Shape extends z.ZodMiniType>(shape: Shape) {
  return z.pipe(ofAny(z.array(z.unknown()), []), z.transform(readable(shape)));
}

/** It has to be a list. */
function answerListOf<Shape extends z.ZodMiniType>(shape: Shape) {
  return z.pipe(z.array(z.unknown()), z.transform(readable(shape)));
}

/** REST: `/users/{user}`. */
export const restUser = z.object({
  login: z.string(),
  name: text,
  bio: text,
  company: text,
  location: text,
  created_at: text,
  followers: count,
  following: count,
  public_repos: count,
});

/** REST: `/users/{user}/repos`. */
export const restRepositories = answerListOf(
  z.object({
    name: z.string(),
    owner: z.object({ login: z.string() }),
    description: text,
    language: text,
    stargazers_count: count,
    forks_count: count,
    topics: listOf(z.string()),
    pushed_at: text,
    fork: isTrue,
    private: isTrue,
  }),
);
export type RestRepository = z.output<typeof restRepositories>[number];

/** REST: bytes by language. */
export const restLanguages = z.record(z.string(), z.number());

/** REST: `/users/{user}/events/public`. */
export const restEvents = answerListOf(
  z.object({
    type: z.string(),
    created_at: z.string(),
    public: isTrue,
    repo: z.object({ name: z.string() }),
    payload: ofAny(
      z.object({
        action: text,
        ref: text,
        ref_type: text,
        pull_request: ofAny(
          z.nullish(z.object({ number: ofAny(z.nullable(z.number()), null), merged: isTrue })),
          null,
        ),
        issue: ofAny(z.nullish(z.object({ number: ofAny(z.nullable(z.number()), null) })), null),
        release: ofAny(z.nullish(z.object({ tag_name: text })), null),
      }),
      { action: null, ref: null, ref_type: null },
    ),
  }),
);
export type RestEvent = z.output<typeof restEvents>[number];

const graphRepository = {
  name: z.string(),
  owner: z.object({ login: z.string() }),
  description: text,
  primaryLanguage: ofAny(z.nullable(z.object({ name: z.string() })), null),
  stargazerCount: count,
  forkCount: count,
  pushedAt: text,
  isFork: isTrue,
  isPrivate: isTrue,
  repositoryTopics: ofAny(
    z.object({ nodes: listOf(z.object({ topic: z.object({ name: z.string() }) })) }),
    { nodes: [] },
  ),
};
const nodeCount = ofAny(z.object({ totalCount: count }), { totalCount: 0 });

/** GraphQL: `user` of profileQuery. */
export const graphUser = z.object({
  login: z.string(),
  name: text,
  bio: text,
  company: text,
  location: text,
  createdAt: text,
  followers: nodeCount,
  following: nodeCount,
  repositories: z.object({
    totalCount: count,
    nodes: listOf(
      z.object({
        ...graphRepository,
        languages: ofAny(
          z.object({
            edges: listOf(z.object({ size: z.number(), node: z.object({ name: z.string() }) })),
          }),
          { edges: [] },
        ),
      }),
    ),
  }),
  pinnedItems: ofAny(z.object({ nodes: listOf(z.object(graphRepository)) }), { nodes: [] }),
  contributionsCollection: z.object({ contributionYears: z.array(z.int()) }),
});
type GraphUser = z.output<typeof graphUser>;
export type GraphRepository = GraphUser["pinnedItems"]["nodes"][number];

const graphYear = z.object({
  restrictedContributionsCount: count,
  commitContributionsByRepository: listOf(
    z.object({ repository: z.object({ isPrivate: isTrue }) }),
  ),
  contributionCalendar: z.object({
    totalContributions: count,
    weeks: z.array(
      z.object({
        contributionDays: z.array(z.object({ date: z.string(), contributionCount: z.number() })),
      }),
    ),
  }),
});
export type GraphYear = z.output<typeof graphYear>;

/** GraphQL: `user` of yearQuery. */
export const graphYearAnswer = z.object({ contributionsCollection: graphYear });

export const graphAnswer = z.object({
  data: ofAny(z.nullish(z.record(z.string(), z.unknown())), null),
  errors: listOf(z.object({ type: text, message: text })),
});
