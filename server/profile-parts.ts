/** What other sites say of the owner, the same whichever backend there is: the pages about it, and what keeps it fresh. */
import { dataOfPage } from "#lib/page-address.ts";
import type { ProfileId } from "#lib/profile-user.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Audit } from "./audit/audit.ts";
import { createGitHubSource } from "./github-page/github-source.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { PageServer } from "./http/serve-page.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import { createLeetCodeApi } from "./leetcode/leetcode-api.ts";
import { createLeetCodeSource } from "./leetcode/leetcode-source.ts";
import { createLeetCodeParts } from "./leetcode-parts.ts";
import type { Log } from "./log.ts";
import type { OutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import { createAskSource } from "./profile-snapshots/ask-source.ts";
import { createProfileSnapshots } from "./profile-snapshots/profile-snapshots.ts";
import type { ContentActs } from "./publishing/publishing.ts";

export type ProfileParts = {
  jobKinds: JobKinds;
  endpoints: Endpoint[];
  /** What could not be read the last time, in sentences. @throws BackendError */
  problems(): Promise<{ message: string; nextTryAt: string }[]>;
  /** The same pages, which tell when those about a profile are looked at. */
  watch(pages: PageServer): PageServer;
};

const profilePages: readonly [string, ProfileId][] = [
  ["/github", "github"],
  ["/leetcode", "leetcode"],
];
const profileOfPath = new Map(
  profilePages.flatMap(([page, id]) => [page, dataOfPage(page)].map((path) => [path, id] as const)),
);

export function createProfileParts(deps: {
  backend: ServerBackend;
  audit: Audit;
  acts: Pick<ContentActs, "actorOf" | "publishing">;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule">;
  /** The way to other sites. */
  fetch: OutgoingFetch;
  gitHubToken: string | undefined;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): ProfileParts {
  const { backend, audit, acts, jobs, fetch, gitHubToken, log, now } = deps;
  const leetCode = createLeetCodeApi({ ask: createAskSource({ fetch, name: "LeetCode", now }) });
  const snapshots = createProfileSnapshots({
    backend,
    sources: [
      createGitHubSource({ fetch, token: gitHubToken, now }),
      createLeetCodeSource({ api: leetCode, now }),
    ],
    jobs,
    log,
    now,
  });

  function tell(path: string): void {
    const id = profileOfPath.get(path);
    if (id !== undefined) void snapshots.seen(id);
  }

  return {
    jobKinds: snapshots.jobKinds,
    endpoints: createLeetCodeParts({ backend, audit, acts, api: leetCode, snapshots, log, now }),
    problems: () => snapshots.problems(),
    watch: (pages) => ({
      ...pages,
      serveCached(exchange) {
        const isServed = pages.serveCached(exchange);
        if (isServed) tell(exchange.path);
        return isServed;
      },
      serve(exchange, page) {
        tell(exchange.path);
        return pages.serve(exchange, page);
      },
    }),
  };
}
