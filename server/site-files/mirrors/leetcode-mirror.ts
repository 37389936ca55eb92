import type { PublicProblem } from "#lib/documents/problem.ts";
import { formatDate } from "#lib/format-date.ts";
import { languageName } from "#lib/leetcode/language-name.ts";
import { problemFilePath } from "#lib/leetcode/problem-files.ts";
import { fenceFor, withoutControls } from "#lib/rich-text/markdown-line.ts";
import { profileUser } from "#lib/profile-user.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { facts, heading, link, list, paragraph, section } from "./markdown.ts";
import type { Mirror } from "./mirror.ts";

/** The rest is named by `/leetcode/problems.json`. */
const mostProblems = 1000;

export const leetCodeMirror: Mirror = ({ data, origin }) => [
  heading(1, "LeetCode"),
  ...statistics(data),
  section(
    "Problems",
    list(
      data.problems
        .slice(0, mostProblems)
        .map(({ id, title, difficulty, categories }) =>
          [link(title, origin + problemFilePath(id, "md")), facts(difficulty, ...categories)]
            .filter(Boolean)
            .join(": "),
        ),
    ),
    data.problems.length > mostProblems
      ? paragraph(`And ${data.problems.length - mostProblems} more.`)
      : undefined,
  ),
];

function statistics({ resume, leetcode }: PublicData): (string | undefined)[] {
  const user = profileUser(resume, "leetcode");
  if (user === undefined) return [];
  const home = list([link(`leetcode.com/u/${user}`, `https://leetcode.com/u/${user}/`)]);
  if (leetcode === null || leetcode.username.toLowerCase() !== user.toLowerCase()) return [home];
  const { all, easy, medium, hard, streak, activeDays, contest, languages, fetchedAt } = leetcode;
  return [
    facts(
      `${all.solved} solved`,
      `${easy.solved} easy`,
      `${medium.solved} medium`,
      `${hard.solved} hard`,
    ),
    facts(
      `${activeDays} active days`,
      `longest streak ${streak} days`,
      contest === null ? undefined : `contest rating ${Math.round(contest.rating)}`,
    ),
    home,
    paragraph(`As of ${formatDate(fetchedAt.slice(0, 10))}.`),
    section("Languages", facts(...languages.map(({ name, solved }) => `${name} ${solved}`))),
  ];
}

/** One problem with all solutions, their code as it was written. */
export function problemMirror(problem: PublicProblem): (string | undefined)[] {
  const { title, number, difficulty, categories, solutions, link: to } = problem;
  return [
    heading(1, title),
    facts(number === undefined ? "" : `No. ${number}`, difficulty, ...categories),
    list([link("The problem", to)]),
    ...solutions.flatMap(({ language, code, label, time, space, note, solvedOn }) => [
      heading(2, [languageName(language), label].filter(Boolean).join(", ")),
      facts(
        time && `Time ${time}`,
        space && `Space ${space}`,
        solvedOn && `Solved ${formatDate(solvedOn)}`,
      ),
      paragraph(note),
      fenced(code, language),
    ]),
  ];
}

function fenced(code: string, language: string): string {
  const text = withoutControls(code).trimEnd();
  const fence = fenceFor(text, 3);
  return `${fence}${/^[\w+#-]*$/.test(language) ? language : ""}\n${text}\n${fence}`;
}
