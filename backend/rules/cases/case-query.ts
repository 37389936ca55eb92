/** The query of a case, `{"where": [["hidden", "==", false]]}`, as the structured query that Firestore's REST takes. */
import type { FirestoreCaseQuery } from "./case-file.ts";
import { CaseError, toValue } from "./case-values.ts";

/** By their names in the SDK. */
const operators = new Map([
  ["==", "EQUAL"],
  ["!=", "NOT_EQUAL"],
  ["<", "LESS_THAN"],
  ["<=", "LESS_THAN_OR_EQUAL"],
  [">", "GREATER_THAN"],
  [">=", "GREATER_THAN_OR_EQUAL"],
  ["in", "IN"],
  ["not-in", "NOT_IN"],
  ["array-contains", "ARRAY_CONTAINS"],
  ["array-contains-any", "ARRAY_CONTAINS_ANY"],
]);

/** @throws CaseError */
export function toStructuredQuery(
  collection: string,
  { where, orderBy, limit, offset, group = false }: FirestoreCaseQuery,
  nowMs: number,
): Record<string, unknown> {
  const collectionId = collection.split("/").at(-1);
  return {
    from: [{ collectionId, allDescendants: group }],
    ...(where && { where: toComposite("AND", where, nowMs) }),
    ...(orderBy && { orderBy: orderBy.map(toOrder) }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  };
}

function toOrder(order: string | [string, "asc" | "desc"]): Record<string, unknown> {
  const [fieldPath, direction] = typeof order === "string" ? [order, "asc"] : order;
  return { field: { fieldPath }, direction: direction === "asc" ? "ASCENDING" : "DESCENDING" };
}

function toComposite(op: "AND" | "OR", filters: readonly unknown[], nowMs: number): object {
  return { compositeFilter: { op, filters: filters.map((filter) => toFilter(filter, nowMs)) } };
}

function toFilter(filter: unknown, nowMs: number): object {
  if (Array.isArray(filter)) return toCondition(filter, nowMs);
  const [entry, ...more] = Object.entries(filter ?? {});
  if (entry !== undefined && more.length === 0 && Array.isArray(entry[1])) {
    if (entry[0] === "and") return toComposite("AND", entry[1], nowMs);
    if (entry[0] === "or") return toComposite("OR", entry[1], nowMs);
  }
  throw new CaseError(
    `${JSON.stringify(filter)} is no filter: expected [field, operator, value], {"and": […]} or {"or": […]}.`,
  );
}

function toCondition(condition: readonly unknown[], nowMs: number): object {
  const [fieldPath, name, input] = condition;
  const op = operators.get(String(name));
  if (typeof fieldPath !== "string" || op === undefined || condition.length !== 3) {
    const known = [...operators.keys()].join(" ");
    throw new CaseError(
      `${JSON.stringify(condition)} is no condition: expected [field, operator, value] with one of ${known}.`,
    );
  }
  const field = { fieldPath };
  const value = toValue(input, nowMs);
  // As the SDK sends them.
  const test = "nullValue" in value ? "NULL" : isNaNValue(value) ? "NAN" : undefined;
  if (test !== undefined && name === "==") return { unaryFilter: { op: `IS_${test}`, field } };
  if (test !== undefined && name === "!=") return { unaryFilter: { op: `IS_NOT_${test}`, field } };
  return { fieldFilter: { field, op, value } };
}

function isNaNValue(value: object): boolean {
  return "doubleValue" in value && value.doubleValue === "NaN";
}
