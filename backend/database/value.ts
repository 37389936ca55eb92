/**
 * Values of the tree, in Firebase's export form: a node with a priority is an object with `.priority`, a leaf with one
 * is `{".value": leaf, ".priority": priority}`; no child's key has a dot. An object that this room makes has no
 * prototype, and every look-up asks for an own property, so that `__proto__` and `constructor` are keys like others.
 */
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";

export type DatabaseObject = { [key: string]: DatabaseValue };
export type Leaf = boolean | number | string;
export type Priority = number | string;

export const PRIORITY = ".priority";
export const VALUE = ".value";

export const newObject = (): DatabaseObject => Object.create(null) as DatabaseObject;

export function isObject(value: DatabaseValue): value is DatabaseObject {
  return typeof value === "object" && value !== null;
}

/** The keys of the children. */
export function childKeys(value: DatabaseObject): string[] {
  return Object.keys(value).filter((key) => !key.startsWith("."));
}

export function priorityOf(value: DatabaseValue): Priority | null {
  if (!isObject(value) || !Object.hasOwn(value, PRIORITY)) return null;
  return value[PRIORITY] as Priority;
}

/** The leaf that `value` is, with or without a priority; undefined when it has children or is null. */
export function leafOf(value: DatabaseValue): Leaf | undefined {
  if (value === null) return undefined;
  if (!isObject(value)) return value;
  return Object.hasOwn(value, VALUE) ? (value[VALUE] as Leaf) : undefined;
}

/** The same leaf or children with another priority; null takes it away. Null stays null. */
export function withPriority(value: DatabaseValue, priority: Priority | null): DatabaseValue {
  const leaf = leafOf(value);
  if (priority === null) {
    if (leaf !== undefined) return leaf;
    if (isObject(value)) delete value[PRIORITY];
    return value;
  }
  if (value === null) return null;
  const object = isObject(value) ? value : newObject();
  if (leaf !== undefined) object[VALUE] = leaf;
  object[PRIORITY] = priority;
  return object;
}

/** As rules and plain answers see it. */
export function withoutPriorities(value: DatabaseValue): DatabaseValue {
  if (!isObject(value)) return value;
  const leaf = leafOf(value);
  if (leaf !== undefined) return leaf;
  const plain = newObject();
  for (const key of childKeys(value)) plain[key] = withoutPriorities(value[key] ?? null);
  return plain;
}

export function childAt(value: DatabaseValue, path: DatabasePath): DatabaseValue {
  let at = value;
  for (const key of path) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return null;
    at = at[key] ?? null;
  }
  return at;
}

/**
 * Puts `value` at `path` below `root`, which it changes when it is an object. Null deletes; a path may end in
 * `.priority`. Returns the new root.
 */
export function withChild(
  root: DatabaseValue,
  path: DatabasePath,
  value: DatabaseValue,
): DatabaseValue {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (key === PRIORITY) return withPriority(root, value as Priority | null);
  const hasChildren = isObject(root) && leafOf(root) === undefined;
  const child = withChild(hasChildren ? childAt(root, [key]) : null, rest, value);
  if (child === null && !hasChildren) return root;
  const object = isObject(root) ? root : newObject();
  delete object[VALUE];
  if (child !== null) {
    object[key] = child;
    return object;
  }
  delete object[key];
  return Object.keys(object).some((other) => !other.startsWith(".")) ? object : null;
}

/** JSON in export form, as sockets are sent it. */
export function toExportText(value: DatabaseValue): string {
  return JSON.stringify(value);
}

/** JSON as REST answers it: without priorities, and an object whose keys are mostly the indexes of an array is one. */
export function toText(value: DatabaseValue): string {
  return JSON.stringify(toPlain(value));
}

function toPlain(value: DatabaseValue): unknown {
  if (!isObject(value)) return value;
  const leaf = leafOf(value);
  if (leaf !== undefined) return leaf;
  const keys = childKeys(value);
  const length = arrayLengthOf(keys);
  if (length === undefined) {
    const plain = newObject() as Record<string, unknown>;
    for (const key of keys) plain[key] = toPlain(value[key] ?? null);
    return plain;
  }
  const array: unknown[] = Array.from({ length }, () => null);
  for (const key of keys) array[Number(key)] = toPlain(value[key] ?? null);
  return array;
}

/** SDK: ChildrenNode.val. */
function arrayLengthOf(keys: readonly string[]): number | undefined {
  let last = 0;
  // Indexes come first in an object, so a key of another kind is met soon.
  for (const key of keys) {
    if (!/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
    last = Math.max(last, Number(key));
  }
  return last < 2 * keys.length ? last + 1 : undefined;
}
