import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import { formatDate } from "#lib/format-date.ts";
import { profileUser } from "#lib/profile-user.ts";
import { facts, heading, link, list, paragraph, section } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

export const gitHubMirror: Mirror = ({ data: { resume, github } }) => {
  const user = profileUser(resume, "github");
  if (github === null || github.login.toLowerCase() !== user?.toLowerCase()) {
    return [heading(1, "GitHub"), user && list([link(user, `https://github.com/${user}`)])];
  }
  const { login, name, bio, location, company, url, repositories, languages, years } = github;
  const { pinned, recent, activity, fetchedAt } = github;
  return [
    heading(1, "GitHub"),
    paragraph(bio),
    facts(name, location, company, `${repositories} public repositories`),
    list([link(`github.com/${login}`, url)]),
    paragraph(`As of ${formatDate(fetchedAt.slice(0, 10))}.`),
    section(
      "Contributions",
      list(years.map(({ year, total }) => `${year}: ${total.toLocaleString("en")}`)),
    ),
    section(
      "Languages",
      facts(...languages.map(({ name: language, share }) => `${language} ${percent(share)}`)),
    ),
    section("Pinned", repositoryList(pinned)),
    section("Recent repositories", repositoryList(recent)),
    section(
      "Activity",
      list(
        activity.map(
          ({ at, text, url: to }) => `${formatDate(at.slice(0, 10))}: ${link(text, to)}`,
        ),
      ),
    ),
  ];
};

function repositoryList(repositories: GitHubSnapshot["recent"]): string | undefined {
  return list(
    repositories.map(({ name, url, description, language }) =>
      [link(name, url), facts(description, language)].filter(Boolean).join(": "),
    ),
  );
}

function percent(share: number): string {
  return share < 0.01 ? "< 1%" : `${Math.round(share * 100)}%`;
}
