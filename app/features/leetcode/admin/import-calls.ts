/** Imports by as many requests as their limits ask for. */
import { callApi } from "#app/live/api.ts";
import type { ImportedProblem, ImportResult } from "#lib/leetcode/api.ts";
import { linkKey } from "#lib/leetcode/problem-link.ts";
import { leetcodeProblem } from "./leetcode-words.ts";

/** Less than the server's limits, so that each is answered in time. */
const problemsAtOnce = 50;
const lettersAtOnce = 1_000_000;
const slugsAtOnce = 5;

/** In their order; a part has one at least. */
export function partsOf(problems: readonly ImportedProblem[]): ImportedProblem[][] {
  const parts: ImportedProblem[][] = [];
  let room = 0;
  for (const problem of problems) {
    const letters = JSON.stringify(problem).length;
    const last = parts.at(-1);
    if (last !== undefined && last.length < problemsAtOnce && letters <= room) {
      last.push(problem);
      room -= letters;
    } else {
      parts.push([problem]);
      room = lettersAtOnce - letters;
    }
  }
  return parts;
}

type Progress = { signal: AbortSignal; onResults: (results: readonly ImportResult[]) => void };

/** Ends early when `signal` says so. A part that fails is told as failed, and the next ones are tried. */
export async function importProblems(
  problems: readonly ImportedProblem[],
  publish: boolean,
  { signal, onResults }: Progress,
): Promise<void> {
  for (const part of partsOf(problems)) {
    if (signal.aborted) return;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each is a commit
      const { results } = await callApi<{ results: ImportResult[] }>(
        "POST",
        "/api/leetcode/import",
        { problems: part, publish },
      );
      onResults(results);
    } catch (error) {
      const text = leetcodeProblem(error);
      onResults(part.map(({ link, title }) => ({ link, title, id: null, did: "failed", text })));
    }
  }
}

export type Questions = { problems: ImportedProblem[]; faults: { at: string; text: string }[] };

/** @param slugs or addresses. A part that fails is among the faults. */
export async function askQuestions(slugs: readonly string[]): Promise<Questions> {
  const found = new Map<string, ImportedProblem>();
  const faults: Questions["faults"] = [];
  for (let at = 0; at < slugs.length; at += slugsAtOnce) {
    const part = slugs.slice(at, at + slugsAtOnce);
    try {
      // oxlint-disable-next-line no-await-in-loop -- LeetCode counts how often it is asked
      const answer = await callApi<{
        problems: ImportedProblem[];
        faults: { slug: string; text: string }[];
      }>("POST", "/api/leetcode/questions", { slugs: part });
      for (const problem of answer.problems) found.set(linkKey(problem.link), problem);
      faults.push(...answer.faults.map(({ slug, text }) => ({ at: slug, text })));
    } catch (error) {
      faults.push({ at: part.join(", "), text: leetcodeProblem(error) });
    }
  }
  return { problems: [...found.values()], faults };
}
