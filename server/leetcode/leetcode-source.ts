/** A profile at LeetCode as `snapshots/leetcode` keeps it. */
import type { ActivityYear } from "#lib/documents/activity-year.ts";
import type { LeetCodeSnapshot } from "#lib/documents/leetcode-snapshot.ts";
import { oneLine } from "#lib/one-line.ts";
import { SourceError } from "../profile-snapshots/profile-source.ts";
import type { ProfileSource } from "../profile-snapshots/profile-source.ts";
import type { Calendar, Contests, LeetCodeApi, Profile, Recent } from "./leetcode-api.ts";

type Snapshot = Omit<LeetCodeSnapshot, "fetchedAt">;

const dayS = 86_400;
/** As many as the snapshot's schema takes. */
const most = { years: 40, languages: 60, topics: 200, contests: 1000, recent: 20, letters: 300 };
const levels = ["fundamental", "intermediate", "advanced"] as const;

export function createLeetCodeSource(deps: {
  api: LeetCodeApi;
  /** Milliseconds since 1970. */
  now: () => number;
}): ProfileSource<"leetcode"> {
  const { api, now } = deps;
  return {
    id: "leetcode",
    name: "LeetCode",
    userOf: ({ username }) => username,
    async read(user, { signal }) {
      const profile = await api.profile(user, signal);
      const { matchedUser } = profile;
      if (matchedUser === null) throw new SourceError(`LeetCode knows nobody called ${user}.`);
      const calendars = new Map<number, Calendar>();
      const years = new Set(matchedUser.userCalendar.activeYears);
      for (const year of [...years].toSorted((a, b) => b - a).slice(0, most.years)) {
        // oxlint-disable-next-line no-await-in-loop -- one question after the other: LeetCode refuses who asks much at once
        calendars.set(year, await api.calendar(user, year, signal));
      }
      const contests = await api.contests(user, signal);
      const recent = await api.recent(user, signal);
      const today = Math.floor(now() / 1000 / dayS);
      return { snapshot: snapshotOf(matchedUser, { profile, calendars, contests, recent, today }) };
    },
  };
}

function snapshotOf(
  user: NonNullable<Profile["matchedUser"]>,
  answers: {
    profile: Profile;
    calendars: ReadonlyMap<number, Calendar>;
    contests: Contests;
    recent: Recent;
    /** As `daysOf` counts. */
    today: number;
  },
): Snapshot {
  const { profile, calendars, contests, recent, today } = answers;
  const countOf = (list: Profile["allQuestionsCount"], difficulty: string) =>
    list.find((entry) => entry.difficulty.toLowerCase() === difficulty)?.count ?? 0;
  const solved = (difficulty: string) => ({
    solved: countOf(user.submitStats.acSubmissionNum, difficulty),
    total: countOf(profile.allQuestionsCount, difficulty),
  });
  const days = daysOf(calendars.values());
  const ranking = user.profile?.ranking ?? null;
  return {
    username: short(user.username),
    ...(ranking !== null && { ranking }),
    all: solved("all"),
    easy: solved("easy"),
    medium: solved("medium"),
    hard: solved("hard"),
    years: [...calendars.keys()].map((year) => yearOf(year, days, today)),
    streak: Math.max(longestRun(days), ...[...calendars.values()].map(({ streak }) => streak)),
    activeDays: activeDaysOf(calendars, days),
    languages: user.languageProblemCount
      .map(({ languageName, problemsSolved }) => ({
        name: short(languageName),
        solved: problemsSolved,
      }))
      .toSorted((a, b) => b.solved - a.solved)
      .slice(0, most.languages),
    topics: levels
      .flatMap((level) =>
        user.tagProblemCounts[level].map(({ tagName, problemsSolved }) => ({
          name: short(tagName),
          level,
          solved: problemsSolved,
        })),
      )
      .toSorted((a, b) => b.solved - a.solved)
      .slice(0, most.topics),
    contest: contestOf(contests),
    recent: recent.slice(0, most.recent).map(({ title, titleSlug, timestamp, lang }) => ({
      title: short(title),
      slug: short(titleSlug),
      language: short(lang).toLowerCase(),
      at: instant(timestamp),
    })),
  };
}

/** Submissions by the day's number since 1970, UTC. */
function daysOf(calendars: Iterable<Calendar>): Map<number, number> {
  const days = new Map<number, number>();
  for (const { submissionCalendar } of calendars) {
    for (const [second, value] of Object.entries(groupIn(submissionCalendar))) {
      const day = Math.floor(Number(second) / dayS);
      // Two answers may know of the same day: it is no other day by that.
      if (Number.isSafeInteger(value) && Number(value) > 0 && Number.isSafeInteger(day)) {
        days.set(day, Math.max(days.get(day) ?? 0, Number(value)));
      }
    }
  }
  return days;
}

function groupIn(json: string): object {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new SourceError("LeetCode’s calendar makes no sense: it may have changed.", {
      cause: error,
    });
  }
  return typeof value === "object" && value !== null ? value : {};
}

function yearOf(year: number, days: ReadonlyMap<number, number>, today: number): ActivityYear {
  const first = Date.UTC(year, 0, 1) / 1000 / dayS;
  const length = Date.UTC(year + 1, 0, 1) / 1000 / dayS - first;
  const counts = Array.from({ length }, (_, at) => days.get(first + at) ?? 0);
  const last = Math.max(
    today - first,
    counts.findLastIndex((value) => value > 0),
  );
  return {
    year,
    total: counts.reduce((sum, value) => sum + value, 0),
    days: counts.slice(0, last + 1),
  };
}

function longestRun(days: ReadonlyMap<number, number>): number {
  let longest = 0;
  let run = 0;
  let before = Number.NaN;
  for (const day of [...days.keys()].toSorted((a, b) => a - b)) {
    run = day === before + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
    before = day;
  }
  return longest;
}

/** LeetCode may know of more days than its calendars say. */
function activeDaysOf(
  calendars: ReadonlyMap<number, Calendar>,
  days: ReadonlyMap<number, number>,
): number {
  const told = [...calendars.values()].reduce(
    (sum, { totalActiveDays }) => sum + totalActiveDays,
    0,
  );
  return Math.max(told, days.size);
}

function contestOf({ userContestRanking, userContestRankingHistory }: Contests) {
  if (userContestRanking === null) return null;
  const { rating, attendedContestsCount, topPercentage, globalRanking } = userContestRanking;
  const history = (userContestRankingHistory ?? [])
    .filter(({ attended }) => attended)
    .toSorted((a, b) => a.contest.startTime - b.contest.startTime)
    .slice(-most.contests)
    .map(({ contest, rating: after, ranking }) => ({
      title: short(contest.title),
      at: instant(contest.startTime),
      rating: after,
      ranking,
    }));
  return {
    rating,
    attended: attendedContestsCount,
    ...(topPercentage !== null && { topPercentage }),
    ...(globalRanking !== null && { globalRanking }),
    history,
  };
}

/** @throws SourceError */
function instant(second: number): string {
  const date = new Date(second * 1000);
  if (Number.isNaN(date.valueOf())) throw new SourceError("LeetCode’s times make no sense.");
  return date.toISOString();
}

function short(text: string): string {
  return oneLine(text, most.letters);
}
