import { mostFound, mostLookedAt } from "#lib/drive/people.ts";

const numberOf = (count: number) => count.toLocaleString("en");

/** @param found by the server; undefined: all is here @param count of those that are shown */
export function foundWords(
  count: number,
  found: { isAll: boolean; nodes: readonly unknown[] } | undefined,
): string {
  const said = `${numberOf(count)} found`;
  if (found === undefined || found.isAll) return said;
  return found.nodes.length < mostFound
    ? `${said} among the first ${numberOf(mostLookedAt)} names`
    : `${said}: add a word to see others`;
}

/** Of a search without an answer. */
export function noneFoundWords(isAll: boolean): string {
  return isAll
    ? "No name has these words."
    : `None of the first ${numberOf(mostLookedAt)} names has these words.`;
}
