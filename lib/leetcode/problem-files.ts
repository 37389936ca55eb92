/** What the files below `/leetcode/problems` hold: made in server/site-files and server/code-colours, read by the page. */
import type { PublicProblem, Solution } from "../documents/problem.ts";

/** A list and not an object because there may be thousands of them. */
export type ProblemRow = [
  id: string,
  title: string,
  difficulty: NonNullable<PublicProblem["difficulty"]> | "",
  /** 0: it has none. */
  number: number,
  categories: string[],
  /** Each once, as stored. */
  languages: string[],
];

/** `/leetcode/problems.json` */
export type ProblemIndex = { rows: ProblemRow[] };

export const problemIndexPath = "/leetcode/problems.json";

/** `/leetcode/problems/two-sum.json` */
export type ProblemFile = Omit<PublicProblem, "createTime" | "updateTime" | "solutions"> & {
  solutions: ColouredSolution[];
};

/** `spans` covers the code: a length in UTF-16 units and the place of its kind in `codeKinds`, alternately. */
export type ColouredSolution = Solution & { spans: number[] };

export const codeKinds = [
  "plain",
  "constant",
  "string",
  "comment",
  "keyword",
  "parameter",
  "function",
  "punctuation",
  "link",
] as const;

export function problemRow(problem: PublicProblem): ProblemRow {
  const { id, title, difficulty, number, categories, solutions } = problem;
  const languages = [...new Set(solutions.map(({ language }) => language).filter(Boolean))];
  return [id, title, difficulty ?? "", number ?? 0, categories, languages];
}

/**
 * With `!` for the percent sign: files have plain addresses here (lib/page-address.ts).
 * @param id or the link of the problem
 * @param what `md` for the problem as Markdown
 */
export function problemFilePath(id: string, what: "json" | "md"): string {
  const name = encodeURIComponent(id).replaceAll("!", "%21").replaceAll("%", "!");
  return `/leetcode/problems/${name}.${what}`;
}

/** The other direction; undefined for what is no such path. */
export function nameOfProblemFile(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
  try {
    return decodeURIComponent(name.replaceAll("!", "%"));
  } catch {
    return undefined;
  }
}

/** Where the page shows it. */
export function problemHref(id: string): string {
  return `/leetcode?problem=${encodeURIComponent(id)}`;
}
