/** Acts of a source, so many at a time as a request takes; what is done stays done, whatever comes after it. */
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { mostActs } from "#lib/drive/limits.ts";
import type { DriveSource } from "../source.ts";

export type AllRun = {
  /** In the order of the acts; undefined: no answer. */
  results: (DriveActResult | undefined)[];
  /** A sentence: why no answer came. */
  problem: string | undefined;
};

/** Does not throw. */
export async function runAll(source: DriveSource, acts: readonly DriveAct[]): Promise<AllRun> {
  const some: (readonly DriveAct[])[] = [];
  for (let from = 0; from < acts.length; from += mostActs)
    some.push(acts.slice(from, from + mostActs));
  // Shown all at once; the source has them go one after the other.
  const answers = await Promise.allSettled(some.map((part) => source.act(part)));
  const results: AllRun["results"] = [];
  let problem: string | undefined;
  for (const [at, part] of some.entries()) {
    const answer = answers[at];
    if (answer?.status === "rejected") problem ??= sentenceOf(answer.reason);
    for (const index of part.keys()) {
      results.push(answer?.status === "fulfilled" ? answer.value[index] : undefined);
    }
  }
  return { results, problem };
}

export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  return message === "" ? "The server gave no answer. Try again." : message;
}
