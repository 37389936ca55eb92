/**
 * One line of `/search.json`, which server/site-files/search-index.ts makes and app/shell/palette reads. A list and not
 * an object because there may be two thousand of them.
 */
export type SearchEntry = [
  kind: "page" | "file" | "project" | "certificate" | "problem" | "post" | "wish",
  title: string,
  /** A path on this site, or a whole address. */
  href: string,
  /** What is shown below the title. */
  summary: string,
  /** Tags and the like: only looked for. */
  words: string,
];

export type SearchIndex = { entries: SearchEntry[] };
