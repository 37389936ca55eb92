/**
 * What a query selects and in which order, from Firebase's documentation of sorting and filtering, with sorting of all
 * children and no thought for cost. `toSdk` says the same to the SDK.
 */
import {
  type Query,
  type QueryConstraint,
  endAt,
  endBefore,
  equalTo,
  limitToFirst,
  limitToLast,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  query,
  startAfter,
  startAt,
} from "firebase/database";
import { type ModelLeaf, type ModelNode, nodeAt, pathOf } from "./model-tree.ts";

export type ModelOrder = "key" | "value" | "priority" | { child: string };
/** `key` narrows it among equal values. */
export type ModelBound = { value: ModelLeaf | null; key?: string };
export type ModelQuery = {
  order: ModelOrder;
  start?: ModelBound & { after?: boolean };
  end?: ModelBound & { before?: boolean };
  equal?: ModelBound;
  first?: number;
  last?: number;
};

export function selectedKeys(node: ModelNode, { first, last, ...filter }: ModelQuery): string[] {
  const keys = orderedKeys(node, filter.order).filter((key) =>
    isInRange(indexed(node, key, filter.order), key, filter),
  );
  if (first !== undefined) return keys.slice(0, first);
  return last === undefined ? keys : keys.slice(-last);
}

export function orderedKeys(node: ModelNode, order: ModelOrder): string[] {
  return [...(node?.children.keys() ?? [])].toSorted(
    (a, b) => compareIndexed(indexed(node, a, order), indexed(node, b, order)) || compareKeys(a, b),
  );
}

/** What a child is ordered by; undefined stands for an object, which is more than every leaf. */
function indexed(node: ModelNode, key: string, order: ModelOrder): ModelLeaf | null | undefined {
  const child = node?.children.get(key) ?? null;
  if (order === "key") return null;
  if (order === "priority") return child?.priority ?? null;
  const at = order === "value" ? child : nodeAt(child, pathOf(order.child));
  return at === null ? null : at.leaf;
}

function isInRange(
  value: ModelLeaf | null | undefined,
  key: string,
  { order, start, end, equal }: ModelQuery,
): boolean {
  const toBound = (bound: ModelBound): number => {
    if (order === "key") return compareKeys(key, String(bound.value));
    const byValue = compareIndexed(value, bound.value);
    return byValue === 0 && bound.key !== undefined ? compareKeys(key, bound.key) : byValue;
  };
  if (equal !== undefined) return toBound(equal) === 0;
  if (start !== undefined && (start.after ? toBound(start) <= 0 : toBound(start) < 0)) return false;
  return end === undefined || (end.before ? toBound(end) < 0 : toBound(end) <= 0);
}

function compareIndexed(a: ModelLeaf | null | undefined, b: ModelLeaf | null | undefined): number {
  const kinds = ["null", "boolean", "number", "string", "object"];
  const kind = (value: ModelLeaf | null | undefined) => {
    if (value === null) return "null";
    return value === undefined ? "object" : typeof value;
  };
  const byKind = kinds.indexOf(kind(a)) - kinds.indexOf(kind(b));
  if (byKind !== 0 || a === b || a === null || a === undefined) return byKind;
  return a < (b as ModelLeaf) ? -1 : 1;
}

/** Keys that are 32-bit integers come first, by number, the shorter of equal ones first; then the others as text. */
function compareKeys(a: string, b: string): number {
  const [numberA, numberB] = [integer(a), integer(b)];
  if (numberA !== undefined && numberB !== undefined) {
    return numberA === numberB ? a.length - b.length : numberA - numberB;
  }
  if (numberA !== undefined) return -1;
  if (numberB !== undefined) return 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function integer(key: string): number | undefined {
  if (!/^-?0*\d{1,10}$/.test(key)) return undefined;
  return Math.abs(Number(key) + 0.5) <= 2 ** 31 - 0.5 ? Number(key) : undefined;
}

export function toSdk(target: Query, { order, start, end, equal, first, last }: ModelQuery): Query {
  const constraints: QueryConstraint[] = [];
  if (order === "key") constraints.push(orderByKey());
  else if (order === "value") constraints.push(orderByValue());
  else if (order === "priority") constraints.push(orderByPriority());
  else constraints.push(orderByChild(order.child));
  if (start !== undefined) {
    const { value, key } = start;
    constraints.push(start.after ? startAfter(value, key) : startAt(value, key));
  }
  if (end !== undefined) {
    const { value, key } = end;
    constraints.push(end.before ? endBefore(value, key) : endAt(value, key));
  }
  if (equal !== undefined) constraints.push(equalTo(equal.value, equal.key));
  if (first !== undefined) constraints.push(limitToFirst(first));
  if (last !== undefined) constraints.push(limitToLast(last));
  return query(target, ...constraints);
}
