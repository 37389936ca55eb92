import type { PublicProblem } from "#lib/documents/problem.ts";
import { nameOfProblemFile, problemFilePath } from "#lib/leetcode/problem-files.ts";
import { linkKey } from "#lib/leetcode/problem-link.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { answerText } from "../http/answer.ts";
import type { Exchange } from "../http/request-facts.ts";

type Problems = PublicData["problems"];
type Known = { byId: Map<string, PublicProblem>; byLink: Map<string, PublicProblem> };

const known = new WeakMap<Problems, Known>();

/** The problem whose file `/leetcode/problems/two-sum.json` is: by its id, else by its link. */
export function problemOfFile(
  path: string,
  { problems }: Pick<PublicData, "problems">,
): PublicProblem | undefined {
  const name = nameOfProblemFile(path);
  if (name === undefined) return undefined;
  const { byId, byLink } = knownOf(problems);
  return byId.get(name) ?? (URL.canParse(name) ? byLink.get(linkKey(name)) : undefined);
}

/**
 * Every problem has one address for each of its files, which alone is made and kept: others have no end. What is asked
 * for by a link, or by its id spelled otherwise, is led there.
 * @returns whether it was
 */
export function leadToProblemFile(
  exchange: Exchange,
  data: Pick<PublicData, "problems">,
  what: "json" | "md",
): boolean {
  const problem = problemOfFile(exchange.path, data);
  if (problem === undefined) return false;
  const path = problemFilePath(problem.id, what);
  if (path === exchange.path) return false;
  // The link may come to be another problem's.
  const headers = { Location: path, "Cache-Control": "no-cache" };
  answerText(exchange, 308, `Moved to ${path}`, headers);
  return true;
}

function knownOf(problems: Problems): Known {
  const before = known.get(problems);
  if (before !== undefined) return before;
  // Of two with one link the first: it is set last.
  const backwards = problems.toReversed();
  const made: Known = {
    byId: new Map(backwards.map((problem) => [problem.id, problem])),
    byLink: new Map(backwards.map((problem) => [linkKey(problem.link), problem])),
  };
  known.set(problems, made);
  return made;
}
