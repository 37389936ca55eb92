/**
 * LeetCode for tests: recorded answers (tests/fixtures/leetcode-graphql.json) to what the site asks, and all the ways in
 * which it may fail. It takes part in a test's web as the host leetcode.com.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/**
 * `down` breaks the connection, `slow` takes 30 s, `blocked` is what Cloudflare shows to servers, `elsewhere` leads to
 * another site.
 */
export type LeetCodeMood =
  | "well"
  | "down"
  | "slow"
  | "blocked"
  | "limited"
  | "broken"
  | "empty"
  | "nonsense"
  | "other-form"
  | "elsewhere";

export type LeetCodeReplay = {
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  mood: LeetCodeMood;
  /** Names of questions, in the order in which they came; the paths of all others. */
  asked: string[];
  /** By name of the question: instead of what was recorded. */
  instead: Map<string, unknown>;
  /** Of the one session that LeetCode knows. */
  cookie: string;
  /** As LeetCode lists them, newest first. */
  submissions: object[];
  /** Pages of submissions from the second on come after it. */
  gate: Promise<void> | undefined;
};

type Recorded = Record<string, { data: Record<string, unknown> }>;
type Calendar = { activeYears: number[]; submissionCalendar: string };

const recorded = JSON.parse(
  readFileSync(new URL("../fixtures/leetcode-graphql.json", import.meta.url), "utf8"),
) as Recorded;

export function createLeetCodeReplay(): LeetCodeReplay {
  const replay: LeetCodeReplay = {
    answer: (request, response) => void answer(request, response),
    mood: "well",
    asked: [],
    instead: new Map(),
    cookie: "a-session-of-the-tests-alone",
    submissions: [],
    gate: undefined,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "https://leetcode.com");
    const body = await text(request);
    const json = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end(typeof value === "string" ? value : JSON.stringify(value));
    };
    const asked = body === "" ? undefined : (JSON.parse(body) as Asked);
    replay.asked.push(asked?.operationName ?? url.pathname + url.search);
    switch (replay.mood) {
      case "down":
        request.socket.destroy();
        return;
      case "slow":
        setTimeout(() => json(200, {}), 30_000).unref();
        return;
      case "blocked":
        return json(403, "<!DOCTYPE html><title>Just a moment...</title>", {
          "Content-Type": "text/html",
        });
      case "limited":
        return json(429, { error: "Too many requests" }, { "Retry-After": "120" });
      case "broken":
        return json(502, "<h1>Bad gateway</h1>");
      case "empty":
        return json(200, "");
      case "nonsense":
        return json(200, "<!DOCTYPE html><title>LeetCode</title>");
      case "elsewhere":
        return json(302, "", { Location: `https://leetcode.example${url.pathname}` });
      case "other-form":
        return json(200, { data: { matchedUser: { username: 7 } } });
      case "well":
        break;
    }
    if (asked !== undefined) return json(200, replay.instead.get(asked.operationName) ?? of(asked));
    if (url.pathname === "/api/submissions/") {
      if (url.searchParams.get("offset") !== "0") await replay.gate;
      return json(...submissionsOf(request, url));
    }
    json(404, {});
  }

  function submissionsOf(request: IncomingMessage, url: URL): [number, object] {
    const isKnown = request.headers.cookie === `LEETCODE_SESSION=${replay.cookie}`;
    if (!isKnown) return [403, { detail: "Authentication credentials were not provided." }];
    const offset = Number(url.searchParams.get("offset"));
    const end = offset + Number(url.searchParams.get("limit"));
    // The first page is asked for without a key, those after it with the one before.
    const isInOrder = url.searchParams.get("lastkey") === (offset === 0 ? "" : `key ${offset}`);
    if (!isInOrder) return [400, {}];
    return [
      200,
      {
        submissions_dump: replay.submissions.slice(offset, end),
        has_next: end < replay.submissions.length,
        last_key: `key ${end}`,
      },
    ];
  }

  return replay;
}

type Asked = {
  operationName: string;
  variables: { username?: string; year?: number; titleSlug?: string };
};

function of({ operationName, variables }: Asked): object {
  const recordedUser = userIn("userPublicProfile");
  const isThere = variables.username === recordedUser["username"];
  const { userCalendar } = userIn("userCalendar") as { userCalendar: Calendar };
  switch (operationName) {
    case "foyerProfile":
      return {
        data: {
          allQuestionsCount: recorded["userPublicProfile"]!.data["allQuestionsCount"],
          matchedUser: isThere
            ? {
                ...recordedUser,
                ...userIn("languageStats"),
                ...userIn("skillStats"),
                userCalendar: { activeYears: userCalendar.activeYears },
              }
            : null,
        },
        ...(!isThere && { errors: [{ message: "That user does not exist." }] }),
      };
    case "foyerCalendar":
      return { data: { matchedUser: { userCalendar: calendarOf(userCalendar, variables.year) } } };
    case "foyerContests":
      return recorded["userContestRanking"]!;
    case "foyerRecent":
      return recorded["recentAcSubmissions"]!;
    case "foyerQuestion": {
      const known = recorded["question"]!.data["question"] as { titleSlug: string };
      return { data: { question: known.titleSlug === variables.titleSlug ? known : null } };
    }
    default:
      return { errors: [{ message: `Unknown operation named "${operationName}".` }] };
  }
}

/** The recorded answer is of one year. */
function calendarOf(calendar: Calendar, year: number | undefined): object {
  const days = Object.entries(JSON.parse(calendar.submissionCalendar) as Record<string, number>);
  const own = days.filter(([second]) => new Date(Number(second) * 1000).getUTCFullYear() === year);
  if (own.length > 0) return calendar;
  return { streak: 0, totalActiveDays: 0, submissionCalendar: "{}" };
}

function userIn(name: string): Record<string, unknown> {
  return recorded[name]!.data["matchedUser"] as Record<string, unknown>;
}
