import { expect, test } from "vitest";
import type { PublicProblem } from "#lib/documents/problem.ts";
import { publicDataOf, updateTime } from "../../tests/support/public-data.ts";
import { problemFiles } from "./problem-files.ts";

const origin = "https://ada.example";
const problem: PublicProblem = {
  id: "two-sum",
  title: "Two *Sum*",
  link: "https://leetcode.com/problems/two-sum/",
  number: 1,
  difficulty: "easy",
  categories: ["Array"],
  solutions: [
    {
      language: "python3",
      code: 'x = "```"\n',
      label: "one pass",
      time: "O(n)",
      note: "Look # back",
      solvedOn: "2024-01-02",
    },
  ],
  createTime: updateTime,
  updateTime,
};
const data = { ...publicDataOf({}), problems: [problem] };

test("all problems are in one file without their code", async () => {
  expect(problemFiles.owns("/leetcode/problems.json")).toBe(true);
  const made = await problemFiles.make("/leetcode/problems.json", { data, origin });
  expect(JSON.parse(String(made?.body))).toEqual({
    rows: [["two-sum", "Two *Sum*", "easy", 1, ["Array"], ["python3"]]],
  });
});

test("each problem is there as Markdown with its code as it was written, and names its place on the page", async () => {
  const made = await problemFiles.make("/leetcode/problems/two-sum.md", { data, origin });
  expect(String(made?.body)).toBe(
    [
      "# Two \\*Sum\\*",
      "No. 1 · easy · Array",
      "- [The problem](https://leetcode.com/problems/two-sum/)",
      "## Python 3, one pass",
      "Time O(n) · Solved Jan 2, 2024",
      "Look # back",
      '````python3\nx = "```"\n````\n',
    ].join("\n\n"),
  );
  expect(made?.headers).toEqual([
    ["Link", `<${origin}/leetcode?problem=two-sum>; rel="canonical"`],
  ]);
  expect(await problemFiles.make("/leetcode/problems/none.md", { data, origin })).toBeUndefined();
});

test("what terminals obey and what turns the direction of writing is not in the code of the Markdown", async () => {
  const code = "a = 1\u001B]0;owned\u0007\r\nb = '\u202Egnp\u2066'\u009B2J\n";
  const hostile = { ...problem, solutions: [{ language: "python3", code }] };
  const made = await problemFiles.make("/leetcode/problems/two-sum.md", {
    data: { ...data, problems: [hostile] },
    origin,
  });
  expect(String(made?.body)).toContain("```python3\na = 1]0;owned\nb = 'gnp'2J\n```\n");
});
