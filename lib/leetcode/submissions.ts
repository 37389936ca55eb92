/** LeetCode's own list of submissions: what the page "Submissions" is made of, with the code of each. */
import * as z from "zod/mini";
import type { Solution } from "../documents/problem.ts";
import type { ImportedProblem } from "./api.ts";
import { isProblemSlug, linkOfSlug } from "./problem-link.ts";

const submission = z.object({
  title_slug: z.string(),
  title: z.string(),
  lang: z.string(),
  code: z.string(),
  status_display: z.string(),
  /** Seconds since 1970. */
  timestamp: z.union([z.number(), z.string()]),
});
type Submission = z.infer<typeof submission>;

export function isSubmission(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && "title_slug" in entry && "code" in entry;
}

/**
 * The accepted ones by problem, in the order in which the problems come; of each problem every code once, the first
 * time it was accepted. `unread`: how many have another form.
 */
export function problemsOfSubmissions(entries: readonly unknown[]): {
  problems: ImportedProblem[];
  notAccepted: number;
  unread: number;
} {
  const problems = new Map<string, ImportedProblem>();
  let notAccepted = 0;
  let unread = 0;
  for (const entry of entries) {
    const read = submission.safeParse(entry);
    if (!read.success || !isProblemSlug(read.data.title_slug)) {
      unread += 1;
      continue;
    }
    if (read.data.status_display !== "Accepted") {
      notAccepted += 1;
      continue;
    }
    const { title_slug: slug, title } = read.data;
    const problem = problems.get(slug) ?? {
      title: title.trim() || titleOfSlug(slug),
      link: linkOfSlug(slug),
      categories: [],
      solutions: [],
    };
    problems.set(slug, problem);
    add(problem.solutions, solutionOf(read.data));
  }
  return { problems: [...problems.values()], notAccepted, unread };
}

/** `Two Sum`, of `two-sum`. */
export function titleOfSlug(slug: string): string {
  return slug.replaceAll(
    /(?:^|-)([a-z0-9])/g,
    (part, letter: string) => (part.startsWith("-") ? " " : "") + letter.toUpperCase(),
  );
}

function solutionOf({ lang, code, timestamp }: Submission): Solution {
  const at = new Date(Number(timestamp) * 1000);
  const isTime = !Number.isNaN(at.valueOf()) && Number(timestamp) > 0;
  return {
    language: lang.trim().toLowerCase(),
    code,
    ...(isTime && { solvedOn: at.toISOString().slice(0, 10) }),
  };
}

function add(solutions: Solution[], solution: Solution): void {
  const same = solutions.find(
    ({ language, code }) => language === solution.language && code === solution.code,
  );
  if (same === undefined) solutions.push(solution);
  else if ((solution.solvedOn ?? "9") < (same.solvedOn ?? "9")) same.solvedOn = solution.solvedOn;
}
