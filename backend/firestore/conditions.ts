/** One alternative of a filter as what an index can be asked for: exact values, and ranges of the rest. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import {
  type ByteRange,
  EVERYTHING,
  after,
  inequality,
  intersect,
  isWithin,
  only,
  rangesOfLeaf,
  without,
} from "./byte-ranges.ts";
import { PATH_END } from "./encode-path.ts";
import { encodeValue } from "./encode-value.ts";
import { type FieldPath, isNamePath } from "./field-path.ts";
import type { LeafFilter } from "./filter.ts";
import { type NameSpace, placeOfName } from "./names.ts";
import { equalValues, isFindable } from "./value.ts";

export type Exact = {
  path: FieldPath;
  kind: "equals" | "contains";
  value: FirestoreValue;
  bytes: Uint8Array;
};

export type Conditions = {
  exact: Exact[];
  /** By `fieldKey`, for fields without an exact value. */
  ranges: Map<string, ByteRange[]>;
  names: ByteRange[];
};

export function fieldKey(path: FieldPath): string {
  return JSON.stringify(path);
}

/** Undefined when no document can fulfil all of it. */
export function readConditions(
  leaves: readonly LeafFilter[],
  space: NameSpace,
  below: Uint8Array | undefined,
): Conditions | undefined {
  const conditions: Conditions = {
    exact: [],
    ranges: new Map(),
    names: [below === undefined ? EVERYTHING : inside(below)],
  };
  for (const leaf of leaves) {
    if (isNamePath(leaf.path)) {
      conditions.names = intersect(conditions.names, rangesOfNameLeaf(leaf, space));
      if (conditions.names.length === 0) return undefined;
      continue;
    }
    const exact = exactOf(leaf);
    if (exact === "nothing") return undefined;
    if (exact !== undefined) conditions.exact.push(exact);
    else addRanges(conditions.ranges, leaf);
  }
  return withoutRepeats(conditions);
}

// Its own name ends with 00; what is inside goes on with another id.
function inside(parent: Uint8Array): ByteRange {
  return { from: Buffer.concat([parent, Uint8Array.of(PATH_END + 1)]), to: after(parent) };
}

function exactOf(leaf: LeafFilter): Exact | "nothing" | undefined {
  const { path, operator } = leaf;
  if (operator === "IS_NULL") return exact(path, "equals", { nullValue: null });
  if (operator === "IS_NAN") return exact(path, "equals", { doubleValue: "NaN" });
  if (leaf.kind !== "field") return undefined;
  if (operator === "EQUAL") return exact(path, "equals", leaf.value);
  if (operator !== "ARRAY_CONTAINS") return undefined;
  return isFindable(leaf.value) ? exact(path, "contains", leaf.value) : "nothing";
}

function exact(path: FieldPath, kind: Exact["kind"], value: FirestoreValue): Exact {
  return { path, kind, value, bytes: encodeValue(value) };
}

function addRanges(ranges: Conditions["ranges"], leaf: LeafFilter): void {
  const key = fieldKey(leaf.path);
  ranges.set(key, intersect(ranges.get(key) ?? [EVERYTHING], rangesOfLeaf(leaf)));
}

/** One exact value for each field: it decides the field's ranges, and what the field contains. */
function withoutRepeats({ exact, ranges, names }: Conditions): Conditions | undefined {
  const equal = new Map<string, Exact>();
  for (const one of exact.filter(({ kind }) => kind === "equals")) {
    const key = fieldKey(one.path);
    const known = equal.get(key) ?? one;
    if (Buffer.compare(known.bytes, one.bytes) !== 0) return undefined;
    equal.set(key, known);
    if (!isWithin(one.bytes, ranges.get(key) ?? [EVERYTHING])) return undefined;
    ranges.delete(key);
  }
  const contained = new Map<string, Exact>();
  for (const one of exact.filter(({ kind }) => kind === "contains")) {
    const key = fieldKey(one.path);
    const value = equal.get(key)?.value;
    if (value === undefined) contained.set(`${key} ${Buffer.from(one.bytes).toString("hex")}`, one);
    else if (!hasElement(value, one.value)) return undefined;
  }
  for (const left of ranges.values()) if (left.length === 0) return undefined;
  return { exact: [...equal.values(), ...contained.values()], ranges, names };
}

function hasElement(list: FirestoreValue, wanted: FirestoreValue): boolean {
  if (!("arrayValue" in list)) return false;
  return (list.arrayValue.values ?? []).some((element) => equalValues(element, wanted));
}

function rangesOfNameLeaf(leaf: LeafFilter, space: NameSpace): ByteRange[] {
  if (leaf.kind === "unary") throw new Error("A name is neither null nor NaN.");
  if (leaf.kind === "list") return without(leaf.values.flatMap((one) => exactName(one, space)));
  if (leaf.operator === "EQUAL") return exactName(leaf.value, space).map(only);
  if (leaf.operator === "NOT_EQUAL") return without(exactName(leaf.value, space));
  const { bytes, isInside } = placeOfName(space, referenceOf(leaf.value));
  if (isInside) return [inequality(leaf.operator, bytes, EVERYTHING)];
  // It is before or after all names of the scope, so it makes no difference whether it is one itself.
  const isBelow = leaf.operator.startsWith("LESS_THAN");
  const range = isBelow ? { from: EVERYTHING.from, to: bytes } : { from: bytes, to: EVERYTHING.to };
  return intersect([range], [EVERYTHING]);
}

/** Nothing when the reference cannot be one of the scope's names. */
function exactName(value: FirestoreValue, space: NameSpace): Uint8Array[] {
  const { bytes, isInside } = placeOfName(space, referenceOf(value));
  return isInside ? [bytes] : [];
}

export function referenceOf(value: FirestoreValue): string {
  if ("referenceValue" in value) return value.referenceValue;
  throw new Error("A name is compared with references only; parsing checks it.");
}
