/** Queries for the tests of rules. */
import { toFirestoreFields, type FirestoreValue } from "#lib/firestore-value.ts";
import type { RulesCondition, RulesQuery } from "../types.ts";

type Operator = RulesCondition["operator"];

/** A field path `a.b`, how it compares, and with what: a plain value, or a typed one such as `{doubleValue: 5}`. */
export type Where = readonly [path: string, operator: Operator, value?: unknown];

/** One alternative. */
export function listQuery({
  where = [],
  id = null,
  ...more
}: { where?: readonly Where[]; id?: string | null } & Partial<RulesQuery> = {}): RulesQuery {
  const conditions = where.map(toCondition);
  return {
    alternatives: [{ id, conditions }],
    limit: null,
    offset: null,
    orderBy: new Map(),
    ...more,
  };
}

/** A query that promises nothing of what it finds. */
export const anyDocument: RulesQuery = listQuery();

export function toCondition([text, operator, value = null]: Where): RulesCondition {
  const path = text.split(".");
  return operator === "exists" ? { path, operator } : { path, operator, value: toValue(value) };
}

function toValue(value: unknown): FirestoreValue {
  const isTyped =
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length === 1 &&
    /^[a-zA-Z]+Value$/.test(Object.keys(value)[0] as string);
  if (isTyped) return value as FirestoreValue;
  return toFirestoreFields({ value })["value"] as FirestoreValue;
}
