import type { GitHubSnapshot } from "#lib/documents/github-snapshot.ts";
import type { LeetCodeSnapshot } from "#lib/documents/leetcode-snapshot.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ProfileId } from "#lib/profile-user.ts";

export type Snapshots = { github: GitHubSnapshot; leetcode: LeetCodeSnapshot };

/** Another site, as far as it is asked of one person. */
export type ProfileSource<Id extends ProfileId = ProfileId> = {
  id: Id;
  /** As people call it. */
  name: string;
  /** Whose it is: it is held against the resume without regard to case. */
  userOf(snapshot: Omit<Snapshots[Id], "fetchedAt">): string;
  /**
   * What the site says now. `before` is of the same user; its `memory` is what this gave back with it, such as ETags: at
   * most 100 KB, and nobody but the server sees it.
   * @throws SourceError; what `signal` is aborted with
   */
  read(
    user: string,
    context: {
      before: { snapshot: Snapshots[Id]; memory: PlainFields } | null;
      signal: AbortSignal;
    },
  ): Promise<{ snapshot: Omit<Snapshots[Id], "fetchedAt">; memory?: PlainFields }>;
};

/** Why a site could not be read, in a sentence for people. */
export class SourceError extends Error {
  /** Milliseconds since 1970: when the site said that it answers again. */
  readonly retryAt: number | undefined;
  constructor(message: string, { retryAt, cause }: { retryAt?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "SourceError";
    this.retryAt = retryAt;
  }
}
