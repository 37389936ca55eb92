/** Any document that a query can find, as rules see it: what the query promises is known of it, and nothing else. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { noValue } from "../evaluation.ts";
import {
  type FieldFacts,
  type FoundBound,
  type FoundScalar,
  foundTypeOf,
  knownOrder,
  scalarOf,
} from "./found-value.ts";
import { type Spender, unlimited } from "./budget.ts";
import { fromFirestore } from "./conversions.ts";
import type { ServiceMap, ServiceValue } from "./value.ts";
import type { RulesCondition } from "../types.ts";

/** A field that a condition names, or the way to one. */
type Field = { conditions: RulesCondition[]; inside: Map<string, Field> };

/** The fields of a document that fulfils all conditions. */
export function foundFields(conditions: readonly RulesCondition[]): ServiceMap {
  const root: Field = { conditions: [], inside: new Map() };
  for (const condition of conditions) {
    let field = root;
    for (const name of condition.path) {
      const below = field.inside.get(name) ?? { conditions: [], inside: new Map() };
      field.inside.set(name, below);
      field = below;
    }
    field.conditions.push(condition);
  }
  return partlyKnownMap(root);
}

/** What else it may hold, a rule cannot ask. */
function partlyKnownMap({ inside }: Field): ServiceMap {
  return {
    type: "map",
    get(key, budget = unlimited) {
      const field = inside.get(key);
      if (field === undefined) throw noValue;
      return valueOf(field, budget);
    },
    keys() {
      throw noValue;
    },
  };
}

function valueOf(field: Field, budget: Spender): ServiceValue {
  const values = field.conditions.flatMap((one) => (one.operator === "==" ? [one.value] : []));
  const [value, ...others] = values;
  if (value !== undefined) {
    // Two of them may find nothing, or the one number in two spellings.
    const isOne = others.every((other) => textOf(other, budget) === textOf(value, budget));
    return isOne ? exactly(value, budget) : { type: "found", facts: {} };
  }
  if (field.inside.size > 0) return partlyKnownMap(field);
  return { type: "found", facts: factsOf(field.conditions, budget) };
}

function textOf(value: FirestoreValue, budget: Spender): string {
  const text = JSON.stringify(value);
  budget.spend(text.length / 100);
  return text;
}

/** What a query finds as equal to it. */
function exactly(value: FirestoreValue, budget: Spender): ServiceValue {
  if ("integerValue" in value || "doubleValue" in value) {
    return exactNumber(fromFirestore(value, budget));
  }
  if ("arrayValue" in value) {
    return (value.arrayValue.values ?? []).map((item) => exactly(item, budget));
  }
  if ("mapValue" in value) {
    const fields = value.mapValue.fields ?? {};
    return {
      type: "map",
      get: (key, reader = unlimited) =>
        Object.hasOwn(fields, key) ? exactly(fields[key] as FirestoreValue, reader) : undefined,
      keys: () => Object.keys(fields),
    };
  }
  if ("geoPointValue" in value) {
    const { latitude = 0, longitude = 0 } = value.geoPointValue;
    // 0 also finds -0.
    if (latitude === 0 || longitude === 0) return { type: "found", facts: { type: "latlng" } };
  }
  return fromFirestore(value, budget);
}

const firstBeyond = 2 ** 63;

/** 5 finds 5.0, and 0 finds -0.0; 1.5, NaN and what only one of the two types can be find themselves. */
function exactNumber(number: ServiceValue): ServiceValue {
  const isBoth =
    typeof number === "bigint"
      ? BigInt(Number(number)) === number
      : Number.isInteger(number) &&
        (number as number) >= -firstBeyond &&
        (number as number) < firstBeyond;
  if (!isBoth) return number;
  return { type: "found", facts: { type: "number", equals: number as bigint | number } };
}

/** Of a field that is there; of none where the conditions cannot all hold. */
function factsOf(conditions: readonly RulesCondition[], budget: Spender): FieldFacts {
  const found = new Set<string>();
  const differs: FoundScalar[] = [];
  const contains: FoundScalar[] = [];
  let lower: FoundBound | undefined;
  let upper: FoundBound | undefined;
  for (const condition of conditions) {
    if (condition.operator === "exists") continue;
    const { operator } = condition;
    const value = fromFirestore(condition.value, budget);
    const scalar = scalarOf(value);
    if (operator === "!=") {
      differs.push(null, ...(scalar === undefined ? [] : [scalar]));
      continue;
    }
    // Null and NaN are never less nor more than anything, and never found in a list.
    if (scalar === null || Number.isNaN(scalar)) return {};
    const isItem = operator === "array-contains";
    found.add(isItem ? "list" : (foundTypeOf(value) as string));
    if (found.size > 1) return {};
    if (scalar === undefined) continue;
    if (isItem) contains.push(scalar);
    if (isItem || typeof scalar === "boolean") continue;
    const bound = { value: scalar, inclusive: operator.endsWith("=") };
    if (operator.startsWith(">")) lower = narrower(lower, bound, 1, budget);
    else upper = narrower(upper, bound, -1, budget);
  }
  const [type] = found;
  if (lower !== undefined && upper !== undefined && isEmpty(lower, upper, budget)) return {};
  return {
    differs,
    contains,
    ...(type !== undefined && { type }),
    ...(lower !== undefined && { lower }),
    ...(upper !== undefined && { upper }),
  };
}

function narrower(
  known: FoundBound | undefined,
  bound: FoundBound,
  sign: 1 | -1,
  budget: Spender,
): FoundBound {
  if (known === undefined) return bound;
  const order = knownOrder(bound.value, known.value, budget) * sign;
  return order > 0 || (order === 0 && !bound.inclusive) ? bound : known;
}

function isEmpty(lower: FoundBound, upper: FoundBound, budget: Spender): boolean {
  const order = knownOrder(lower.value, upper.value, budget);
  return order > 0 || (order === 0 && !(lower.inclusive && upper.inclusive));
}
