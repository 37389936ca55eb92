/**
 * The owner's own submissions with their code, which LeetCode shows nobody else: read with the cookie of a browser that is
 * signed in there. The cookie is in memory for one request and goes nowhere but to LeetCode.
 */
import type { ImportResult } from "#lib/leetcode/api.ts";
import { linkKey } from "#lib/leetcode/problem-link.ts";
import { problemsOfSubmissions } from "#lib/leetcode/submissions.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { SourceError } from "../profile-snapshots/profile-source.ts";
import type { Actor } from "../publishing/versions.ts";
import type { ProblemImport } from "./import-problems.ts";
import type { LeetCodeApi } from "./leetcode-api.ts";
import { withFacts } from "./read-questions.ts";

const pageSize = 20;
/** LeetCode forgets none, so that there has to be an end somewhere. */
const mostSubmissions = 100_000;

export type FullSync = {
  /**
   * One part of it. @param after `next` of the part before; null to begin
   * @throws SourceError; BackendError
   */
  part(
    cookie: string,
    after: string | null,
    how: { publish: boolean; actor: Actor },
  ): Promise<{ read: number; results: ImportResult[]; next: string | null }>;
};

export function createFullSync(deps: {
  api: Pick<LeetCodeApi, "submissions" | "question">;
  problems: ProblemImport;
  backend: Pick<ServerBackend, "publicData">;
}): FullSync {
  const { api, problems, backend } = deps;
  return {
    async part(cookie, after, how) {
      const { offset, lastKey } = placeOf(after);
      const page = await api.submissions(cookie, { offset, limit: pageSize, lastKey });
      const found = problemsOfSubmissions(page.submissions);
      if (found.unread > 0 && found.unread === page.submissions.length) {
        throw new SourceError("LeetCode’s submissions make no sense: they may have changed.");
      }
      const known = new Set(
        (await backend.publicData()).problems
          .filter(({ categories, difficulty }) => categories.length > 0 && difficulty !== undefined)
          .map(({ link }) => linkKey(link)),
      );
      const whole = await withFacts(api, found.problems, ({ link }) => known.has(linkKey(link)));
      const results = await problems.add(whole, how);
      const end = offset + page.submissions.length;
      const isMore = page.hasNext && page.submissions.length > 0 && end < mostSubmissions;
      return {
        read: page.submissions.length,
        results,
        next: isMore ? `${end} ${page.lastKey}` : null,
      };
    },
  };
}

function placeOf(after: string | null): { offset: number; lastKey: string } {
  const [, offset = "0", lastKey = ""] = /^(\d{1,6}) (.*)$/s.exec(after ?? "") ?? [];
  return { offset: Number(offset), lastKey };
}
