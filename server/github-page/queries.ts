const repository = `
  name
  owner { login }
  description
  primaryLanguage { name }
  stargazerCount
  forkCount
  pushedAt
  isFork
  isPrivate
  repositoryTopics(first: 10) { nodes { topic { name } } }
`;

export const profileQuery = `query ($login: String!) {
  user(login: $login) {
    login
    name
    bio
    company
    location
    createdAt
    followers { totalCount }
    following { totalCount }
    repositories(
      first: 100, ownerAffiliations: OWNER, privacy: PUBLIC, orderBy: { field: PUSHED_AT, direction: DESC }
    ) {
      totalCount
      nodes {
        ${repository}
        languages(first: 10, orderBy: { field: SIZE, direction: DESC }) { edges { size node { name } } }
      }
    }
    pinnedItems(first: 6, types: REPOSITORY) { nodes { ... on Repository { ${repository} } } }
    contributionsCollection { contributionYears }
  }
}`;

/** GitHub counts at most a year at a time. */
export function yearQuery(year: number, until: Date): string {
  const end = new Date(Math.min(Date.UTC(year + 1, 0, 1) - 1000, until.getTime()));
  return `query ($login: String!) {
  user(login: $login) {
    contributionsCollection(from: "${year}-01-01T00:00:00Z", to: "${end.toISOString()}") {
      restrictedContributionsCount
      commitContributionsByRepository(maxRepositories: 100) { repository { isPrivate } }
      contributionCalendar { totalContributions weeks { contributionDays { date contributionCount } } }
    }
  }
}`;
}
