/** What is asked of LeetCode, and nothing else: our own few questions to its GraphQL, and the owner's submissions. */
import * as z from "zod/mini";
import { SourceError } from "../profile-snapshots/profile-source.ts";
import type { AskSource } from "../profile-snapshots/ask-source.ts";
import { orElse } from "./any-of.ts";

const leetCode = "https://leetcode.com";

const count = z.int().check(z.nonnegative());
const text = z.string();
const seconds = z.pipe(z.union([z.string(), z.number()]), z.transform(Number));
const byDifficulty = z.array(z.object({ difficulty: text, count }));
const topics = orElse(z.array(z.object({ tagName: text, problemsSolved: count })), []);

const profileAnswer = z.object({
  allQuestionsCount: byDifficulty,
  matchedUser: z.nullable(
    z.object({
      username: text,
      profile: orElse(z.nullable(z.object({ ranking: orElse(z.nullable(count), null) })), null),
      submitStats: z.object({ acSubmissionNum: byDifficulty }),
      languageProblemCount: orElse(
        z.array(z.object({ languageName: text, problemsSolved: count })),
        [],
      ),
      tagProblemCounts: z.object({ fundamental: topics, intermediate: topics, advanced: topics }),
      userCalendar: z.object({ activeYears: z.array(z.int()) }),
    }),
  ),
});

const calendarAnswer = z.object({
  matchedUser: z.object({
    userCalendar: z.object({
      streak: orElse(count, 0),
      totalActiveDays: orElse(count, 0),
      /** JSON: how many submissions by the day's first second since 1970. */
      submissionCalendar: text,
    }),
  }),
});

const contestAnswer = z.object({
  userContestRanking: z.nullable(
    z.object({
      attendedContestsCount: count,
      rating: z.number(),
      globalRanking: orElse(z.nullable(count), null),
      topPercentage: orElse(z.nullable(z.number()), null),
    }),
  ),
  userContestRankingHistory: orElse(
    z.nullable(
      z.array(
        z.object({
          attended: z.boolean(),
          rating: z.number(),
          ranking: count,
          contest: z.object({ title: text, startTime: seconds }),
        }),
      ),
    ),
    null,
  ),
});

const recentAnswer = z.object({
  recentAcSubmissionList: z.array(
    z.object({ title: text, titleSlug: text, timestamp: seconds, lang: text }),
  ),
});

const questionAnswer = z.object({
  question: z.nullable(
    z.object({
      questionFrontendId: orElse(z.nullable(text), null),
      title: text,
      titleSlug: text,
      difficulty: orElse(z.nullable(text), null),
      topicTags: orElse(z.array(z.object({ name: text })), []),
    }),
  ),
});

/** Of which there may be more; `last_key` says where they go on. */
const submissionsAnswer = z.object({
  submissions_dump: z.array(z.unknown()),
  has_next: z.boolean(),
  last_key: orElse(z.string(), ""),
});

export type Profile = z.infer<typeof profileAnswer>;
export type Calendar = z.infer<typeof calendarAnswer>["matchedUser"]["userCalendar"];
export type Contests = z.infer<typeof contestAnswer>;
export type Recent = z.infer<typeof recentAnswer>["recentAcSubmissionList"];
export type Question = NonNullable<z.infer<typeof questionAnswer>["question"]>;

/** @throws SourceError whatever LeetCode does, or does not do */
export type LeetCodeApi = {
  profile(user: string, signal?: AbortSignal): Promise<Profile>;
  calendar(user: string, year: number, signal?: AbortSignal): Promise<Calendar>;
  contests(user: string, signal?: AbortSignal): Promise<Contests>;
  recent(user: string, signal?: AbortSignal): Promise<Recent>;
  /** Null when LeetCode has no such problem. */
  question(slug: string, signal?: AbortSignal): Promise<Question | null>;
  /** Of whose cookie it is, newest first. `page.lastKey` is what the page before it said. */
  submissions(
    cookie: string,
    page: { offset: number; limit: number; lastKey: string },
    signal?: AbortSignal,
  ): Promise<{ submissions: unknown[]; hasNext: boolean; lastKey: string }>;
};

export function createLeetCodeApi(deps: { ask: AskSource }): LeetCodeApi {
  const { ask } = deps;

  async function query<Shape extends z.ZodMiniType>(
    shape: Shape,
    question: { name: keyof typeof queries; variables: object; signal: AbortSignal | undefined },
  ): Promise<z.output<Shape>> {
    const { name, variables, signal } = question;
    const { json } = await ask(`${leetCode}/graphql/`, {
      method: "POST",
      // LeetCode refuses what does not say that it comes from its own pages.
      headers: { "Content-Type": "application/json", Referer: `${leetCode}/` },
      body: JSON.stringify({ operationName: name, query: queries[name], variables }),
      ...(signal && { signal }),
    });
    const answer = z.safeParse(shape, (json as { data?: unknown } | null | undefined)?.data);
    if (!answer.success) throw makesNoSense(answer.error);
    return answer.data;
  }

  return {
    profile: (username, signal) =>
      query(profileAnswer, { name: "foyerProfile", variables: { username }, signal }),
    async calendar(username, year, signal) {
      const variables = { username, year };
      const { matchedUser } = await query(calendarAnswer, {
        name: "foyerCalendar",
        variables,
        signal,
      });
      return matchedUser.userCalendar;
    },
    contests: (username, signal) =>
      query(contestAnswer, { name: "foyerContests", variables: { username }, signal }),
    async recent(username, signal) {
      const variables = { username, limit: 20 };
      const answer = await query(recentAnswer, { name: "foyerRecent", variables, signal });
      return answer.recentAcSubmissionList;
    },
    async question(titleSlug, signal) {
      const variables = { titleSlug };
      return (await query(questionAnswer, { name: "foyerQuestion", variables, signal })).question;
    },
    async submissions(cookie, { offset, limit, lastKey }, signal) {
      const asked = new URLSearchParams({ offset: String(offset), limit: String(limit) });
      asked.set("lastkey", lastKey);
      const { json } = await ask(`${leetCode}/api/submissions/?${asked}`, {
        headers: { Cookie: `LEETCODE_SESSION=${cookie}`, Referer: `${leetCode}/submissions/` },
        takesRefusal: true,
        ...(signal && { signal }),
      });
      const answer = submissionsAnswer.safeParse(json);
      if (!answer.success) {
        // Whom it does not know it tells so in `detail`.
        const isStranger = typeof json === "object" && json !== null && "detail" in json;
        throw isStranger
          ? new SourceError("LeetCode does not take this cookie. Sign in there and copy it anew.")
          : makesNoSense(answer.error);
      }
      const { submissions_dump: submissions, has_next: hasNext, last_key: key } = answer.data;
      return { submissions, hasNext, lastKey: key };
    },
  };
}

function makesNoSense(cause: unknown): SourceError {
  return new SourceError("LeetCode’s answer makes no sense: it may have changed.", { cause });
}

const queries = {
  foyerProfile: `query foyerProfile($username: String!) {
  allQuestionsCount { difficulty count }
  matchedUser(username: $username) {
    username
    profile { ranking }
    submitStats { acSubmissionNum { difficulty count } }
    languageProblemCount { languageName problemsSolved }
    tagProblemCounts {
      fundamental { tagName problemsSolved }
      intermediate { tagName problemsSolved }
      advanced { tagName problemsSolved }
    }
    userCalendar { activeYears }
  }
}`,
  foyerCalendar: `query foyerCalendar($username: String!, $year: Int) {
  matchedUser(username: $username) {
    userCalendar(year: $year) { streak totalActiveDays submissionCalendar }
  }
}`,
  foyerContests: `query foyerContests($username: String!) {
  userContestRanking(username: $username) {
    attendedContestsCount rating globalRanking topPercentage
  }
  userContestRankingHistory(username: $username) {
    attended rating ranking contest { title startTime }
  }
}`,
  foyerRecent: `query foyerRecent($username: String!, $limit: Int!) {
  recentAcSubmissionList(username: $username, limit: $limit) { title titleSlug timestamp lang }
}`,
  foyerQuestion: `query foyerQuestion($titleSlug: String!) {
  question(titleSlug: $titleSlug) {
    questionFrontendId title titleSlug difficulty topicTags { name }
  }
}`,
};
