/**
 * Plain JavaScript values to and from the typed values of Firestore's REST v1
 * (https://firebase.google.com/docs/firestore/reference/rest/v1/Value).
 * Knows the value types that our own documents use; integers travel as decimal strings.
 */
export type FirestoreValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | "NaN" | "Infinity" | "-Infinity" | "-0" }
  | { timestampValue: string }
  | { stringValue: string }
  | { bytesValue: string }
  | { referenceValue: string }
  | { geoPointValue: { latitude?: number; longitude?: number } }
  | { arrayValue: { values?: FirestoreValue[] } }
  | { mapValue: { fields?: FirestoreFields } };

export type FirestoreFields = Record<string, FirestoreValue>;

/** What our own documents are made of: JSON. Instants are ISO strings (see docs/architecture.md). */
type PlainValue = null | boolean | number | string | PlainValue[] | PlainFields;
export type PlainFields = { [field: string]: PlainValue };

/** @throws TypeError for what JSON cannot hold: undefined, functions, bigint, symbols. */
function toFirestoreValue(value: unknown): FirestoreValue {
  if (value === null) return { nullValue: null };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return toNumber(value);
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toFirestoreValue) } };
  if (typeof value === "object") {
    return { mapValue: { fields: toFirestoreFields(value as Record<string, unknown>) } };
  }
  throw new TypeError(`A document cannot hold a ${typeof value}.`);
}

/** Fields that are undefined are left out, like the SDK does with `ignoreUndefinedProperties`. */
export function toFirestoreFields(plain: Record<string, unknown>): FirestoreFields {
  const fields = emptyMap<FirestoreValue>();
  for (const [name, value] of Object.entries(plain)) {
    if (value !== undefined) fields[name] = toFirestoreValue(value);
  }
  return fields;
}

function fromFirestoreValue(value: FirestoreValue): PlainValue {
  if ("nullValue" in value) return null;
  if ("booleanValue" in value) return value.booleanValue;
  if ("integerValue" in value) return Number(value.integerValue);
  if ("doubleValue" in value) return Number(value.doubleValue);
  if ("timestampValue" in value) return value.timestampValue;
  if ("stringValue" in value) return value.stringValue;
  if ("bytesValue" in value) return value.bytesValue;
  if ("referenceValue" in value) return value.referenceValue;
  if ("geoPointValue" in value) {
    return {
      latitude: value.geoPointValue.latitude ?? 0,
      longitude: value.geoPointValue.longitude ?? 0,
    };
  }
  if ("arrayValue" in value) return (value.arrayValue.values ?? []).map(fromFirestoreValue);
  return fromFirestoreFields(value.mapValue.fields ?? {});
}

export function fromFirestoreFields(fields: FirestoreFields): PlainFields {
  const plain = emptyMap<PlainValue>();
  for (const [name, value] of Object.entries(fields)) plain[name] = fromFirestoreValue(value);
  return plain;
}

function toNumber(value: number): FirestoreValue {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return { integerValue: String(value) };
  if (Number.isFinite(value)) return { doubleValue: value };
  return { doubleValue: String(value) as "NaN" | "Infinity" | "-Infinity" };
}

// Without a prototype, a field named `__proto__` is a field like any other.
function emptyMap<Value>(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}
