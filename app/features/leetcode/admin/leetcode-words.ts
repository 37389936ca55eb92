import { ApiError } from "#app/live/api.ts";
import type { ImportResult } from "#lib/leetcode/api.ts";

/** Why something was not done, in a sentence. */
export function leetcodeProblem(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  // oxlint-disable-next-line no-console -- the browser's own words, for who looks there
  console.error("That did not work:", error);
  return "That did not work. Nothing is lost: try it again in a moment.";
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** "3 new, 2 with more than before, 10 as they were, 1 failed." */
export function resultWords(results: readonly Pick<ImportResult, "did">[]): string {
  const words = {
    made: "new",
    added: "with more than before",
    same: "unchanged",
    failed: "failed",
  };
  const parts = (Object.keys(words) as ImportResult["did"][]).flatMap((did) => {
    const count = results.filter((result) => result.did === did).length;
    return count === 0 ? [] : [`${count.toLocaleString("en")} ${words[did]}`];
  });
  return parts.length === 0 ? "Nothing was imported." : `${parts.join(", ")}.`;
}
