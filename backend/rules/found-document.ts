/** Any document that a query can find, as rules see it: what the query promises is known of it, and nothing else. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { noValue } from "./evaluation.ts";
import { type FieldFacts, type FoundBound, type FoundScalar, orderOf } from "./found-value.ts";
import { fromFirestore } from "./service-conversions.ts";
import type { ServiceMap, ServiceValue } from "./service-value.ts";
import type { RulesCondition } from "./types.ts";

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
    get(key) {
      const field = inside.get(key);
      if (field === undefined) throw noValue;
      return valueOf(field);
    },
    keys() {
      throw noValue;
    },
  };
}

function valueOf(field: Field): ServiceValue {
  const values = field.conditions.flatMap((one) => (one.operator === "==" ? [one.value] : []));
  const [value] = values;
  if (value !== undefined) {
    // Two of them may find nothing, or the one number in two spellings.
    const isOne = values.every((other) => JSON.stringify(other) === JSON.stringify(value));
    return isOne ? exactly(value) : { type: "found", facts: {} };
  }
  if (field.inside.size > 0) return partlyKnownMap(field);
  return { type: "found", facts: factsOf(field.conditions) };
}

/** What a query finds as equal to it. */
function exactly(value: FirestoreValue): ServiceValue {
  if ("integerValue" in value || "doubleValue" in value) return exactNumber(fromFirestore(value));
  if ("arrayValue" in value) return (value.arrayValue.values ?? []).map(exactly);
  if ("mapValue" in value) {
    const fields = value.mapValue.fields ?? {};
    return {
      type: "map",
      get: (key) =>
        Object.hasOwn(fields, key) ? exactly(fields[key] as FirestoreValue) : undefined,
      keys: () => Object.keys(fields),
    };
  }
  if ("geoPointValue" in value) {
    const { latitude = 0, longitude = 0 } = value.geoPointValue;
    // 0 also finds -0.
    if (latitude === 0 || longitude === 0) return { type: "found", facts: { type: "latlng" } };
  }
  return fromFirestore(value);
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
function factsOf(conditions: readonly RulesCondition[]): FieldFacts {
  const found = new Set<string>();
  const differs: FoundScalar[] = [];
  const contains: FoundScalar[] = [];
  let lower: FoundBound | undefined;
  let upper: FoundBound | undefined;
  for (const condition of conditions) {
    if (condition.operator === "exists") continue;
    const { operator, value } = condition;
    const scalar = scalarOf(value);
    if (operator === "!=") {
      differs.push(null, ...(scalar === undefined ? [] : [scalar]));
      continue;
    }
    // Null and NaN are never less nor more than anything, and never found in a list.
    if (scalar === null || Number.isNaN(scalar)) return {};
    if (operator === "array-contains") {
      found.add("list");
      if (scalar !== undefined) contains.push(scalar);
    } else {
      found.add(typeOf(value));
      if (scalar === undefined || typeof scalar === "boolean") continue;
      const bound = { value: scalar, inclusive: operator.endsWith("=") };
      if (operator.startsWith(">")) lower = narrower(lower, bound, 1);
      else upper = narrower(upper, bound, -1);
    }
    if (found.size > 1) return {};
  }
  const [type] = found;
  if (lower !== undefined && upper !== undefined && isEmpty(lower, upper)) return {};
  return {
    differs,
    contains,
    ...(type !== undefined && { type }),
    ...(lower !== undefined && { lower }),
    ...(upper !== undefined && { upper }),
  };
}

function narrower(known: FoundBound | undefined, bound: FoundBound, sign: 1 | -1): FoundBound {
  if (known === undefined) return bound;
  const order = orderOf(bound.value, known.value) * sign;
  return order > 0 || (order === 0 && !bound.inclusive) ? bound : known;
}

function isEmpty(lower: FoundBound, upper: FoundBound): boolean {
  const order = orderOf(lower.value, upper.value);
  return order > 0 || (order === 0 && !(lower.inclusive && upper.inclusive));
}

/** Not of what queries and rules tell apart in different ways, such as references to other projects. */
function scalarOf(value: FirestoreValue): FoundScalar | undefined {
  const isScalar = scalarKinds.some((kind) => kind in value);
  return isScalar ? (fromFirestore(value) as FoundScalar) : undefined;
}

const scalarKinds = [
  "nullValue",
  "booleanValue",
  "integerValue",
  "doubleValue",
  "stringValue",
  "timestampValue",
];

/** As after `is`. */
function typeOf(value: FirestoreValue): string {
  const [kind] = Object.keys(value) as [keyof typeof types];
  return types[kind];
}

const types = {
  nullValue: "null",
  booleanValue: "bool",
  integerValue: "number",
  doubleValue: "number",
  timestampValue: "timestamp",
  stringValue: "string",
  bytesValue: "bytes",
  referenceValue: "path",
  geoPointValue: "latlng",
  arrayValue: "list",
  mapValue: "map",
} as const;
