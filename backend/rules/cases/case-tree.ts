/** A Realtime Database tree in export form, small enough to be copied whole for every write. */
import { CaseError } from "./case-values.ts";
import type { DatabasePath, DatabaseValue, TreeView } from "../database/types.ts";

type Tree = { [key: string]: DatabaseValue };

const priorityKey = ".priority";
const valueKey = ".value";

export function toKeys(path: string): string[] {
  return path.split("/").filter((key) => key !== "");
}

export function isPriorityPath(path: DatabasePath): boolean {
  return path.at(-1) === priorityKey;
}

/** Of JSON, with server values resolved; what is empty is not there. @throws CaseError */
export function readTree(json: unknown, nowMs: number): DatabaseValue {
  if (json === null || typeof json === "boolean" || typeof json === "number") return json;
  if (typeof json === "string") return json;
  const entries = Object.entries(json as object);
  if (Object.hasOwn(json as object, ".sv")) {
    if (entries[0]?.[1] === "timestamp" && entries.length === 1) return nowMs;
    throw new CaseError('Of server values cases know {".sv": "timestamp"} only.');
  }
  const tree = newTree();
  for (const [key, below] of entries) {
    const isKey = key === priorityKey || key === valueKey || !/[.#$[\]/]/.test(key);
    if (!isKey) throw new CaseError(`${JSON.stringify(key)} is no key of the Realtime Database.`);
    const value = readTree(below, nowMs);
    if (value !== null) tree[key] = value;
  }
  return tidied(tree);
}

/** The value with `value` at `path`, which may lead to a priority. */
export function withValue(
  tree: DatabaseValue,
  path: DatabasePath,
  value: DatabaseValue,
): DatabaseValue {
  const [key, ...below] = path;
  if (key === undefined) return value;
  const copy = newTree();
  if (isTree(tree)) Object.assign(copy, tree);
  else if (tree !== null) copy[valueKey] = tree;
  const child = withValue(childAt(tree, key), below, value);
  delete copy[key];
  if (child !== null) copy[key] = child;
  // A node with children has no value of its own.
  if (child !== null && key !== priorityKey) delete copy[valueKey];
  return tidied(copy);
}

export function viewOf(tree: DatabaseValue): TreeView {
  const at = (path: DatabasePath): DatabaseValue =>
    path.reduce((value: DatabaseValue, key) => childAt(value, key), tree);
  return {
    exists: (path) => at(path) !== null,
    value: (path) => withoutPriorities(at(path)),
    priority: (path) => childAt(at(path), priorityKey) as number | string | null,
  };
}

export function withoutPriorities(value: DatabaseValue): DatabaseValue {
  if (!isTree(value)) return value;
  if (Object.hasOwn(value, valueKey)) return value[valueKey] as DatabaseValue;
  const plain = newTree();
  for (const [key, below] of Object.entries(value)) {
    if (key !== priorityKey) plain[key] = withoutPriorities(below);
  }
  return plain;
}

/** A node that has a priority only is not there, and a leaf without one stands alone. */
function tidied(tree: Tree): DatabaseValue {
  const keys = Object.keys(tree).filter((key) => key !== priorityKey);
  if (keys.length === 0) return null;
  const isPlainLeaf = keys[0] === valueKey && !Object.hasOwn(tree, priorityKey);
  return isPlainLeaf ? (tree[valueKey] as DatabaseValue) : tree;
}

function childAt(value: DatabaseValue, key: string): DatabaseValue {
  return isTree(value) && Object.hasOwn(value, key) ? (value[key] as DatabaseValue) : null;
}

function isTree(value: DatabaseValue): value is Tree {
  return typeof value === "object" && value !== null;
}

// Without a prototype, `__proto__` is a key like any other.
function newTree(): Tree {
  return Object.create(null) as Tree;
}
