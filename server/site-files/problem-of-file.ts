import type { PublicProblem } from "#lib/documents/problem.ts";
import { nameOfProblemFile } from "#lib/leetcode/problem-files.ts";
import { linkKey } from "#lib/leetcode/problem-link.ts";
import type { PublicData } from "#lib/server-backend.ts";

/** The problem whose file `/leetcode/problems/two-sum.json` is: by its id, else by its link. */
export function problemOfFile(
  path: string,
  { problems }: Pick<PublicData, "problems">,
): PublicProblem | undefined {
  const name = nameOfProblemFile(path);
  if (name === undefined) return undefined;
  const byId = problems.find(({ id }) => id === name);
  if (byId !== undefined || !URL.canParse(name)) return byId;
  const key = linkKey(name);
  return problems.find(({ link }) => linkKey(link) === key);
}
