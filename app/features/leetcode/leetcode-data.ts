import type { LeetCodeSnapshot } from "#lib/documents/leetcode-snapshot.ts";
import { formatDate } from "#lib/format-date.ts";
import { languageName } from "#lib/leetcode/language-name.ts";
import { problemRow } from "#lib/leetcode/problem-files.ts";
import type { ProblemRow } from "#lib/leetcode/problem-files.ts";
import { linkOfSlug } from "#lib/leetcode/problem-link.ts";
import { profileUser } from "#lib/profile-user.ts";
import type { PublicData } from "#lib/server-backend.ts";

/** The page has these, and without scripts only these; the others come when it is alive. */
const firstProblems = 50;
/** It is read four times a day. */
const lateMs = 24 * 3_600_000;

type Contest = NonNullable<LeetCodeSnapshot["contest"]>;

type Profile = Omit<
  LeetCodeSnapshot,
  "fetchedAt" | "recent" | "contest" | "languages" | "topics"
> & {
  languages: { name: string; solved: number }[];
  /** Most solved first. */
  topics: { name: string; solved: number }[];
  contest:
    | (Omit<Contest, "history"> & {
        /** Oldest first. */
        history: { title: string; when: string; rating: number; ranking: number }[];
      })
    | null;
  recent: { title: string; url: string; language: string; when: string }[];
  /** The moment of which all this is. */
  asOf: { instant: string; text: string };
  /** It is older than it should be: mostly because LeetCode did not answer. */
  isLate: boolean;
};

export type LeetCodeData = {
  /** Undefined when the resume names no profile there. */
  user: string | undefined;
  /** Undefined while it was not read yet. */
  profile: Profile | undefined;
  /** How many there are. */
  problems: number;
  /** The first of them. */
  rows: ProblemRow[];
  /** The problems could not be read. */
  isFailed: boolean;
};

export function leetCodePage(
  data: Pick<PublicData, "resume" | "leetcode" | "problems" | "failed" | "isLastKnown">,
  now: Date,
): LeetCodeData {
  const { resume, leetcode, problems, failed, isLastKnown } = data;
  const user = profileUser(resume, "leetcode");
  // Of somebody whom the resume named before nothing is shown.
  const isTheirs = user !== undefined && leetcode?.username.toLowerCase() === user.toLowerCase();
  return {
    user,
    profile: isTheirs ? profileOf(leetcode, now) : undefined,
    problems: problems.length,
    rows: problems.slice(0, firstProblems).map(problemRow),
    isFailed: failed && !isLastKnown,
  };
}

function profileOf(snapshot: LeetCodeSnapshot, now: Date): Profile {
  const { fetchedAt, recent, contest, languages, topics, ...others } = snapshot;
  return {
    ...others,
    languages: languages
      .filter(({ solved }) => solved > 0)
      .map(({ name, solved }) => ({ name: languageName(name), solved }))
      .toSorted((a, b) => b.solved - a.solved),
    topics: topics
      .filter(({ solved }) => solved > 0)
      .map(({ name, solved }) => ({ name, solved }))
      .toSorted((a, b) => b.solved - a.solved || a.name.localeCompare(b.name, "en")),
    contest: contest && {
      ...contest,
      history: contest.history.map(({ title, at, rating, ranking }) => ({
        title,
        when: formatDate(at.slice(0, 10)),
        rating: Math.round(rating),
        ranking,
      })),
    },
    recent: recent.map(({ title, slug, language, at }) => ({
      title,
      url: linkOfSlug(slug),
      language: languageName(language),
      when: formatDate(at.slice(0, 10)),
    })),
    asOf: { instant: fetchedAt, text: momentWords(fetchedAt) },
    isLate: now.getTime() - Date.parse(fetchedAt) > lateMs,
  };
}

/** `22 Nov 2026, 14:05 UTC`, in the site's way of writing days. */
function momentWords(instant: string): string {
  const iso = new Date(instant).toISOString();
  return `${formatDate(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`;
}
