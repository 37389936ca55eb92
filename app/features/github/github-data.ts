import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import { formatDate } from "#lib/format-date.ts";
import { profileUser } from "#lib/profile-user.ts";
import type { PublicData } from "#lib/server-backend.ts";

/** So many are named; what is left is one "Other". */
const maxLanguages = 7;
/** Before that nobody minds how old it is: it is read four times a day. */
const lateMs = 24 * 3_600_000;

type Stored = GitHubSnapshot["recent"][number];

export type Repository = Omit<Stored, "pushedAt" | "topics"> & {
  /** The owner's own one. */
  isOwn: boolean;
  /** Owner and name where it is another's. */
  title: string;
  topics: string[];
  pushed: string | undefined;
};

export type GitHubData = {
  /** Undefined when the resume names no profile there. */
  user: string | undefined;
  /** Undefined while it was not read yet. */
  there:
    | (Omit<GitHubSnapshot, "fetchedAt" | "pinned" | "recent" | "activity" | "since"> & {
        since: string | undefined;
        pinned: Repository[];
        recent: Repository[];
        activity: { text: string; url: string; when: string }[];
        /** The moment of which all this is. */
        asOf: { instant: string; text: string };
        /** It is older than it should be: mostly because GitHub did not answer. */
        isLate: boolean;
      })
    | undefined;
};

export function gitHubPage(
  { resume, github }: Pick<PublicData, "resume" | "github">,
  now: Date,
): GitHubData {
  const user = profileUser(resume, "github");
  // Of somebody whom the resume named before nothing is shown.
  if (user === undefined || github?.login.toLowerCase() !== user.toLowerCase()) {
    return { user, there: undefined };
  }
  const { fetchedAt, since, pinned, recent, activity, languages, ...others } = github;
  const row = (one: Stored) => repository(one, github.url);
  const isPinned = new Set(pinned.map(({ url }) => url));
  return {
    user,
    there: {
      ...others,
      since: since?.slice(0, 4),
      languages: fewer(languages),
      pinned: pinned.map(row),
      recent: recent.filter(({ url }) => !isPinned.has(url)).map(row),
      activity: activity.map(({ at, text, url }) => ({
        text,
        url,
        when: formatDate(at.slice(0, 10)),
      })),
      asOf: { instant: fetchedAt, text: momentWords(fetchedAt) },
      isLate: now.getTime() - Date.parse(fetchedAt) > lateMs,
    },
  };
}

function repository({ pushedAt, topics, ...others }: Stored, home: string): Repository {
  const isOwn = others.url.toLowerCase().startsWith(`${home.toLowerCase()}/`);
  const path = new URL(others.url).pathname.slice(1);
  return {
    ...others,
    isOwn,
    title: isOwn ? others.name : decodeURIComponent(path),
    topics: topics.slice(0, 6),
    pushed: pushedAt === undefined ? undefined : formatDate(pushedAt.slice(0, 7)),
  };
}

function fewer(languages: GitHubSnapshot["languages"]): GitHubSnapshot["languages"] {
  if (languages.length <= maxLanguages) return languages;
  const named = languages.slice(0, maxLanguages - 1);
  const share = 1 - named.reduce((sum, language) => sum + language.share, 0);
  return [...named, { name: "Other", share: Math.max(0, share) }];
}

/** `22 Nov 2026, 14:05 UTC`, in the site's way of writing days. */
function momentWords(instant: string): string {
  const iso = new Date(instant).toISOString();
  return `${formatDate(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`;
}
