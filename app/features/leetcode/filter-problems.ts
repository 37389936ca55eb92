import { languageName } from "#lib/leetcode/language-name.ts";
import type { ProblemRow } from "#lib/leetcode/problem-files.ts";
import type { ProblemFilter } from "./problem-filter.ts";

const ranks = ["easy", "medium", "hard"];

/** The problems that have all that is asked, and hold every one of the words. Empty fields ask for nothing. */
export function filterProblems(
  rows: readonly ProblemRow[],
  { words, category, language, difficulty, sort }: ProblemFilter,
): ProblemRow[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const name = languageName(language);
  const found = rows.filter(
    (row) =>
      (!difficulty || row[2] === difficulty) &&
      (!category || row[4].includes(category)) &&
      (!language || row[5].some((own) => languageName(own) === name)) &&
      (asked.length === 0 || holds(row, asked)),
  );
  if (sort === "number") found.sort((a, b) => (a[3] || Infinity) - (b[3] || Infinity) || 0);
  if (sort === "difficulty") found.sort((a, b) => rankOf(a) - rankOf(b));
  return found;
}

function holds([, title, difficulty, number, categories, languages]: ProblemRow, words: string[]) {
  const names = languages.map(languageName);
  const text = [title, difficulty, number || "", ...categories, ...names].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Those that do not say it come last. */
function rankOf([, , difficulty]: ProblemRow): number {
  return difficulty === "" ? ranks.length : ranks.indexOf(difficulty);
}
