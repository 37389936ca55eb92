/** A query as rules see it: what it promises of each document that it finds. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { RulesCondition, RulesQuery } from "../rules/index.ts";
import { toDisjuncts } from "./disjuncts.ts";
import { MAX_COMPONENT_BYTES, encodeValue } from "./encode-value.ts";
import { formatFieldPath, isNamePath } from "./field-path.ts";
import type { LeafFilter } from "./filter.ts";
import { readStructuredQuery } from "./parse-query.ts";
import type { Query } from "./query.ts";

/**
 * Of the `structuredQuery` of a request.
 * @throws OperationError INVALID_ARGUMENT
 */
export function toRulesQuery(structuredQuery: unknown): RulesQuery {
  const { collectionId, query } = readStructuredQuery(structuredQuery, "structuredQuery");
  return rulesQueryOf(query, collectionId);
}

/** @param collectionId undefined for the documents of all collections, of which no rule can speak. */
export function rulesQueryOf(query: Query, collectionId: string | undefined): RulesQuery {
  const { where, limit, offset } = query;
  const orders = query.orderBy.filter(({ path }) => !isNamePath(path));
  // What it is ordered by is in each document that an order finds.
  const ordered = orders.map(({ path }): RulesCondition => ({ path, operator: "exists" }));
  const disjuncts = collectionId === undefined ? [] : toDisjuncts(where);
  return {
    alternatives: disjuncts.map((leaves) => {
      const fields = leaves.filter(({ path }) => !isNamePath(path));
      return {
        id: idOf(leaves, collectionId),
        conditions: [...fields.flatMap(conditionsOf), ...ordered],
      };
    }),
    limit: limit ?? null,
    offset: offset === 0 ? null : offset,
    orderBy: new Map(
      orders.map(({ path, direction }) => {
        return [formatFieldPath(path), direction === "ASCENDING" ? "ASC" : "DESC"];
      }),
    ),
  };
}

/** Of the only document that can be meant. */
function idOf(leaves: readonly LeafFilter[], collectionId: string | undefined): string | null {
  const names = leaves.filter(({ path, operator }) => isNamePath(path) && operator === "EQUAL");
  const [only, ...others] = names;
  if (only?.kind !== "field" || others.length > 0 || !("referenceValue" in only.value)) return null;
  const segments = only.value.referenceValue.split("/");
  return segments.at(-2) === collectionId ? (segments.at(-1) as string) : null;
}

const unary = {
  IS_NULL: { operator: "==", value: { nullValue: null } },
  IS_NAN: { operator: "==", value: { doubleValue: "NaN" } },
  IS_NOT_NULL: { operator: "!=", value: { nullValue: null } },
  IS_NOT_NAN: { operator: "!=", value: { doubleValue: "NaN" } },
} as const;

const comparisons = {
  LESS_THAN: "<",
  LESS_THAN_OR_EQUAL: "<=",
  GREATER_THAN: ">",
  GREATER_THAN_OR_EQUAL: ">=",
} as const;

const others = { EQUAL: "==", NOT_EQUAL: "!=", ARRAY_CONTAINS: "array-contains" } as const;

function conditionsOf(leaf: LeafFilter): RulesCondition[] {
  const { path, kind } = leaf;
  if (kind === "unary") return [{ path, ...unary[leaf.operator] }];
  // The other lists are alternatives.
  if (kind === "list") return leaf.values.map((value) => ({ path, operator: "!=", value }));
  const { operator, value } = leaf;
  if (operator in others)
    return [{ path, operator: others[operator as keyof typeof others], value }];
  if (isCut(value)) return [{ path, operator: "exists" }];
  return [{ path, operator: comparisons[operator as keyof typeof comparisons], value }];
}

/** Whether indexes hold only its beginning and a digest: ranges of such values find others too. */
function isCut(value: FirestoreValue): boolean {
  return encodeValue(value).length === MAX_COMPONENT_BYTES;
}
