export const noFilter = { words: "", category: "", language: "", difficulty: "", sort: "" };
export type ProblemFilter = typeof noFilter;

/** The query that a link to a problem or back to the list has. */
export function queryOf(filter: ProblemFilter, problem = ""): string {
  const all = Object.entries({ ...filter, problem }).filter(([, value]) => value !== "");
  return all.length === 0 ? "" : `?${new URLSearchParams(all)}`;
}
