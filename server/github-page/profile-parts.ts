/** What both of GitHub's APIs say, each in its own words, as the snapshot has it. */
import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import { oneLine } from "#lib/one-line.ts";

const gitHubSite = "https://github.com";
export const maxRecent = 12;

type Repository = GitHubSnapshot["recent"][number];

export function profilePart(said: {
  login: string;
  name: string | null;
  bio: string | null;
  company: string | null;
  location: string | null;
  followers: number;
  following: number;
  repositories: number;
  since: string | null;
}) {
  const { name, bio, company, location } = said;
  const since = instantOf(said.since);
  return {
    login: said.login,
    ...textField("name", name, 200),
    ...textField("bio", bio, 1000),
    ...textField("company", company, 200),
    ...textField("location", location, 200),
    url: `${gitHubSite}/${encodeURIComponent(said.login)}`,
    followers: countOf(said.followers),
    following: countOf(said.following),
    repositories: countOf(said.repositories),
    ...(since !== undefined && { since }),
  };
}

export function repositoryOf(said: {
  name: string;
  owner: { login: string };
  description: string | null;
  language: string | null;
  stars: number;
  forks: number;
  topics: readonly string[];
  pushedAt: string | null;
}): Repository {
  const pushedAt = instantOf(said.pushedAt);
  const path = [said.owner.login, said.name].map(encodeURIComponent).join("/");
  return {
    name: oneLine(said.name, 200),
    url: `${gitHubSite}/${path}`,
    ...textField("description", said.description, 1000),
    ...textField("language", said.language, 100),
    stars: countOf(said.stars),
    forks: countOf(said.forks),
    topics: said.topics.slice(0, 10).map((topic) => oneLine(topic, 100)),
    ...(pushedAt !== undefined && { pushedAt }),
  };
}

function textField<Name extends string>(
  field: Name,
  value: string | null,
  most: number,
): { [Key in Name]?: string } {
  const line = oneLine(value ?? "", most);
  return (line === "" ? {} : { [field]: line }) as { [Key in Name]?: string };
}

/** What cannot be one is 0. */
export function countOf(value: number): number {
  return Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function instantOf(text: string | null): string | undefined {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
