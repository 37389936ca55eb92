/** What LeetCode says of problems: their number, difficulty and topics. */
import type { ImportedProblem } from "#lib/leetcode/api.ts";
import { linkOfSlug, slugOfLink, slugOfTyped } from "#lib/leetcode/problem-link.ts";
import { SourceError } from "../profile-snapshots/profile-source.ts";
import type { LeetCodeApi, Question } from "./leetcode-api.ts";

type Facts = Pick<ImportedProblem, "title" | "number" | "difficulty" | "categories">;

/** For all questions of one request. */
const longestMs = 40_000;
const difficulties = ["easy", "medium", "hard"] as const;
const maxWord = 60;

/** @param typed slugs, or addresses of problems */
export async function questionsOf(
  api: Pick<LeetCodeApi, "question">,
  typed: readonly string[],
): Promise<{ problems: ImportedProblem[]; faults: { slug: string; text: string }[] }> {
  const problems: ImportedProblem[] = [];
  const faults: { slug: string; text: string }[] = [];
  const ask = asker(api);
  for (const one of new Set(typed)) {
    const slug = slugOfTyped(one);
    if (slug === undefined) {
      faults.push({
        slug: one,
        text: "This is no problem’s name, such as two-sum, and no address of one.",
      });
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- LeetCode refuses who asks much at once
    const facts = await ask(slug);
    if (typeof facts === "string") faults.push({ slug: one, text: facts });
    else problems.push({ ...facts, link: linkOfSlug(slug), solutions: [] });
  }
  return { problems, faults };
}

/** Those with nothing but a title get what LeetCode says of them, as far as it says something. */
export async function withFacts(
  api: Pick<LeetCodeApi, "question">,
  problems: readonly ImportedProblem[],
  isKnown: (problem: ImportedProblem) => boolean,
): Promise<ImportedProblem[]> {
  const ask = asker(api);
  const all: ImportedProblem[] = [];
  for (const problem of problems) {
    const slug = isKnown(problem) ? undefined : slugOfLink(problem.link);
    // oxlint-disable-next-line no-await-in-loop -- see above
    const facts = slug === undefined ? "" : await ask(slug);
    all.push(typeof facts === "string" ? problem : { ...problem, ...facts });
  }
  return all;
}

/** One that stops asking where it was told to: a sentence why there is no answer. */
function asker(api: Pick<LeetCodeApi, "question">): (slug: string) => Promise<Facts | string> {
  const signal = AbortSignal.timeout(longestMs);
  let refusal: string | undefined;
  return async (slug) => {
    if (refusal !== undefined) return refusal;
    try {
      const question = await api.question(slug, signal);
      return question === null ? "LeetCode has no such problem." : factsOf(question);
    } catch (error) {
      if (signal.aborted) refusal = "LeetCode did not answer in time.";
      else if (error instanceof SourceError) refusal = error.message;
      else throw error;
      return refusal;
    }
  };
}

function factsOf({ title, questionFrontendId, difficulty, topicTags }: Question): Facts {
  const number = Number(questionFrontendId);
  const known = difficulties.find((one) => one === difficulty?.trim().toLowerCase());
  return {
    title: title.trim().slice(0, 200),
    ...(Number.isSafeInteger(number) && number > 0 && { number }),
    ...(known && { difficulty: known }),
    categories: topicTags.map(({ name }) => name.trim().slice(0, maxWord)).filter(Boolean),
  };
}
