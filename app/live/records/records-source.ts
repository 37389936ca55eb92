import type { DatabaseHttp } from "./database-http.ts";
import type { Follow } from "./records-parts.ts";

/** Of what is in memory, and of what is only kept in the browser: `lazyKinds`. */
export type PagedPart = "kept" | "lazy";

export type Page = {
  /** `value` as the Realtime Database would have it, with `at`; null: it was deleted for good, at `at`. */
  items: readonly { kind: string; id: string; value: unknown; at?: number }[];
  /** `KIND/ID` of what is there and stays as it is here: nothing has changed, or nobody can read it. */
  same?: readonly string[];
  /** How many there are in all, as far as that is known. */
  of?: number;
};

/** Where records are no values of the Realtime Database. */
export type RecordsSource = {
  /** Paths as there, below `root`. What is there and cannot be read is undefined. */
  http: Pick<DatabaseHttp, "read" | "update">;
  /** Tells `current` of each kind once all that has changed since was told; never `whole` nor `swept`. */
  follow: Follow;
  /**
   * All of a part, page by page, as it is when each page is read: what is in none of them is not there.
   * @param have what this browser has, by `KIND/ID` with its `at`; where that is the same, nothing is read again
   * @throws NoAnswerError, DeniedError
   */
  pages: (
    part: PagedPart,
    have: ReadonlyMap<string, number>,
    signal: AbortSignal,
  ) => AsyncIterable<Page>;
};
