/** What `/api/leetcode/…` says (docs/leetcode.md). Times are RFC 3339, UTC. */
import type { Solution } from "../documents/problem.ts";

/** The fields of a problem, as another place has them. */
export type ImportedProblem = {
  title: string;
  link: string;
  number?: number | undefined;
  difficulty?: "easy" | "medium" | "hard" | undefined;
  categories: string[];
  solutions: Solution[];
};

export type ImportResult = {
  link: string;
  title: string;
  /** Null when there is none. */
  id: string | null;
  /** `same`: all of it was there. */
  did: "made" | "added" | "same" | "failed";
  as?: "draft" | "published";
  /** A sentence: why it failed, or is a draft although it was to be published. */
  text?: string;
};

export type LeetCodeState = {
  /** Null: the resume has no LeetCode profile. */
  username: string | null;
  /** Of what visitors see. */
  fetchedAt: string | null;
  /** Of the last try, when it failed. */
  error: { at: string; message: string; nextTryAt: string } | null;
};

export type DuplicateEntry = Pick<ImportedProblem, "title" | "link" | "number" | "difficulty"> & {
  id: string;
  categories: string[];
  solutions: { language: string; label?: string }[];
  /** Whether the public page has it. */
  isShown: boolean;
  isDrafted: boolean;
  isScheduled: boolean;
  updatedAt: string;
};

/** At least two of the same problem. */
export type DuplicateGroup = { link: string; entries: DuplicateEntry[] };

/** What takes a merge back. */
export type MergeUndo = {
  keep: string;
  /** Of the kept one, after the merge. */
  updatedAt: string;
  /** Of what it was. */
  versionId: string;
  others: string[];
};
