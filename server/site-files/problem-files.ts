/** `/leetcode/problems.json`, all problems without their code, and `/leetcode/problems/two-sum.md`, one with all of it. */
import { problemHref, problemIndexPath, problemRow } from "#lib/leetcode/problem-files.ts";
import type { ProblemIndex } from "#lib/leetcode/problem-files.ts";
import { problemMirror } from "./mirrors/leetcode-mirror.ts";
import { leadToProblemFile, problemOfFile } from "./problem-of-file.ts";
import type { SiteFileMaker } from "./site-file.ts";

export const problemFiles: SiteFileMaker = {
  owns: (path) => path === problemIndexPath || /^\/leetcode\/problems\/[^/]+\.md$/.test(path),
  async answer(exchange, { data }) {
    return exchange.path !== problemIndexPath && leadToProblemFile(exchange, data, "md");
  },
  make(path, { data, origin }) {
    if (path === problemIndexPath) {
      const index: ProblemIndex = { rows: data.problems.map(problemRow) };
      return { contentType: "application/json; charset=utf-8", body: JSON.stringify(index) };
    }
    const problem = problemOfFile(path, data);
    return (
      problem && {
        contentType: "text/markdown; charset=utf-8",
        body: `${problemMirror(problem).filter(Boolean).join("\n\n")}\n`,
        isOneOfMany: true,
        headers: [["Link", `<${origin}${problemHref(problem.id)}>; rel="canonical"`]],
      }
    );
  },
};
