/** Field transforms: computed inside the commit from what is stored. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { type FieldPath, getAt, setAt } from "./field-path.ts";
import { formatTimestamp, fromMicros } from "./timestamp.ts";
import {
  MAX_INTEGER,
  MIN_INTEGER,
  type NumberValue,
  compareValues,
  doubleOf,
  equalValues,
  isNaNValue,
  isNumber,
  toDouble,
} from "./value.ts";

export type Transform = { path: FieldPath } & (
  | { kind: "requestTime" }
  | { kind: "increment" | "maximum" | "minimum"; operand: NumberValue }
  | { kind: "append" | "remove"; elements: FirestoreValue[] }
);

/** Changes `fields`, in the given order; returns the `transformResults` of the write. */
export function applyTransforms(
  fields: FirestoreFields,
  transforms: readonly Transform[],
  commitMicros: number,
): FirestoreValue[] {
  return transforms.map((transform) => {
    const value = transformed(getAt(fields, transform.path), transform, commitMicros);
    setAt(fields, transform.path, value);
    return "arrayValue" in value ? { nullValue: null } : value;
  });
}

function transformed(
  stored: FirestoreValue | undefined,
  transform: Transform,
  commitMicros: number,
): FirestoreValue {
  switch (transform.kind) {
    case "requestTime":
      return { timestampValue: formatTimestamp(fromMicros(commitMicros)) };
    case "append":
      return { arrayValue: { values: appendMissing(elementsOf(stored), transform.elements) } };
    case "remove":
      return { arrayValue: { values: removeAll(elementsOf(stored), transform.elements) } };
    case "increment":
      return isNumeric(stored) ? add(stored, transform.operand) : transform.operand;
    case "maximum":
      return isNumeric(stored) ? extreme(stored, transform.operand, 1) : transform.operand;
    case "minimum":
      return isNumeric(stored) ? extreme(stored, transform.operand, -1) : transform.operand;
  }
}

function isNumeric(stored: FirestoreValue | undefined): stored is NumberValue {
  return stored !== undefined && isNumber(stored);
}

function elementsOf(stored: FirestoreValue | undefined): FirestoreValue[] {
  return stored !== undefined && "arrayValue" in stored ? (stored.arrayValue.values ?? []) : [];
}

// Both sort instead of comparing each with each: a document can hold tens of thousands of elements.
function appendMissing(stored: FirestoreValue[], elements: FirestoreValue[]): FirestoreValue[] {
  const all = [...stored, ...elements];
  const order = all.map((_, index) => index);
  order.sort((a, b) => compareValues(all[a] as FirestoreValue, all[b] as FirestoreValue) || a - b);
  const repeats = new Set<number>();
  order.forEach((index, place) => {
    const before = place === 0 ? undefined : all[order[place - 1] as number];
    const isRepeat = before !== undefined && equalValues(before, all[index] as FirestoreValue);
    if (isRepeat && index >= stored.length) repeats.add(index);
  });
  return all.filter((_, index) => !repeats.has(index));
}

function removeAll(stored: FirestoreValue[], elements: FirestoreValue[]): FirestoreValue[] {
  const sorted = elements.toSorted(compareValues);
  return stored.filter((present) => !includes(sorted, present));
}

function includes(sorted: readonly FirestoreValue[], value: FirestoreValue): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareValues(sorted[middle] as FirestoreValue, value) < 0) low = middle + 1;
    else high = middle;
  }
  const found = sorted[low];
  return found !== undefined && equalValues(found, value);
}

/** Integers stay integers and stop at the ends of 64 bits. */
function add(a: NumberValue, b: NumberValue): FirestoreValue {
  if ("integerValue" in a && "integerValue" in b) {
    const sum = BigInt(a.integerValue) + BigInt(b.integerValue);
    const kept = sum > MAX_INTEGER ? MAX_INTEGER : sum < MIN_INTEGER ? MIN_INTEGER : sum;
    return { integerValue: String(kept) };
  }
  return toDouble(doubleOf(a) + doubleOf(b));
}

// Of equal numbers the stored one stays, with its type; NaN wins over everything.
function extreme(stored: NumberValue, operand: NumberValue, direction: 1 | -1): FirestoreValue {
  if (isNaNValue(stored) || isNaNValue(operand)) return { doubleValue: "NaN" };
  return compareValues(operand, stored) * direction > 0 ? operand : stored;
}
