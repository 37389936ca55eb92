/** What became of a look at the links of a document: `linkChecks/{kind}_{id}`, written by the server alone. */
import type { ContentKind } from "./content/kinds.ts";
import type { PlainFields } from "./firestore-value.ts";
import { linksOf } from "./links-of.ts";

export type CheckedLink = {
  url: string;
  /** HTTP's; 0 when no answer came. */
  status: number;
  /** A sentence; null when the link leads somewhere, or nobody can tell. */
  problem: string | null;
};

export type LinkCheck = {
  kind: Exclude<ContentKind, "site">;
  docId: string;
  /** ISO. */
  checkedAt: string;
  /** The first problem, as lists show it. */
  problem: string | null;
  links: CheckedLink[];
};

/**
 * The first problem of a link that is still there: who changes a link is not told of the old one until the next look.
 * @param check fields of the stored `LinkCheck`
 * @param written what visitors see and the draft, as far as there are
 */
export function linkProblemOf(
  check: PlainFields,
  written: readonly PlainFields[],
): string | undefined {
  if (typeof check["problem"] !== "string" || !Array.isArray(check["links"])) return undefined;
  const there = new Set(written.flatMap(linksOf));
  for (const link of check["links"]) {
    if (typeof link !== "object" || link === null || Array.isArray(link)) continue;
    const { url, problem } = link;
    if (typeof url === "string" && typeof problem === "string" && there.has(url)) return problem;
  }
  return undefined;
}
