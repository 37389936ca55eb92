/**
 * Values of the tree. An object that this room makes has no prototype, and every look-up asks for an own
 * property, so that `__proto__` and `constructor` are keys like others.
 */
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";

export type DatabaseObject = { [key: string]: DatabaseValue };
export type Leaf = boolean | number | string;

export const newObject = (): DatabaseObject => Object.create(null) as DatabaseObject;

export function isObject(value: DatabaseValue): value is DatabaseObject {
  return typeof value === "object" && value !== null;
}

export function childAt(value: DatabaseValue, path: DatabasePath): DatabaseValue {
  let at = value;
  for (const key of path) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return null;
    at = at[key] ?? null;
  }
  return at;
}

/** Puts `value` at `path` below `root`, which it changes when it is an object. Null deletes. Returns the new root. */
export function withChild(
  root: DatabaseValue,
  path: DatabasePath,
  value: DatabaseValue,
): DatabaseValue {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (!isObject(root) && value === null) return root;
  const object = isObject(root) ? root : newObject();
  const child = withChild(childAt(object, [key]), rest, value);
  if (child === null) delete object[key];
  else object[key] = child;
  for (const _ in object) return object;
  return null;
}

export function* leavesOf(
  value: DatabaseValue,
  path: DatabasePath = [],
): Iterable<{ path: DatabasePath; leaf: Leaf }> {
  if (isObject(value)) {
    for (const key of Object.keys(value)) yield* leavesOf(value[key] ?? null, [...path, key]);
  } else if (value !== null) {
    yield { path, leaf: value };
  }
}

/** JSON as Firebase answers it: an object whose keys are mostly the indexes of an array is one. */
export function toText(value: DatabaseValue): string {
  return JSON.stringify(toExport(value));
}

function toExport(value: DatabaseValue): unknown {
  if (!isObject(value)) return value;
  const length = arrayLengthOf(value);
  if (length === undefined) {
    const exported = newObject() as Record<string, unknown>;
    for (const key of Object.keys(value)) exported[key] = toExport(value[key] ?? null);
    return exported;
  }
  const array: unknown[] = Array.from({ length }, () => null);
  for (const key of Object.keys(value)) array[Number(key)] = toExport(value[key] ?? null);
  return array;
}

/** SDK: ChildrenNode.val. */
function arrayLengthOf(value: DatabaseObject): number | undefined {
  let count = 0;
  let last = 0;
  // Indexes come first in an object, so a key of another kind is met soon.
  for (const key of Object.keys(value)) {
    if (!/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
    count += 1;
    last = Math.max(last, Number(key));
  }
  return last < 2 * count ? last + 1 : undefined;
}
