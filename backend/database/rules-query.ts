/** A read as the rules see it: https://firebase.google.com/docs/database/security/rules-conditions, "Query-based rules". */
import type { DatabaseQuery } from "../rules/index.ts";
import { formatPath } from "./path.ts";
import type { Query, QueryBound, QueryIndex } from "./query.ts";

/** What of a node is asked for. */
export type AskedQuery = {
  /** Undefined for all of it. */
  query?: Query | undefined;
  /** Of all of it: the order that is asked for, which nobody but the rules looks at. The SDK names it to `get` only. */
  order?: QueryIndex | undefined;
};

/**
 * Null without a query. A bound is its value, also when it leaves out that value, or a part of the children that have
 * it: what is read then is no more than what the rules take it for.
 */
export function toRulesQuery({ query, order }: AskedQuery): DatabaseQuery | null {
  const index = query?.index ?? order;
  if (index === undefined) return null;
  const { start, end, limit } = query ?? {};
  return {
    orderBy: index.by === "child" ? { child: formatPath(index.path) } : index.by,
    startAt: start?.value ?? null,
    endAt: end?.value ?? null,
    equalTo: isEqualTo(start, end) ? start.value : null,
    limitToFirst: limit?.from === "first" ? limit.count : null,
    limitToLast: limit?.from === "last" ? limit.count : null,
  };
}

function isEqualTo(start?: QueryBound, end?: QueryBound): start is QueryBound {
  if (start?.inclusive !== true || end?.inclusive !== true) return false;
  return start.value === end.value && start.key === end.key;
}
