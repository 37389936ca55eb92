import type { ActivityYear } from "#lib/documents/activity-year.ts";
import { graphUser, graphYearAnswer } from "./answers.ts";
import type { GraphRepository } from "./answers.ts";
import { parsed } from "./ask-github.ts";
import type { AskGitHub, Reading, Said } from "./ask-github.ts";
import { contributionYear } from "./contribution-years.ts";
import { languageShares } from "./language-shares.ts";
import { maxRecent, profilePart, repositoryOf } from "./profile-parts.ts";
import { profileQuery, yearQuery } from "./queries.ts";
import { readActivity } from "./read-activity.ts";

const maxYears = 30;

/** @param today the moment of asking @throws SourceError */
export async function readByGraphQl(ask: AskGitHub, reading: Reading, today: Date): Promise<Said> {
  const user = parsed(graphUser, await ask.graph(profileQuery, reading));
  const { repositories, pinnedItems, contributionsCollection } = user;
  const own = repositories.nodes.filter(({ isPrivate, isFork }) => !isPrivate && !isFork);
  return {
    ...profilePart({
      ...user,
      followers: user.followers.totalCount,
      following: user.following.totalCount,
      repositories: repositories.totalCount,
      since: user.createdAt,
    }),
    ...(await readYears(ask, reading, contributionsCollection.contributionYears, today)),
    languages: languageShares(
      own.map(({ languages }) =>
        Object.fromEntries(languages.edges.map(({ size, node }) => [node.name, size])),
      ),
    ),
    // A token may see what its owner has not shown to everybody.
    pinned: pinnedItems.nodes.filter(({ isPrivate }) => !isPrivate).map(repositoryFrom),
    recent: own.slice(0, maxRecent).map(repositoryFrom),
    activity: await readActivity(ask, reading),
  };
}

async function readYears(
  ask: AskGitHub,
  reading: Reading,
  known: readonly number[],
  today: Date,
): Promise<Pick<Said, "years" | "isPrivateCounted">> {
  const years: ActivityYear[] = [];
  let isPrivateCounted = false;
  // Who never did anything has a year without anything: to have none is to be read without a token.
  const wanted = (known.length > 0 ? known : [today.getUTCFullYear()])
    .filter((year) => year >= 2005 && year <= today.getUTCFullYear())
    .toSorted((a, b) => b - a)
    .slice(0, maxYears);
  for (const year of wanted) {
    // One by one: GitHub gives up on questions that take it long.
    // oxlint-disable-next-line no-await-in-loop -- see above
    const answer = parsed(graphYearAnswer, await ask.graph(yearQuery(year, today), reading));
    const said = answer.contributionsCollection;
    years.push(contributionYear(year, said, today.toISOString().slice(0, 10)));
    isPrivateCounted ||=
      said.restrictedContributionsCount > 0 ||
      said.commitContributionsByRepository.some(({ repository }) => repository.isPrivate);
  }
  return { years, isPrivateCounted };
}

function repositoryFrom(one: GraphRepository): Said["recent"][number] {
  return repositoryOf({
    ...one,
    language: one.primaryLanguage?.name ?? null,
    stars: one.stargazerCount,
    forks: one.forkCount,
    topics: one.repositoryTopics.nodes.map(({ topic }) => topic.name),
  });
}
